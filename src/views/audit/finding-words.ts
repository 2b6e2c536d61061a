import { formatNumber } from '../../ui/format.ts';
import type { AuditFinding } from '../../verify/audit/audit-types.ts';

/** findingWords says in one sentence what a finding is, without the hashes that are shown beside it. */
export function findingWords(finding: AuditFinding, noun: 'item' | 'blob'): string {
  const { kind, entryNumber, itemHash, entries = [], text } = finding;
  switch (kind) {
    case 'entry':
      return entryNumber === undefined
        ? text
        : `Entry ${formatNumber(entryNumber)} is not the entry under the published root.`;
    case 'item':
      return `The ${noun} named by ${namedBy(entries)} does not match its hash.`;
    case 'item-missing':
      return `The ${noun} named by ${namedBy(entries)} could not be checked: the server says that it has no such data.`;
    case 'unreadable':
      return itemHash === undefined
        ? text
        : `The ${noun} named by ${namedBy(entries)} could not be checked: it cannot be written as bytes to hash.`;
    case 'root':
      return text;
  }
}

const MOST_LISTED = 3;

function namedBy(entries: readonly number[]): string {
  const listed = entries.slice(0, MOST_LISTED).map(formatNumber);
  const more = entries.length - listed.length;
  if (listed.length === 0) return 'an entry';
  return `${entries.length === 1 ? 'entry' : 'entries'} ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
