import type { AuditResult } from '../../verify/audit/audit-types.ts';
import type { RootState } from './tree-words.ts';

/** rootStateOf says how the root of a finished audit is drawn. */
export function rootStateOf({ computedRoot, head }: AuditResult): RootState {
  if (computedRoot === undefined) return 'unknown';
  return computedRoot === head.rootHash ? 'equal' : 'different';
}

/** badEntriesOf lists the entries that a finding names: those that do not match, and those whose data does not. */
export function badEntriesOf({ findings }: AuditResult): readonly number[] {
  const bad: number[] = [];
  for (const { kind, entryNumber, entries } of findings) {
    if (kind !== 'entry' && kind !== 'item' && kind !== 'numbering') continue;
    if (entryNumber !== undefined) bad.push(entryNumber);
    bad.push(...(entries ?? []));
  }
  return bad;
}
