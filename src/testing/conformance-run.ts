import type { CaseResult } from '../conformance/report.ts';
import { casesFor } from '../conformance/cases.ts';
import { type RunOptions, runConformance } from '../conformance/run.ts';
import { GROUPS } from '../conformance/model.ts';

/** MOCK_ORIGIN is the origin of fetchOf. */
export const MOCK_ORIGIN = 'http://mock.example';

/** runAll runs every case, hostile requests too, as fast as possible, and returns the results. */
export async function runAll(
  base: string,
  fetch: RunOptions['fetch'],
  options: Partial<RunOptions> = {},
): Promise<readonly CaseResult[]> {
  const { signal } = new AbortController();
  let results: readonly CaseResult[] = [];
  const run = { base, fetch, rate: Infinity, groups: GROUPS, signal, ...options };
  for await (const report of runConformance(run)) ({ results } = report);
  return results;
}

/** idsOf are the cases with an outcome. */
export function idsOf(results: readonly CaseResult[], outcome: CaseResult['outcome']): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** VARIANTS are the two API variants. */
export const VARIANTS = ['item', 'blob'] as const;

/** caseIds are the cases of groups, in both variants. */
export function caseIds(groups: RunOptions['groups'] = GROUPS): string[] {
  return VARIANTS.flatMap((variant) => casesFor(variant, groups).map(({ id }) => id));
}

/** groupsWith are the groups that have one of these cases. */
export function groupsWith(...cases: readonly string[]): (typeof GROUPS)[number][] {
  return GROUPS.filter((group) => caseIds([group]).some((id) => cases.includes(id)));
}
