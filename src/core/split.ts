import type { EntryRange } from './verdict.ts';

/**
 * largestPowerBelow is the largest power of two smaller than n, where a tree of n leaves is split (RFC 9162
 * 2.1.1). Needs a safe integer n >= 2; throws RangeError.
 */
export function largestPowerBelow(n: number): number {
  if (!Number.isSafeInteger(n) || n < 2) throw new RangeError(`a tree of ${n} leaves is not split`);
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/**
 * halves splits a run of at least two entries as a tree does: at the largest power of two below its length
 * (RFC 9162 2.1.1). Throws RangeError for fewer.
 */
export function halves({ first, last }: EntryRange): readonly [EntryRange, EntryRange] {
  const middle = first + largestPowerBelow(last - first + 1);
  return [
    { first, last: middle - 1 },
    { first: middle, last },
  ];
}
