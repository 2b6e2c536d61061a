import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttributeValue, Item } from '../../core/model.ts';
import { compareItems, diffItems, sameValue } from './item-diff.ts';

const item = (values: Record<string, AttributeValue>): Item => new Map(Object.entries(values));

describe('diffItems', () => {
  test('marks the words that came and went', () => {
    const [change] = diffItems(
      item({ n: 'The Islamic Republic of The Gambia' }),
      item({ n: 'The Republic of The Gambia' }),
    );
    expect(change).toMatchObject({ attribute: 'n', kind: 'changed', isList: false });
    expect(change?.parts.filter((part) => part.kind === 'removed').map((part) => part.text.trim())).toEqual([
      'Islamic',
    ]);
    expect(change?.parts.some((part) => part.kind === 'added')).toBe(false);
  });

  test('shows the whole of both where nothing is shared', () => {
    expect(diffItems(item({ n: 'Swaziland' }), item({ n: 'Eswatini' }))[0]?.parts).toEqual([
      { text: 'Swaziland', kind: 'removed' },
      { text: 'Eswatini', kind: 'added' },
    ]);
  });

  test('compares lists member by member', () => {
    expect(diffItems(item({ c: ['HRK'] }), item({ c: ['HRK', 'EUR'] }))[0]?.parts).toEqual([
      { text: 'HRK', kind: 'same' },
      { text: 'EUR', kind: 'added' },
    ]);
  });

  test('gives up comparing lists where too many members differ, and loses none of them', () => {
    const list = (mark: string, count: number) => [
      ...Array.from({ length: count }, (_, index) => `${mark}${index}`),
      'shared',
    ];
    const kinds = (count: number): Record<string, number> => {
      const [change] = diffItems(item({ c: list('x', count) }), item({ c: list('y', count) }));
      const counts = { same: 0, added: 0, removed: 0 };
      for (const { kind } of change?.parts ?? []) counts[kind] += 1;
      return counts;
    };
    expect(kinds(200)).toEqual({ same: 1, added: 200, removed: 200 });
    expect(kinds(1_000)).toEqual({ same: 0, added: 1_001, removed: 1_001 });
  });

  test('takes null, empty text, the empty list and absence for the same', () => {
    expect(diffItems(item({ a: '', b: null, c: [] }), item({ c: null }))).toEqual([]);
    expect(diffItems(item({ a: '' }), item({ a: 'x' }))[0]?.kind).toBe('set');
    expect(diffItems(item({ a: ['x'] }), item({}))[0]?.kind).toBe('unset');
  });

  test('keeps every character of both versions', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const parts = diffItems(item({ a: before }), item({ a: after }))[0]?.parts ?? [
          { text: before, kind: 'same' as const },
        ];
        expect(
          parts
            .filter((part) => part.kind !== 'added')
            .map((part) => part.text)
            .join(''),
        ).toBe(before);
        expect(
          parts
            .filter((part) => part.kind !== 'removed')
            .map((part) => part.text)
            .join(''),
        ).toBe(after);
      }),
    );
  });
});

describe('compareItems', () => {
  test('pairs every attribute of both, in the order that is given, then by name', () => {
    const pairs = compareItems(item({ b: 'x', a: '1' }), item({ c: 'z', a: '1' }), ['c', 'unknown']);
    expect(pairs.map(({ attribute }) => attribute)).toEqual(['c', 'unknown', 'a', 'b']);
    expect(pairs.map(({ change }) => change?.kind)).toEqual(['set', undefined, undefined, 'unset']);
    expect(pairs[3]).toMatchObject({ before: 'x', after: undefined });
  });

  test('takes any name for an attribute', () => {
    const [pair] = compareItems(new Map([['__proto__', 'x']]), new Map([['__proto__', 'y']]));
    expect(pair).toMatchObject({ attribute: '__proto__', before: 'x', after: 'y' });
  });
});

describe('sameValue', () => {
  test('tells the same as a comparison', () => {
    const value = fc.oneof(fc.constant(null), fc.string(), fc.array(fc.string(), { maxLength: 3 }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        const changed = diffItems(item({ a: one }), item({ a: other })).length > 0;
        expect(sameValue(one, other)).toBe(!changed);
        expect(sameValue(one, one)).toBe(true);
        expect(sameValue(other, one)).toBe(sameValue(one, other));
      }),
    );
  });

  test('takes one text for the list of it, and order as part of a value', () => {
    expect(sameValue('x', ['x'])).toBe(true);
    expect(sameValue(['x', 'y'], ['y', 'x'])).toBe(false);
    expect(sameValue(undefined, [])).toBe(true);
    expect(sameValue('', [''])).toBe(false);
  });

  test('texts of megabytes are shown whole beside each other, at once', () => {
    const before = 'a b '.repeat(1_000_000);
    const [change] = diffItems(new Map([['a', before]]), new Map([['a', `${before}c`]]));
    expect(change?.parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
