import { canonicalString } from './canonical-json.ts';
import { BLOB_PREFIX, formatHash, type Hash } from './hash.ts';
import { hashToBytes } from './hash-bytes.ts';
import type { Entry, Variant } from './model.ts';
import { taggedDigest } from './objecthash.ts';
import { utf8 } from './utf8.ts';
import { hexToBytes } from '@noble/hashes/utils.js';

/** LeafRuleId names one known way of writing an entry as the bytes of its Merkle leaf. It is remembered with a register, so it never changes. */
export type LeafRuleId = 'item-json' | 'item-json-2016' | 'blob-multihash' | 'blob-hex' | 'blob-digest';

/** LeafRule is one known way of writing an entry as the bytes of its Merkle leaf. */
export interface LeafRule {
  readonly id: LeafRuleId;
  readonly variant: Variant;
  /** In plain English, to finish the sentence "This register's leaf is …". */
  readonly title: string;
  /**
   * leafBytes writes the entry by this rule. It returns undefined where the rule cannot write it: a number that is not a safe integer of at
   * least 1, or other than one hash where the rule has room for one. Throws UnhashableError for a lone surrogate in key or timestamp.
   */
  readonly leafBytes: (entry: Entry) => Uint8Array | undefined;
}

/** LEAF_RULES are the rules seen so far, in the order in which they are tried (hashing.md, "Leaf rules are data, not an assumption"). */
export const LEAF_RULES: readonly LeafRule[] = [
  {
    id: 'item-json',
    variant: 'item',
    title: 'the entry as JSON, with a list of item hashes',
    leafBytes: itemJson,
  },
  {
    id: 'item-json-2016',
    variant: 'item',
    title: 'the entry as JSON as before 2017, with one item hash',
    leafBytes: itemJson2016,
  },
  {
    id: 'blob-multihash',
    variant: 'blob',
    title: 'the entry hash of the published rule, over the blob hash as multihash bytes',
    leafBytes: entryHashOver((hash) => hexToBytes(BLOB_PREFIX + hash)),
  },
  {
    id: 'blob-hex',
    variant: 'blob',
    title: 'the entry hash of the reference server, over the blob hash as hexadecimal text',
    leafBytes: entryHashOver((hash) => utf8(hash)),
  },
  {
    id: 'blob-digest',
    variant: 'blob',
    title: 'the entry hash of an older proposal, over the blob hash as plain bytes',
    leafBytes: entryHashOver(hashToBytes),
  },
];

/** leafRulesFor returns the rules of one variant, in the order in which they are tried. */
export function leafRulesFor(variant: Variant): readonly LeafRule[] {
  return LEAF_RULES.filter((rule) => rule.variant === variant);
}

/** leafRule returns the rule of that id. Throws RangeError for an unknown id, as may come out of storage written by another version. */
export function leafRule(id: LeafRuleId): LeafRule {
  const found = LEAF_RULES.find((rule) => rule.id === id);
  if (!found) throw new RangeError(`unknown leaf rule ${JSON.stringify(id)}`);
  return found;
}

function itemJson(entry: Entry): Uint8Array | undefined {
  if (!isPosition(entry.entryNumber) || !isPosition(entry.indexEntryNumber)) return undefined;
  const hashes = entry.itemHashes.map((hash) => `"${formatHash(hash, 'item')}"`).join(',');
  return utf8(
    `{"index-entry-number":"${entry.indexEntryNumber}","entry-number":"${entry.entryNumber}",` +
      `"entry-timestamp":${canonicalString(entry.timestamp)},"key":${canonicalString(entry.key)},"item-hash":[${hashes}]}`,
  );
}

function itemJson2016(entry: Entry): Uint8Array | undefined {
  const hash = onlyHash(entry);
  if (!isPosition(entry.entryNumber) || hash === undefined) return undefined;
  return utf8(
    `{"entry-number":"${entry.entryNumber}","entry-timestamp":${canonicalString(entry.timestamp)},` +
      `"item-hash":"${formatHash(hash, 'item')}","key":${canonicalString(entry.key)}}`,
  );
}

/** entryHashOver makes a rule of the blob variant: the objecthash list of number, key, timestamp and the blob hash written as `raw` says. */
function entryHashOver(raw: (hash: Hash) => Uint8Array): (entry: Entry) => Uint8Array | undefined {
  return (entry) => {
    const hash = onlyHash(entry);
    if (!isPosition(entry.entryNumber) || hash === undefined) return undefined;
    return taggedDigest(
      'l',
      taggedDigest('i', utf8(String(entry.entryNumber))),
      taggedDigest('u', utf8(entry.key)),
      taggedDigest('t', utf8(entry.timestamp)),
      taggedDigest('r', raw(hash)),
    );
  };
}

function onlyHash(entry: Entry): Hash | undefined {
  return entry.itemHashes.length === 1 ? entry.itemHashes[0] : undefined;
}

function isPosition(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
