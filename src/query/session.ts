import { createContext, use, useCallback } from 'react';
import type { Ledger } from '../api/ledger.ts';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint, Entry, Variant } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Transport } from '../api/transport.ts';
import type { TrustStore } from '../trust/trust-store.ts';
import type { Verifier } from '../verify/checks.ts';
import type { RootMemory } from '../trust/root-memory.ts';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { beginAnew } from './ask-again.ts';

/**
 * RegisterSession holds the tools for reading and checking one opened register. Its `id` is the first
 * segment of its addresses.
 */
export interface RegisterSession {
  readonly id: string;
  readonly memory: SessionMemory;
  /** The base address of the API, without a trailing slash. */
  readonly base: string;
  /** The expected variant, if its address shows one. */
  readonly variant?: Variant;
  readonly transport: Transport;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  /** What this page knows about the register. */
  readonly trust: TrustStore;
}

/** SessionMemory is the memory of roots, with the name of this register in it. */
interface SessionMemory extends RootMemory {
  /**
   * The id under which the register is remembered: that of the session, unless several
   * mounts are one register.
   */
  readonly id: string;
  /** When this page was opened, in milliseconds since 1970. */
  readonly openedAtMs: number;
}

/** SessionContext carries the session of the register that the address names. */
export const SessionContext = createContext<RegisterSession | undefined>(undefined);

/** useSession returns the session of the register being shown. Throws outside one: a bug, not a state. */
export function useSession(): RegisterSession {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession outside a register');
  return session;
}

/**
 * useRetry returns the action of "Try again": it repeats all of this register that failed and is on view, and
 * every check that could not be made. What failed before and is not on view is forgotten, and so asked again
 * when it is needed.
 */
export function useRetry(): () => void {
  const queries = useQueryClient();
  const { id } = useSession();
  return useCallback(() => {
    const onView = failedOnView(id);
    const { queryKey } = onView;
    queries.removeQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.status === 'error' });
    beginAnew(queries.getQueryCache().findAll(onView));
    void queries.refetchQueries(onView);
  }, [queries, id]);
}

/** useIsRetrying reports whether something of this register that failed and is on view is being asked again. */
export function useIsRetrying(): boolean {
  return useIsFetching(failedOnView(useSession().id)) > 0;
}

/** failedOnView selects the queries on view of a register that failed, or whose check could not be made. */
function failedOnView(id: string) {
  const predicate = ({ state: { status, data } }: Query): boolean =>
    status === 'error' || (data as { verdict?: Verdict })?.verdict?.outcome === 'cannot-check';
  return { queryKey: [id], type: 'active', predicate } as const;
}

/** QueryMeta describes a query, so that nothing has to read its key. */
export interface QueryMeta extends Record<string, unknown> {
  /** The check whose result the query reports to the trust store. */
  readonly check?: Check;
  /** The key of the record of another register that is requested for its name. */
  readonly linkedKey?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** CHECK begins the keys of queries that make a check, after the register's id. */
export const CHECK = 'check';

/** queryKey starts every key with the register's id, so that two registers never share a cached answer. */
export function queryKey(
  session: RegisterSession,
  ...rest: readonly (string | number | null)[]
): readonly (string | number | null)[] {
  return [session.id, ...rest];
}

/** headKey is the query key of the page's head. */
export function headKey(session: RegisterSession): readonly (string | number | null)[] {
  return queryKey(session, 'head');
}

/** NO_HEAD is the head in the options of a query that is disabled until there is a head. */
export const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };

/** NO_ENTRY is the entry in the options of a query that is disabled until there is an entry. */
export const NO_ENTRY: Entry = {
  entryNumber: 0,
  indexEntryNumber: 0,
  timestamp: '',
  key: '',
  itemHashes: [],
};

/** checkOf returns the check that a query reports; undefined if it makes none. */
export function checkOf({ meta }: { readonly meta?: QueryMeta | undefined }): Check | undefined {
  return meta?.check;
}
