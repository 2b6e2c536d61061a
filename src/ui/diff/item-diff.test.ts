import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttributeValue, Item } from '../../core/model.ts';
import { diffItems } from './item-diff.ts';

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
