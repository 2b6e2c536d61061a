import type { Hash } from '../../core/hash.ts';

/** HashDigits says how much of a hash is written: `short` 6…4 for lists, `long` 8…8 where two are compared, `full` all 64. */
export type HashDigits = 'short' | 'long' | 'full';

/** HashPart is a run of text; `marked` is the first digit that differs from the hash compared with. */
export interface HashPart {
  readonly text: string;
  readonly marked: boolean;
}

const ENDS = { short: [6, 4], long: [8, 8] } as const;
const WINDOW = 4;

/** abbreviate writes the first and last digits of a hash with an ellipsis between: `8d92e1…5729`. */
export function abbreviate(hash: Hash, digits: HashDigits = 'short'): string {
  return hashParts(hash, digits)
    .map((part) => part.text)
    .join('');
}

/** firstDifference is the index of the first digit in which two hashes differ, 0 <= index < 64, or undefined when they are equal. */
export function firstDifference(one: Hash, other: Hash): number | undefined {
  for (let index = 0; index < one.length; index += 1) {
    if (one[index] !== other[index]) return index;
  }
  return undefined;
}

/**
 * hashParts cuts a hash into the runs to show, with the digit at `markAt` in a run of its own.
 * A marked digit is never hidden: when it lies in the part left out, a window of four digits beginning with it is shown there.
 */
export function hashParts(hash: Hash, digits: HashDigits, markAt?: number): readonly HashPart[] {
  if (digits === 'full') return runs(hash, 0, hash.length, markAt);
  const [head, tail] = ENDS[digits];
  const tailStart = hash.length - tail;
  if (markAt === undefined || markAt < head || markAt >= tailStart) {
    return [...runs(hash, 0, head, markAt), ELLIPSIS, ...runs(hash, tailStart, hash.length, markAt)];
  }
  const windowStart = Math.min(markAt, tailStart - WINDOW);
  return [
    ...runs(hash, 0, WINDOW, markAt),
    ELLIPSIS,
    ...runs(hash, windowStart, windowStart + WINDOW, markAt),
    ELLIPSIS,
    ...runs(hash, tailStart, hash.length, markAt),
  ];
}

const ELLIPSIS: HashPart = { text: '…', marked: false };

function runs(hash: string, start: number, end: number, markAt: number | undefined): HashPart[] {
  if (markAt === undefined || markAt < start || markAt >= end) {
    return [{ text: hash.slice(start, end), marked: false }];
  }
  return [
    { text: hash.slice(start, markAt), marked: false },
    { text: hash.slice(markAt, markAt + 1), marked: true },
    { text: hash.slice(markAt + 1, end), marked: false },
  ].filter((part) => part.text !== '');
}
