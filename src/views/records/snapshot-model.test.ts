import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../api/register-client.ts';
import type { AttributeValue, Entry } from '../../core/model.ts';
import type { Row } from './listing.ts';
import { differingKeys, recordsIn } from './snapshot-model.ts';

type Data = Readonly<Record<string, AttributeValue>>;
const row = (key: string, entryNumber: number, data: Data, missing = 0): Row => ({
  key,
  entryNumber,
  items: missing > 0 ? [] : [new Map(Object.entries(data))],
  ended: false,
  missing,
  found: [],
});
const ofRecords = (...records: readonly (readonly [string, Data])[]): Snapshot => ({
  kind: 'records',
  records: records.map(([key, data]) => ({ key, items: [new Map(Object.entries(data))] })),
});
const entry = (key: string, entryNumber: number): Entry => ({
  key,
  entryNumber,
  indexEntryNumber: entryNumber,
  timestamp: '2020-01-01T00:00:00Z',
  itemHashes: [],
});
const rows = [row('a', 1, { name: 'A', end: null }), row('b', 3, { name: 'B', tags: ['x', 'y'] })];

describe('a snapshot beside the log', () => {
  test('is the same whatever its order and its way of writing "not set"', () => {
    expect(
      differingKeys(ofRecords(['b', { tags: ['x', 'y'], name: 'B', end: '' }], ['a', { name: 'A' }]), rows),
    ).toEqual([]);
    expect(differingKeys({ kind: 'entries', entries: [entry('a', 1), entry('b', 3)] }, rows)).toEqual([]);
  });

  test('differs by other data, another entry, a record too few or too many', () => {
    expect(
      differingKeys(ofRecords(['a', { name: 'A' }], ['b', { name: 'B', tags: ['y', 'x'] }]), rows),
    ).toEqual(['b']);
    expect(differingKeys(ofRecords(['a', { name: 'A', more: 'x' }]), rows)).toEqual(['a', 'b']);
    expect(
      differingKeys({ kind: 'entries', entries: [entry('a', 2), entry('b', 3), entry('c', 4)] }, rows),
    ).toEqual(['a', 'c']);
  });

  test('is not accused by what could not be had', () =>
    expect(differingKeys(ofRecords(['a', { name: 'A' }]), [row('a', 1, {}, 1)])).toEqual([]));

  test('of entries lists keys without data', () =>
    expect(recordsIn({ kind: 'entries', entries: [entry('a', 2)] })).toEqual([
      { key: 'a', entryNumber: 2, timestamp: '2020-01-01T00:00:00Z', items: [] },
    ]));
});
