import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { hashToBytes } from '../core/hash-bytes.ts';
import { utf8 } from '../core/utf8.ts';
import { EventLoopYielder, LatestEntries, LogIndex, NamedItems } from './log-index.ts';

afterEach(() => vi.restoreAllMocks());

const hashes = Array.from(
  { length: 40 },
  (_, index) => createHash('sha256').update(String(index)).digest('hex') as Hash,
);

describe('NamedItems', () => {
  it('knows what is named, seen and given up, in whatever order, also after being kept', () => {
    const step = fc.record({ what: fc.constantFrom('name', 'see', 'give up on'), which: fc.nat(39) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const items = new NamedItems();
        const naming = new Map<Hash, number[]>();
        const seen = new Set<Hash>();
        const bad = new Set<Hash>();
        for (const [index, { what, which }] of steps.entries()) {
          const hash = hashes[which] as Hash;
          if (what === 'name') {
            items.name(hashToBytes(hash), 0, index + 1);
            naming.set(hash, [...(naming.get(hash) ?? []), index + 1]);
          } else if (what === 'see') {
            items.see(hashToBytes(hash), 0);
            seen.add(hash);
          } else {
            const isNews = naming.has(hash) && !seen.has(hash) && !bad.has(hash);
            expect(items.giveUpOn(hash)).toBe(isNews);
            if (isNews) bad.add(hash);
          }
        }
        const again = new NamedItems();
        const named = [...naming].flatMap(([hash, entries]) =>
          entries.map((entry) => [hash, entry] as const),
        );
        for (const [hash, entry] of named.sort((a, b) => a[1] - b[1]))
          again.name(hashToBytes(hash), 0, entry);
        again.restore(structuredClone(items.states()), items.early());
        const unseen = [...naming.keys()].filter((hash) => !seen.has(hash) && !bad.has(hash));
        for (const one of [items, again]) {
          expect(one.count).toBe(naming.size);
          expect(one.seen).toBe([...seen].filter((hash) => naming.has(hash)).length);
          expect(one.earlyCount).toBe([...seen].filter((hash) => !naming.has(hash)).length);
          expect([...one.unseen()].sort()).toEqual(unseen.sort());
          for (const [hash, entries] of naming) {
            expect(one.names(hash)).toBe(true);
            expect(one.entriesNaming(hash, 3)).toEqual(entries.slice(0, 3));
          }
        }
      }),
    );
  });

  it('refuses states of other items', () => {
    expect(() => new NamedItems().restore(new Uint8Array(1), new Uint8Array())).toThrow(RangeError);
  });
});

function note(entries: LatestEntries, key: string, entryNumber: number): void {
  const bytes = utf8(`-${key}`);
  entries.note(bytes, 1, bytes.length, entryNumber);
}

function latestOf(keys: readonly string[]): LatestEntries {
  const entries = new LatestEntries();
  for (const [index, key] of keys.entries()) note(entries, key, index + 1);
  return entries;
}

describe('LatestEntries', () => {
  const key = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('__proto__', 'é', '', '🇬🇧'));

  it('knows the newest entry of every key and how many it has, also after being kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 60 }), key, async (keys, other) => {
        const latest = new Map<string, { entryNumber: number; count: number }>();
        for (const [index, key] of keys.entries())
          latest.set(key, { entryNumber: index + 1, count: (latest.get(key)?.count ?? 0) + 1 });
        const entries = latestOf(keys);
        const again = await LatestEntries.from(structuredClone(entries.toState()));
        for (const each of [entries, again]) {
          expect(each.count).toBe(latest.size);
          for (const key of [...keys, other]) expect(each.latestOf(key)).toEqual(latest.get(key));
          expect(each.spans(keys.length)).toBe(true);
          expect(each.spans(keys.length + 1)).toBe(false);
        }
        note(again, other, keys.length + 1);
        expect(again.latestOf(other)?.entryNumber).toBe(keys.length + 1);
        expect(latestOf([...keys, '\uFFFD']).latestOf('\uD800')).toBeUndefined();
      }),
    );
  });

  const good = latestOf(['a', 'b']).toState();
  it.each([
    ['nothing', undefined],
    ['a column missing', { ...good, latest: undefined }],
    ['a column too short', { ...good, counts: good.counts.slice(1) }],
    ['ends that go back', { ...good, ends: Uint32Array.of(2, 1) }],
    ['ends beyond the keys', { ...good, ends: Uint32Array.of(1, 3) }],
    ['a key twice', { ...good, keys: utf8('aa') }],
  ])('refuses a state with %s', async (_, state) => {
    await expect(LatestEntries.from(state)).rejects.toThrow(RangeError);
  });
});

it('lets the page breathe within one entry that names many hashes', async () => {
  vi.spyOn(EventLoopYielder.prototype, 'due').mockReturnValue(true);
  const pause = vi.spyOn(EventLoopYielder.prototype, 'pause').mockResolvedValue();
  const length = 5_000;
  const hashes = new Uint8Array(32 * length);
  for (let index = 0; index < length; index += 1) new DataView(hashes.buffer).setUint32(32 * index, index);
  const index = new LogIndex();
  await index.enter({
    from: 1,
    count: 1,
    hashes,
    hashEnds: Uint32Array.of(length),
    keys: utf8('a'),
    keyEnds: Uint32Array.of(1),
  });
  expect(index.items.count).toBe(length);
  expect(pause.mock.calls.length).toBeGreaterThanOrEqual(10);
});
