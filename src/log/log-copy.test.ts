import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalItemJson } from '../core/canonical-json.ts';
import { itemHash } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import type { Item } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import { copyOf } from '../testing/log-copy.ts';
import { LogCopy } from './log-copy.ts';
import { hashes, trail } from './questions.ts';

describe('a copy of a log', () => {
  test('refuses an entry out of its place, and one it does not have', () => {
    const copy = new LogCopy('item');
    expect(() => copy.append(anEntry(2))).toThrow(RangeError);
    copy.append(anEntry(1));
    expect(() => copy.append(anEntry(1))).toThrow(RangeError);
    for (const none of [0, 2]) expect(() => copy.entry(none)).toThrow(RangeError);
  });

  test('knows the latest entry of a key, and all of them, at every size as a plain walk does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '__proto__'), { maxLength: 30 }), (keys) => {
        const copy = copyOf(keys.map((key) => [key, {}]));
        for (let at = 0; at <= keys.length; at += 1)
          for (const key of ['a', 'b', '__proto__', 'constructor']) {
            const walked = keys.slice(0, at).flatMap((own, index) => (own === key ? [index + 1] : []));
            expect(copy.latest(key, at)).toBe(walked.at(-1));
            expect(trail(copy, { key, at })).toEqual(walked);
          }
      }),
    );
  });

  test('knows what is named and what of it was seen, in whatever order, whether or not it keeps data', () => {
    const items = Array.from({ length: 9 }, (_, index): Item => new Map([['name', String(index)]]));
    const named = fc.array(fc.constantFrom(...items), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...items), named), { maxLength: 60 }),
        fc.boolean(),
        (steps, keepsData) => {
          const log = new LogCopy('item', keepsData);
          const naming = new Map<Hash, number[]>();
          const seen = new Set<Hash>();
          for (const step of steps) {
            if (Array.isArray(step)) {
              const itemHashes = step.map(itemHash);
              log.append(anEntry(log.size + 1, { itemHashes }));
              for (const hash of new Set(itemHashes))
                naming.set(hash, [...(naming.get(hash) ?? []), log.size]);
            } else {
              log.keep(itemHash(step), canonicalItemJson(step));
              if (naming.has(itemHash(step))) seen.add(itemHash(step));
            }
          }
          expect([log.named, log.seen]).toEqual([naming.size, seen.size]);
          const missing = [...naming].filter(([hash]) => !seen.has(hash));
          expect([...log.missing()]).toEqual(missing.map(([hash, entries]) => [hash, entries.slice(0, 20)]));
          for (const item of items) {
            const hash = itemHash(item);
            expect(log.wants(hash)).toBe(naming.has(hash) && !seen.has(hash));
            if (keepsData) expect(log.item(hash)).toEqual(seen.has(hash) ? item : undefined);
          }
        },
      ),
    );
  });

  test('finds the entries that name a hash with these digits, up to a size and a number', () => {
    const hash = (start: string, end: string): Hash => (start.padEnd(64 - end.length, '0') + end) as Hash;
    const log = new LogCopy('item');
    for (const [at, itemHashes] of [
      [hash('ab', '1')],
      [hash('cd', '2'), hash('abc', '3')],
      [hash('ab', '1')],
    ].entries())
      log.append(anEntry(at + 1, { itemHashes }));
    for (const [ask, found] of [
      [{ start: 'ab' }, [1, 2, 3]],
      [{ start: 'abc' }, [2]],
      [{ start: 'ab', end: '1' }, [1, 3]],
      [{ start: 'ef' }, []],
      [{ start: 'ab', at: 2 }, [1, 2]],
      [{ start: 'ab', count: 1 }, [1]],
      [{ start: 'ab', at: 0 }, []],
    ] as const)
      expect(hashes(log, { count: 9, ...ask }).map(({ entryNumber }) => entryNumber)).toEqual(found);
  });
});
