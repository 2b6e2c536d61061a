import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

/** Newer is a record with its trail as the server tells them by now; the trail goes on beyond the one on view. */
export interface Newer {
  readonly record: RegisterRecord;
  readonly trail: readonly Entry[];
}

/** The keys of the records that are being read, with what is held back of them. */
const held = new WeakMap<RegisterSession, Map<string, Newer | undefined>>();
const listeners = new Set<() => void>();

/** readRecord says that a record is being read: from now on newer answers are held back, until what this returns is called. Then what was held back is taken over. */
export function readRecord(queries: QueryClient, session: RegisterSession, key: string): () => void {
  const keys = held.get(session) ?? new Map<string, Newer | undefined>();
  held.set(session, keys);
  if (!keys.has(key)) keys.set(key, undefined);
  return () => {
    takeNewer(queries, session, key);
    keys.delete(key);
  };
}

/** holdBack keeps a newer answer from a record that is being read. False where nobody reads it, or the answer has no later entry than the one on view. */
export function holdBack(queries: QueryClient, session: RegisterSession, newer: Newer): boolean {
  const { key } = newer.record;
  const shown = queries.getQueryData(trailQuery(session, key).queryKey)?.at(-1)?.entryNumber;
  const latest = newer.trail.at(-1)?.entryNumber ?? 0;
  if (shown === undefined || latest <= shown || held.get(session)?.has(key) !== true) return false;
  tell(session, key, newer);
  return true;
}

/** newerOf is what is held back of a record. */
export function newerOf(session: RegisterSession, key: string): Newer | undefined {
  return held.get(session)?.get(key);
}

/** useNewer follows what is held back of a record. */
export function useNewer(session: RegisterSession, key: string): Newer | undefined {
  const subscribe = useCallback((listener: () => void) => {
    const own = (): void => listener();
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
  return useSyncExternalStore(subscribe, () => newerOf(session, key));
}

/** takeNewer puts what is held back of a record, if anything, in the place of what is on view. */
export function takeNewer(queries: QueryClient, session: RegisterSession, key: string): void {
  const newer = newerOf(session, key);
  if (newer === undefined) return;
  notifyManager.batch(() => putRecord(queries, session, newer));
  tell(session, key, undefined);
}

/** putRecord makes an answer the one on view. */
export function putRecord(queries: QueryClient, session: RegisterSession, { record, trail }: Newer): void {
  queries.setQueryData(recordQuery(session, record.key).queryKey, record);
  queries.setQueryData(trailQuery(session, record.key).queryKey, trail);
}

function tell(session: RegisterSession, key: string, newer: Newer | undefined): void {
  held.get(session)?.set(key, newer);
  for (const listener of listeners) listener();
}
