import { useQueries, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Checkpoint, Entry, Item, RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { keyCheckQuery, recordDataCheckQuery, checkedItemQuery } from '../../query/data-queries.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { entryCheckQuery, inclusionCheck } from '../../query/inclusion-queries.ts';
import { NO_ENTRY, NO_HEAD, checkOf } from '../../query/keys.ts';
import { rereadRecordQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useSession } from '../../query/session.ts';
import { type EntryCheckAt, entryCheckAt, useEntryCheck } from '../../query/use-entry-check.ts';
import type { PageChecks } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { useAt } from '../../ui/at.ts';
import { readVersions, type VersionsAsked } from '../../ui/paths.ts';
import type { ItemCheck, RecordDataCheck } from '../../verify/protocol.ts';
import { currentEntry } from './versions.ts';

/** useAsked is what the query of the record's address asks for, its log size included; links that change one part keep the others. */
export function useAsked(): VersionsAsked & { readonly at: number | undefined } {
  return { ...readVersions(useLocation().search), at: useAt() };
}

/** ShownItem is data as it is shown: with the hash that it was compared with, where it was hashed. */
export type ShownItem = Pick<ItemCheck, 'item'> & Partial<Pick<ItemCheck, 'expected'>>;

/** ShownVersion is the version of a record that a page shows, with the checks it rests on. */
export interface ShownVersion {
  /** undefined while it is looked for, and where `blocked` says why there is none. */
  readonly entry: Entry | undefined;
  /** Why there is no one entry to check: record and trail disagree, or neither trail nor entry could be had. */
  readonly blocked: Verdict | undefined;
  /** The data as it was hashed, or as the server sent it where nothing could be hashed; undefined while that is under way. */
  readonly items: readonly ShownItem[] | undefined;
  readonly itemError: Error | null;
  /** Whether all of the data matches, so that it can be compared with other versions. */
  readonly isDataSound: boolean;
  /** The check of all its data in one, to be kept in a file. */
  readonly data: RecordDataCheck | undefined;
  readonly declared: PageChecks;
  readonly head: Checkpoint | undefined;
  readonly proof: EntryCheckAt | undefined;
  readonly proofError: Error | null;
  readonly isProving: boolean;
}

/** usePresentVersion checks a record as it is now. Where a server has no trail, the entry that the record names is read by itself. */
export function usePresentVersion(
  record: RegisterRecord,
  trail: { readonly data?: readonly Entry[] | undefined; readonly error: Error | null },
): ShownVersion {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const hasNoTrail = trail.data === undefined && trail.error !== null;
  const single = useQuery({
    ...entryQuery(session, record.entryNumber ?? 0),
    enabled: hasNoTrail && record.entryNumber !== undefined,
  });
  const ofKey = single.data && (single.data.key === record.key ? [single.data] : []);
  const entries = trail.data ?? ofKey;
  const current = entries && currentEntry(record, entries);
  const entry = current !== undefined && 'entry' in current ? current.entry : undefined;
  const dataQuery = recordDataCheckQuery(session, record.items, entry ?? NO_ENTRY, trail.data);
  const data = useQuery({ ...dataQuery, enabled: entry !== undefined });
  const keyQuery = keyCheckQuery(session, record.key, entry ?? NO_ENTRY);
  useQuery({ ...keyQuery, enabled: entry !== undefined });
  const proof = useEntryCheck(entry, head.data, undefined);
  const disagreement = current !== undefined && 'verdict' in current ? current.verdict : undefined;
  const isUnread = hasNoTrail && single.data === undefined && !single.isFetching;
  const blocked = disagreement ?? (isUnread ? failed(trail.error) : undefined);
  // A record and a trail that do not fit together may be of different ages: both are read again, once for each head, before that is compared with the register.
  const isMisfit =
    disagreement !== undefined || (data.data !== undefined && data.data.verdict.outcome !== 'holds');
  const misfit = isMisfit ? JSON.stringify(head.data ?? null) : '';
  const reread = useQuery({ ...rereadRecordQuery(session, record.key, misfit), enabled: isMisfit });
  const isSettled = !isMisfit || reread.isSuccess || reread.isError;
  const noHead = head.data === undefined && head.error !== null ? failed(head.error) : undefined;
  const inclusion = entry && head.data && entryCheckAt(session, entry, head.data, undefined);
  const declare = (check: Declared): Declared =>
    isSettled ? (blocked ?? (entry === undefined ? undefined : check)) : undefined;
  const asSent = blocked !== undefined || data.isError;
  return {
    entry,
    blocked,
    items: isSettled
      ? (data.data?.items ?? (asSent ? record.items.map((item) => ({ item })) : undefined))
      : undefined,
    itemError: null,
    isDataSound: isSettled && data.data?.verdict.outcome === 'holds',
    data: isSettled ? data.data : undefined,
    declared: {
      key: declare(checkOf(keyQuery)),
      data: declare(checkOf(dataQuery)),
      inclusion: blocked ?? noHead ?? declare(inclusion),
    },
    head: head.data,
    proof: proof.data,
    proofError: (entry === undefined ? trail.error : null) ?? head.error ?? proof.error,
    isProving: proof.isFetching || head.isFetching,
  };
}

/** VersionData is the data of one version of a record: one item, none, or why it cannot be compared. */
export type VersionData =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly count: number }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unproved' }
  | { readonly kind: 'waiting' };

