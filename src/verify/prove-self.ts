import type { Hash } from '../core/hash.ts';
import type { Entry, Item } from '../core/model.ts';
import { checks } from './checks.ts';

// Vectors of hashing.md: the item and blob hash of the same data, and the entry hash of the published blob leaf rule.
const ITEM: Item = new Map([
  ['foo', 'abc'],
  ['bar', 'xyz'],
]);
const ITEM_HASH = '5dd4fe3b0de91882dae86b223ca531b5c8f2335d9ee3fd0ab18dfdc2871d0c61' as Hash;
const BLOB_HASH = '2b90b5d4a714f5fd5f7c670067f090f972dd7be8a472965c90572699249672aa' as Hash;
// The root of a log whose only entry is ENTRY, by the item leaf rule: its leaf hash.
const ENTRY: Entry = {
  entryNumber: 1,
  indexEntryNumber: 1,
  timestamp: '2016-04-05T13:23:05Z',
  key: 'GB',
  itemHashes: [ITEM_HASH],
};
const ROOT = 'd7e46185068dfb0380d85c38a71fc68401ef2fc225e0e7b3ae8c6ba2049c0c7a' as Hash;
const ROUNDS = 24;

/** proveSelf makes checks whose outcome is known, right and wrong ones, and throws Error if any comes out otherwise. It also warms the hasher up. */
export function proveSelf(): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    expectOutcome(checks.checkItem({ variant: 'item', item: ITEM, expected: ITEM_HASH }), 'holds');
    expectOutcome(checks.checkItem({ variant: 'blob', item: ITEM, expected: BLOB_HASH }), 'holds');
    expectOutcome(checks.checkItem({ variant: 'item', item: ITEM, expected: BLOB_HASH }), 'does-not-match');
    const request = { variant: 'item', entry: ENTRY, auditPath: [], leafRule: 'item-json' } as const;
    expectOutcome(checks.checkEntry({ ...request, checkpoint: { logSize: 1, rootHash: ROOT } }), 'holds');
    expectOutcome(
      checks.checkEntry({ ...request, checkpoint: { logSize: 1, rootHash: BLOB_HASH } }),
      'does-not-match',
    );
  }
}

function expectOutcome(
  { verdict }: { readonly verdict: { readonly outcome: string } },
  outcome: string,
): void {
  if (verdict.outcome !== outcome)
    throw new Error(
      `this browser computes hashes wrongly: a check that ${outcome} came out as ${verdict.outcome}`,
    );
}
