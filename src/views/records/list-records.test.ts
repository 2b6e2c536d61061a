import { expect, test } from 'vitest';
import type { AttributeValue, RegisterRecord } from '../../core/model.ts';
import { listRecords, todayUtc } from './list-records.ts';
import { readRequest } from './records-address.ts';

const record = (key: string, values: Record<string, AttributeValue>): RegisterRecord => ({
  key,
  items: [new Map(Object.entries(values))],
});
const RECORDS = [
  record('CI', { name: 'Ivory Coast', 'official-name': 'The Republic of Côte d’Ivoire' }),
  record('DD', {
    name: 'East Germany',
    'end-date': '1990-10-02',
    'citizen-names': ['East German', 'German'],
  }),
  record('10', { name: null }),
  record('9', { name: 'Zed' }),
];
const list = (query: string, records = RECORDS) =>
  listRecords(records, readRequest(new URLSearchParams(query)));

test.each([
  // Words in any order, without accents or capitals, in lists and keys.
  ['q=cote ivory', 'CI'],
  ['q=GERMAN', 'DD'],
  ['q=dd', 'DD'],
  ['q=nothing', ''],
  ['q=%20 ', 'CI DD 10 9'],
  // Numbers in keys as numbers, unset values last either way.
  ['sort=key', '9 10 CI DD'],
  ['sort=name', 'DD CI 9 10'],
  ['sort=-name', '9 CI DD 10'],
  // Any of several values, members of lists, what is not set.
  ['is.citizen-names=German', 'DD'],
  ['is.citizen-names=German&is.citizen-names=', 'CI DD 10 9'],
  ['is.citizen-names=Germ', ''],
  ['status=ended', 'DD'],
  ['status=current&q=e', 'CI 9'],
])('%s lists %s', (query, keys) =>
  expect(
    list(query)
      .rows.map(({ key }) => key)
      .join(' '),
  ).toBe(keys),
);

test('a record has ended whose end-date is a day of the calendar that is not in the future', () => {
  const next = String(new Date().getUTCFullYear() + 1);
  const ends = [todayUtc(), '1990-10', next, '2016-02-30'].map((end, n) =>
    record(String(n), { 'end-date': end }),
  );
  expect(list('', ends).rows.map(({ ended }) => ended)).toEqual([true, true, false, false]);
});

test('attributes are counted, and one that only repeats the key is told', () => {
  expect(list('').attributes).toContainEqual({ attribute: 'end-date', set: 1, repeatsKey: false });
  expect(list('', [record('a', { id: 'a' })]).attributes).toEqual([
    { attribute: 'id', set: 1, repeatsKey: true },
  ]);
});
