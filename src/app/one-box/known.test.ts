import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { queryKey } from '../../query/keys.ts';
import { anEntry } from '../../testing/builders.ts';
import { openSmall } from '../../testing/small-register.ts';
import { knownOf } from './known.ts';

const hash = (digit: string): Hash => digit.repeat(64) as Hash;

/** A page that has read some of a register, and of another. */
function read() {
  const { session } = openSmall();
  const queries = new QueryClient();
  const old = anEntry(3, { key: 'SZ', itemHashes: [hash('a')] });
  const put = (rest: Parameters<typeof queryKey>[1][], data: unknown): void =>
    void queries.setQueryData([session.id, ...rest], data);
  put(['entries', 1, 2], [anEntry(1, { key: 'GB' }), anEntry(2)]);
  put(['trail', 'SZ'], [old, anEntry(8, { key: 'SZ', itemHashes: [hash('b')] })]);
  put(['record', 'SZ'], { key: 'SZ', items: [new Map([['name', 'Eswatini']])] });
  put(['records'], {
    pages: [{ values: [{ key: 'FR', items: [new Map([['names', ['France', 'Frankreich']]])] }] }],
  });
  put(['check', 'item', hash('a')], { item: new Map([['name', 'Swaziland']]) });
  put(['check', 'item', hash('c')], { item: new Map([['name', 'nobody’s']]) });
  put(['entries', 101, 100], undefined);
  queries.setQueryData(['another', 'record', 'XX'], { key: 'XX', items: [] });
  session.heads.set(9, hash('d'));
  return { session, queries };
}

test('gathers records, entries, hashes and roots of this register alone', () => {
  const { session, queries } = read();
  const known = knownOf(queries, session);
  expect([...known.records.keys()].sort()).toEqual(['FR', 'GB', 'SZ', anEntry(2).key].sort());
  expect([...known.entries.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 8]);
  expect(known.hashes).toContainEqual({ hash: hash('d'), kind: 'root', logSize: 9 });
  expect(known.hashes).toContainEqual({ hash: hash('c'), kind: 'data' });
  expect(known.hashes.find((one) => one.hash === hash('a'))).toMatchObject({ entry: { entryNumber: 3 } });
});

test('a record is called by what it says now, and found by what it said before', () => {
  const { session, queries } = read();
  const { records } = knownOf(queries, session);
  expect(records.get('SZ')).toEqual({ key: 'SZ', name: 'Eswatini', values: ['Eswatini', 'Swaziland'] });
  expect(records.get('FR')?.values).toEqual(['France', 'Frankreich']);
});

test('entries and roots beyond the size on view are left out', () => {
  const { session, queries } = read();
  const known = knownOf(queries, session, 5);
  expect([...known.entries.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(known.hashes.filter(({ kind }) => kind === 'root')).toEqual([]);
});
