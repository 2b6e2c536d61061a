import type { Hash } from '../core/hash.ts';
import type { LogCopy } from './log-copy.ts';

/** SummaryAsk asks for the counts of a register at a log size, 0 <= at <= size. */
export interface SummaryAsk {
  readonly at: number;
}

/** SummaryAnswer counts what the first `at` entries make. */
export interface SummaryAnswer {
  readonly entries: number;
  /** Keys with at least one entry; ended records count. */
  readonly records: number;
  /** Different items or blobs that these entries name. */
  readonly items: number;
  /** The timestamp of the last of these entries, as sent; undefined for an empty log. */
  readonly lastTimestamp: string | undefined;
}

/** summary counts the register as it was at a log size. */
export function summary(log: LogCopy, { at }: SummaryAsk): SummaryAnswer {
  const items = new Set<Hash>();
  const keys = new Set<string>();
  for (let number = 1; number <= at; number += 1) {
    const entry = log.entry(number);
    keys.add(entry.key);
    for (const hash of entry.itemHashes) items.add(hash);
  }
  const lastTimestamp = at === 0 ? undefined : log.entry(at).timestamp;
  return { entries: at, records: keys.size, items: items.size, lastTimestamp };
}
