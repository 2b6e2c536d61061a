import type { Hash } from './hash.ts';
import type { Entry, Item, Variant, LeafRuleId } from './model.ts';

/**
 * KnownLog is a log of three entries with the same data, whose hashes are all known: a worker must compute
 * these before it answers.
 */
export interface KnownLog {
  readonly variant: Variant;
  readonly leafRule: LeafRuleId;
  readonly item: Item;
  readonly itemHash: Hash;
  readonly entries: readonly Entry[];
  readonly leaves: readonly Hash[];
  readonly root: Hash;
}

/**
 * KNOWN_LOGS has one for each variant. The data and its hashes are those in hashing.md; a test computes
 * leaves and roots with Node's own hash.
 */
export const KNOWN_LOGS: readonly KnownLog[] = [
  knownLog(
    'item',
    'item-json',
    '5dd4fe3b0de91882dae86b223ca531b5c8f2335d9ee3fd0ab18dfdc2871d0c61',
    [
      'd7e46185068dfb0380d85c38a71fc68401ef2fc225e0e7b3ae8c6ba2049c0c7a',
      'dde6366aeae2dfd668544274a30f1c44e00e9fc296f15c8c610310a5560a0d2d',
      '5f93708bdd062c2d212830f8b8ab28ced7f3f5c678247d7128556b25c69cc988',
    ],
    'c027b399cf3e334b492fd252431814581f9992b839220ef65805547640049c5c',
  ),
  knownLog(
    'blob',
    'blob-multihash',
    '2b90b5d4a714f5fd5f7c670067f090f972dd7be8a472965c90572699249672aa',
    [
      '9336dec102d3104d61e2d3d86adc1853009bd5c7e09b5a993385c2e421bc36b0',
      '6d4414e497e314e428045c16ba0c1c53447767101b47a2bbc454bc7ee07441e0',
      'c3980f6e7158e4ea7f3b4b0a2b0ee3e5d813218a241df8dc574d6f77d868593f',
    ],
    'c29b5e62ee619680c036afd078e739d09025a56175cb45ae188f25549ef19eb1',
  ),
];

function knownLog(
  variant: Variant,
  leafRule: LeafRuleId,
  itemHash: string,
  leaves: readonly string[],
  root: string,
): KnownLog {
  const entries = ['GB', 'FR', 'GB'].map((key, index): Entry => ({
    entryNumber: index + 1,
    indexEntryNumber: index + 1,
    timestamp: '2016-04-05T13:23:05Z',
    key,
    itemHashes: [itemHash as Hash],
  }));
  return {
    variant,
    leafRule,
    item: new Map([
      ['foo', 'abc'],
      ['bar', 'xyz'],
    ]),
    itemHash: itemHash as Hash,
    entries,
    leaves: leaves as Hash[],
    root: root as Hash,
  };
}
