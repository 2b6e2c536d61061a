import { type AttributeActivity, attributesAt } from './activity-attributes.ts';
import { type GrowthPoint, growthTo } from './activity-growth.ts';
import { type Load, loadsIn } from './activity-loads.ts';
import { type Timeline, timelineOf } from './activity-timeline.ts';
import type { LogCopy } from './log-copy.ts';
import { readTime } from './size-at-time.ts';

/** ActivityAsk asks what the first `at` entries show of a register's life, 0 <= at <= size. */
export interface ActivityAsk {
  readonly at: number;
  /** `YYYY-MM-DD`: a record whose end-date is not after it counts as ended. */
  readonly today: string;
}

/** ActivityAnswer is what the pictures of the overview are drawn from. */
export interface ActivityAnswer {
  readonly at: number;
  /** Entries by their timestamps, which do not order them. */
  readonly timeline: Timeline;
  /** Runs of entries that came all at once. */
  readonly loads: readonly Load[];
  /** Records and ended ones by log size, ascending; the last is that of `at`. */
  readonly growth: readonly GrowthPoint[];
  /** Every attribute of the data, by name. */
  readonly attributes: readonly AttributeActivity[];
  /** Records whose data is here: those that `filled` is a share of. */
  readonly described: number;
  /** Entries that are not the first of their key. */
  readonly laterVersions: number;
  /** Later versions whose data says the same as the version before. */
  readonly sameAgain: number;
}

/** activity counts what the pictures of the overview show. */
export function activity(log: LogCopy, { at, today }: ActivityAsk): ActivityAnswer {
  const moments: (number | undefined)[] = [];
  for (let number = 1; number <= at; number += 1) moments.push(readTime(log.entry(number).timestamp));
  return {
    at,
    timeline: timelineOf(moments),
    loads: loadsIn(moments),
    growth: growthTo(log, at, today),
    ...attributesAt(log, at),
  };
}
