import { halves } from './split.ts';
import type { EntryRange, ProofStep } from './verdict.ts';

/** StepShape is a step of a proof without its hashes: it depends on index and size alone. */
export type StepShape = Pick<ProofStep, 'level' | 'side' | 'sentCovers' | 'covers'>;

/** ConsistencyShape is the form of a consistency proof between two different sizes. */
interface ConsistencyShape {
  /** The largest perfect subtree that ends the old log: both ladders start from its hash. */
  readonly start: EntryRange;
  /**
   * Whether the proof's first hash is that subtree's; otherwise the subtree is the whole old log,
   * and its hash the old root.
   */
  readonly startIsSent: boolean;
  /**
   * The joinings of the new ladder, from the start upwards. Those from the left are also in the old ladder.
   */
  readonly joinings: readonly StepShape[];
}

/**
 * inclusionShape returns the joinings of an inclusion proof, from the leaf upwards (RFC 9162 2.1.3.1).
 * Needs safe integers 1 <= entryNumber <= logSize; throws RangeError otherwise.
 */
export function inclusionShape(entryNumber: number, logSize: number): StepShape[] {
  assertSafeIntegers(entryNumber, logSize);
  if (entryNumber < 1 || entryNumber > logSize)
    throw new RangeError(`entry ${entryNumber} is not in a log of ${logSize}`);
  return descend(logSize, ({ first, last }) => (first === last ? undefined : entryNumber)).joinings;
}

/**
 * consistencyShape returns the form of the proof that the log of `from` entries begins the log of `to`
 * entries (RFC 9162 2.1.4.1).
 * Needs safe integers 1 <= from < to; throws RangeError otherwise.
 */
export function consistencyShape(from: number, to: number): ConsistencyShape {
  assertSafeIntegers(from, to);
  if (from < 1 || from >= to) throw new RangeError(`no consistency proof leads from size ${from} to ${to}`);
  const { end, joinings } = descend(to, ({ last }) => (last === from ? undefined : from));
  return { start: end, startIsSent: end.first !== 1, joinings };
}

/** assertSafeIntegers throws RangeError if a size or entry number is not a safe integer. */
export function assertSafeIntegers(...values: readonly number[]): void {
  for (const value of values) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer below 2^53`);
  }
}

/**
 * descend walks from the root of a tree down to where `target` returns undefined, always towards the half
 * that holds the target entry, and returns the halves not taken.
 */
function descend(
  logSize: number,
  target: (covers: EntryRange) => number | undefined,
): { end: EntryRange; joinings: StepShape[] } {
  const upward: Omit<StepShape, 'level'>[] = [];
  let covers: EntryRange = { first: 1, last: logSize };
  for (let entry = target(covers); entry !== undefined; entry = target(covers)) {
    const [left, right] = halves(covers);
    const isLeft = entry <= left.last;
    upward.push({ side: isLeft ? 'right' : 'left', sentCovers: isLeft ? right : left, covers });
    covers = isLeft ? left : right;
  }
  const joinings = upward
    .reverse()
    .map(({ side, sentCovers, covers: run }, index) => ({ level: index + 1, side, sentCovers, covers: run }));
  return { end: covers, joinings };
}
