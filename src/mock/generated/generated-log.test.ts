import { describe, expect, test } from 'vitest';
import { auditPath, consistencyPath, rootAt } from '../../core/merkle-log.ts';
import type { RegisterLog } from '../engine/register-log.ts';
import { createRegister } from '../engine/register.ts';
import { PREMISES_ENTRIES, premises } from '../registers/premises.ts';
import type { RegisterSource } from '../source.ts';
import { BLOCK_SIZE, blockRoot } from './block-tree.ts';
import { leafHashOf } from './generated-log.ts';
import {
  dataOf,
  firstEntryOf,
  keyOfRecord,
  recordOfEntry,
  recordOfKey,
  recordsAmong,
  timestampOf,
  updateOf,
} from './premises-data.ts';
import { premisesRoots } from './premises-roots.ts';

/** More than two whole blocks, and a part of a third. */
const SIZE = 2 * BLOCK_SIZE + 1_234;
const RULE = { item: 'item-json', blob: 'blob-multihash' } as const;

/** The same register kept in memory, by the engine that serves all others. */
const source: RegisterSource = {
  ...premises(SIZE).about,
  entries: Array.from({ length: SIZE }, (_, index) => ({
    key: keyOfRecord(recordOfEntry(index + 1).record),
    timestamp: timestampOf(index + 1),
    items: [dataOf(index + 1)],
  })),
};

test('each record is made by one entry, changed by at most one later, and found again by its key', () => {
  const records = new Map<number, number[]>();
  for (let entryNumber = 1; entryNumber <= SIZE; entryNumber += 1) {
    const { record, update } = recordOfEntry(entryNumber);
    records.set(record, [...(records.get(record) ?? []), entryNumber]);
    expect(update ? updateOf(record) : firstEntryOf(record)).toBe(entryNumber);
    expect(recordOfKey(keyOfRecord(record))).toBe(record);
    expect(records.size).toBe(recordsAmong(entryNumber));
  }
  expect(recordOfKey('10000000')).toBeUndefined();
  expect(recordOfKey('x')).toBeUndefined();
});

test('timestamps never go back, beyond the first million neither', () => {
  let before = '';
  for (const entryNumber of [1, 2, 100, 101, 999_999, 1_000_000, 1_000_001, 1_000_101, 10_000_000]) {
    expect(timestampOf(entryNumber) > before).toBe(true);
    before = timestampOf(entryNumber);
  }
  expect(before.slice(0, 4)).toBe('2025');
});

describe.each(['item', 'blob'] as const)('a generated log in the variant %s', (variant) => {
  const generated: RegisterLog = premises(SIZE).log(variant);
  const kept: RegisterLog = createRegister(source).log(variant);

  test('tells of entries, data, keys and trails what a log in memory tells', () => {
    expect([generated.size, generated.itemCount]).toEqual([kept.size, kept.itemCount]);
    for (const entryNumber of [1, 4, 5, 6, 4096, 4097, SIZE]) {
      const entry = generated.entry(entryNumber);
      expect(entry).toEqual(kept.entry(entryNumber));
      for (const hash of entry.itemHashes) expect(generated.item(hash)).toEqual(kept.item(hash));
      expect(generated.trail(entry.key)).toEqual(kept.trail(entry.key));
      expect(generated.keyCount(entryNumber)).toBe(kept.keyCount(entryNumber));
    }
    expect(generated.keys(995, 10)).toEqual(kept.keys(995, 10));
    expect(generated.keys(recordsAmong(SIZE) - 2, 10)).toHaveLength(2);
    expect(generated.itemHashes(SIZE - 3, 10)).toEqual(kept.itemHashes(SIZE - 3, 10));
    for (const [attribute, value] of [
      ['use', 'inn'],
      ['floors', '7'],
      ['end-date', '2019-03'],
      ['premises', '10000003'],
      ['use', 'castle'],
    ] as const)
      expect(generated.keysWhere(attribute, value)?.slice()).toEqual(kept.keysWhere(attribute, value));
    expect(generated.keysWhere('use', 'inn')?.slice(3, 5)).toEqual(kept.keysWhere('use', 'inn')?.slice(3, 5));
    expect(generated.keysWhere('__proto__', '')).toBeUndefined();
    expect(generated.keysWhere('no-such', 'x')).toBeUndefined();
    for (const entryNumber of [0, SIZE + 1, 1.5])
      expect(() => generated.entry(entryNumber)).toThrow(RangeError);
  });

  test('finds data whose hash it never gave out, and none for a hash that is no entry’s', () => {
    const fresh = premises(1_000).log(variant);
    const [hash] = kept.entry(999).itemHashes;
    expect(hash && fresh.item(hash)).toEqual(kept.item(hash as never));
    expect(fresh.item(kept.entry(1_001).itemHashes[0] as never)).toBeUndefined();
  });

  test('has the tree that a log in memory grows, out of the roots that are written down', () => {
    const [nodes, grown] = [generated.nodes(RULE[variant]), kept.nodes(RULE[variant])];
    for (const size of [1, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 2 * BLOCK_SIZE, SIZE]) {
      expect(rootAt(nodes, size)).toBe(rootAt(grown, size));
      expect(auditPath(nodes, Math.ceil(size / 3), size)).toEqual(
        auditPath(grown, Math.ceil(size / 3), size),
      );
    }
    expect(consistencyPath(nodes, 4_000, SIZE)).toEqual(consistencyPath(grown, 4_000, SIZE));
    expect(() => generated.nodes(variant === 'item' ? 'item-json-2016' : 'blob-hex')).toThrow(RangeError);
  });

  test('of a million entries has the last block that is written down', () => {
    const log = premises().log(variant);
    const last = Math.floor(PREMISES_ENTRIES / BLOCK_SIZE) - 1;
    const written = premisesRoots()[RULE[variant]]?.slice(last * 32);
    expect(written).toEqual(
      blockRoot(last, (entryNumber) => leafHashOf(RULE[variant], log.entry(entryNumber))),
    );
    expect(auditPath(log.nodes(RULE[variant]), 777_777, PREMISES_ENTRIES)).toHaveLength(20);
  });
});
