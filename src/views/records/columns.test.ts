import { describe, expect, test } from 'vitest';
import { countedReads } from '../../testing/counted-reads.ts';
import { chosenAmong, columnChoices, columnShares, shownColumns as shownAmong } from './columns.ts';
import type { Row } from './list-records.ts';

const uses = ['id', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((attribute) => ({
  attribute,
  set: 1,
  repeatsKey: attribute === 'id',
}));

const shownColumns = (of: typeof uses, chosen?: readonly string[]) => shownAmong(columnChoices(of), chosen);

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

  test('of very many are found by one look at each choice and each chosen name', () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);
    const [choices, chosen] = [countedReads(names), countedReads(names.toReversed())];
    expect(chosenAmong(choices.list, chosen.list)).toEqual(names);
    expect([choices.reads(), chosen.reads()]).toEqual([names.length, names.length]);
  });

  test('with a long list measure only its beginning', () => {
    const { list, reads } = countedReads(Array.from({ length: 10_000 }, (_, n) => `a${n}`));
    const row: Row = { key: 'k', items: [new Map([['list', list]])], ended: false, missing: 0, found: [] };
    expect(columnShares(['list'], [row])).toEqual([11, 41]);
    expect(reads()).toBeLessThan(100);
  });
});
