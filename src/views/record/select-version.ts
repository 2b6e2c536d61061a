import type { Entry, RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { describeFailure, type FailedQuery } from '../../query/failure.ts';
import { failed } from '../../query/report-check.ts';
import type { ItemCheck, RecordDataCheck } from '../../verify/protocol.ts';

/** Answer is the state of a request, as useQuery returns it. */
interface Answer<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
}

/** Wanted is what an address asks for, and of what kind of source. */
interface Wanted {
  readonly key: string;
  /** The log size, and the entry number of the version; undefined for the present and the newest. */
  readonly at: number | undefined;
  readonly version: number | undefined;
  readonly isFile: boolean;
}

/** Answers are what was read to select a version; see useSelection. */
interface Answers {
  readonly trail: Answer<readonly Entry[]>;
  readonly record: Answer<RegisterRecord>;
  /** The entry of the key in the snapshot of the size; null if the server has no snapshots. */
  readonly snapshot: Answer<Entry | null>;
  /** Whether the trail is of a log that had reached the size. */
  readonly reaching: Answer<boolean>;
  /** The entry that the record or the address names, read only if the trail ends before it. */
  readonly single: Answer<Entry>;
}

/** SelectedVersion is the version of a record that an address selects. */
export interface SelectedVersion {
  readonly kind: 'version';
  /** The current record as sent; undefined for a version or an earlier size, whose data is requested by hash. */
  readonly record: RegisterRecord | undefined;
  /** Undefined while loading, and if `blocked` says why it cannot be checked. */
  readonly entry: Entry | undefined;
  readonly blocked: Verdict | undefined;
  /** The versions up to the size shown, ascending; undefined without a trail. */
  readonly versions: readonly Entry[] | undefined;
  /** All versions that the server lists, later ones included. */
  readonly trail: readonly Entry[] | undefined;
  readonly trailError: Error | null;
  /** The last entry of the trail, if the entry selected is after it. */
  readonly cutAfter: number | undefined;
  readonly disagreement: Disagreement | undefined;
}

/** Selection is the version that an address selects, or why there is none. */
export type Selection =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly query: FailedQuery }
  | { readonly kind: 'no-version'; readonly versions: readonly Entry[]; readonly trail: readonly Entry[] }
  | SelectedVersion;

/**
 * selectVersion returns the version that an address selects, or why there is none: the current record, one of
 * its versions, or its state at an earlier size by the trail and the snapshot of that size. A trail of a log
 * that had not reached that size is not used. If a file lacks the data of the current record, the last
 * version in its trail replaces it. A trail may be cut where its further pages cannot be found: an entry of the
 * key after its end, which the record or the address names, follows it.
 */
