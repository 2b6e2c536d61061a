import { describe, expect, it } from 'vitest';
import { dataHash } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import type { Item, Variant } from '../core/model.ts';
import { anEntry, anItem, GARBAGE } from '../testing/builders.ts';
import { checkRecordData } from './check-data.ts';
import type { RecordDataCheckRequest } from './protocol.ts';

const [first, second, third] = ['a', 'b', 'c'].map((name) => anItem({ name })) as [Item, Item, Item];

function requestFor(
  variant: Variant,
  items: readonly Item[],
  itemHashes: readonly Hash[],
): RecordDataCheckRequest {
  return { variant, items, entry: anEntry(1, { itemHashes }) };
}

describe.each<Variant>(['item', 'blob'])('checkRecordData (%s)', (variant) => {
  const hash = (item: Item): Hash => dataHash(variant, item);
  const outcome = (items: readonly Item[], hashes: readonly Hash[]): string =>
    checkRecordData(requestFor(variant, items, hashes)).verdict.outcome;

  it('holds for the item that the entry names', () => {
    const check = checkRecordData(requestFor(variant, [first], [hash(first)]));
    expect(check.verdict).toEqual({ outcome: 'holds' });
    expect(check.items).toHaveLength(1);
    expect(check.items[0]).toMatchObject({ item: first, expected: hash(first), computed: hash(first) });
  });

  it('holds for several items in any order, each with a hash of its own', () => {
    const hashes = [hash(first), hash(second), hash(third)];
    for (const items of [
      [first, second, third],
      [third, first, second],
      [second, third, first],
    ]) {
      const check = checkRecordData(requestFor(variant, items, hashes));
      expect(check.verdict.outcome).toBe('holds');
      expect(check.items.map(({ item, expected }) => [item, expected])).toEqual(
        items.map((item) => [item, hash(item)]),
      );
    }
  });

  it('refutes another item, and gives both hashes', () => {
    expect(checkRecordData(requestFor(variant, [second], [hash(first)])).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: hash(first),
      computed: hash(second),
    });
    expect(outcome([first, second], [hash(first), GARBAGE])).toBe('does-not-match');
    expect(outcome([second, first], [hash(first), GARBAGE])).toBe('does-not-match');
  });

  it('refutes one item given twice for two hashes', () => {
    expect(outcome([first, first], [hash(first), hash(second)])).toBe('does-not-match');
    expect(outcome([first, first], [hash(second), hash(first)])).toBe('does-not-match');
  });

  it.each([
    [[first], []],
    [[], [first]],
    [[first, second], [first]],
    [[first], [first, second]],
  ])('refutes other than one item for each hash', (items, named) => {
    const { verdict } = checkRecordData(requestFor(variant, items, named.map(hash)));
    expect(verdict).toEqual({
      outcome: 'does-not-match',
      code: 'item-count',
      reason: `the entry names ${named.length} hashes, and the record has ${items.length} items`,
    });
  });

  it('cannot check an entry that names nothing', () => expect(outcome([], [])).toBe('cannot-check'));

  it('cannot check a lone surrogate, and a mismatch beside it still counts', () => {
    const bad = anItem({ name: '\ud800' });
    expect(outcome([bad], [GARBAGE])).toBe('cannot-check');
    expect(outcome([bad, first], [GARBAGE, hash(first)])).toBe('cannot-check');
    expect(outcome([bad, second], [GARBAGE, hash(first)])).toBe('does-not-match');
  });
});
