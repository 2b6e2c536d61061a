import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { hashToBytes } from '../../core/hash-bytes.ts';
import { hashWords, ItemTable } from './item-table.ts';
import { KeyTable } from './key-table.ts';

const hashes = Array.from(
  { length: 300 },
  (_, index) => createHash('sha256').update(String(index)).digest('hex') as Hash,
);

const wordsOf = (hash: Hash): Uint32Array => hashWords(hashToBytes(hash));

describe('ItemTable', () => {
  it('holds what entries name and what was seen, as a Map would, from no room on', () => {
    const step = fc.record({ what: fc.constantFrom('name', 'see', 'give up on'), which: fc.nat(299) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), fc.nat(100), (steps, room) => {
        const table = new ItemTable(room);
        const naming = new Map<Hash, number[]>();
        const seen = new Set<Hash>();
        const bad = new Set<Hash>();
        for (const [index, { what, which }] of steps.entries()) {
          const hash = hashes[which] as Hash;
          if (what === 'name') {
            table.name(wordsOf(hash), 0, index + 1);
            naming.set(hash, [...(naming.get(hash) ?? []), index + 1]);
          } else if (what === 'see') {
            table.see(wordsOf(hash), 0);
            if (naming.has(hash)) seen.add(hash);
          } else {
            const isNews = naming.has(hash) && !seen.has(hash) && !bad.has(hash);
            expect(table.giveUpOn(hash)).toBe(isNews);
            if (isNews) bad.add(hash);
          }
        }
        expect(table.count).toBe(naming.size);
        expect(table.seen).toBe(seen.size);
        const unseen = [...naming.keys()].filter((hash) => !seen.has(hash) && !bad.has(hash));
        expect(table.unseen(0, 1000)).toEqual({ hashes: unseen, next: naming.size });
        for (const [hash, entries] of naming)
          expect(table.entriesNaming(hash, 3)).toEqual(entries.slice(0, 3));
        const again = new ItemTable(0);
        for (const [hash, entries] of naming) again.name(wordsOf(hash), 0, entries[0] ?? 0);
        again.restoreStates(table.states());
        expect(again.seen).toBe(seen.size);
        expect(again.unseen(0, 1000).hashes).toEqual(unseen);
      }),
      { numRuns: 200 },
    );
  });

  it('takes hashes that do not lie at a multiple of four bytes', () => {
    const shifted = new Uint8Array(33);
    shifted.set(hashToBytes(hashes[0] as Hash), 1);
    const table = new ItemTable(0);
    table.name(hashWords(shifted.subarray(1)), 0, 7);
    expect(table.entriesNaming(hashes[0] as Hash, 1)).toEqual([7]);
  });

  it('hands unseen hashes out in portions', () => {
    const table = new ItemTable(0);
    for (const hash of hashes) table.name(wordsOf(hash), 0, 1);
    const first = table.unseen(0, 200);
    expect([...first.hashes, ...table.unseen(first.next, 200).hashes]).toEqual(hashes);
  });

  it('finds each of many hashes that begin alike', () => {
    const alike = Array.from(
      { length: 2_000 },
      (_, index) => `${'0'.repeat(56)}${index.toString(16).padStart(8, '0')}` as Hash,
    );
    const table = new ItemTable(0);
    for (const [index, hash] of alike.entries()) table.name(wordsOf(hash), 0, index + 1);
    expect(table.count).toBe(2_000);
    expect(table.entriesNaming(alike[1_234] as Hash, 5)).toEqual([1_235]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'looks at few of many hashes that differ in word %d alone',
    (differing) => {
      const named = 2_000;
      const words = new Uint32Array(8 * named).fill(7);
      for (let index = 0; index < named; index += 1) words[8 * index + differing] = index;
      let looks = 0;
      const counting = new Proxy(words, {
        get(target, at) {
          looks += 1;
          return target[Number(at)];
        },
      });
      const table = new ItemTable(0);
      for (let index = 0; index < named; index += 1) table.name(counting, 8 * index, index + 1);
      expect(table.count).toBe(named);
      expect(looks).toBeLessThan(named * 50);
    },
  );

  it('refuses states of other items', () => {
    expect(() => new ItemTable(0).restoreStates(new Uint8Array(1))).toThrow(RangeError);
  });
});

const key = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('__proto__', 'é', '', '🇬🇧', 'a'.repeat(300)),
);

function tableOf(keys: readonly string[], room: number): KeyTable {
  const table = new KeyTable(room);
  for (const [index, key] of keys.entries()) {
    const bytes = new TextEncoder().encode(`x${key}y`);
    table.note(bytes, 1, bytes.length - 1, index + 1);
  }
  return table;
}

describe('KeyTable', () => {
  it('knows the newest entry of every key and how many it has, as a Map would, also after being kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 200 }), key, fc.nat(50), async (keys, other, room) => {
        const latest = new Map<string, { entryNumber: number; count: number }>();
        for (const [index, key] of keys.entries())
          latest.set(key, { entryNumber: index + 1, count: (latest.get(key)?.count ?? 0) + 1 });
        const table = tableOf(keys, room);
        const again = await KeyTable.from(structuredClone(table.toState()), room);
        for (const each of [table, again]) {
          expect(each.count).toBe(latest.size);
          for (const key of [...keys, other]) expect(each.latestOf(key)).toEqual(latest.get(key));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('goes on after being kept', async () => {
    const table = await KeyTable.from(tableOf(['GB', 'FR', 'GB'], 0).toState());
    table.note(new TextEncoder().encode('GB'), 0, 2, 4);
    expect(table.latestOf('GB')).toEqual({ entryNumber: 4, count: 3 });
  });

  it('knows nothing of a key that has no bytes', () => {
    expect(tableOf(['\ufffd'], 0).latestOf('\ud800')).toBeUndefined();
  });

  it('grows to many thousand keys', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `key-${index}`);
    const table = tableOf(keys, 0);
    expect(table.latestOf('key-19999')).toEqual({ entryNumber: 20_000, count: 1 });
    expect(table.indexAt({ logSize: 20_000, rootHash: hashes[0] as Hash })).toMatchObject({
      keys: 20_000,
      checkpoint: { logSize: 20_000 },
    });
  });

  const good = tableOf(['a', 'b'], 0).toState();
  it.each([
    ['nothing', undefined],
    ['a column missing', { ...good, latest: undefined }],
    ['a column too short', { ...good, counts: good.counts.slice(1) }],
    ['ends that go back', { ...good, ends: Uint32Array.of(2, 1) }],
    ['ends beyond the keys', { ...good, ends: Uint32Array.of(1, 3) }],
    ['a key twice', { ...good, keys: new TextEncoder().encode('aa') }],
  ])('refuses a state with %s', async (_, state) => {
    await expect(KeyTable.from(state)).rejects.toThrow(RangeError);
  });
});
