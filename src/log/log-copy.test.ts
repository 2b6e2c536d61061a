import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anEntry, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { copyOf } from '../testing/log-copy.ts';
import { GrowingCopy } from './log-copy.ts';
import { summary } from './questions.ts';

describe('a copy of a log', () => {
  test('refuses an entry out of its place, and one it does not have', () => {
    const copy = new GrowingCopy('item');
    expect(() => copy.append(anEntry(2))).toThrow(/entry 2 came where entry 1 is next/);
    copy.append(anEntry(1));
    expect(() => copy.append(anEntry(1))).toThrow(RangeError);
    expect(() => copy.entry(0)).toThrow(RangeError);
    expect(() => copy.entry(2)).toThrow(RangeError);
  });

  test('keeps data that an entry names, and no other', () => {
    const copy = new GrowingCopy('item');
    copy.keep(ITEM_HASH, ITEM);
    expect(copy.item(ITEM_HASH)).toBeUndefined();
    copy.append(anEntry(1));
    expect([...copy.missing()]).toEqual([ITEM_HASH]);
    copy.keep(ITEM_HASH, ITEM);
    expect(copy.item(ITEM_HASH)).toBe(ITEM);
    copy.append(anEntry(2));
    expect([copy.named, copy.seen]).toEqual([1, 1]);
  });

  test('knows the latest entry of a key at every size as a plain walk does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '__proto__'), { maxLength: 30 }), (keys) => {
        const copy = copyOf(keys.map((key) => [key, {}]));
        for (let at = 0; at <= keys.length; at += 1)
          for (const key of ['a', 'b', '__proto__', 'never']) {
            const walked = (keys as readonly string[]).slice(0, at).lastIndexOf(key) + 1;
            expect(copy.latest(key, at)).toBe(walked === 0 ? undefined : walked);
          }
      }),
    );
  });
});

test('the summary counts what the first entries make', () => {
  const copy = copyOf([
    ['a', { name: 'x' }],
    ['b', { name: 'x' }],
    ['a', [{ name: 'y' }, { name: 'x' }], '2020-01-01T00:00:00Z'],
  ]);
  expect(summary(copy, { at: 0 })).toEqual({ entries: 0, records: 0, items: 0 });
  expect(summary(copy, { at: 2 })).toMatchObject({ entries: 2, records: 2, items: 1 });
  expect(summary(copy, { at: 3 })).toEqual({
    entries: 3,
    records: 2,
    items: 2,
  });
});
