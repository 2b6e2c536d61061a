import type { Entry, Item } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** ROWS_AT_ONCE is the most rows in an answer. */
export const ROWS_AT_ONCE = 1_000;

/** CopiedVersion is an entry with its data, one item for each of its hashes. */
interface CopiedVersion {
  readonly entry: Entry;
  readonly items: readonly (Item | undefined)[];
}

/** CopiedRow is an entry with its data, and the version of its key before it, if there is one. */
export interface CopiedRow extends CopiedVersion {
  readonly before: CopiedVersion | undefined;
}

/** logRows returns the entries from `from` to at most `at`, 1 <= from, with their data. */
export function logRows(
  log: LogCopy,
  { from, at }: { readonly from: number; readonly at: number },
): readonly CopiedRow[] {
  const versionOf = (entryNumber: number): CopiedVersion => {
    const entry = log.entry(entryNumber);
    return { entry, items: entry.itemHashes.map((hash) => log.item(hash)) };
  };
  const length = Math.max(0, Math.min(ROWS_AT_ONCE, at - from + 1));
  return Array.from({ length }, (_, index) => {
    const version = versionOf(from + index);
    const before = log.latest(version.entry.key, from + index - 1);
    return { ...version, before: before === undefined ? undefined : versionOf(before) };
  });
}
