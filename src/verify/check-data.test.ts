import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobHash, blobHashes } from '../core/blob-hash.ts';
import { dataHash, itemHash } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import type { AttributeValue, Item, Variant } from '../core/model.ts';
import { anEntry, anItem, BLOB_HASH, flipBit, GARBAGE, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { checkItem, checkRecordData } from './check-data.ts';
import { ANY_CHARACTER } from '../testing/hostile-json.ts';

const VARIANTS: readonly Variant[] = ['item', 'blob'];

describe.each(VARIANTS)('checkItem (%s)', (variant) => {
  const expected = variant === 'item' ? ITEM_HASH : BLOB_HASH;

  it('holds for the data of the vector, and gives both hashes where they differ by a bit', () => {
    const check = checkItem({ variant, item: ITEM, expected });
    expect(check).toMatchObject({ verdict: { outcome: 'holds' }, expected, computed: expected });
    const wrong = flipBit(expected, 200);
    expect(checkItem({ variant, item: ITEM, expected: wrong }).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: wrong,
      computed: expected,
    });
  });

  it('cannot check a lone surrogate: no hash of it exists', () => {
    const item = anItem({ a: '\udfff' });
    const check = checkItem({ variant, item, expected });
    expect(check).toMatchObject({ item, verdict: { outcome: 'cannot-check', code: 'unhashable' } });
    expect(check).not.toHaveProperty('computed');
  });

  it('shows exactly what was hashed', () => {
    const text = fc.string({ unit: ANY_CHARACTER, maxLength: 5 });
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
});

const [first, second, third] = ['a', 'b', 'c'].map((name) => anItem({ name })) as [Item, Item, Item];

describe.each(VARIANTS)('checkRecordData (%s)', (variant) => {
  const hash = (item: Item): Hash => dataHash(variant, item);
  const check = (items: readonly Item[], itemHashes: readonly Hash[]) =>
    checkRecordData({ variant, items, entry: anEntry(1, { itemHashes }) });
  const outcome = (...given: Parameters<typeof check>): string => check(...given).verdict.outcome;

  it('holds for the items that the entry names, in any order, each with a hash of its own', () => {
    const hashes = [first, second, third].map(hash);
    for (const items of [
      [first, second, third],
      [third, first, second],
      [second, third, first],
    ]) {
      const { verdict, items: checked } = check(items, hashes);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(checked).toMatchObject(
        items.map((item) => ({ item, expected: hash(item), computed: hash(item) })),
      );
    }
  });

  it.each<[string, readonly Item[], readonly (Item | 'none')[]]>([
    ['another item', [second], [first]],
    ['another item beside a true one', [first, second], [first, 'none']],
    ['another item before a true one', [second, first], [first, 'none']],
    ['one item given twice for two hashes', [first, first], [first, second]],
    ['one item given twice, the other way round', [first, first], [second, first]],
    ['an item for no hash', [first], []],
    ['no item for a hash', [], [first]],
    ['an item too many', [first, second], [first]],
    ['an item too few', [first], [first, second]],
  ])('refutes %s', (_, items, named) => {
    const hashes = named.map((item) => (item === 'none' ? GARBAGE : hash(item)));
    const code = items.length === named.length ? 'hash-differs' : 'item-count';
    expect(check(items, hashes).verdict).toMatchObject({ outcome: 'does-not-match', code });
  });

  it('gives both hashes of another item; cannot check an entry that names nothing, or a lone surrogate', () => {
    const both = { expected: hash(first), computed: hash(second) };
    expect(check([second], [hash(first)]).verdict).toMatchObject(both);
    const bad = anItem({ name: '\ud800' });
    expect(outcome([], [])).toBe('cannot-check');
    expect(outcome([bad], [GARBAGE])).toBe('cannot-check');
    expect(outcome([bad, first], [GARBAGE, hash(first)])).toBe('cannot-check');
    // A mismatch in another item still counts.
    expect(outcome([bad, second], [GARBAGE, hash(first)])).toBe('does-not-match');
  });
});
