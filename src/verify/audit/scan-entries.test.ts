import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkDecoder } from '../../api/bulk-decoder.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRulesFor } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Entry, Variant } from '../../core/model.ts';
import { hostile } from '../../testing/hostile-json.ts';
import { nobleHasher } from './bulk-hasher.ts';
import { leafWriter } from './leaf-writer.ts';
import { scannedPage } from './read-page.ts';
import { scanEntries, type ScannedEntries } from './scan-entries.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const text = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 5 }));
const number = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 10 ** 15 - 1 }));

/** Pages as servers write them, in both variants, with numbers as strings or as numbers. */
function pages(variant: Variant): fc.Arbitrary<string> {
  const entry = fc.record({
    number,
    index: number,
    key: text,
    stamp: text,
    hashes: fc.array(hex, { maxLength: 3 }),
  });
  return fc
    .record({ entries: fc.array(entry, { maxLength: 4 }), quoted: fc.boolean() })
    .map(({ entries, quoted }) => {
      const write = (value: number): number | string => (quoted ? String(value) : value);
      return JSON.stringify(
        entries.map(({ number, index, key, stamp, hashes }) =>
          variant === 'item'
            ? {
                'index-entry-number': write(index),
                'entry-number': write(number),
                'entry-timestamp': stamp,
                key,
                'item-hash': hashes.map((hash) => `sha-256:${hash}`),
              }
            : {
                'entry-number': write(number),
                'entry-timestamp': stamp,
                key,
                'blob-hash': `1220${hashes[0] ?? '0'.repeat(64)}`,
              },
        ),
      );
    });
}

function entriesOf(page: ScannedEntries): Entry[] {
  const decode = (start: number | undefined, end: number | undefined): string =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(page.bytes.subarray(start, end));
  return Array.from({ length: page.count }, (_, index) => {
    const from = index === 0 ? 0 : (page.hashEnds[index - 1] ?? 0);
    const count = (page.hashEnds[index] ?? 0) - from;
    return {
      entryNumber: page.numbers[index] ?? 0,
      indexEntryNumber: page.indexNumbers[index] ?? 0,
      timestamp: decode(page.stamps[2 * index], page.stamps[2 * index + 1]),
      key: decode(page.keys[2 * index], page.keys[2 * index + 1]),
      itemHashes: Array.from({ length: count }, (_, at) =>
        hashFromBytes(page.hashes.slice(32 * (from + at), 32 * (from + at + 1))),
      ),
    };
  });
}

describe.each(['item', 'blob'] as const)('scanEntries, %s variant', (variant) => {
  it('reads what it reads exactly as JSON.parse and the decoders do, hostile pages included', () => {
    let read = 0;
    fc.assert(
      fc.property(hostile(pages(variant)), (bytes) => {
        const scanned = scanEntries(bytes, variant);
        if (!scanned) return;
        read += scanned.count;
        expect(bulkDecoder.entries(variant, bytes)).toEqual({ ok: true, value: entriesOf(scanned) });
      }),
      { numRuns: 8_000 },
    );
    expect(read).toBeGreaterThan(300);
  });

  it('hashes leaves exactly as the leaf rules write them', () => {
    for (const { id, leafBytes } of leafRulesFor(variant)) {
      fc.assert(
        fc.property(pages(variant), (page) => {
          const bytes = utf8(page);
          const scanned = scanEntries(bytes.slice(), variant);
          const decoded = bulkDecoder.entries(variant, bytes);
          if (!scanned || !decoded.ok) return;
          const write = leafWriter(id, nobleHasher());
          for (const [index, entry] of decoded.value.entries()) {
            const out = new Uint8Array(33);
            const bytes = leafBytes(entry);
            expect(write(scanned, index, out, 1)).toBe(bytes !== undefined);
            if (bytes) expect(out.subarray(1)).toEqual(hashLeaf(bytes));
          }
        }),
        { numRuns: 500 },
      );
    }
  });

  it('hands out hashes and keys of any run of a page', () => {
    fc.assert(
      fc.property(pages(variant), fc.nat(4), fc.nat(4), (page, one, other) => {
        const scanned = scanEntries(utf8(page), variant);
        if (!scanned) return;
        const [from, to] = [
          Math.min(one, other, scanned.count),
          Math.min(Math.max(one, other), scanned.count),
        ];
        const [rule] = leafRulesFor(variant);
        const read = scannedPage(scanned, rule?.id ?? 'item-json', nobleHasher());
        const entries = entriesOf(scanned).slice(from, to);
        const keys = read.keys(from, to);
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(keys.bytes)).toBe(
          entries.map(({ key }) => key).join(''),
        );
        const hashes = read.hashes(from, to);
        expect(Buffer.from(hashes.bytes).toString('hex')).toBe(
          entries.flatMap(({ itemHashes }) => itemHashes).join(''),
        );
        expect(hashes.ends.at(-1) ?? 0).toBe(hashes.bytes.length / 32);
      }),
    );
  });
});

const HASH = 'ab'.repeat(32);
const LINE = `{"index-entry-number":"1","entry-number":"1","entry-timestamp":"2016","key":"GB","item-hash":["sha-256:${HASH}"]}`;

describe('scanEntries', () => {
  it.each([
    ['an entry', `[${LINE}]`, 1],
    ['two', `[${LINE},${LINE}]`, 2],
    ['none', '[]', 0],
    ['white space at the end', `[${LINE}] \n`, 1],
    ['letters beyond ASCII', `[${LINE.replace('GB', 'Åland 🇦🇽')}]`, 1],
    ['numbers that are no strings', `[${LINE.replaceAll('"1"', '1')}]`, 1],
    ['no hashes', `[${LINE.replace(/\[.*\]/, '[]')}]`, 1],
  ])('reads a page of %s', (_, page, count) => {
    expect(scanEntries(utf8(page), 'item')?.count).toBe(count);
  });

  it.each([
    ['white space', `[ ${LINE}]`],
    ['an escape', `[${LINE.replace('GB', '\\u0047B')}]`],
    ['another order', `[${LINE.replace(/("key":"GB"),("item-hash":.*)\}/, '$2,$1}')}]`],
    ['a property twice', `[${LINE.replace('"key":"GB"', '"key":"FR","key":"GB"')}]`],
    ['a further property', `[${LINE.replace('{', '{"x":"",')}]`],
    ['a number with leading zeros', `[${LINE.replaceAll('"1"', '"01"')}]`],
    ['the number zero', `[${LINE.replaceAll('"1"', '"0"')}]`],
    ['a number of sixteen digits', `[${LINE.replaceAll('"1"', '"9007199254740991"')}]`],
    ['a quote that is not closed', `[${LINE.replace('"1"', '"1')}]`],
    ['an upper-case digit', `[${LINE.replace('ab', 'aB')}]`],
    ['a digit too few', `[${LINE.replace('ab', 'a')}]`],
    ['no end', `[${LINE}`],
    ['something after the end', `[${LINE}]]`],
    ['a comma too many', `[${LINE},]`],
    ['a byte order mark', `\ufeff[${LINE}]`],
    ['no list', LINE],
    ['nothing', ''],
  ])('leaves a page with %s to JSON.parse', (_, page) => {
    expect(scanEntries(utf8(page), 'item')).toBeUndefined();
  });

  it('leaves a page that is not UTF-8 to the ordinary rules, which refuse it', () => {
    const bytes = utf8(`[${LINE.replace('GB', 'é')}]`).filter((byte) => byte !== 0xa9);
    expect(scanEntries(bytes, 'item')).toBeUndefined();
    expect(bulkDecoder.entries('item', bytes).ok).toBe(false);
  });
});