export function selectVersion(
  { key, at, version, isFile }: Wanted,
  { trail, record, snapshot, reaching, single }: Answers,
): Selection {
  const isEarlier = at !== undefined;
  const isCurrent = !isEarlier && version === undefined;
  const hasNoTrail = trail.error !== null && trail.data === undefined;
  // A file without a record's data still has its trail. A server that sends no record
  // is believed to have none.
  const isNotSent = isFile && record.error !== null && describeFailure(record.error).notFound;
  const unavailable = (error: Error | null, isFetching: boolean, mayBeMissing = true): Selection =>
    error === null
      ? { kind: 'loading' }
      : mayBeMissing && describeFailure(error).notFound
        ? { kind: 'missing' }
        : { kind: 'failed', query: { error, isFetching } };

  if (isCurrent && !(isNotSent && trail.data?.length)) {
    if (record.data === undefined)
      return unavailable(isNotSent && trail.isPending ? null : record.error, record.isFetching);
    const all = goingOn(key, trail.data, single.data);
    const listed = all ?? (single.data && []);
    const chosen = listed && currentEntry(record.data, listed);
    const current = chosen && 'outcome' in chosen && single.isFetching ? undefined : chosen;
    const isUnread = hasNoTrail && listed === undefined && !single.isFetching;
    return {
      kind: 'version',
      record: record.data,
      entry: current && 'key' in current ? current : undefined,
      blocked: current && 'outcome' in current ? current : isUnread ? failed(trail.error) : undefined,
      versions: trail.data && all,
      trail: trail.data,
      cutAfter: cutAfter(trail.data, current),
      trailError: trail.error,
      disagreement: undefined,
    };
  }
  if (trail.isPending || (isEarlier && (snapshot.isPending || reaching.isPending)))
    return { kind: 'loading' };
  const listed = !isEarlier || reaching.data ? trail.data : undefined;
  const sent = isEarlier ? (snapshot.data ?? undefined) : undefined;
  if (listed === undefined && sent === undefined) {
    // A record may exist even if the server has no trail of it.
    const isUnknown = hasNoTrail && record.data === undefined;
    const error = isUnknown && record.isPending ? null : (trail.error ?? reaching.error);
    return unavailable(error, trail.isFetching || reaching.isFetching, isUnknown);
  }
  const upTo = goingOn(key, listed, single.data)?.filter(
    ({ entryNumber }) => !isEarlier || entryNumber <= at,
  );
  const { versions, disagreement } = stateAt(upTo, sent);
  const entry =
    version === undefined ? versions.at(-1) : versions.find(({ entryNumber }) => entryNumber === version);
  if (entry === undefined)
    return single.isFetching ? { kind: 'loading' } : { kind: 'no-version', versions, trail: listed ?? [] };
  const none = { record: undefined, blocked: undefined, trailError: null };
  const cut = cutAfter(listed, entry);
  // A snapshot that names an entry after the end of a trail does not contradict it.
  const stated = { cutAfter: cut, disagreement: cut === undefined ? disagreement : undefined };
  return { kind: 'version', ...none, ...stated, entry, versions, trail: listed };
}

/** goingOn returns a trail with a later entry of its key. */
function goingOn(key: string, trail: readonly Entry[] | undefined, later: Entry | undefined) {
  const isLater = later?.key === key && later.entryNumber > (trail?.at(-1)?.entryNumber ?? 0);
  return isLater ? [...(trail ?? []), later] : trail;
}

function cutAfter(trail: readonly Entry[] | undefined, shown: Entry | Verdict | undefined) {
  const end = trail?.at(-1)?.entryNumber ?? Infinity;
  return shown && 'key' in shown && shown.entryNumber > end ? end : undefined;
}

/**
 * currentEntry returns the entry of a record in its trail: the one the record names (items), else the last
 * (records of the blobs API name none).
 * A record and a trail that disagree are not a mismatch: the two answers may be of different ages.
 */
export function currentEntry(
  { entryNumber, timestamp }: RegisterRecord,
  trail: readonly Entry[],
): Entry | Verdict {
  const last = trail.at(-1);
  const isDated = timestamp === undefined || timestamp === last?.timestamp;
  if (last && (entryNumber === undefined || (entryNumber === last.entryNumber && isDated))) return last;
  return ANSWERS_DISAGREE;
}

const DISAGREEMENT = 'the record and its trail do not end with the same entry';
const ANSWERS_DISAGREE: Verdict = {
  outcome: 'cannot-check',
  code: 'answers-disagree',
  reason: `${DISAGREEMENT}. The two answers may be of different ages: try again`,
  summary: DISAGREEMENT,
};

/** Disagreement is how a trail and the snapshot of a size contradict each other. */
interface Disagreement {
  /**
   * Whether the snapshot lacks an entry of the trail: a mismatch, once that entry is proved to have been in the
   * log; else one of the two may be an older answer.
   */
  readonly isMismatchIfProved: boolean;
  readonly reason: string;
}

