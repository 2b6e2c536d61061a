import type { Entry } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** HashesAsk asks for the entries whose data has a hash that begins and ends with these hexadecimal digits, in lower case. */
export interface HashesAsk {
  readonly start: string;
  readonly end?: string;
  /** The log size to stand at, 0 <= at <= log.size; all entries where it is missing. */
  readonly at?: number | undefined;
  readonly count: number;
}

/** hashes finds entries by an abbreviated hash of their data, at most `count`, the oldest first. */
export function hashes(log: LogCopy, { start, end = '', at = log.size, count }: HashesAsk): readonly Entry[] {
  const found: Entry[] = [];
  for (let number = 1; number <= at && found.length < count; number += 1) {
    const entry = log.entry(number);
    if (entry.itemHashes.some((hash) => hash.startsWith(start) && hash.endsWith(end))) found.push(entry);
  }
  return found;
}
