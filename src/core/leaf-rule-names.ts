import type { LeafRuleId, Variant } from './model.ts';

/** LeafRuleName is a leaf rule without its code, for callers that do not hash. */
export interface LeafRuleName {
  readonly id: LeafRuleId;
  readonly variant: Variant;
  /** In plain English, to finish the sentence "This register's leaf is …". */
  readonly title: string;
}

/**
 * LEAF_RULE_NAMES are the rules seen so far, in the order in which they are tried (hashing.md, "Leaf
 * rules").
 */
export const LEAF_RULE_NAMES: readonly LeafRuleName[] = [
  { id: 'item-json', variant: 'item', title: 'the entry as JSON, with a list of item hashes' },
  { id: 'item-json-2016', variant: 'item', title: 'the entry as JSON as before 2017, with one item hash' },
  {
    id: 'blob-multihash',
    variant: 'blob',
    title: 'the entry hash of the published rule, over the blob hash as multihash bytes',
  },
  {
    id: 'blob-hex',
    variant: 'blob',
    title: 'the entry hash of the reference server, over the blob hash as hexadecimal text',
  },
  {
    id: 'blob-digest',
    variant: 'blob',
    title: 'the entry hash of an older proposal, over the blob hash as plain bytes',
  },
];