/** StateAt is the state of a record at a log size. */
interface StateAt {
  /** Those up to that size, ascending; the last one is the state. Empty: the record did not exist yet. */
  readonly versions: readonly Entry[];
  readonly disagreement?: Disagreement;
}

/**
 * stateAt combines the trail of a record up to a log size with the snapshot of that size, of which either may
 * be missing. The later of two different answers is the state; for the same entry the trail's.
 */
export function stateAt(trail: readonly Entry[] | undefined, snapshot: Entry | undefined): StateAt {
  const last = trail?.at(-1);
  const versions = trail ?? [];
  if (snapshot === undefined) return { versions };
  const isLater = snapshot.entryNumber > (last?.entryNumber ?? 0);
  const identify = ({ entryNumber, timestamp, key, itemHashes }: Entry) =>
    JSON.stringify([entryNumber, timestamp, key, itemHashes]);
  const isMismatchIfProved = last !== undefined && snapshot.entryNumber < last.entryNumber;
  const reason = `the server’s snapshot and its trail give different last entries of this key (${snapshot.entryNumber} and ${last?.entryNumber ?? 'none'})`;
  return {
    versions: isLater ? [...versions, snapshot] : versions,
    ...(trail &&
      (last === undefined || identify(last) !== identify(snapshot)) && {
        disagreement: { isMismatchIfProved, reason },
      }),
  };
}

/**
 * contradictsItself reports whether a record as sent contradicts its trail or its entry. The answers may be of different
 * ages: both are read again before anything is shown.
 */
export function contradictsItself(
  { record, blocked, trail }: Pick<SelectedVersion, 'record' | 'blocked' | 'trail'>,
  data: Pick<RecordDataCheck, 'verdict'> | undefined,
): boolean {
  const disagrees = blocked !== undefined && trail !== undefined;
  return record !== undefined && (disagrees || (data !== undefined && data.verdict.outcome !== 'holds'));
}

/** ShownData is the data that a page shows of a version. */
export interface ShownData {
  /** The hashed data, or the data as sent if it could not be hashed; undefined while that is under way. */
  readonly items: readonly (Pick<ItemCheck, 'item'> & Partial<ItemCheck>)[] | undefined;
  /** The combined check of all its data. */
  readonly data: RecordDataCheck | undefined;
}

/** shownData returns the data that a page shows of a version: nothing before it is settled. */
export function shownData(
  { record, blocked }: Pick<SelectedVersion, 'record' | 'blocked'>,
  data: RecordDataCheck | undefined,
  { isFailed, isSettled }: { readonly isFailed: boolean; readonly isSettled: boolean },
): ShownData {
  const unchecked = blocked || isFailed ? record?.items.map((item) => ({ item })) : undefined;
  return isSettled ? { items: data?.items ?? unchecked, data } : { items: undefined, data: undefined };
}

/** declaredCheck returns how a page declares a check of a version: nothing before it is settled, or without an entry. */
export function declaredCheck<T>(
  check: T,
  { entry, blocked }: Pick<SelectedVersion, 'entry' | 'blocked'>,
  isSettled: boolean,
): T | Verdict | undefined {
  if (!isSettled) return undefined;
  return blocked ?? (entry && check);
}

/**
 * entryBeyond returns the number of the entry to read by itself, because the trail ends before it: the version that
 * the address names, or the newest one, which the record names or a later entry is known to be. 0 for none.
 */
export function entryBeyond(
  { at, version }: Pick<Wanted, 'at' | 'version'>,
  {
    trail,
    hasNoTrail,
    newest = 0,
  }: {
    readonly trail: readonly Entry[] | undefined;
    readonly hasNoTrail: boolean;
    readonly newest: number | undefined;
  },
): number {
  const isCurrent = at === undefined && version === undefined;
  const named = version ?? (isCurrent ? newest : 0);
  const isBeyond = trail ? named > (trail.at(-1)?.entryNumber ?? 0) : isCurrent && hasNoTrail;
  return isBeyond ? named : 0;
}
