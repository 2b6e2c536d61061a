import { dataHash } from '../core/data-hash.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { LogCopy } from './log-copy.ts';

/** SnapshotDiffersAsk is a list of the records at a log size as somebody tells it, by their entries or by their data; 0 <= at <= size. */
export interface SnapshotDiffersAsk {
  readonly at: number;
  readonly entries?: readonly Entry[];
  readonly records?: readonly RegisterRecord[];
}

/** SnapshotDiffersAnswer is the first record, in the order of the log, in which that list differs from what the log makes; null where none does. */
export type SnapshotDiffersAnswer = {
  readonly key: string;
  readonly how: 'missing' | 'not in the log' | 'another entry' | 'other data' | 'twice';
} | null;

/** snapshotDiffers holds such a list against the log. */
export function snapshotDiffers(log: LogCopy, ask: SnapshotDiffersAsk): SnapshotDiffersAnswer {
  const { at, entries = [], records = [] } = ask;
  const told = new Map<string, Entry | RegisterRecord>();
  for (const one of [...entries, ...records]) {
    if (told.has(one.key)) return { key: one.key, how: 'twice' };
    told.set(one.key, one);
  }
  for (const key of log.keys()) {
    const latest = log.latest(key, at);
    if (latest === undefined) continue;
    const one = told.get(key);
    if (one === undefined) return { key, how: 'missing' };
    const how = differs(log, log.entry(latest), one);
    if (how !== undefined) return { key, how };
    told.delete(key);
  }
  const [extra] = told.keys();
  return extra === undefined ? null : { key: extra, how: 'not in the log' };
}

function differs(
  log: LogCopy,
  entry: Entry,
  told: Entry | RegisterRecord,
): 'another entry' | 'other data' | undefined {
  if (told.entryNumber !== undefined && told.entryNumber !== entry.entryNumber) return 'another entry';
  const hashes = 'items' in told ? told.items.map((item) => hashOf(log, item)) : told.itemHashes;
  const same =
    hashes.length === entry.itemHashes.length && hashes.every((hash, at) => hash === entry.itemHashes[at]);
  return same ? undefined : 'other data';
}

function hashOf({ variant }: LogCopy, item: RegisterRecord['items'][number]): string | undefined {
  try {
    return dataHash(variant, item);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}
