import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkDecoder } from '../../api/bulk-decoder.ts';
import { dataHash, dataHashesIfAny } from '../../core/data-hash.ts';
import { formatHash, type Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import type { Item, Variant } from '../../core/model.ts';
import { UnhashableError } from '../../core/utf8.ts';
import { hostile } from '../../testing/hostile-json.ts';
import { nobleHasher } from './bulk-hasher.ts';
import { digestItems } from './digest-items.ts';
import { scanItem, scanItems } from './scan-items.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/).map((digits) => digits as Hash);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z-]{1,4}$/) },
  fc.constantFrom('name', 'start-date', 'end-date', 'a', 'aa', 'B', '1', '__proto__', '_id'),
  fc.string({ maxLength: 4 }),
);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[ -!#-[\]-~]{0,6}$/) },
  fc.constantFrom('', 'Ångström', 'A\u030angstro\u0308m', '**REDACTED**', `**REDACTED**${'0'.repeat(64)}`),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(null));
const attributes = fc.uniqueArray(fc.tuple(name, value), { selector: ([name]) => name, maxLength: 5 });

function writeItem(pairs: readonly (readonly [string, unknown])[]): string {
  return `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

function lists(variant: Variant): fc.Arbitrary<string> {
  return fc.array(fc.tuple(hex, attributes), { maxLength: 4 }).map((items) => {
    const spelt = items.map(([hash, pairs]) => [formatHash(hash, variant), pairs] as const);
    if (variant === 'item')
      return `{${spelt.map(([hash, pairs]) => `"${hash}":${writeItem(pairs)}`).join(',')}}`;
    const blobs = spelt.map(([hash, pairs]) =>
      writeItem([['_id', hash], ...pairs.filter(([name]) => name !== '_id')]),
    );
    return `[${blobs.join(',')}]`;
  });
}

function split(bytes: Uint8Array, count: number): Hash[] {
  return Array.from({ length: count }, (_, index) => hashFromBytes(bytes.slice(32 * index, 32 * index + 32)));
}

function hashOf(variant: Variant, item: Item): Hash | undefined {
  try {
    return dataHash(variant, item);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

describe.each(['item', 'blob'] as const)('scanItems, %s variant', (variant) => {
  it('hashes what it reads exactly as JSON.parse, the decoders and core do, hostile pages included', () => {
    let read = 0;
    fc.assert(
      fc.property(hostile(lists(variant)), (bytes) => {
        const page = scanItems(bytes, variant, nobleHasher());
        if (!page) return;
        read += page.count;
        const decoded = bulkDecoder.items(variant, bytes);
        expect(decoded.ok).toBe(true);
        if (!decoded.ok) return;
        expect(split(page.listed, page.count)).toEqual(decoded.value.map(({ hash }) => hash));
        expect(split(page.computed, page.count)).toEqual(
          decoded.value.map(({ item }) => hashOf(variant, item)),
        );
      }),
      { numRuns: 6_000 },
    );
    expect(read).toBeGreaterThan(150);
  });

  it('hashes a single answer as it would be decoded, hostile ones included', () => {
    let read = 0;
    const answers = fc
      .tuple(hex, attributes)
      .map(([hash, pairs]) =>
        writeItem(
          variant === 'item'
            ? pairs
            : [['_id', formatHash(hash, 'blob')], ...pairs.filter(([name]) => name !== '_id')],
        ),
      );
    fc.assert(
      fc.property(hostile(answers), (bytes) => {
        const asked = (/"_id":"1220([0-9a-f]{64})"/.exec(new TextDecoder().decode(bytes))?.[1] ??
          '0'.repeat(64)) as Hash;
        const computed = scanItem(bytes, variant, hashToBytes(asked), nobleHasher());
        if (!computed) return;
        read += 1;
        const decoded = bulkDecoder.item(variant, bytes, asked);
        expect(decoded.ok && hashOf(variant, decoded.value)).toBe(hashFromBytes(computed));
      }),
      { numRuns: 4_000 },
    );
    expect(read).toBeGreaterThan(150);
  });

  it('comes to the same whichever way a page is read', () => {
    fc.assert(
      fc.property(lists(variant), (page) => {
        const job = { kind: 'items', variant } as const;
        const plain = digestItems({ ...job, bytes: utf8(page) }, nobleHasher(), bulkDecoder);
        // A space makes it a page for JSON.parse.
        const spaced = digestItems({ ...job, bytes: utf8(` ${page}`) }, nobleHasher(), bulkDecoder);
        expect(spaced).toEqual(plain);
      }),
    );
  });
});

describe('digestItems', () => {
  it('takes a blob under either hash that a repeated member leaves it, in a list and alone', () => {
    const names = ['y', 'x', 'y'];
    const hashes = dataHashesIfAny('blob', new Map([['names', names]]));
    expect(hashes).toHaveLength(2);
    for (const hash of hashes) {
      const blob = { _id: formatHash(hash, 'blob'), names };
      for (const job of [
        { bytes: utf8(JSON.stringify([blob])) },
        { bytes: utf8(JSON.stringify(blob)), expected: hash },
      ])
        expect(digestItems({ kind: 'items', variant: 'blob', ...job }, nobleHasher(), bulkDecoder)).toEqual({
          outcome: 'items',
          hashes: hashToBytes(hash),
          mismatches: [],
          unreadable: [],
        });
    }
  });

  it('finds what was sent beside data under the same name that cannot be hashed', () => {
    const name = formatHash('a'.repeat(64) as Hash, 'blob');
    const page = JSON.stringify([
      { _id: name, name: '\ud800' },
      { _id: name, name: 'x' },
    ]);
    const answer = digestItems(
      { kind: 'items', variant: 'blob', bytes: utf8(page) },
      nobleHasher(),
      bulkDecoder,
    );
    expect(answer).toMatchObject({
      outcome: 'items',
      mismatches: [{ listed: 'a'.repeat(64), sent: '{"name":"x"}' }],
      unreadable: [{ listed: 'a'.repeat(64) }],
    });
  });
});

describe('scanItems', () => {
  const item = `{"b":"2","a":"1"}`;
  const hash = dataHash(
    'item',
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  );

  it('sorts attributes that are not in canonical order', () => {
    const page = scanItems(utf8(`{"sha-256:${hash}":${item}}`), 'item', nobleHasher());
    expect(page && split(page.computed, 1)).toEqual([hash]);
  });

  it.each([
    ['a hash that is listed twice', `{"sha-256:${hash}":${item},"sha-256:${hash}":{}}`],
    ['a name that comes twice', `{"sha-256:${hash}":{"a":"1","a":"2"}}`],
    ['a name beyond ASCII', `{"sha-256:${hash}":{"é":"1"}}`],
    ['a number', `{"sha-256:${hash}":{"a":1}}`],
    ['an object in it', `{"sha-256:${hash}":{"a":{}}}`],
    ['a list in a list', `{"sha-256:${hash}":{"a":[["b"]]}}`],
    ['an escape', `{"sha-256:${hash}":{"a":"\\n"}}`],
    ['the brackets of the other variant', `["sha-256:${hash}":${item}]`],
  ])('leaves a page with %s to JSON.parse', (_, page) => {
    expect(scanItems(utf8(page), 'item', nobleHasher())).toBeUndefined();
  });

  it.each(['list', 'one'])('keeps what came under another hash, read the quick way: %s', (form) => {
    const other = '0'.repeat(64) as Hash;
    const bytes = utf8(form === 'list' ? `{"sha-256:${other}":${item}}` : item);
    const job = {
      kind: 'items',
      variant: 'item',
      bytes,
      ...(form === 'one' && { expected: other }),
    } as const;
    expect(digestItems(job, nobleHasher(), bulkDecoder)).toMatchObject({
      mismatches: [{ listed: other, computed: hash, sent: '{"a":"1","b":"2"}' }],
    });
  });

  it('names data that has another hash, and data that has none', () => {
    const other = '0'.repeat(64) as Hash;
    const answer = digestItems(
      {
        kind: 'items',
        variant: 'item',
        bytes: utf8(`{"sha-256:${other}":${item},"sha-256:${'1'.repeat(64)}":{"a":"\\ud800"}}`),
      },
      nobleHasher(),
      bulkDecoder,
    );
    expect(answer).toMatchObject({
      outcome: 'items',
      hashes: new Uint8Array(),
      mismatches: [{ listed: other, computed: hash, sent: '{"a":"1","b":"2"}' }],
      unreadable: [{ listed: '1'.repeat(64) }],
    });
  });
});
