import { dataHashIfAny } from '../core/data-hash.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/**
 * SnapshotDiffersQuestion is a server's list of the records at a log size, as entries or as data; 0 <= at <=
 * size. A record given as data is flat: `_id` has its key. `isOne`: it is one member of that list.
 */
export interface SnapshotDiffersQuestion {
  readonly at: number;
  readonly isOne?: boolean;
  readonly entries?: readonly Entry[];
  readonly records?: readonly RegisterRecord[];
}

/**
 * SnapshotDiffersAnswer is the first record, in the order of the log, in which that list differs from the
 * computed one; null if none does. `not-representable`: its data has its own attribute `_id`, which a flat
 * record cannot hold; reported only if nothing else differs. `no key`: the one member is of no key of the log.
 */
export type SnapshotDiffersAnswer = {
  readonly key: string;
  readonly how:
    | 'missing'
    | 'not in the log'
    | 'another entry'
    | 'other data'
    | 'twice'
    | 'no key'
    | 'not-representable';
} | null;

/** snapshotDiffers compares such a list with the log. */
export function snapshotDiffers(log: LogCopy, question: SnapshotDiffersQuestion): SnapshotDiffersAnswer {
  const { at, entries = [], records = [], isOne = false } = question;
  const listed = new Map<string, Entry | RegisterRecord>();
  let notRepresentable: SnapshotDiffersAnswer = null;
  for (const one of [...entries, ...records]) {
    if (listed.has(one.key)) return { key: one.key, how: 'twice' };
    listed.set(one.key, one);
  }
  for (const key of isOne ? [...listed.keys()] : log.keys()) {
    const latest = log.latest(key, at);
    if (latest === undefined) continue;
    const entry = log.entry(latest);
    const one = listed.get(key);
    const how = one === undefined ? 'missing' : differs(log, entry, one);
    listed.delete(key);
    if (how === undefined) continue;
    // Only a record given as data can have lost any; one left out may be listed under its `_id`.
    if (records.length === 0 || how === 'another entry' || !hasOwnId(log, entry)) return { key, how };
    notRepresentable ??= { key, how: 'not-representable' };
  }
  const [extra] = listed.keys();
  if (isOne && extra !== undefined && log.latest(extra, log.size) === undefined)
    return { key: extra, how: 'no key' };
  return extra === undefined ? notRepresentable : (notRepresentable ?? { key: extra, how: 'not in the log' });
}

function hasOwnId(log: LogCopy, { itemHashes }: Entry): boolean {
  return itemHashes.some((hash) => log.item(hash)?.has('_id') === true);
}

function differs(
  log: LogCopy,
  entry: Entry,
  listed: Entry | RegisterRecord,
): 'another entry' | 'other data' | undefined {
  if (listed.entryNumber !== undefined && listed.entryNumber !== entry.entryNumber) return 'another entry';
  const hashes =
    'items' in listed
      ? listed.items.map((item, at) => dataHashIfAny(log.variant, item, entry.itemHashes[at]))
      : listed.itemHashes;
  const same =
    hashes.length === entry.itemHashes.length && hashes.every((hash, at) => hash === entry.itemHashes[at]);
  return same ? undefined : 'other data';
}
