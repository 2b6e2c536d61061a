import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Checkpoint, Entry, RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import {
  entryDataCheckQuery,
  keyCheckQuery,
  recordDataCheckQuery,
  unreadData,
} from '../../query/data-queries.ts';
import { useIsDragging } from '../../query/drag.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure, type Failure } from '../../query/failure.ts';
import { checkOf, NO_ENTRY } from '../../query/keys.ts';
import {
  recordQuery,
  rereadRecordQuery,
  snapshotEntryQuery,
  trailQuery,
  trailReachingQuery,
} from '../../query/record-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { type EntryCheckAt, useEntryProof } from '../../query/use-entry-check.ts';
import type { PageChecks } from '../../query/use-page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { useSource } from '../../ui/source.ts';
import { readVersions, type VersionsAsked } from '../../ui/paths.ts';
import type { ItemCheck, RecordDataCheck } from '../../verify/protocol.ts';
import { currentEntry, type StateAt, stateAt } from './versions.ts';

/** useAsked returns the query of the record's address, its log size included; links that change one part keep the others. */
export function useAsked(): VersionsAsked & { readonly at: number | undefined } {
  return { ...readVersions(useLocation().search), at: useAt() };
}

/** SelectedVersion is the version of a record that an address selects. */
export interface SelectedVersion {
  readonly kind: 'version';
  /** The current record as sent; undefined on the page of a version or of an earlier size, whose data is requested by hash. */
  readonly record: RegisterRecord | undefined;
  /** undefined while loading, and if `blocked` says why there is none. */
  readonly entry: Entry | undefined;
  /** Why there is no entry to check: record and trail disagree, or neither trail nor entry could be read. */
  readonly blocked: Verdict | undefined;
  /** The versions up to the size shown, ascending; undefined without a trail. */
  readonly versions: readonly Entry[] | undefined;
  /** All versions that the server lists, later ones included. */
  readonly trail: readonly Entry[] | undefined;
  readonly trailError: Error | null;
  readonly disagreement: StateAt['disagreement'];
}

/** Selection is a version, or why there is none. */
export type Selection =
  | SelectedVersion
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly query: { readonly error: Error; readonly isFetching: boolean } }
  | { readonly kind: 'not-yet'; readonly first: Entry | undefined }
  | { readonly kind: 'no-version'; readonly versions: readonly Entry[]; readonly trail: readonly Entry[] };

/**
 * useSelection returns the version that the address selects: the current record, one of its versions, or its state at an earlier size by the trail and the
 * snapshot of that size. A trail of a log that had not reached that size is not used. If a file lacks the data of the current record, the last version
 * in its trail replaces it.
 */
export function useSelection(key: string): Selection {
  const session = useSession();
  const { at, version } = useAsked();
  const isFile = useSource() === 'file';
  const isPresent = at === undefined && version === undefined;
  const isEarlier = at !== undefined;
  const trail = useQuery(trailQuery(session, key));
  const hasNoTrail = trail.data === undefined && trail.error !== null;
  const record = useQuery({ ...recordQuery(session, key), enabled: isPresent || hasNoTrail });
  const snapshot = useQuery({ ...snapshotEntryQuery(session, at ?? 1, key), enabled: isEarlier });
  const reaching = useQuery({ ...trailReachingQuery(session, key, at ?? 0), enabled: isEarlier });
  // During a drag through time, only the trail is read.
  const isPassed = useIsDragging();
  const asks = isEarlier && !isPassed;
  // Without a trail, read the single entry that the record names.
  const named = record.data?.entryNumber;
  const isAlone = isPresent && hasNoTrail && named !== undefined;
  const single = useQuery({ ...entryQuery(session, named ?? 0), enabled: isAlone });
  // A file without a record's data still has its trail. A server that sends no record is believed to have none.
  const isNotSent = isFile && record.error !== null && describeFailure(record.error).notFound;
  const hasTrail = (trail.data?.length ?? 0) > 0;
  if (isPresent && !(isNotSent && hasTrail)) {
    if (record.isPending || (isNotSent && trail.isPending)) return { kind: 'loading' };
    if (record.data === undefined) return failure(record.error, () => record.isFetching);
    const listed = trail.data ?? single.data;
    const current =
      listed &&
      currentEntry(
        record.data,
        [listed].flat().filter((one) => trail.data || one.key === key),
      );
    const isUnread = hasNoTrail && listed === undefined && !(isAlone && single.isFetching);
    const found = current !== undefined && 'verdict' in current ? current.verdict : undefined;
    return {
      kind: 'version',
      record: record.data,
      entry: current !== undefined && 'entry' in current ? current.entry : undefined,
      blocked: found ?? (isUnread ? failed(trail.error) : undefined),
      versions: trail.data,
      trail: trail.data,
      trailError: trail.error,
      disagreement: undefined,
    };
  }
  if (trail.isPending || (asks && (snapshot.isPending || reaching.isPending))) return { kind: 'loading' };
  const listed = !asks || reaching.data === true ? trail.data : undefined;
  const sent = isEarlier ? (snapshot.data ?? undefined) : undefined;
  if (listed === undefined && sent === undefined) {
    // A record may exist even if the server has no trail of it.
    const error = trail.error ?? reaching.error;
    const isUnknown = hasNoTrail && record.data === undefined;
    if (isUnknown && record.isPending) return { kind: 'loading' };
    return failure(error, () => trail.isFetching || reaching.isFetching, isUnknown);
  }
  const upTo = listed?.filter(({ entryNumber }) => !isEarlier || entryNumber <= at);
  const { versions, disagreement } = stateAt(upTo, sent);
  if (versions.length === 0) return { kind: 'not-yet', first: listed?.[0] };
  const entry =
    version === undefined ? versions.at(-1) : versions.find(({ entryNumber }) => entryNumber === version);
  if (entry === undefined) return { kind: 'no-version', versions, trail: listed ?? versions };
  const none = { record: undefined, blocked: undefined, trailError: null };
  return { kind: 'version', ...none, entry, versions, trail: listed, disagreement };
}

