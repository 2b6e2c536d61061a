import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttributeValue } from '../../core/model.ts';
import { anItem } from '../../testing/builders.ts';
import { compareItems, diffItems, sameValue } from '../values/compare-items.ts';
import { partsOf } from './item-changes.tsx';

const changed = (before: AttributeValue | undefined, after: AttributeValue | undefined) =>
  partsOf({ before, after });
const written = (...values: Parameters<typeof changed>): string[] =>
  changed(...values).map(({ text, kind }) => `${kind} ${text}`);

test('words that came and went are marked, the whole of both where nothing is shared, and lists member by member', () => {
  const parts = written('The Islamic Republic of The Gambia', 'The Republic of The Gambia');
  expect(parts.filter((part) => !part.startsWith('same')).map((part) => part.trim())).toEqual([
    'removed Islamic',
  ]);
  expect(written('Swaziland', 'Eswatini')).toEqual(['removed Swaziland', 'added Eswatini']);
  expect(written(['HRK'], ['HRK', 'EUR'])).toEqual(['same HRK', 'added EUR']);
});

test.each([
  [200, { same: 1, added: 200, removed: 200 }],
  [1_000, { same: 0, added: 1_001, removed: 1_001 }],
])(
  'of lists in which %i members differ none is lost, also where they are not compared',
  (count, expected) => {
    const list = (mark: string) => [...Array.from({ length: count }, (_, n) => `${mark}${n}`), 'shared'];
    const counts = { same: 0, added: 0, removed: 0 };
    for (const { kind } of changed(list('x'), list('y'))) counts[kind] += 1;
    expect(counts).toEqual(expected);
  },
);

test('texts of megabytes are shown whole beside each other, at once', () => {
  const before = 'a b '.repeat(1_000_000);
  expect(changed(before, `${before}c`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('null, empty text, the empty list and absence are the same; one text is the list of it, and order counts', () => {
  expect(diffItems(anItem({ a: '', b: null, c: [] }), anItem({ c: null }))).toEqual([]);
  for (const [one, other, isSame] of [
    ['x', ['x'], true],
    [['x', 'y'], ['y', 'x'], false],
    ['', [''], false],
  ] as const)
    expect(sameValue(one, other)).toBe(isSame);
});

test('every character of both versions is kept', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const parts = changed(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});

test('every attribute of both is paired, whatever its name, in the order that is given, then by name', () => {
  const pairs = compareItems(anItem({ b: 'x', a: '1' }), anItem({ c: 'z', a: '1' }), ['c', 'unknown']);
  expect(pairs.map(({ attribute, isSame }) => `${attribute} ${isSame}`)).toEqual([
    'c false',
    'unknown true',
    'a true',
    'b false',
  ]);
  expect(pairs[3]).toMatchObject({ before: 'x', after: undefined });
  const [pair] = compareItems(new Map([['__proto__', 'x']]), new Map([['__proto__', 'y']]));
  expect(pair).toMatchObject({ attribute: '__proto__', before: 'x', after: 'y' });
});
