import { describe, expect, test } from 'vitest';
import { countedReads } from '../../testing/counted-reads.ts';
import { columnChoices, columnShares, shownColumns } from './columns.ts';
import type { Row } from './list-records.ts';

const named = (...names: string[]) => names.map((attribute) => ({ attribute, set: 1, repeatsKey: false }));
const uses = [{ attribute: 'id', set: 1, repeatsKey: true }, ...named('b', 'a', 'c', 'd', 'e', 'f', 'g')];
const choices = columnChoices(uses, [{ id: 'a' }, { id: 'b' }]);
const row = (items: Row['items']): Row => ({ key: 'k1', items, ended: false });

describe('columns', () => {
  test('are the attributes in the order of the schema, never the one that repeats the key', () =>
    expect(choices.join()).toBe('a,b,c,d,e,f,g,entry-number,entry-timestamp'));

  test.each<[string[] | undefined, string]>([
    [undefined, 'a,b,c,d,e,f'],
    [['entry-number', 'g', 'gone', 'a'], 'a,g,entry-number'],
    [[], ''],
  ])('of %j are %s', (chosen, shown) => expect(shownColumns(choices, chosen).join()).toBe(shown));

  test('begin with the name where nobody chose', () =>
    expect(shownColumns(columnChoices([...uses, ...named('name')], []), undefined)[0]).toBe('name'));

  test('share the width by what they usually hold, within bounds', () => {
    const rows = Array.from({ length: 10 }, (_, n) =>
      row([
        new Map([
          ['a', 'x'.repeat(n === 0 ? 900 : 10)],
          ['b', 'y'.repeat(500)],
        ]),
      ]),
    );
    expect(columnShares(['a', 'b', 'c'], rows)).toEqual([11, 15, 41, 11]);
  });

  test('of very many, and of long lists, are found by few looks', () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);
    const [all, chosen] = [countedReads(names), countedReads(names.toReversed())];
    expect(shownColumns(all.list, chosen.list)).toEqual(names);
    expect([all.reads(), chosen.reads()]).toEqual([names.length, names.length]);
    const { list, reads } = countedReads(names);
    expect(columnShares(['list'], [row([new Map([['list', list]])])])).toEqual([11, 41]);
    expect(reads()).toBeLessThan(100);
  });
});