function failure(error: Error | null, isFetching: () => boolean, mayBeMissing = true): Selection {
  if (error === null) return { kind: 'loading' };
  if (mayBeMissing && describeFailure(error).notFound) return { kind: 'missing' };
  return { kind: 'failed', query: { error, isFetching: isFetching() } };
}

/** ShownVersion is a selected version with the checks of its page. */
export interface ShownVersion extends SelectedVersion {
  /** The hashed data, or the data as sent if it could not be hashed; undefined while that is under way. */
  readonly items: readonly (Pick<ItemCheck, 'item'> & Partial<Pick<ItemCheck, 'expected'>>)[] | undefined;
  readonly itemError: Error | null;
  /** The combined check of all its data. */
  readonly data: RecordDataCheck | undefined;
  readonly declared: PageChecks;
  readonly head: Checkpoint | undefined;
  readonly proof: EntryCheckAt | undefined;
  /** Why there is no proof, in words; `request: false` where the answers disagree. */
  readonly failure: (Omit<Failure, 'notFound'> & { readonly request?: false }) | undefined;
  readonly isProving: boolean;
  readonly onRetry: () => void;
}

/** useShownVersion checks a version at the head, or at the earlier size in the address: its key, its data and its entry. */
export function useShownVersion(key: string, selected: SelectedVersion): ShownVersion {
  const { record, entry, blocked, trail, trailError } = selected;
  const session = useSession();
  const queries = useQueryClient();
  const retry = useRetry();
  const source = useSource();
  const { at } = useAsked();
  const { head, proof, inclusion, error: proofError, isProving } = useEntryProof(entry, at);
  const asked = entry ?? NO_ENTRY;
  const isEntry = entry !== undefined;
  const sentQuery = recordDataCheckQuery(session, record?.items ?? [], asked, trail);
  const sent = useQuery({ ...sentQuery, enabled: isEntry && record !== undefined });
  const named = useQuery({
    ...entryDataCheckQuery(session, asked),
    enabled: isEntry && record === undefined,
  });
  const { data, error: dataError } = record === undefined ? named : sent;
  const keyQuery = keyCheckQuery(session, key, asked);
  useQuery({ ...keyQuery, enabled: isEntry, notifyOnChangeProps: [] });
  // A record and a trail that disagree may be of different ages: reread both, once for each head, before comparing.
  const disagrees = blocked !== undefined && trail !== undefined;
  const isMisfit =
    record !== undefined && (disagrees || (data !== undefined && data.verdict.outcome !== 'holds'));
  const misfit = isMisfit ? JSON.stringify(head ?? null) : '';
  const reread = useQuery({ ...rereadRecordQuery(session, key, misfit), enabled: isMisfit });
  const isSettled = !isMisfit || reread.isSuccess || reread.isError;
  const declare = <T>(check: T): T | Verdict | undefined =>
    isSettled ? (blocked ?? (isEntry ? check : undefined)) : undefined;
  const isAsSent = blocked !== undefined || dataError !== null;
  const error = (isEntry ? null : trailError) ?? proofError;
  return {
    ...selected,
    items: isSettled
      ? (data?.items ?? (isAsSent ? record?.items.map((item) => ({ item })) : undefined))
      : undefined,
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
    isProving,
    ...(disagrees
      ? {
          failure: {
            title: 'The server’s answers disagree',
            message: 'reason' in blocked ? blocked.reason : '',
            request: false,
          },
          onRetry: () => {
            for (const { queryKey } of [recordQuery(session, key), trailQuery(session, key)])
              void queries.refetchQueries({ queryKey });
          },
        }
      : { failure: error === null ? undefined : describeFailure(error), onRetry: retry }),
  };
}
