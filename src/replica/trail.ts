import type { LogCopy } from './log-copy.ts';

/** TrailAsk asks for the versions of a key at a log size, 0 <= at <= size. */
export interface TrailAsk {
  readonly key: string;
  readonly at: number;
}

/** trail lists the numbers of a key's entries among the first `at`, ascending; empty for a key that has none there. */
export function trail(log: LogCopy, { key, at }: TrailAsk): readonly number[] {
  return log.trail(key).filter((entryNumber) => entryNumber <= at);
}
