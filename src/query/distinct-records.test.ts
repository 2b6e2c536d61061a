import { describe, expect, test } from 'vitest';
import type { RegisterRecord } from '../core/model.ts';
import { distinctRecords } from './distinct-records.ts';
import { nextOf } from './record-queries.ts';

const record = (key: string, entryNumber?: number): RegisterRecord => ({
  key,
  items: [],
  ...(entryNumber === undefined ? {} : { entryNumber }),
});
const next = { address: 'https://a/records?page=2', ordinal: 2, seen: '', after: '', guessed: false };

describe('pages of records', () => {
  test('count each key once, with its newest entry', () => {
    const pages = [
      { values: [record('__proto__', 1), record('a', 2), record('', 3)] },
      { values: [record('a', 9), record('b', 4), record('__proto__', 1)] },
    ];
    expect(distinctRecords(pages).map(({ key, entryNumber }) => [key, entryNumber])).toEqual([
      ['__proto__', 1],
      ['a', 9],
      ['', 3],
      ['b', 4],
    ]);
    expect(distinctRecords([{ values: [record('a')] }, { values: [record('a')] }])).toHaveLength(1);
  });

  test('end with one that brings nothing new, whatever its links say', () => {
    const first = { values: [record('a'), record('b')], next };
    const same = { values: [record('b')], next };
    const more = { values: [record('b'), record('c')], next };
    expect(nextOf(first, [first])).toBe(next);
    expect(nextOf(more, [first, more])).toBe(next);
    expect(nextOf(same, [first, same])).toBe(null);
    expect(nextOf(same, [first, more, same])).toBe(null);
    expect(nextOf({ values: [] }, [first, { values: [] }])).toBe(null);
  });
});