/** itemOf is what a version says; one without data says nothing of any attribute. Undefined where that cannot be told. */
export function itemOf(data: VersionData): Item | undefined {
  if (data.kind === 'item') return data.item;
  return data.kind === 'none' ? NOTHING : undefined;
}

const NOTHING: Item = new Map();

/** ItemState is how far an item of a version has come: read and hashed, failed, or under way. */
export interface ItemState {
  readonly data?: ItemCheck | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** VersionItems are the items of versions, by their hashes. */
export type VersionItems = ReadonlyMap<string, ItemState>;

/** useVersionItems reads and hashes the data of versions; each is asked for by the hash that its entry names, and once for all who want it. */
export function useVersionItems(versions: readonly Entry[]): VersionItems {
  const session = useSession();
  const hashes = [...new Set(versions.flatMap((entry) => entry.itemHashes))];
  return useQueries({
    queries: hashes.map((hash) => checkedItemQuery(session, hash)),
    combine: (results) =>
      new Map(
        results.map(({ data, error, isError, isFetching }, index): [string, ItemState] => [
          hashes[index] ?? '',
          { data, error, isError, isFetching },
        ]),
      ),
  });
}

/**
 * useProvedVersions proves each of these versions of a record at the head, and returns which of them are known to be in the log: undefined for one that is being proved. A
 * trail is the server's word, and what was never in the log is no version to compare with.
 */
export function useProvedVersions(versions: readonly Entry[]): ReadonlyMap<number, boolean | undefined> {
  const session = useSession();
  const { trust } = session;
  const { data: head } = useQuery(headQuery(session));
  useQueries({
    queries: versions.map((entry) => ({
      ...entryCheckQuery(session, entry, head ?? NO_HEAD),
      enabled: head !== undefined,
    })),
  });
  const outcomes = useSyncExternalStore(trust.subscribe, () =>
    versions.map((entry) => (head && trust.verdictOf(inclusionCheck(entry, head))?.outcome) ?? '').join(' '),
  ).split(' ');
  return new Map(
    versions.map(({ entryNumber }, index) => [
      entryNumber,
      outcomes[index] === '' ? undefined : outcomes[index] === 'holds',
    ]),
  );
}

/** WAITING is an item that was not asked for yet. */
const WAITING: ItemState = { error: null, isError: false, isFetching: true };

/** itemStates are the items of one version, in its order. */
export function itemStates(entry: Entry, items: VersionItems): readonly ItemState[] {
  return entry.itemHashes.map((hash) => items.get(hash) ?? WAITING);
}

/** versionData is what is known of a version’s data. Only what hashed to its name, in an entry that is `proved` where that is asked for, is compared with other versions. */
export function versionData(
  entry: Entry,
  items: VersionItems,
  proved?: ReadonlyMap<number, boolean | undefined>,
): VersionData {
  const states = itemStates(entry, items);
  if (states.some(({ data }) => data?.verdict.outcome === 'does-not-match')) return { kind: 'mismatch' };
  if (states.some(({ isError, data }) => isError || (data !== undefined && data.verdict.outcome !== 'holds')))
    return { kind: 'unreadable' };
  const isProved = proved === undefined || proved.get(entry.entryNumber);
  if (isProved === false) return { kind: 'unproved' };
  if (isProved === undefined || states.some(({ data }) => data === undefined)) return { kind: 'waiting' };
  const [only, ...others] = states;
  if (only?.data === undefined) return { kind: 'none' };
  return others.length > 0
    ? { kind: 'several', count: states.length }
    : { kind: 'item', item: only.data.item };
}
