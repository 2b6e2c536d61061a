import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { entryDataCheckQuery, unreadData } from '../../query/data-queries.ts';
import { describeFailure, type Failure } from '../../query/failure.ts';
import {
  entryQuery,
  laterEntryQuery,
  rereadRecordQuery,
  snapshotEntryQuery,
  trailReachingQuery,
} from '../../query/record-queries.ts';
import { recordChecks, recordReads } from '../../query/record-needs.ts';
import { useSession, checkOf, NO_ENTRY, NO_HEAD } from '../../query/session.ts';
import { useEntryProof } from '../../query/use-entry-check.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { useAt } from '../../ui/link.tsx';
import { sentenceOf } from '../../ui/check-list.tsx';
import { sameValue } from '../../ui/values/compare-items.ts';
import { readVersions, type RecordName } from '../../ui/paths.ts';
import { type Source, useSource } from '../../ui/source.ts';
import { isUnset } from '../../ui/values/value.tsx';
import type { EntryCheck } from '../../verify/protocol.ts';
import { itemOf, type VersionData } from '../shared/checked-versions.ts';
import { useRetryBelow } from '../shared/page-failure.tsx';
import {
  contradictsItself,
  declaredCheck,
  entryBeyond,
  type SelectedVersion,
  selectVersion,
  type Selection,
  type ShownData,
  shownData,
} from './select-version.ts';

/**
 * useVersionQuery returns the query of the record's address, its log size included; links that change
 * one part keep the others.
 */
export function useVersionQuery() {
  return { ...readVersions(useLocation().search), at: useAt() };
}

/** ShownVersion is a selected version with the checks of its page. */
export interface ShownVersion extends SelectedVersion, ShownData {
  /** Why the data that an entry names could not be read. */
  readonly itemError: Error | null;
  /** Its checks, as a page declares them. */
  readonly declared: Readonly<Record<'key' | 'data' | 'inclusion', DeclaredCheck>>;
  readonly head: Checkpoint | undefined;
  readonly proof: EntryCheck | undefined;
  /** Why there is no proof. */
  readonly failure: Failure | undefined;
  readonly isProving: boolean;
  /**
   * Whether the entry was proved, or cannot be, so that what a link to a record does not show may be requested.
   */
  readonly isProofSettled: boolean;
  readonly onRetry: (() => void) | undefined;
}

/** RecordPage is the record and version on a page, which its parts show. */
export interface RecordPage {
  readonly name: RecordName;
  readonly version: ShownVersion;
  /**
   * Whether the versions are known to be complete, because the whole log was read; else the
   * server may have omitted some.
   */
  readonly isWhole: boolean;
}

/**
 * useSelection returns the version that the address selects, or why there is none; see selectVersion.
 */
export function useSelection(key: string): Selection {
  const session = useSession();
  const { at, version } = useVersionQuery();
  const isFile = useSource() !== 'server';
  const isCurrent = at === undefined && version === undefined;
  const isEarlier = at !== undefined;
  const reads = recordReads(session, key);
  const trail = useQuery(reads.trail);
  const hasNoTrail = trail.isLoadingError;
  const record = useQuery({ ...reads.record, enabled: isCurrent || hasNoTrail });
  const snapshot = useQuery({ ...snapshotEntryQuery(session, at ?? 1, key), enabled: isEarlier });
  const reaching = useQuery({ ...trailReachingQuery(session, key, at ?? 0), enabled: isEarlier });
  // Without it in the trail, read the single entry that is named.
  const { data: found } = useQuery(laterEntryQuery(session, key));
  const newest = record.data?.entryNumber ?? found;
  const beyond = entryBeyond({ at, version }, { trail: trail.data, hasNoTrail, newest });
  const single = useQuery({ ...entryQuery(session, beyond), enabled: beyond > 0 });
  return selectVersion({ key, at, version, isFile }, { trail, record, snapshot, reaching, single });
}

/**
 * useShownVersion checks a version at the head, or at the earlier size in the address: its
 * key, its data and its entry.
 */
export function useShownVersion(key: string, selected: SelectedVersion): ShownVersion {
  const { record, entry, blocked, trail, trailError } = selected;
  const session = useSession();
  const retry = useRetryBelow();
  const source = useSource();
  const { at } = useVersionQuery();
  const { head, proof, inclusion, error: proofError, isProving } = useEntryProof(entry, at);
  const known: Entry = entry ?? NO_ENTRY;
  const isEntry = entry !== undefined;
  const { key: keyQuery, data: sentQuery } = recordChecks(session, key, {
    items: record?.items ?? [],
    entry: known,
    trail,
    head: head ?? NO_HEAD,
  });
  const sent = useQuery({ ...sentQuery, enabled: isEntry && record !== undefined });
  const named = useQuery({
    ...entryDataCheckQuery(session, known),
    enabled: isEntry && record === undefined,
  });
  const { data, error: dataError } = record === undefined ? named : sent;
  useQuery({ ...keyQuery, enabled: isEntry, notifyOnChangeProps: [] });
  // A record and a trail that disagree may be of different ages: reread both, once for
  // each head, before comparing.
  const disagrees = blocked !== undefined && trail !== undefined;
  const isOdd = selected.cutAfter !== undefined || contradictsItself(selected, data);
  const occasion = isOdd ? JSON.stringify(head ?? null) : '';
  const reread = useQuery({ ...rereadRecordQuery(session, key, occasion), enabled: isOdd });
  const isSettled = !isOdd || reread.isSuccess || reread.isError;
  const declare = <T>(check: T) => declaredCheck(check, selected, isSettled);
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
    ...shownData(selected, data, { isFailed: dataError !== null, isSettled }),
    itemError: record === undefined ? dataError : null,
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
    isProofSettled: record === undefined || proof !== undefined || failure !== undefined,
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
  const isServer = source === 'server';
  if (isEarlier) return isWhole ? 'newest then' : `newest ${isServer ? 'reported' : 'in the file'} then`;
  return isWhole ? 'latest' : `latest ${isServer ? 'reported' : 'in the file'}`;
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
