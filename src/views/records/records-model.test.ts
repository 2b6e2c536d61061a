import { describe, expect, test } from 'vitest';
import type { AttributeValue, RegisterRecord } from '../../core/model.ts';
import { chooseRecords, ended, listRecords, searchRecords, sortRecords } from './records-model.ts';
import { readAsked } from './records-address.ts';

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
    expect(ended(record('X', { 'end-date': '2016-02-30' }), '2026-11-21')).toBe(false);
    expect(ended(record('X', { 'end-date': '2026-11' }), '2026-11-21')).toBe(true);
  });

  test('are chosen by any of several values, by members of lists, and by what is not set', () => {
    const chosen = (...values: string[]) =>
      keys(chooseRecords(records, new Map([['citizen-names', values]])));
    expect(chosen('German')).toEqual(['DD']);
    expect(chosen('German', '')).toEqual(['CI', 'DD', '10', '9']);
    expect(chosen('Germ')).toEqual([]);
    expect(chooseRecords(records, new Map())).toBe(records);
  });

  test('are listed with what the address asks for, and counted by status', () => {
    const list = (query: string) => listRecords(records, readAsked(new URLSearchParams(query)));
    expect(list('status=ended').rows.map(({ key }) => key)).toEqual(['DD']);
    expect(list('q=zed').total).toBe(1);
    expect(list('').status).toEqual({ current: 3, ended: 1 });
    expect(list('').attributes).toContainEqual({ attribute: 'end-date', set: 1, repeatsKey: false });
  });
});
