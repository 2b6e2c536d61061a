import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { anEntry, BLOB_HASH, ITEM_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import type { Hash } from './hash.ts';
import { LEAF_RULES, leafRule, leafRulesFor } from './leaf-rules.ts';
import type { LeafRuleId } from './leaf-rule-names.ts';
import type { Entry } from './model.ts';
import { UnhashableError } from './utf8.ts';

const GB = '6b18693874513ba13da54d61aafa7cad0c8f5573f3431d6f1c04b07ddb27d6bb' as Hash;
const gb = anEntry(6, { key: 'GB', itemHashes: [GB] });
const awkward = anEntry(7, { key: 'a"\\/\u001f\u2028é', timestamp: '2016-04-05\t13:23:05' });

const textBy = (id: LeafRuleId, entry: Entry): string | undefined => {
  const bytes = leafRule(id).leafBytes(entry);
  return bytes && Buffer.from(bytes).toString('utf8');
};
const hexBy = (id: LeafRuleId, entry: Entry): string | undefined => {
  const bytes = leafRule(id).leafBytes(entry);
  return bytes && bytesToHex(bytes);
};

describe('the table of leaf rules', () => {
  it('gives each variant its rules, the usual one first', () => {
    expect(leafRulesFor('item').map((rule) => rule.id)).toEqual(['item-json', 'item-json-2016']);
    expect(leafRulesFor('blob').map((rule) => rule.id)).toEqual([
      'blob-multihash',
      'blob-hex',
      'blob-digest',
    ]);
  });

  it('writes one entry by no two rules alike', () => {
    const written = LEAF_RULES.map((rule) => hexBy(rule.id, gb));
    expect(new Set(written).size).toBe(LEAF_RULES.length);
  });

  it('refuses an unknown name', () => {
    expect(() => leafRule('item-xml' as LeafRuleId)).toThrow(RangeError);
    expect(() => leafRule('toString' as LeafRuleId)).toThrow(RangeError);
  });
});

describe('item-json', () => {
  it('writes the object of the page on hashing, numbers as strings', () => {
    expect(textBy('item-json', gb)).toBe(
      `{"index-entry-number":"6","entry-number":"6","entry-timestamp":"2016-04-05T13:23:05Z","key":"GB","item-hash":["sha-256:${GB}"]}`,
    );
  });

  it('keeps index number, order of hashes and the timestamp as sent', () => {
    const entry = anEntry(9, {
      indexEntryNumber: 4,
      timestamp: '2016-04-05T13:23:05',
      itemHashes: [ITEM_HASH, GB],
    });
    expect(textBy('item-json', entry)).toBe(
      `{"index-entry-number":"4","entry-number":"9","entry-timestamp":"2016-04-05T13:23:05","key":"key-9","item-hash":["sha-256:${ITEM_HASH}","sha-256:${GB}"]}`,
    );
  });

  it('escapes key and timestamp as canonical JSON does', () => {
    expect(textBy('item-json', awkward)).toBe(
      String.raw`{"index-entry-number":"7","entry-number":"7","entry-timestamp":"2016-04-05\t13:23:05","key":"a\"\\/\u001F` +
        `\u2028é","item-hash":["sha-256:${ITEM_HASH}"]}`,
    );
  });

  it('writes large numbers in full', () => {
    expect(textBy('item-json', anEntry(2 ** 53 - 1))).toContain('"entry-number":"9007199254740991"');
  });
});

describe('item-json-2016', () => {
  it('writes the object of logs from before 2017', () => {
    expect(textBy('item-json-2016', gb)).toBe(
      `{"entry-number":"6","entry-timestamp":"2016-04-05T13:23:05Z","item-hash":"sha-256:${GB}","key":"GB"}`,
    );
  });

  it('escapes key and timestamp as canonical JSON does', () => {
    expect(textBy('item-json-2016', awkward)).toBe(
      String.raw`{"entry-number":"7","entry-timestamp":"2016-04-05\t13:23:05","item-hash":"sha-256:` +
        `${ITEM_HASH}","key":"` +
        String.raw`a\"\\/\u001F` +
        '\u2028é"}',
    );
  });
});

describe('the rules of the earlier variant', () => {
  it('blob-multihash gives the published entry hash', () => {
    expect(hexBy('blob-multihash', gb)).toBe(
      '02f78a0faf50516849602399b6be7b1a0775fccc3ea0318fda9c6fcf7a4000cb',
    );
  });

  it('blob-hex gives the entry hash of the reference server', () => {
    expect(hexBy('blob-hex', gb)).toBe('34e124de59e73cb802474faba5b5434983eaeef902d6ec24e3421ebb78bf2c69');
  });

  it.each<[LeafRuleId, Buffer]>([
    ['blob-multihash', Buffer.from(`1220${BLOB_HASH}`, 'hex')],
    ['blob-hex', Buffer.from(BLOB_HASH, 'latin1')],
    ['blob-digest', Buffer.from(BLOB_HASH, 'hex')],
  ])('%s hashes number, key, timestamp and blob hash in that order', (id, blob) => {
    const entry = anEntry(12, { key: 'Å\u0000', timestamp: '2016', itemHashes: [BLOB_HASH] });
    const parts = [sha256('i', '12'), sha256('u', 'Å\u0000'), sha256('t', '2016'), sha256('r', blob)];
    expect(hexBy(id, entry)).toBe(sha256('l', Buffer.from(parts.join(''), 'hex')));
  });
});

describe.each(LEAF_RULES)('$id', ({ id, leafBytes }) => {
  it.each([0, -1, 1.5, 2 ** 53, 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'does not write entry number %d',
    (number) => {
      expect(leafBytes(anEntry(1, { entryNumber: number }))).toBeUndefined();
      expect(leafBytes(anEntry(1))).toBeDefined();
    },
  );

  it('has no bytes for a lone surrogate', () => {
    expect(() => leafBytes(anEntry(1, { key: '\ud800' }))).toThrow(UnhashableError);
    expect(() => leafBytes(anEntry(1, { timestamp: '\udc00' }))).toThrow(UnhashableError);
  });

  it('writes none or two hashes only where the rule has room for them', () => {
    const writable = id === 'item-json';
    expect(leafBytes(anEntry(1, { itemHashes: [] })) !== undefined).toBe(writable);
    expect(leafBytes(anEntry(1, { itemHashes: [GB, ITEM_HASH] })) !== undefined).toBe(writable);
  });

  it('gives other bytes for another number, key, timestamp or hash', () => {
    const written = [
      anEntry(1),
      anEntry(2, { key: 'key-1' }),
      anEntry(1, { key: 'key-2' }),
      anEntry(1, { timestamp: '2016-04-05T13:23:05' }),
      anEntry(1, { itemHashes: [GB] }),
    ].map((entry) => hexBy(id, entry));
    expect(new Set(written).size).toBe(5);
  });
});

describe('item-json', () => {
  it.each([0, 1.5, 2 ** 53])('does not write index entry number %d', (indexEntryNumber) => {
    expect(leafRule('item-json').leafBytes(anEntry(1, { indexEntryNumber }))).toBeUndefined();
  });
});
