import type { LogCopy } from './log-copy.ts';
import { hasEnded } from './records-at.ts';

/** GrowthPoint counts the records of the log's first `size` entries. */
export interface GrowthPoint {
  readonly size: number;
  /** Keys with at least one entry; ended ones count. */
  readonly records: number;
  /** Those of them whose latest data has an end-date that is not after the day asked for. */
  readonly ended: number;
}

const MOST_POINTS = 240;

/** growthTo counts records at up to 240 sizes, evenly chosen, from 0 to `at`; the last point is that of `at`. */
export function growthTo(log: LogCopy, at: number, today: string): readonly GrowthPoint[] {
  const points: GrowthPoint[] = [{ size: 0, records: 0, ended: 0 }];
  const endedKeys = new Map<string, boolean>();
  let ended = 0;
  const step = Math.max(1, Math.ceil(at / MOST_POINTS));
  for (let size = 1; size <= at; size += 1) {
    const { key, itemHashes } = log.entry(size);
    const isEnded = itemHashes.some((hash) => hasEnded(log.item(hash)?.get('end-date') ?? undefined, today));
    if (endedKeys.get(key) === true) ended -= 1;
    if (isEnded) ended += 1;
    endedKeys.set(key, isEnded);
    if (size % step === 0 || size === at) points.push({ size, records: endedKeys.size, ended });
  }
  return points;
}
