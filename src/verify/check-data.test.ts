import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blobHash, blobHashes } from '../core/blob-hash.ts';
import { dataHash, itemHash } from '../core/data-hash.ts';
import { hashFromBytes } from '../core/hash-bytes.ts';
import type { AttributeValue, Variant } from '../core/model.ts';
import { anItem, BLOB_HASH, flipBit, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { checkItem, checkItems } from './check-data.ts';
import type { ItemCheckRequest } from './protocol.ts';

afterEach(() => vi.restoreAllMocks());

const VARIANTS: readonly Variant[] = ['item', 'blob'];

describe.each(VARIANTS)('checkItem (%s)', (variant) => {
  const expected = variant === 'item' ? ITEM_HASH : BLOB_HASH;

  it('holds for the data of the vector', () => {
    const check = checkItem({ variant, item: ITEM, expected });
    expect(check).toMatchObject({ verdict: { outcome: 'holds' }, expected, computed: expected });
  });

  it('gives both hashes where they differ by a bit', () => {
    const wrong = flipBit(expected, 200);
    expect(checkItem({ variant, item: ITEM, expected: wrong }).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: wrong,
      computed: expected,
    });
  });

  it.each([
    ['value', { foo: 'abC', bar: 'xyz' }],
    ['name', { fOo: 'abc', bar: 'xyz' }],
    ['attribute', { foo: 'abc', bar: 'xyz', more: 'x' }],
    ['list for a string', { foo: ['abc'], bar: 'xyz' }],
  ])('refutes another %s', (_, item) => {
    expect(checkItem({ variant, item: anItem(item), expected }).verdict.outcome).toBe('does-not-match');
  });

  it('cannot check a lone surrogate: no hash of it exists', () => {
    const item = anItem({ a: '\udfff' });
    const check = checkItem({ variant, item, expected });
    expect(check.verdict).toEqual({
      outcome: 'cannot-check',
      code: 'unhashable',
      reason: 'the text holds half a surrogate pair (U+DFFF), which UTF-8 cannot write',
    });
    expect(check).not.toHaveProperty('computed');
    expect(check.item).toEqual(item);
  });

  it('answers in plain data, Maps included', () => {
    const check = checkItem({ variant, item: anItem({ a: ['x', 'y'], ['__proto__']: 'p' }), expected });
    expect(check.item.has('__proto__')).toBe(true);
    expect(structuredClone(check)).toEqual(check);
  });

  it('answers any data with a verdict', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string()),
      fc.constant(null),
      fc.anything(),
    );
    const item = fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.anything()), value))
      .map((pairs) => new Map(pairs));
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hashFromBytes);
    fc.assert(
      fc.property(fc.oneof(item, fc.anything()), fc.oneof(hash, fc.anything()), (item, expected) => {
        const request = { variant, item, expected } as ItemCheckRequest;
        expect(['does-not-match', 'cannot-check']).toContain(checkItem(request).verdict.outcome);
      }),
      { numRuns: 500 },
    );
  });

  it('shows exactly what was hashed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 5 });
    const pairs = fc.array(fc.tuple(text, fc.oneof(text, fc.array(text), fc.constant(null))));
    fc.assert(
      fc.property(pairs, (pairs) => {
        const item = new Map<string, AttributeValue>(pairs);
        const hash = dataHash(variant, item);
        const check = checkItem({ variant, item, expected: hash });
        expect(check.verdict.outcome).toBe('holds');
        expect(dataHash(variant, check.item)).toBe(hash);
      }),
    );
  });
});

describe('checkItem of an item', () => {
  it('shows the text that was hashed, and the item read out of it', () => {
    const item = anItem({ z: ['b', 'a', ''], a: '', n: null, c: '\u001f/é' });
    const check = checkItem({ variant: 'item', item, expected: itemHash(item) });
    expect(check.hashedText).toBe(String.raw`{"a":"","c":"\u001F/é","n":null,"z":["b","a",""]}`);
    expect(sha256(check.hashedText)).toBe(check.computed);
    expect([...check.item]).toEqual([
      ['a', ''],
      ['c', '\u001f/é'],
      ['n', null],
      ['z', ['b', 'a', '']],
    ]);
    expect(check).not.toHaveProperty('blobSteps');
  });
});

describe('checkItem of a blob', () => {
  it('shows the normalised blob in the order sent, and how its hash came about', () => {
    const item = anItem({ z: ['b', '', 'a'], gone: '', a: 'e\u0301', also: ['', ''], none: null });
    const check = checkItem({ variant: 'blob', item, expected: blobHash(item) });
    expect([...check.item]).toEqual([
      ['z', ['b', 'a']],
      ['a', '\u00e9'],
    ]);
    expect(check.hashedText).toBe('');
    expect(check.blobSteps?.at(-1)).toEqual({ kind: 'dict', tag: 'd', hash: check.computed });
    expect(check.blobSteps).toHaveLength(3);
  });

  it('holds where an entry names a list with each of its members once, and shows those steps and that data', () => {
    const item = anItem({ a: ['y', 'x', 'y'] });
    const [each, once] = blobHashes(item);
    const checks = [each, once ?? each].map((expected) => checkItem({ variant: 'blob', item, expected }));
    expect(
      checks.map(({ verdict, computed, item: shown, blobSteps }) => [
        verdict.outcome,
        computed,
        shown.get('a'),
        blobSteps?.at(-1),
      ]),
    ).toEqual([
      ['holds', each, ['y', 'x', 'y'], { kind: 'dict', tag: 'd', hash: each }],
      ['holds', once, ['y', 'x'], { kind: 'dict', tag: 'd', hash: once }],
    ]);
    const other = checkItem({ variant: 'blob', item, expected: flipBit(each, 1) });
    expect(other.verdict).toMatchObject({ outcome: 'does-not-match', computed: each });
  });

  it('holds where a value is redacted, and says that it is', () => {
    const foo = '**REDACTED**2a42a9c91b74c0032f6b8000a2c9c5bcca5bb298f004e8eff533811004dea511';
    const check = checkItem({ variant: 'blob', item: anItem({ foo, bar: 'xyz' }), expected: BLOB_HASH });
    expect(check.verdict.outcome).toBe('holds');
    expect(check.blobSteps?.find((step) => step.kind === 'attribute' && step.redacted)).toMatchObject({
      name: 'foo',
    });
  });
});

describe('checkItems', () => {
  it('answers each request in order, bad ones among good ones', () => {
    const good = { variant: 'item', item: ITEM, expected: ITEM_HASH } as const;
    const outcomes = checkItems([
      good,
      { ...good, expected: BLOB_HASH },
      { ...good, item: anItem({ a: '\ud800' }) },
      good,
    ]).map((check) => check.verdict.outcome);
    expect(outcomes).toEqual(['holds', 'does-not-match', 'cannot-check', 'holds']);
  });
});
