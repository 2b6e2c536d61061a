import { canonicalString } from './canonical-json.ts';
import { BLOB_PREFIX, formatHash, type Hash } from './hash.ts';
import { hashToBytes } from './hash-bytes.ts';
import { LEAF_RULE_NAMES, type LeafRuleId, type LeafRuleName } from './leaf-rule-names.ts';
import type { Entry, Variant } from './model.ts';
import { taggedDigest } from './objecthash.ts';
import { utf8 } from './utf8.ts';
import { hexToBytes } from '@noble/hashes/utils.js';

/** LeafRule is one known way of writing an entry as the bytes of its Merkle leaf. */
export interface LeafRule extends LeafRuleName {
  /**
   * leafBytes writes the entry by this rule. It returns undefined where the rule cannot write it: a number that is not a safe integer of at
   * least 1, or other than one hash where the rule has room for one. Throws UnhashableError for a lone surrogate in key or timestamp.
   */
  readonly leafBytes: (entry: Entry) => Uint8Array | undefined;
}

const LEAF_BYTES: Readonly<Record<LeafRuleId, LeafRule['leafBytes']>> = {
  'item-json': itemJson,
  'item-json-2016': itemJson2016,
  'blob-multihash': entryHashOver((hash) => hexToBytes(BLOB_PREFIX + hash)),
  'blob-hex': entryHashOver((hash) => utf8(hash)),
  'blob-digest': entryHashOver(hashToBytes),
};

/** LEAF_RULES are the rules of LEAF_RULE_NAMES with the code that writes each. */
export const LEAF_RULES: readonly LeafRule[] = LEAF_RULE_NAMES.map((name) =>
  Object.assign({ leafBytes: LEAF_BYTES[name.id] }, name),
);

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
