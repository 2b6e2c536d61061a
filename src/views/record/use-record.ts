import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Attribute, Entry, RegisterRecord, Variant } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import {
  entryDataCheckQuery,
  keyCheckQuery,
  recordDataCheckQuery,
  unreadData,
} from '../../query/data-queries.ts';
import { useIsDragging } from '../../query/drag.ts';
import { describeFailure, type Failure } from '../../query/failure.ts';
import {
  entryQuery,
  recordQuery,
  rereadRecordQuery,
  snapshotEntryQuery,
  trailQuery,
  trailReachingQuery,
} from '../../query/record-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useRetry, useSession, checkOf, NO_ENTRY } from '../../query/session.ts';
import { useEntryProof } from '../../query/use-entry-check.ts';
import { useAt } from '../../ui/register-paths.ts';
import { sentenceOf } from '../../ui/check-text.ts';
import { sameValue } from '../../ui/diff/item-diff.ts';
import { readVersions, type RecordName } from '../../ui/paths.ts';
import { type Source, useSource } from '../../ui/source.ts';
import { isUnset } from '../../ui/values/value.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';
import { itemOf, type VersionData } from '../shared/checked-versions.ts';

/**
 * useVersionQuery returns the query of the record's address, its log size included; links that change
 * one part keep the others.
 */
export function useVersionQuery() {
  return { ...readVersions(useLocation().search), at: useAt() };
}

/** SelectedVersion is the version of a record that an address selects. */
export type SelectedVersion = Extract<ReturnType<typeof useSelection>, { kind: 'version' }>;

/** ShownVersion is a selected version with the checks of its page. */
export type ShownVersion = ReturnType<typeof useShownVersion>;

/** RecordPage is what the parts of a record's page show. */
export interface RecordPage {
  readonly name: RecordName;
  readonly version: ShownVersion;
  /** The register's API variant and attributes, as far as known. */
  readonly variant: Variant | undefined;
  readonly schema: readonly Attribute[];
  /**
   * Whether the versions are known to be complete, because the whole log was read; else the
   * server may have omitted some.
   */
  readonly isWhole: boolean;
  /** Whether the entry was proved, or cannot be, so that other versions may be requested. */
  readonly isProved: boolean;
}

/**
 * useSelection returns the version that the address selects, or why there is none: the current record, one of
 * its versions, or its state at an earlier size by the trail and the snapshot of that size. A trail of a log
 * that had not reached that size is not used. If a file lacks the data of the current record, the last
 * version in its trail replaces it.
 * - record: the current record as sent; undefined for a version or an earlier size, whose
 *   data is requested by hash
 * - entry: undefined while loading, and if `blocked` says why it cannot be checked
 * - versions: those up to the size shown, ascending; undefined without a trail
 * - trail: all versions that the server lists, later ones included
 */
