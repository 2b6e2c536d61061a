import { describe, expect, it } from 'vitest';
import { consistencyShape, inclusionShape } from './proof-shape.ts';

// The shapes of proofs in logs of any size: mutated-proofs.test.ts; their ranges: proofs.test.ts.

const MAX = 2 ** 53 - 1;

describe('inclusionShape', () => {
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
