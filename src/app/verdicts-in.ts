import type { Verdict } from '../core/verdict.ts';

/** verdictsIn reads the verdicts out of a check's data: one, or those of a list of pages. */
export function verdictsIn(data: unknown): readonly Verdict[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('verdict' in data) return [data.verdict as Verdict];
  if (!('pages' in data)) return [];
  const pages = data.pages as readonly { readonly checks: readonly { readonly verdict: Verdict }[] }[];
  return pages.flatMap((page) => page.checks.map((check) => check.verdict));
}
