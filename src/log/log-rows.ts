import type { LogCopy, Version } from './log-copy.ts';

/** ROWS_AT_ONCE is the most rows in an answer. */
export const ROWS_AT_ONCE = 1_000;

/** CopiedRow is an entry with its data, and the version of its key before it, if there is one. */
export interface CopiedRow extends Version {
  readonly before: Version | undefined;
}

/** logRows returns the entries from `from` to at most `at`, 1 <= from, with their data; of one key all of these. */
export function logRows(
  log: LogCopy,
  { from, at, key }: { readonly from: number; readonly at: number; readonly key?: string },
): readonly CopiedRow[] {
  const length = Math.max(0, Math.min(ROWS_AT_ONCE, at - from + 1));
  const numbers =
    key === undefined
      ? Array.from({ length }, (_, index) => from + index)
      : log.trail(key).filter((number) => from <= number && number <= at);
  return numbers.map((number) => {
    const before = log.previous(number);
    return Object.assign(log.version(number), {
      before: before === undefined ? undefined : log.version(before),
    });
  });
}
