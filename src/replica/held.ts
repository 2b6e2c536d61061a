import type { Hash } from '../core/hash.ts';
import type { Entry } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** HeldAsk asks what the log has of these entries and of this data at a log size, 0 <= at <= size. */
export interface HeldAsk {
  readonly entryNumbers: readonly number[];
  readonly hashes: readonly Hash[];
  readonly at: number;
}

/** Held is what of it is there: a number or a hash that is missing is not in the log of that size. */
export interface Held {
  readonly entries: ReadonlyMap<number, Entry>;
  /** The number of the latest entry that names the data. */
  readonly named: ReadonlyMap<Hash, number>;
}

/** held looks for entries by their numbers, and for the entries that name data. */
export function held(log: LogCopy, { entryNumbers, hashes, at }: HeldAsk): Held {
  const entries = new Map<number, Entry>();
  for (const entryNumber of entryNumbers)
    if (entryNumber >= 1 && entryNumber <= at) entries.set(entryNumber, log.entry(entryNumber));
  const named = new Map<Hash, number>();
  const wanted = new Set(hashes);
  for (let number = at; number >= 1 && named.size < wanted.size; number -= 1)
    for (const hash of log.entry(number).itemHashes)
      if (wanted.has(hash) && !named.has(hash)) named.set(hash, number);
  return { entries, named };
}
