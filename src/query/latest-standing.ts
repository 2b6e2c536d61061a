import type { Checkpoint } from '../core/model.ts';
import type { NotCheckedCode, Verdict } from '../core/verdict.ts';
import type { Latest, TrailIndex } from '../verify/audit/audit-types.ts';

/**
 * Standing is what an audit lets one say of an entry among the entries of its key.
 * - latest, superseded: the whole log was read, and nothing, or `latest`, comes after it.
 * - not-in-log: the whole log was read, and no such entry of this key is in it.
 * - trail: it is the latest, and the server's trail has not as many entries as the log.
 * - grown: the audit read a shorter log than the one at hand; `latest` is the newest entry up to there.
 * - elsewhere: the audit was of a longer log, or of another root for the same size: it licenses nothing about this one.
 * - ahead: the entry is beyond the head it was checked against; the two answers are of different ages.
 * - unread: no audit is kept in this browser.
 */
export type Standing =
  | 'latest'
  | 'superseded'
  | 'not-in-log'
  | 'trail'
  | 'grown'
  | 'elsewhere'
  | 'ahead'
  | 'unread';

/** LatestCheck is what is known about an entry being the latest version of its key. */
export interface LatestCheck {
  readonly verdict: Verdict;
  readonly standing: Standing;
  readonly key: string;
  readonly entryNumber: number;
  readonly head: Checkpoint;
  /** The head whose root the audit rebuilt. */
  readonly audited?: Checkpoint;
  /** When that was, in milliseconds since 1970. */
  readonly auditedAt?: number;
  /** The newest entry of the key that the audit read, and how many the key has. */
  readonly latest?: Latest;
}

/** Served is what the server sent for a key, and the head that it was checked against. */
export interface Served {
  readonly key: string;
  readonly entryNumber: number;
  /** How many entries its trail has, where there is one. */
  readonly trailLength?: number | undefined;
  readonly head: Checkpoint;
}

/** Audited is a trail index with the time of its audit. */
export interface Audited {
  readonly index: Pick<TrailIndex, 'checkpoint' | 'latestOf'>;
  readonly at?: number | undefined;
}

/**
 * standingOf says where an entry stands among those of its key. It is sure of it only where the audited root is the root of the very head at hand. For an
 * entry by itself being superseded is as good an answer as being the latest; the entry behind a record (`asRecord`) has to be the latest.
 */
export function standingOf(served: Served, audited: Audited | undefined, asRecord: boolean): LatestCheck {
  const { key, entryNumber, head } = served;
  if (audited === undefined)
    return {
      key,
      entryNumber,
      head,
      standing: 'unread',
      verdict: unchecked('not-made', 'no audit was made here'),
    };
  const { index, at } = audited;
  const { checkpoint } = index;
  const latest = index.latestOf(key);
  const known = {
    key,
    entryNumber,
    head,
    audited: checkpoint,
    ...(at === undefined ? {} : { auditedAt: at }),
    ...(latest === undefined ? {} : { latest }),
  };
  if (checkpoint.logSize < head.logSize) return { ...known, ...afterGrowth(served, latest, asRecord) };
  if (checkpoint.logSize > head.logSize || checkpoint.rootHash !== head.rootHash)
    return {
      ...known,
      standing: 'elsewhere',
      verdict: unchecked('other-head', 'the audit was of another head'),
    };
  return { ...known, ...atTheSameHead(served, latest, asRecord) };
}

function atTheSameHead(
  { entryNumber, trailLength, head }: Served,
  latest: Latest | undefined,
  asRecord: boolean,
): Pick<LatestCheck, 'standing' | 'verdict'> {
  if (entryNumber > head.logSize)
    return { standing: 'ahead', verdict: unchecked('log-moved-on', 'the entry is beyond the head') };
  if (latest === undefined || entryNumber > latest.entryNumber)
    return {
      standing: 'not-in-log',
      verdict: mismatch('not-in-log', 'the log has no such entry of this key'),
    };
  if (entryNumber < latest.entryNumber)
    return {
      standing: 'superseded',
      verdict: asRecord
        ? mismatch('superseded', `entry ${latest.entryNumber} of the log is a later one of this key`)
        : HOLDS,
    };
  if (trailLength !== undefined && trailLength !== latest.count)
    return {
      standing: 'trail',
      verdict: mismatch(
        'trail-length',
        `the log has ${latest.count} entries of this key, the trail ${trailLength}`,
      ),
    };
  return { standing: 'latest', verdict: HOLDS };
}

/** Nobody has shown that the audited log begins the one at hand: what it holds may be doubted, and is no mismatch. */
function afterGrowth(
  { entryNumber }: Served,
  latest: Latest | undefined,
  asRecord: boolean,
): Pick<LatestCheck, 'standing' | 'verdict'> {
  const outdated = asRecord && latest !== undefined && latest.entryNumber > entryNumber;
  return {
    standing: 'grown',
    verdict: outdated
      ? {
          outcome: 'cannot-check',
          code: 'log-moved-on',
          reason: `an earlier audit read entry ${latest.entryNumber} of this key, and the log has grown since`,
        }
      : unchecked('log-moved-on', 'the log has grown since the audit'),
  };
}

const HOLDS: Verdict = { outcome: 'holds' };

function unchecked(code: NotCheckedCode, reason: string): Verdict {
  return { outcome: 'not-checked', code, reason };
}

function mismatch(code: 'not-in-log' | 'superseded' | 'trail-length', reason: string): Verdict {
  return { outcome: 'does-not-match', code, reason };
}
