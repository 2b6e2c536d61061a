import { describe, expect, test } from 'vitest';
import type { AttributeValue, RegisterRecord } from '../../core/model.ts';
import { ended, searchRecords, sortRecords } from './records-model.ts';

const record = (key: string, values: Record<string, AttributeValue>): RegisterRecord => ({
  key,
  items: [new Map(Object.entries(values))],
});
const keys = (records: readonly RegisterRecord[]): string[] => records.map(({ key }) => key);
const records = [
  record('CI', { name: 'Ivory Coast', 'official-name': 'The Republic of Côte d’Ivoire' }),
  record('DD', {
    name: 'East Germany',
    'end-date': '1990-10-02',
    'citizen-names': ['East German', 'German'],
  }),
  record('10', { name: null }),
  record('9', { name: 'Zed' }),
];

describe('records', () => {
  test('finds words in any order, without accents or capitals, in lists and keys', () => {
    expect(keys(searchRecords(records, 'cote ivory'))).toEqual(['CI']);
    expect(keys(searchRecords(records, 'GERMAN'))).toEqual(['DD']);
    expect(keys(searchRecords(records, 'dd'))).toEqual(['DD']);
    expect(keys(searchRecords(records, 'nothing'))).toEqual([]);
    expect(searchRecords(records, '  ')).toBe(records);
  });

  test('sorts numbers in keys as numbers and puts unset values last either way', () => {
    expect(keys(sortRecords(records, 'key'))).toEqual(['9', '10', 'CI', 'DD']);
    expect(keys(sortRecords(records, 'name'))).toEqual(['DD', 'CI', '9', '10']);
    expect(keys(sortRecords(records, '-name'))).toEqual(['9', 'CI', 'DD', '10']);
    expect(sortRecords(records, '')).toBe(records);
  });

  test('an ended record has an end-date that is not in the future', () => {
    expect(records.map((one) => ended(one, '2026-11-21'))).toEqual([false, true, false, false]);
    expect(ended(record('X', { 'end-date': '2027' }), '2026-11-21')).toBe(false);
    expect(ended(record('X', { 'end-date': '2026-11' }), '2026-11-21')).toBe(true);
  });
});
