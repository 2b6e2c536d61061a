import { describe, expect, test } from 'vitest';
import { columnChoices, columnShares, shownColumns } from './choose-columns.ts';
import type { Row } from './listing.ts';

const uses = ['id', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((attribute) => ({
  attribute,
  set: 1,
  repeatsKey: attribute === 'id',
}));

describe('columns', () => {
  test('are the first few attributes unless chosen, never the one that repeats the key', () => {
    expect(shownColumns(uses, undefined)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(shownColumns(uses.slice(0, 2), undefined)).toEqual(['a']);
    expect(columnChoices(uses)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
      'entry-number',
      'entry-timestamp',
    ]);
  });

  test('begin with the name where nobody chose', () =>
    expect(shownColumns([...uses, { attribute: 'name', set: 1, repeatsKey: false }], undefined)[0]).toBe(
      'name',
    ));

  test('that are chosen keep the order of the register; unknown ones are left out', () => {
    expect(shownColumns(uses, ['entry-number', 'g', 'gone', 'a'])).toEqual(['a', 'g', 'entry-number']);
    expect(shownColumns(uses, [])).toEqual([]);
  });

  test('share the width by what they usually hold, within bounds', () => {
    const rows = Array.from({ length: 10 }, (_, n): Row => ({
      key: `k${n}`,
      items: [
        new Map([
          ['a', 'x'.repeat(n === 0 ? 900 : 10)],
          ['b', 'y'.repeat(500)],
        ]),
      ],
      ended: false,
      missing: 0,
      found: [],
    }));
    expect(columnShares(['a', 'b', 'c'], rows)).toEqual([11, 15, 41, 11]);
  });
});