export function useSelection(key: string) {
  const session = useSession();
  const { at, version } = useVersionQuery();
  const isFile = useSource() === 'file';
  const isCurrent = at === undefined && version === undefined;
  const isEarlier = at !== undefined;
  const trail = useQuery(trailQuery(session, key));
  const hasNoTrail = trail.isLoadingError;
  const record = useQuery({ ...recordQuery(session, key), enabled: isCurrent || hasNoTrail });
  const snapshot = useQuery({ ...snapshotEntryQuery(session, at ?? 1, key), enabled: isEarlier });
  const reaching = useQuery({ ...trailReachingQuery(session, key, at ?? 0), enabled: isEarlier });
  // Without a trail, read the single entry that the record names.
  const named = record.data?.entryNumber;
  const isAlone = isCurrent && hasNoTrail && named !== undefined;
  const single = useQuery({ ...entryQuery(session, named ?? 0), enabled: isAlone });
  // During a drag through time, only the trail is read.
  const isCompared = !useIsDragging() && isEarlier;
  // A file without a record's data still has its trail. A server that sends no record
  // is believed to have none.
  const isNotSent = isFile && record.error !== null && describeFailure(record.error).notFound;
  const unavailable = (error: Error | null, isFetching: boolean, mayBeMissing = true) =>
    error === null
      ? ({ kind: 'loading' } as const)
      : mayBeMissing && describeFailure(error).notFound
        ? ({ kind: 'missing' } as const)
        : ({ kind: 'failed', query: { error, isFetching } } as const);

  if (isCurrent && !(isNotSent && trail.data?.length)) {
    if (record.data === undefined)
      return unavailable(isNotSent && trail.isPending ? null : record.error, record.isFetching);
    const listed = trail.data ?? (single.data && (single.data.key === key ? [single.data] : []));
    const current = listed && currentEntry(record.data, listed);
    const isUnread = hasNoTrail && listed === undefined && !(isAlone && single.isFetching);
    return {
      kind: 'version',
      record: record.data,
      entry: current && 'key' in current ? current : undefined,
      blocked: current && 'outcome' in current ? current : isUnread ? failed(trail.error) : undefined,
      versions: trail.data,
      trail: trail.data,
      trailError: trail.error,
      disagreement: undefined,
    } as const;
  }
  if (trail.isPending || (isCompared && (snapshot.isPending || reaching.isPending)))
    return { kind: 'loading' } as const;
  const listed = !isCompared || reaching.data ? trail.data : undefined;
  const sent = isEarlier ? (snapshot.data ?? undefined) : undefined;
  if (listed === undefined && sent === undefined) {
    // A record may exist even if the server has no trail of it.
    const isUnknown = hasNoTrail && record.data === undefined;
    const error = isUnknown && record.isPending ? null : (trail.error ?? reaching.error);
    return unavailable(error, trail.isFetching || reaching.isFetching, isUnknown);
  }
  const upTo = listed?.filter(({ entryNumber }) => !isEarlier || entryNumber <= at);
  const { versions, disagreement } = stateAt(upTo, sent);
  const entry =
    version === undefined ? versions.at(-1) : versions.find(({ entryNumber }) => entryNumber === version);
  if (entry === undefined) return { kind: 'no-version', versions, trail: listed ?? [] } as const;
  const none = { record: undefined, blocked: undefined, trailError: null };
  return { kind: 'version', ...none, entry, versions, trail: listed, disagreement } as const;
}

/**
 * useShownVersion checks a version at the head, or at the earlier size in the address: its
 * key, its data and its entry.
 * - items: the hashed data, or the data as sent if it could not be hashed; undefined while that is under way
 * - data: the combined check of all its data
 * - failure: why there is no proof
 */
export function useShownVersion(key: string, selected: SelectedVersion) {
  const { record, entry, blocked, trail, trailError } = selected;
  const session = useSession();
  const retry = useRetry();
  const source = useSource();
  const { at } = useVersionQuery();
  const { head, proof, inclusion, error: proofError, isProving } = useEntryProof(entry, at);
  const known: Entry = entry ?? NO_ENTRY;
  const isEntry = entry !== undefined;
  const sentQuery = recordDataCheckQuery(session, record?.items ?? [], known, trail);
  const sent = useQuery({ ...sentQuery, enabled: isEntry && record !== undefined });
  const named = useQuery({
    ...entryDataCheckQuery(session, known),
    enabled: isEntry && record === undefined,
  });
  const { data, error: dataError } = record === undefined ? named : sent;
  const keyQuery = keyCheckQuery(session, key, known);
  useQuery({ ...keyQuery, enabled: isEntry, notifyOnChangeProps: [] });
  // A record and a trail that disagree may be of different ages: reread both, once for
  // each head, before comparing.
  const disagrees = blocked !== undefined && trail !== undefined;
  const isMisfit =
    record !== undefined && (disagrees || (data !== undefined && data.verdict.outcome !== 'holds'));
  const misfit = isMisfit ? JSON.stringify(head ?? null) : '';
  const reread = useQuery({ ...rereadRecordQuery(session, key, misfit), enabled: isMisfit });
  const isSettled = !isMisfit || reread.isSuccess || reread.isError;
  const declare = <T>(check: T): T | Verdict | undefined =>
    isSettled ? (blocked ?? (isEntry ? check : undefined)) : undefined;
  const unchecked = blocked || dataError ? record?.items.map((item) => ({ item })) : undefined;
  const items: readonly (Pick<ItemCheck, 'item'> & Partial<ItemCheck>)[] | undefined =
    data?.items ?? unchecked;
  const error = (isEntry ? null : trailError) ?? proofError;
  const failure: Failure | undefined = disagrees
    ? {
        title: 'The server’s answers disagree',
        message: sentenceOf({ verdict: blocked }),
        notFound: false,
        request: false,
      }
    : error === null
      ? undefined
      : describeFailure(error);
  return {
    ...selected,
    items: isSettled ? items : undefined,
    itemError: record === undefined ? dataError : null,
    data: isSettled ? data : undefined,
    declared: {
      key: declare(checkOf(keyQuery)),
      data: declare(
        record !== undefined
          ? checkOf(sentQuery)
          : dataError === null
            ? named.data?.check
            : unreadData(dataError, source),
      ),
      // Without a head nothing can be proved.
      inclusion: blocked ?? (head === undefined ? inclusion : declare(inclusion)),
    },
    head,
    proof,
    failure,
    isProving,
    onRetry: disagrees ? () => location.reload() : retry,
  };
}

