import { canonicalString } from './canonical-json.ts';
import { formatHash, type Hash, hashToBytes } from './hash.ts';
import { LEAF_RULE_NAMES, type LeafRuleName } from './leaf-rule-names.ts';
import type { Entry, Variant, LeafRuleId } from './model.ts';
import { taggedDigest } from './objecthash.ts';
import { sha256 } from './sha256.ts';
import { assertWellFormed, utf8 } from './utf8.ts';

/** LeafRule is one known way of writing an entry as the bytes of its Merkle leaf. */
export interface LeafRule extends LeafRuleName {
  /**
   * leafBytes writes the entry by this rule. It returns undefined if the rule cannot write it: a number that
   * is not a safe integer of at least 1, or more or fewer than one hash where the rule takes one. Throws
   * UnhashableError for a lone surrogate in key or timestamp.
   */
  readonly leafBytes: (entry: Entry) => Uint8Array | undefined;
  /**
   * leafHash is the hash of those bytes as a leaf, H(00 ‖ bytes); undefined if there are none.
   * Throws as leafBytes does.
   */
  readonly leafHash: (entry: Entry) => Uint8Array | undefined;
}

/** Leaf is the bytes of a leaf, or the text whose UTF-8 they are. */
type Leaf = Uint8Array | string | undefined;

const LEAVES: Readonly<Record<LeafRuleId, (entry: Entry) => Leaf>> = {
  'item-json': itemJson,
  'item-json-2016': itemJson2016,
  'blob-multihash': entryHashOver((hash) => [0x12, 0x20, hashToBytes(hash)]),
  'blob-hex': entryHashOver((hash) => [hash]),
  'blob-digest': entryHashOver((hash) => [hashToBytes(hash)]),
};

/** LEAF_RULES are the rules of LEAF_RULE_NAMES with the code that writes each. */
export const LEAF_RULES: readonly LeafRule[] = LEAF_RULE_NAMES.map(({ id, variant, title }) => ({
  id,
  variant,
  title,
  leafBytes(entry) {
    const leaf = LEAVES[id](entry);
    return typeof leaf === 'string' ? utf8(leaf) : leaf;
  },
  leafHash(entry) {
    const leaf = LEAVES[id](entry);
    return leaf === undefined ? undefined : sha256(0, leaf);
  },
}));

/** leafRulesFor returns the rules of one variant, in the order in which they are tried. */
export function leafRulesFor(variant: Variant): readonly LeafRule[] {
  return LEAF_RULES.filter((rule) => rule.variant === variant);
}

/**
 * leafRule returns the rule of that id. Throws RangeError for an unknown id, which storage of
 * another version may hold.
 */
export function leafRule(id: LeafRuleId): LeafRule {
  const found = LEAF_RULES.find((rule) => rule.id === id);
  if (!found) throw new RangeError(`unknown leaf rule ${JSON.stringify(id)}`);
  return found;
}

function itemJson(entry: Entry): Leaf {
  if (!isPosition(entry.entryNumber) || !isPosition(entry.indexEntryNumber)) return undefined;
  const hashes = entry.itemHashes.map((hash) => `"${formatHash(hash, 'item')}"`).join(',');
  return (
    `{"index-entry-number":"${entry.indexEntryNumber}","entry-number":"${entry.entryNumber}",` +
    `"entry-timestamp":${canonicalString(entry.timestamp)},"key":${canonicalString(entry.key)},"item-hash":[${hashes}]}`
  );
}

function itemJson2016(entry: Entry): Leaf {
  const hash = onlyHash(entry);
  if (!isPosition(entry.entryNumber) || hash === undefined) return undefined;
  return (
    `{"entry-number":"${entry.entryNumber}","entry-timestamp":${canonicalString(entry.timestamp)},` +
    `"item-hash":"${formatHash(hash, 'item')}","key":${canonicalString(entry.key)}}`
  );
}

/**
 * entryHashOver makes a rule of the blob variant: the objecthash list of number, key, timestamp and the blob
 * hash written as `raw` says.
 */
function entryHashOver(
  raw: (hash: Hash) => readonly (number | string | Uint8Array)[],
): (entry: Entry) => Leaf {
  return (entry) => {
    const hash = onlyHash(entry);
    if (!isPosition(entry.entryNumber) || hash === undefined) return undefined;
    assertWellFormed(entry.key);
    assertWellFormed(entry.timestamp);
    return taggedDigest(
      'l',
      taggedDigest('i', String(entry.entryNumber)),
      taggedDigest('u', entry.key),
      taggedDigest('t', entry.timestamp),
      taggedDigest('r', ...raw(hash)),
    );
  };
}

function onlyHash(entry: Entry): Hash | undefined {
  return entry.itemHashes.length === 1 ? entry.itemHashes[0] : undefined;
}

function isPosition(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
