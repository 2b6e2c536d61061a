import { describe, expect, it } from 'vitest';
import { anItem, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { dataHash, itemHash, itemTextHash } from './data-hash.ts';
import { UnhashableError } from './utf8.ts';

describe('itemHash', () => {
  it('gives the published hash of {"bar":"xyz","foo":"abc"}', () => {
    expect(itemHash(ITEM)).toBe('5dd4fe3b0de91882dae86b223ca531b5c8f2335d9ee3fd0ab18dfdc2871d0c61');
  });

  it('hashes control characters in upper-case escapes and other text as UTF-8', () => {
    expect(itemHash(anItem({ a: '\u001f', b: 'é' }))).toBe(sha256(String.raw`{"a":"\u001F","b":"é"}`));
  });

  it('tells null, empty text, an empty list and no attribute apart', () => {
    const hashes = [{ a: null }, { a: '' }, { a: [] }, {}].map((item) => itemHash(anItem(item)));
    expect(new Set(hashes).size).toBe(4);
  });

  it('does not normalise Unicode', () => {
    expect(itemHash(anItem({ a: 'e\u0301' }))).not.toBe(itemHash(anItem({ a: '\u00e9' })));
  });

  it('has no value for a lone surrogate', () => {
    expect(() => itemHash(anItem({ a: '\ud800' }))).toThrow(UnhashableError);
    expect(() => itemTextHash('\ud800')).toThrow(UnhashableError);
  });

  it('is the data hash of the item variant', () => expect(dataHash('item', ITEM)).toBe(ITEM_HASH));
});
