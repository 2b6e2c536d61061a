import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { memoize } from '../core/memoize.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { createStore, type Store } from '../core/store.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

/** News are entries that came while the page was open and have not been seen yet: `first` to `last`. The log was proved to go on to them. */
export interface News {
  readonly first: number;
  readonly last: number;
}

/** DeferredUpdate is a record with its trail as the server sends them by now; the trail goes on beyond the one on view. */
export interface DeferredUpdate {
  readonly record: RegisterRecord;
  readonly trail: readonly Entry[];
}

/** Pending is what came for a register and is not shown yet. */
interface Pending {
  news?: News | undefined;
  /** The keys of the records that are being read, with what is deferred of them. */
  readonly records: Map<string, DeferredUpdate | undefined>;
}

const pendingOf = memoize<RegisterSession, Store<Pending>>(() => createStore({ records: new Map() }));

function change(session: RegisterSession, apply: (pending: Pending) => void): void {
  const { get, set } = pendingOf(session);
  apply(get());
  set(get());
}

/** newsOf returns the entries of a register that came and were not seen. */
export function newsOf(session: RegisterSession): News | undefined {
  return pendingOf(session).get().news;
}

/** useNews follows the news of a register. */
export function useNews(session: RegisterSession): News | undefined {
  return useSyncExternalStore(pendingOf(session).subscribe, () => newsOf(session));
}

/** addNews adds entries that came. */
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

/** deferWhileRead defers newer answers about a record that a reader looks at, until the returned function is called, which applies them. */
export function deferWhileRead(queries: QueryClient, session: RegisterSession, key: string): () => void {
  const { records } = pendingOf(session).get();
  if (!records.has(key)) records.set(key, undefined);
  return () => {
    applyUpdate(queries, session, key);
    records.delete(key);
  };
}

/** deferUpdate defers a newer answer about a record that is being read. False if nobody reads it, or the answer has no later entry than the one on view. */
export function deferUpdate(queries: QueryClient, session: RegisterSession, newer: DeferredUpdate): boolean {
  const { key } = newer.record;
  const shown = queries.getQueryData(trailQuery(session, key).queryKey)?.at(-1)?.entryNumber;
  const latest = newer.trail.at(-1)?.entryNumber ?? 0;
  if (shown === undefined || latest <= shown || !pendingOf(session).get().records.has(key)) return false;
  change(session, ({ records }) => records.set(key, newer));
  return true;
}

/** deferredUpdateOf returns what is deferred of a record. */
export function deferredUpdateOf(session: RegisterSession, key: string): DeferredUpdate | undefined {
  return pendingOf(session).get().records.get(key);
}

/** useDeferredUpdate follows what is deferred of a record. */
export function useDeferredUpdate(session: RegisterSession, key: string): DeferredUpdate | undefined {
  return useSyncExternalStore(pendingOf(session).subscribe, () => deferredUpdateOf(session, key));
}

/** applyUpdate shows what is deferred of a record, if anything. */
export function applyUpdate(queries: QueryClient, session: RegisterSession, key: string): void {
  const newer = deferredUpdateOf(session, key);
  if (newer === undefined) return;
  notifyManager.batch(() => putRecord(queries, session, newer));
  change(session, ({ records }) => records.set(key, undefined));
}

/** putRecord makes an answer the one on view. */
export function putRecord(
  queries: QueryClient,
  session: RegisterSession,
  { record, trail }: DeferredUpdate,
): void {
  queries.setQueryData(recordQuery(session, record.key).queryKey, record);
  queries.setQueryData(trailQuery(session, record.key).queryKey, trail);
}
