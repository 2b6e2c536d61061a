import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consistencySides, inclusionSides } from '../testing/rfc-9162.ts';
import { consistencyShape, inclusionShape, type Joining } from './proof-shape.ts';
import type { EntryRange } from './verdict.ts';

const MAX = 2 ** 53 - 1;
const SIZES = [31, 32, 33, 52].flatMap((exponent) => [-2, -1, 0, 1, 2].map((more) => 2 ** exponent + more));
SIZES.push(2 ** 53 - 3, 2 ** 53 - 2, MAX, 3 * 2 ** 31, 2 ** 52 + 2 ** 31 + 1);

/** Entry numbers at both ends, in the middle, and around every power of two. */
function entriesOf(size: number): number[] {
  const powers = Array.from({ length: 53 }, (_, exponent) => 2 ** exponent);
  const near = [...powers, size, Math.floor(size / 2), Math.floor(size / 3)].flatMap((n) => [
    n - 1,
    n,
    n + 1,
  ]);
  return near.filter((n) => n >= 1 && n <= size);
}

function sidesOf(joinings: readonly Joining[]): string[] {
  return joinings.map((joining) => joining.side);
}

/** tiles reports whether each joining grows the run of entries without gap or overlap, split as in RFC 9162 2.1.1, up to the whole log. */
function tiles(start: EntryRange, joinings: readonly Joining[], size: number): boolean {
  let reached = start;
  for (const { side, sentCovers, covers } of joinings) {
    const [left, right] = side === 'left' ? [sentCovers, reached] : [reached, sentCovers];
    const [leftSize, bothSize] = [BigInt(left.last - left.first + 1), BigInt(right.last - left.first + 1)];
    const split = (leftSize & (leftSize - 1n)) === 0n && leftSize < bothSize && leftSize * 2n >= bothSize;
    const joined = left.last + 1 === right.first && covers.first === left.first && covers.last === right.last;
    if (!split || !joined) return false;
    reached = covers;
  }
  return reached.first === 1 && reached.last === size;
}

function isInclusionShape(entry: number, size: number): boolean {
  const shape = inclusionShape(entry, size);
  const sides = inclusionSides(BigInt(entry), BigInt(size));
  return sidesOf(shape).join() === sides.join() && tiles({ first: entry, last: entry }, shape, size);
}

function isConsistencyShape(from: number, to: number): boolean {
  const { start, startIsSent, joinings } = consistencyShape(from, to);
  const { seeded, sides } = consistencySides(BigInt(from), BigInt(to));
  const sameSides = sidesOf(joinings).join() === sides.join() && startIsSent === seeded;
  return sameSides && start.last === from && tiles(start, joinings, to);
}

describe('inclusionShape', () => {
  it.each(SIZES)('agrees with the BigInt algorithm of RFC 9162 at size %d', (size) => {
    expect(entriesOf(size).filter((entry) => !isInclusionShape(entry, size))).toEqual([]);
  });

  it('agrees with it at any size', () => {
    const pairs = fc
      .maxSafeNat()
      .chain((size) => fc.tuple(fc.integer({ min: 1, max: size + 1 }), fc.constant(size + 1)));
    fc.assert(
      fc.property(pairs, ([entry, size]) => {
        fc.pre(size <= MAX);
        expect(isInclusionShape(entry, size)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is empty for a log of one entry, and has 53 joinings for the first of the largest log', () => {
    expect(inclusionShape(1, 1)).toEqual([]);
    expect(inclusionShape(1, MAX)).toHaveLength(53);
  });

  it.each([
    [0, 5],
    [6, 5],
    [1, 0],
    [-1, 5],
    [1.5, 5],
    [1, 2 ** 53],
    [Number.NaN, 5],
  ])('refuses entry %d of %d', (entry, size) =>
    expect(() => inclusionShape(entry, size)).toThrow(RangeError),
  );
});

describe('consistencyShape', () => {
  it.each(SIZES)('agrees with the BigInt algorithm of RFC 9162 up to size %d', (size) => {
    expect(entriesOf(size - 1).filter((from) => !isConsistencyShape(from, size))).toEqual([]);
  });

  it('agrees with it between any sizes', () => {
    const pairs = fc.tuple(fc.integer({ min: 1, max: MAX }), fc.integer({ min: 1, max: MAX }));
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        fc.pre(a !== b);
        expect(isConsistencyShape(Math.min(a, b), Math.max(a, b))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [0, 5, 'no consistency proof leads from size 0 to 5'],
    [-1, 5, 'no consistency proof leads from size -1 to 5'],
    [5, 5, 'no consistency proof leads'],
    [6, 5, 'no consistency proof leads'],
    [0, 0, 'no consistency proof leads'],
    [1.5, 5, 'is not an integer'],
    [1.5, 1.5, 'is not an integer'],
    [Number.NaN, 5, 'is not an integer'],
    [1, 2 ** 53, 'is not an integer'],
  ])('refuses sizes %d and %d', (from, to, why) => {
    expect(() => consistencyShape(from, to)).toThrow(RangeError);
    expect(() => consistencyShape(from, to)).toThrow(why);
  });
});
