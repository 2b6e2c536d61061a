import { formatHash, type Hash } from '../core/hash.ts';
import { KNOWN_LOGS, type KnownLog } from '../core/known-log.ts';
import type { Item } from '../core/model.ts';
import type { ReplicaHost } from './host.ts';

const OTHER = '0'.repeat(64) as Hash;

/**
 * proveCopy fills a host with logs whose hashes are known, by its own methods, and throws Error if its check comes out otherwise than it must, for the right root
 * and data or for wrong ones. The host is then to be opened anew.
 */
export function proveCopy(host: ReplicaHost): void {
  for (const log of KNOWN_LOGS) {
    const wrong: Item = new Map([...log.item, ['foo', 'abd']]);
    expectOutcome(filled(host, log, log.item), log.root, 'holds');
    expectOutcome(host, OTHER, 'does-not-match');
    expectOutcome(filled(host, log, wrong), log.root, 'does-not-match');
    host.open('item', undefined);
  }
}

/** filled is the host with the entries of a known log, and this data sent for the hash that they name. */
function filled(
  host: ReplicaHost,
  { variant, leafRule, entries, itemHash }: KnownLog,
  item: Item,
): ReplicaHost {
  host.open(variant, leafRule);
  const name = formatHash(itemHash, variant);
  const listed = entries.map(({ entryNumber, timestamp, key }) => ({
    'entry-number': String(entryNumber),
    'entry-timestamp': timestamp,
    key,
    ...(variant === 'item' ? { 'item-hash': [name] } : { 'blob-hash': name }),
  }));
  const data = Object.fromEntries(item);
  demandTaken(host.addEntries(json(listed), entries.length));
  demandTaken(host.addItem(itemHash, json(variant === 'item' ? data : { ...data, _id: name })));
  return host;
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function demandTaken(taken: { readonly ok: boolean }): void {
  if (!taken.ok) throw new Error('this browser reads a known log wrongly');
}

function expectOutcome(host: ReplicaHost, rootHash: Hash, outcome: string): void {
  const found = host.check({ logSize: 3, rootHash }).verdict.outcome;
  if (found !== outcome)
    throw new Error(`this browser computes hashes wrongly: a copy that ${outcome} came out as ${found}`);
}
