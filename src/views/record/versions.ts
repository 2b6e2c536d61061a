import type { Entry, RegisterRecord } from '../../core/model.ts';
import type { Outcome, Verdict } from '../../core/verdict.ts';

/** VERSIONS_AT_FIRST is how many versions of a long history are shown, and compared, before all are asked for. */
export const VERSIONS_AT_FIRST = 12;

/** historyWindow is which of `length` versions a history shows, from..to-1: the newest ones, or where one is shown that is older, as many around that one. */
export function historyWindow(
  length: number,
  shown: number | undefined,
): { readonly from: number; readonly to: number } {
  const newest = Math.max(0, length - VERSIONS_AT_FIRST);
  const from = shown === undefined || shown >= newest ? newest : Math.max(0, shown - VERSIONS_AT_FIRST / 2);
  return { from, to: Math.min(length, from + VERSIONS_AT_FIRST) };
}

/** versionsUpTo are the entries of a trail among the first `size` of the log; entry numbers alone order a log. */
export function versionsUpTo(trail: readonly Entry[], size: number): readonly Entry[] {
  return trail.filter(({ entryNumber }) => entryNumber <= size);
}

/** sameDataBefore is the newest earlier version that names the very data that version `index` of a trail names, where the one right before it names other data: that version was restored. */
export function sameDataBefore(trail: readonly Entry[], index: number): Entry | undefined {
  const data = dataName(trail[index]);
  if (data === '' || dataName(trail[index - 1]) === data) return undefined;
  return trail.slice(0, Math.max(0, index - 1)).findLast((entry) => dataName(entry) === data);
}

/** sameData reports whether two versions name the very same data. */
export function sameData(one: Entry | undefined, other: Entry | undefined): boolean {
  return dataName(one) === dataName(other);
}

function dataName(entry: Entry | undefined): string {
  return entry?.itemHashes.join() ?? '';
}

/** CurrentEntry is the entry of the log that a record's data belongs to, or why it cannot be told. */
export type CurrentEntry = { readonly entry: Entry } | { readonly verdict: Verdict };

/**
 * currentEntry finds the entry behind a record in its trail: the one the record names (item variant), else the last (the earlier variant's
 * record names none). A record and a trail that disagree are told apart from a mismatch: two answers may be of different ages.
 */
export function currentEntry(record: RegisterRecord, trail: readonly Entry[]): CurrentEntry {
  const last = trail.at(-1);
  if (last === undefined) return disagree('The server sent a record, but its trail is empty.');
  if (record.entryNumber === undefined) return { entry: last };
  const named = trail.find((entry) => entry.entryNumber === record.entryNumber);
  if (named === undefined)
    return disagree(
      `The record gives entry ${record.entryNumber} as its newest, and its trail has no such entry.`,
    );
  if (named !== last)
    return disagree(
      `The record gives entry ${record.entryNumber} as its newest, but its trail goes on to entry ${last.entryNumber}. The two answers may be of different ages: try again.`,
    );
  if (record.timestamp !== undefined && record.timestamp !== named.timestamp) {
    return disagree(
      `The record dates entry ${named.entryNumber} ${record.timestamp}, its trail ${named.timestamp}.`,
    );
  }
  return { entry: named };
}

function disagree(reason: string): CurrentEntry {
  return { verdict: { outcome: 'cannot-check', code: 'answers-disagree', reason } };
}

/** StateAt is which entry made a record what it was at a log size, after the trail and, where the server has one, the snapshot of that size. */
export interface StateAt {
  /** The versions up to that size, ascending; the last one is the state. Empty: the record did not exist yet. */
  readonly versions: readonly Entry[];
  /**
   * How trail and snapshot stand to each other; undefined if only one of them was sent.
   * - same: both end with this very entry.
   * - trail-later: the trail has a later one than the snapshot; snapshot-later: the other way round. The later one is the state.
   * - another: they tell the entry of this number differently; the trail's is taken.
   */
  readonly agreement: 'same' | 'trail-later' | 'snapshot-later' | 'another' | undefined;
}

