import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { memoize } from '../core/memoize.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { createStore, type Store } from '../core/store.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

/** News are entries added while the page was open and not yet seen, `first` to `last`, in a log proved to continue the earlier one. */
export interface News {
  readonly first: number;
  readonly last: number;
}

/** DeferredUpdate is the server's newer answer for a record and its trail, which continues the one on view. */
export interface DeferredUpdate {
  readonly record: RegisterRecord;
  readonly trail: readonly Entry[];
}

/** Pending is the updates of a register that are not shown yet. */
interface Pending {
  news?: News | undefined;
  /** The keys of the records on view, with their deferred updates. */
  readonly records: Map<string, DeferredUpdate | undefined>;
}

const pendingOf = memoize<RegisterSession, Store<Pending>>(() => createStore({ records: new Map() }));

function change(session: RegisterSession, apply: (pending: Pending) => void): void {
  const { get, set } = pendingOf(session);
  apply(get());
  set(get());
}

/** newsOf returns the unseen new entries of a register. */
export function newsOf(session: RegisterSession): News | undefined {
  return pendingOf(session).get().news;
}

/** useNews follows the news of a register. */
export function useNews(session: RegisterSession): News | undefined {
  return useSyncExternalStore(pendingOf(session).subscribe, () => newsOf(session));
}

/** addNews adds new entries. */
export function addNews(session: RegisterSession, { first, last }: News): void {
  change(session, (pending) => (pending.news = { first: pending.news?.first ?? first, last }));
}

/** seeNews marks the news up to an entry as seen; all of them without one. */
export function seeNews(session: RegisterSession, upTo = Infinity): void {
  const news = newsOf(session);
  if (news === undefined || upTo < news.first) return;
  const left = upTo >= news.last ? undefined : { first: upTo + 1, last: news.last };
  change(session, (pending) => (pending.news = left));
}

/** deferWhileRead defers newer answers about a record on view until the returned function is called, which applies them. */
export function deferWhileRead(queries: QueryClient, session: RegisterSession, key: string): () => void {
  const { records } = pendingOf(session).get();
  if (!records.has(key)) records.set(key, undefined);
  return () => {
    applyUpdate(queries, session, key);
    records.delete(key);
  };
}

/** deferUpdate defers a newer answer about a record on view if it has a later entry. Returns whether that record is on view. */
export function deferUpdate(queries: QueryClient, session: RegisterSession, newer: DeferredUpdate): boolean {
  const { key } = newer.record;
  if (!pendingOf(session).get().records.has(key)) return false;
  const shown = queries.getQueryData(trailQuery(session, key).queryKey)?.at(-1)?.entryNumber ?? 0;
  if ((newer.trail.at(-1)?.entryNumber ?? 0) > shown)
    change(session, ({ records }) => records.set(key, newer));
  return true;
}

/** deferredUpdateOf returns the deferred update of a record. */
export function deferredUpdateOf(session: RegisterSession, key: string): DeferredUpdate | undefined {
  return pendingOf(session).get().records.get(key);
}

/** useDeferredUpdate follows the deferred update of a record. */
export function useDeferredUpdate(session: RegisterSession, key: string): DeferredUpdate | undefined {
  return useSyncExternalStore(pendingOf(session).subscribe, () => deferredUpdateOf(session, key));
}

/** applyUpdate shows the deferred update of a record, if any. */
export function applyUpdate(queries: QueryClient, session: RegisterSession, key: string): void {
  const newer = deferredUpdateOf(session, key);
  if (newer === undefined) return;
  notifyManager.batch(() => putRecord(queries, session, newer));
  change(session, ({ records }) => records.set(key, undefined));
}

/** putRecord shows an answer. */
export function putRecord(queries: QueryClient, session: RegisterSession, newer: DeferredUpdate): void {
  const { record, trail } = newer;
  queries.setQueryData(recordQuery(session, record.key).queryKey, record);
  queries.setQueryData(trailQuery(session, record.key).queryKey, trail);
}