/**
 * COMPARED_AT_FIRST is how many versions of a long history are compared at first, and
 * how many more on request.
 */
export const COMPARED_AT_FIRST = 12;

/**
 * lastVersionName says what the last version in a trail is: at an earlier size, in a log that was read whole,
 * or as its source states.
 */
export function lastVersionName(isEarlier: boolean, isWhole: boolean, source: Source): string {
  if (isEarlier) return 'newest then';
  return isWhole ? 'latest' : { server: 'latest reported', file: 'latest in the file' }[source];
}

/**
 * sameDataBefore returns the newest earlier version with the same data as version `index` of a trail, if the
 * previous one has other data: that version was restored.
 */
export function sameDataBefore(trail: readonly Entry[], index: number): Entry | undefined {
  const data = dataName(trail[index]);
  if (data === '' || dataName(trail[index - 1]) === data) return undefined;
  return trail.slice(0, Math.max(0, index - 1)).findLast((entry) => dataName(entry) === data);
}

/** dataName returns a text that is equal for versions with the same data. */
export function dataName(entry: Entry | undefined): string {
  return entry?.itemHashes.join() ?? '';
}

/**
 * currentEntry returns the entry of a record in its trail: the one the record names (items), else the last
 * (records of the blobs API name none).
 * A record and a trail that disagree are no mismatch: the two answers may be of different ages.
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

/**
 * stateAt combines the trail of a record up to a log size with the snapshot of that size, of which either may
 * be missing. The later of two different answers is the state; for the same entry the trail's.
 * - versions: those up to that size, ascending; the last one is the state. Empty: the
 *   record did not exist yet.
 * - disagreement: how the two contradict each other. It is a mismatch if the snapshot lacks an entry that is
 *   proved to have been in the log; else one may be an older answer.
 */
export function stateAt(trail: readonly Entry[] | undefined, snapshot: Entry | undefined) {
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
 * traceSince returns since when an attribute has the value of the last version: the first entry of the
 * run of equal values that ends there. So a value that was changed and changed back is as old as its
 * return. `versions` ascend; `isWhole`: they begin with the first of the record. Undefined if the last
 * version is not one item.
 * - since: this entry set the value; the version before it, if any, has another one
 * - or-before: this one already has the value, and earlier ones were not compared
 * - never: no version of the record has ever set it
 */
export function traceSince(
  versions: readonly { readonly entry: Pick<Entry, 'entryNumber'>; readonly data: VersionData }[],
  isWhole: boolean,
) {
  if (typeof (versions.at(-1)?.data ?? 'none') === 'string') return undefined;
  const newestFirst = versions.toReversed();
  const items = newestFirst.map(({ data }) => itemOf(data));
  return (attribute: string) => {
    const value = items[0]?.get(attribute);
    const end = items.findIndex((item) => !item || !sameValue(item.get(attribute), value));
    const { entryNumber = 0 } = newestFirst.at(end < 0 ? -1 : end - 1)?.entry ?? {};
    const isFirst = end < 0 && isWhole;
    if (isFirst && isUnset(value)) return { kind: 'never', entryNumber } as const;
    return { kind: isFirst || items[end] ? 'since' : 'or-before', entryNumber } as const;
  };
}
