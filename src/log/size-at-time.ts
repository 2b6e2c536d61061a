import type { LogCopy } from './log-copy.ts';

/** SizeAtTimeAnswer is the size with the fewest entries on the wrong side of the moment. Timestamps do not order entries. */
export interface SizeAtTimeAnswer {
  /** 0 if the log begins later. */
  readonly size: number;
  /** The number of entries up to that size with a later timestamp than the moment. */
  readonly laterBefore: number;
  /** The number of entries beyond that size without a later timestamp. */
  readonly earlierAfter: number;
}

/** sizeAtTime finds the log size at a moment (milliseconds since 1970, that one included) from all entries. An entry whose timestamp cannot be read is on neither side; of equally good sizes the largest is chosen. */
export function sizeAtTime(log: LogCopy, { untilMs }: { readonly untilMs: number }): SizeAtTimeAnswer {
  return bestSize(untilMs, 0, log.size, (entryNumber) => log.entry(entryNumber).timestamp);
}

/** bestSize finds the size among `after`..`upTo` by the timestamps of the entries after+1..upTo alone. */
export function bestSize(
  untilMs: number,
  after: number,
  upTo: number,
  timestampOf: (entryNumber: number) => string,
): SizeAtTimeAnswer {
  const times: (number | undefined)[] = [];
  let earlierAfter = 0;
  for (let number = after + 1; number <= upTo; number += 1) {
    const time = readTime(timestampOf(number));
    times.push(time);
    if (time !== undefined && time <= untilMs) earlierAfter += 1;
  }
  let laterBefore = 0;
  let best: SizeAtTimeAnswer = { size: after, laterBefore, earlierAfter };
  for (const [index, time] of times.entries()) {
    if (time !== undefined) {
      if (time > untilMs) laterBefore += 1;
      else earlierAfter -= 1;
    }
    // An entry without a readable time counts with the one before it.
    if (laterBefore + earlierAfter <= best.laterBefore + best.earlierAfter)
      best = { size: after + index + 1, laterBefore, earlierAfter };
  }
  return best;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** readTime reads a timestamp as milliseconds since 1970; one without a zone is UTC (hashing.md: some lack the `Z`). Undefined if it is no timestamp. */
export function readTime(timestamp: string): number | undefined {
  if (!TIMESTAMP.test(timestamp)) return undefined;
  const time = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(timestamp) ? timestamp : `${timestamp}Z`);
  return Number.isNaN(time) ? undefined : time;
}
