import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { memoize } from '../core/memoize.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { createStore, type Store } from '../core/store.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * DeferredUpdate is the server's newer answer for a record and its trail, which continues the one on view.
 */
export interface DeferredUpdate {
  readonly record: RegisterRecord;
  readonly trail: readonly Entry[];
}

/** PendingUpdates is the updates of a register that are not shown yet. */
interface PendingUpdates {
  /** Entries added while the page was open and not yet seen, in a log proved to continue the earlier one. */
  readonly news?: { readonly first: number; readonly last: number } | undefined;
  /** The keys of the records on view, with their deferred updates. */
  readonly records: ReadonlyMap<string, DeferredUpdate | undefined>;
}

const storeOf = memoize<RegisterSession, Store<PendingUpdates>>(() =>
  createStore<PendingUpdates>({ records: new Map() }),
);

/** pendingOf returns what is pending for a register. */
export function pendingOf(session: RegisterSession): PendingUpdates {
  return storeOf(session).get();
}

/** usePending follows what is pending for a register. */
export function usePending(session: RegisterSession): PendingUpdates {
  const { subscribe, get } = storeOf(session);
  return useSyncExternalStore(subscribe, get);
}

function change(session: RegisterSession, changed: Partial<PendingUpdates>): void {
  storeOf(session).set({ ...pendingOf(session), ...changed });
}

/** addNews adds new entries. */
export function addNews(session: RegisterSession, first: number, last: number): void {
  change(session, { news: { first: pendingOf(session).news?.first ?? first, last } });
}

/** seeNews marks the news up to an entry as seen; all of them without one. */
export function seeNews(session: RegisterSession, upTo = Infinity): void {
  const { news } = pendingOf(session);
  if (news === undefined || upTo < news.first) return;
  change(session, { news: upTo < news.last ? { first: upTo + 1, last: news.last } : undefined });
}

/**
 * deferWhileRead defers newer answers about a record on view until the returned function is
 * called, which applies them.
 */
export function deferWhileRead(queries: QueryClient, session: RegisterSession, key: string): () => void {
  const { records } = pendingOf(session);
  if (!records.has(key)) change(session, { records: new Map([...records, [key, undefined]]) });
  return () => {
    applyUpdate(queries, session, key);
    change(session, { records: new Map([...pendingOf(session).records].filter(([one]) => one !== key)) });
  };
}

/**
 * deferUpdate defers a newer answer about a record on view if it has a later entry. Returns
 * whether that record is on view.
 */
export function deferUpdate(queries: QueryClient, session: RegisterSession, newer: DeferredUpdate): boolean {
  const { key } = newer.record;
  const { records } = pendingOf(session);
  if (!records.has(key)) return false;
  const shown = queries.getQueryData(trailQuery(session, key).queryKey)?.at(-1)?.entryNumber ?? 0;
  if ((newer.trail.at(-1)?.entryNumber ?? 0) > shown)
    change(session, { records: new Map([...records, [key, newer]]) });
  return true;
}

/** applyUpdate shows the deferred update of a record, if any. */
export function applyUpdate(queries: QueryClient, session: RegisterSession, key: string): void {
  const { records } = pendingOf(session);
  const newer = records.get(key);
  if (newer === undefined) return;
  notifyManager.batch(() => putRecord(queries, session, newer));
  change(session, { records: new Map([...records, [key, undefined]]) });
}

/** putRecord shows an answer. */
export function putRecord(queries: QueryClient, session: RegisterSession, newer: DeferredUpdate): void {
  const { record, trail } = newer;
  queries.setQueryData(recordQuery(session, record.key).queryKey, record);
  queries.setQueryData(trailQuery(session, record.key).queryKey, trail);
}
