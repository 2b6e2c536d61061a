import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { entriesPageQuery } from '../../query/entry-queries.ts';
import { checkedItemQuery } from '../../query/data-queries.ts';
import { recordQuery, recordsQuery, trailQuery } from '../../query/record-queries.ts';
import { anEntry } from '../../testing/builders.ts';
import { putData } from '../../testing/put-data.ts';
import { openSmall } from '../../testing/small-register.ts';
import { findInCache, matchOf, readOf } from './find-records.ts';

const hash = (digit: string): Hash => digit.repeat(64) as Hash;

const OFFICIAL = { attribute: 'official-name', value: 'The Czech Republic' };
const NAME = { attribute: 'name', value: 'Czech Republic' };

/** A page that has read some of a register, and of another. */
function read() {
  const { session } = openSmall();
  const queries = new QueryClient();
  const old = anEntry(3, { key: 'SZ', itemHashes: [hash('a')] });
  const put = (query: Parameters<typeof putData>[1], data: unknown): void => putData(queries, query, data);
  put(entriesPageQuery(session, 0, 2), [anEntry(1, { key: 'GB' }), anEntry(2)]);
  put(trailQuery(session, 'SZ'), [old, anEntry(8, { key: 'SZ', itemHashes: [hash('b')] })]);
  put(recordQuery(session, 'SZ'), { key: 'SZ', items: [new Map([['name', 'Eswatini']])] });
  put(recordsQuery(session), {
    pages: [{ values: [{ key: 'FR', items: [new Map([['names', ['France', 'Frankreich']]])] }] }],
  });
  for (const [digit, name] of [
    ['a', 'Swaziland'],
    ['c', 'nobody’s'],
  ] as const)
    put(checkedItemQuery(session, hash(digit)), { expected: hash(digit), item: new Map([['name', name]]) });
  put(entriesPageQuery(session, 1, 200), undefined);
  put(recordQuery({ ...session, id: 'another' }, 'XX'), { key: 'XX', items: [] });
  session.trust.publish({ logSize: 9, rootHash: hash('d'), address: 'https://r.example/proof/register' });
  return { session, queries };
}

test('gathers records, entries, hashes and roots of this register alone', () => {
  const { session, queries } = read();
  const known = readOf(queries, session);
  expect([...known.records.keys()].sort()).toEqual(['FR', 'GB', 'SZ', anEntry(2).key].sort());
  expect(known.hashes).toContainEqual({ hash: hash('d'), rootOf: 9 });
  expect(known.hashes).toContainEqual({ hash: hash('c') });
  expect(known.hashes.find((one) => one.hash === hash('a'))).toMatchObject({ entry: { entryNumber: 3 } });
});

test('a record is called by what it says now, and found by what it said before', () => {
  const { session, queries } = read();
  const { records } = readOf(queries, session);
  expect(records.get('SZ')).toEqual({ name: 'Eswatini', values: ['Eswatini', 'Swaziland'] });
  expect(records.get('FR')?.values).toEqual(['France', 'Frankreich']);
});

test('entries and roots beyond the size on view are left out', () => {
  const { session, queries } = read();
  const known = readOf(queries, session, 5);
  expect(known.hashes.filter(({ rootOf }) => rootOf !== undefined)).toEqual([]);
});

test.each([
  ['czech', [OFFICIAL], [NAME], { because: 'The Czech Republic', former: false }],
  ['czech', [], [NAME], { because: 'Czech Republic', former: true }],
  // A former value that is the very text comes before one of today.
  ['czech republic', [OFFICIAL], [NAME], { because: 'Czech Republic', former: true }],
])('%s is found by a value of today, or a former one', (text, found, former, expected) => {
  const row = { key: 'CZ', items: [new Map([['name', 'Czechia']])], found, former };
  expect(matchOf(row, text)).toEqual({ key: 'CZ', name: 'Czechia', ...expected });
});

test('records that were read are found by key, name and former values, the closest first', () => {
  const records = new Map([
    ['GM', { name: 'The Gambia', values: ['GM', 'The Gambia', 'Gambia'] }],
    ['SZ', { name: 'Eswatini', values: ['SZ', 'Eswatini', 'Swaziland'] }],
    ['sz', { values: ['swazi'] }],
  ]);
  const keysFor = (text: string) => findInCache({ records }, text).records.map(({ key }) => key);
  expect(['gm', 'swazi', 'gambia', 'x'].map(keysFor)).toEqual([['GM'], ['sz', 'SZ'], ['GM'], []]);
});
