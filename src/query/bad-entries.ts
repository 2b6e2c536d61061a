import type { AuditResult } from '../verify/audit-result.ts';

/** badEntriesOf lists the entries, ascending, that a finding of an audit names: those that do not match, and those whose data does not. A result names only so many. */
export function badEntriesOf(result: AuditResult | undefined): readonly number[] {
  const bad = new Set<number>();
  for (const { kind, entryNumber, entries } of result?.findings ?? []) {
    if (kind !== 'entry' && kind !== 'item') continue;
    if (entryNumber !== undefined) bad.add(entryNumber);
    for (const entry of entries ?? []) bad.add(entry);
  }
  return [...bad].sort((one, other) => one - other);
}