/** stateAt joins the two answers: `versions` as the trail tells them (undefined: it could not be had), `snapshot` the snapshot's entry (undefined: none). */
export function stateAt(versions: readonly Entry[] | undefined, snapshot: Entry | undefined): StateAt {
  if (snapshot === undefined) return { versions: versions ?? [], agreement: undefined };
  if (versions === undefined) return { versions: [snapshot], agreement: undefined };
  const last = versions.at(-1);
  if (last === undefined || last.entryNumber < snapshot.entryNumber)
    return { versions: [...versions, snapshot], agreement: 'snapshot-later' };
  if (last.entryNumber > snapshot.entryNumber) return { versions, agreement: 'trail-later' };
  return { versions, agreement: tells(last) === tells(snapshot) ? 'same' : 'another' };
}

function tells({ entryNumber, timestamp, key, itemHashes }: Entry): string {
  return JSON.stringify([entryNumber, timestamp, key, itemHashes]);
}

/**
 * KnownTrail is what reports whether the versions up to a size are all there are.
 * - server: nothing but the server's word.
 * - audit: the whole present log was read, and the newest version of all is among those up to the size.
 * - copy: `numbers` are the entries of this key up to the size in a verified copy of the log, which has `size` entries. A trail that differs may be older than that
 *   copy: `reread` is whether it was read again since; until then nothing is compared with it.
 */
export type KnownTrail =
  | { readonly kind: 'server' }
  | { readonly kind: 'audit' }
  | {
      readonly kind: 'copy';
      readonly numbers: readonly number[];
      readonly size: number;
      readonly reread: 'not yet' | 'failed' | 'done';
    };

/** trailVerdict is what is known of the claim that these are all versions among the first entries of the log, and the last of them was the newest. */
export function trailVerdict(versions: readonly Entry[], known: KnownTrail): Verdict {
  if (known.kind === 'audit') return { outcome: 'holds' };
  const numbers = versions.map(({ entryNumber }) => entryNumber);
  if (known.kind === 'server')
    return { outcome: 'not-checked', code: 'not-made', reason: 'the whole log was not read here' };
  if ((numbers.at(-1) ?? 0) > known.size)
    return {
      outcome: 'not-checked',
      code: 'log-moved-on',
      reason: 'the entry is beyond the log that was read here',
    };
  if (known.numbers.join() === numbers.join()) return { outcome: 'holds' };
  if (known.reread === 'done')
    return {
      outcome: 'does-not-match',
      code: 'answers-disagree',
      reason: `the log that was read here has ${listed(known.numbers)} of this key up to that size; the server sent ${listed(numbers)}`,
    };
  return {
    outcome: 'cannot-check',
    code: 'answers-disagree',
    reason: `the trail differs from the log that was read here, and may be an older answer; it ${known.reread === 'failed' ? 'could not be read again' : 'is being read again'}`,
  };
}

/** At most so many entries are listed. */
const LISTED = 8;

function listed(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'no entry';
  const rest = numbers.length - LISTED;
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${numbers.slice(0, LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** agreementVerdict is what trail and snapshot say of each other where they differ; `proved` is what the proof of the version shown came to. undefined if they agree, or only one was sent. */
export function agreementVerdict(
  { agreement, versions }: StateAt,
  proved: Outcome | undefined,
): Verdict | undefined {
  const last = versions.at(-1)?.entryNumber ?? 0;
  const cannot = (reason: string): Verdict => ({
    outcome: 'cannot-check',
    code: 'answers-disagree',
    reason,
  });
  switch (agreement) {
    case undefined:
    case 'same':
      return undefined;
    case 'trail-later': {
      const reason = `the server’s snapshot ends with an earlier entry of this key than entry ${last}, which its trail lists`;
      return proved === 'holds'
        ? {
            outcome: 'does-not-match',
            code: 'answers-disagree',
            reason: `${reason} and which was in the log then`,
          }
        : cannot(reason);
    }
    case 'snapshot-later':
      return cannot(
        `the server’s snapshot ends with entry ${last}, which its trail leaves out; the trail may be an older answer`,
      );
    case 'another':
      return cannot(
        `the server’s snapshot describes entry ${last} differently than its trail, which is shown`,
      );
  }
}
