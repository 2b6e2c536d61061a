import { describe, expect, it } from 'vitest';
import { anEntry, BLOB_HASH, ITEM_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import type { Hash } from './hash.ts';
import { LEAF_RULES, leafRule, leafRulesFor } from './leaf-rules.ts';
import type { Entry, LeafRuleId } from './model.ts';
import { UnhashableError } from './utf8.ts';

const GB = '6b18693874513ba13da54d61aafa7cad0c8f5573f3431d6f1c04b07ddb27d6bb' as Hash;
const gb = anEntry(6, { key: 'GB', itemHashes: [GB] });
const awkward = anEntry(7, { key: 'a"\\/\u001f\u2028é', timestamp: '2016-04-05\t13:23:05' });
const AWKWARD_KEY = String.raw`a\"\\/\u001F` + '\u2028é';
const several = { indexEntryNumber: 4, timestamp: '2016-04-05T13:23:05', itemHashes: [ITEM_HASH, GB] };

const bytesBy = (id: LeafRuleId, entry: Entry): Buffer => Buffer.from(leafRule(id).leafBytes(entry) ?? []);

it('each variant has its rules, the usual one first; no two write one entry alike, and there are no others', () => {
  expect(leafRulesFor('item').map(({ id }) => id)).toEqual(['item-json', 'item-json-2016']);
  expect(leafRulesFor('blob').map(({ id }) => id)).toEqual(['blob-multihash', 'blob-hex', 'blob-digest']);
  expect(new Set(LEAF_RULES.map(({ id }) => bytesBy(id, gb).toString('hex'))).size).toBe(LEAF_RULES.length);
  for (const id of ['item-xml', 'toString']) expect(() => leafRule(id as LeafRuleId)).toThrow(RangeError);
});

// Numbers as strings, the order of hashes and the timestamp as sent, escapes as in canonical JSON.
it.each<[LeafRuleId, Entry, string]>([
  [
    'item-json',
    anEntry(2 ** 53 - 1, several),
    `{"index-entry-number":"4","entry-number":"9007199254740991","entry-timestamp":"2016-04-05T13:23:05","key":"key-9007199254740991","item-hash":["sha-256:${ITEM_HASH}","sha-256:${GB}"]}`,
  ],
  [
    'item-json',
    awkward,
    String.raw`{"index-entry-number":"7","entry-number":"7","entry-timestamp":"2016-04-05\t13:23:05","key":"` +
      `${AWKWARD_KEY}","item-hash":["sha-256:${ITEM_HASH}"]}`,
  ],
  [
    'item-json-2016',
    awkward,
    String.raw`{"entry-number":"7","entry-timestamp":"2016-04-05\t13:23:05","item-hash":"sha-256:` +
      `${ITEM_HASH}","key":"${AWKWARD_KEY}"}`,
  ],
])('%s writes awkward entries as the page on hashing says: %#', (id, entry, written) => {
  expect(bytesBy(id, entry).toString('utf8')).toBe(written);
});

it.each<[LeafRuleId, blob: Buffer]>([
  ['blob-multihash', Buffer.from(`1220${BLOB_HASH}`, 'hex')],
  ['blob-hex', Buffer.from(BLOB_HASH, 'latin1')],
  ['blob-digest', Buffer.from(BLOB_HASH, 'hex')],
])('%s hashes number, key, timestamp and blob hash in that order', (id, blob) => {
  const entry = anEntry(12, { key: 'Å\u0000', timestamp: '2016', itemHashes: [BLOB_HASH] });
  const parts = [sha256('i', '12'), sha256('u', 'Å\u0000'), sha256('t', '2016'), sha256('r', blob)];
  expect(bytesBy(id, entry).toString('hex')).toBe(sha256('l', Buffer.from(parts.join(''), 'hex')));
});

describe.each(LEAF_RULES)('$id', ({ id, leafBytes }) => {
  it('writes no entry without a number, and none or two hashes only where it has room', () => {
    const isJson = id === 'item-json';
    const writes = (given: Partial<Entry>): boolean => leafBytes(anEntry(1, given)) !== undefined;
    expect(writes({})).toBe(true);
    for (const number of [0, -1, 1.5, 2 ** 53, 1e21, Number.NaN, Number.POSITIVE_INFINITY])
      expect([writes({ entryNumber: number }), writes({ indexEntryNumber: number })]).toEqual([
        false,
        !isJson,
      ]);
    for (const itemHashes of [[], [GB, ITEM_HASH]]) expect(writes({ itemHashes })).toBe(isJson);
    expect(() => writes({ key: '\ud800' })).toThrow(UnhashableError);
    expect(() => writes({ timestamp: '\udc00' })).toThrow(UnhashableError);
  });

  it('gives other bytes for another number, key, timestamp or hash', () => {
    const others = [{ key: 'key-2' }, { timestamp: '2016-04-05T13:23:05' }, { itemHashes: [GB] }];
    const entries = [anEntry(1), anEntry(2, { key: 'key-1' }), ...others.map((other) => anEntry(1, other))];
    expect(new Set(entries.map((entry) => bytesBy(id, entry).toString('hex'))).size).toBe(5);
  });
});
