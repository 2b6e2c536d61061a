import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { utf8 } from '../core/utf8.ts';
import { LatestEntries, LogIndex } from './log-index.ts';

const hashes = Array.from(
  { length: 40 },
  (_, index) => createHash('sha256').update(String(index)).digest('hex') as Hash,
);

function indexOf(
  entries: readonly { readonly key: string; readonly itemHashes: readonly Hash[] }[],
): LogIndex {
  const index = new LogIndex();
  for (const [at, entry] of entries.entries()) index.append({ entryNumber: at + 1, ...entry });
  return index;
}

// Damaged states: audit-store.test.ts.
describe('LogIndex', () => {
  it('knows what is named and seen, in whatever order', () => {
    const which = fc.nat(39).map((number) => hashes[number] as Hash);
    const step = fc.oneof(which, fc.array(which, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const index = new LogIndex();
        const naming = new Map<Hash, number[]>();
        const seen = new Set<Hash>();
        for (const step of steps) {
          if (typeof step === 'string') {
            index.keep(step);
            seen.add(step);
            continue;
          }
          index.append({ entryNumber: index.size + 1, key: 'k', itemHashes: step });
          for (const hash of step) naming.set(hash, [...(naming.get(hash) ?? []), index.size]);
        }
        const named = [...seen].filter((hash) => naming.has(hash));
        expect([index.named, index.seen]).toEqual([naming.size, named.length]);
        expect([...index.missing()].sort()).toEqual(
          [...naming.keys()].filter((hash) => !seen.has(hash)).sort(),
        );
        for (const [hash, entries] of naming) {
          expect([index.names(hash), index.wants(hash)]).toEqual([true, !seen.has(hash)]);
          expect(index.entriesNaming(hash, 3)).toEqual(entries.slice(0, 3));
        }
      }),
    );
  });

  it('refuses an entry out of its place', () => {
    expect(() => new LogIndex().append({ entryNumber: 2, key: 'k', itemHashes: [] })).toThrow(RangeError);
  });
});

function latestOf(keys: readonly string[]): LatestEntries {
  return indexOf(keys.map((key) => ({ key, itemHashes: [] }))).trail;
}

describe('LatestEntries', () => {
  const key = fc.oneof(
    fc.string({ maxLength: 3, unit: 'grapheme' }),
    fc.constantFrom('__proto__', 'é', '', '🇬🇧'),
  );

  it('knows the newest entry of every key and how many it has, also after being kept', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), key, (keys, other) => {
        const latest = new Map<string, { entryNumber: number; count: number }>();
        for (const [index, key] of keys.entries())
          latest.set(key, { entryNumber: index + 1, count: (latest.get(key)?.count ?? 0) + 1 });
        const state = structuredClone(latestOf(keys).toState());
        for (const each of [latestOf(keys), LatestEntries.from(state, keys.length)])
          for (const key of [...keys, other]) expect(each.latestOf(key)).toEqual(latest.get(key));
        expect(() => LatestEntries.from(state, keys.length + 1)).toThrow(RangeError);
        expect(latestOf([...keys, '\uFFFD']).latestOf('\uD800')).toBeUndefined();
      }),
    );
  });

  const good = latestOf(['a', 'b']).toState();
  it.each([
    ['a column too short', { counts: good.counts.slice(1) }],
    ['ends that go back', { ends: Uint32Array.of(2, 1) }],
    ['ends beyond the keys', { ends: Uint32Array.of(1, 3) }],
    ['a key twice', { keys: utf8('aa') }],
  ])('refuses a state with %s', (_, corrupted) => {
    expect(() => LatestEntries.from({ ...good, ...corrupted }, 2)).toThrow(RangeError);
  });
});
