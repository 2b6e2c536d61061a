import type { LedgerEntry } from '../api/ledger.ts';
import { linkTarget } from '../api/pages.ts';

/** feedLink is the address of an Atom feed that some answer of this visit named in its Link header; undefined where none did. Only http and https. The API document knows no feed. */
export function feedLink(answers: readonly LedgerEntry[]): string | undefined {
  for (const { link, finalAddress, address } of answers) {
    const target = link === undefined ? undefined : linkTarget(link, 'alternate', 'application/atom+xml');
    const from = finalAddress ?? address;
    if (target === undefined || target === null || !URL.canParse(target, from)) continue;
    const { protocol, href } = new URL(target, from);
    if (protocol === 'https:' || protocol === 'http:') return href;
  }
  return undefined;
}
