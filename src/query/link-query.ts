import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import { createRegisterClient } from '../api/client.ts';
import type { PageRef } from '../api/pager.ts';
import { wireOf } from '../api/wire-item.ts';
import { memoize } from '../core/memoize.ts';
import type { Item, RegisterRecord } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { registerQuery } from './register-queries.ts';
import { type RegisterSession, queryKey } from './session.ts';

/**
 * LinkAnswer is the result of requesting a record that a value points to, unchecked: its items, or
 * - absent: the register can be read and has no such record
 * - elsewhere: there is no register at the guessed address
 * - not-asked: too many are on view at once
 */
export type LinkAnswer = readonly Item[] | 'absent' | 'elsewhere' | 'not-asked';

/**
 * LINKS_AT_ONCE is the most records of one register that are requested one by one; more are looked up in its
 * list, if that is short enough.
 */
const LINKS_AT_ONCE = 20;

/**
 * LIST_AT_MOST is the most entries of a register whose list of records is read for names, and
 * PAGES_AT_MOST the most pages of it.
 */
const LIST_AT_MOST = 20_000;
const PAGES_AT_MOST = 12;

const GATHER_MS = 40;

const LINKED = { staleTime: Infinity, gcTime: 30 * 60_000, structuralSharing: false, retry: false } as const;

/** linkedQuery requests one record of another register. Rejects if the request fails. */
export function linkedQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'linked', key),
    queryFn: async ({ client, signal }): Promise<LinkAnswer> => {
      const record = await recordUnopened(session, key, signal);
      if (record !== undefined) return record.items;
      // No such record, or no such register: the first only if the register can be opened.
      const open = clientOf(client, session).then(() => 'absent' as const);
      return open.catch((error: unknown) => {
        if (isNotFound(error)) return 'elsewhere';
        throw error;
      });
    },
    ...LINKED,
  });
}

/**
 * linkedNameQuery is linkedQuery for the names beside links: those that come into view
 * together are requested together.
 */
export function linkedNameQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'linked-name', key),
    queryFn: ({ client }) => batcherOf(session, client)(key),
    ...LINKED,
  });
}

type Answers = (key: string) => Promise<LinkAnswer>;

/** batcherOf returns a function that gathers the keys of GATHER_MS and requests them together. */
const batcherOf = memoize((session: RegisterSession, queries: QueryClient): Answers => {
  let keys = new Set<string>();
  let answers: Promise<Answers> | undefined;
  return async (key) => {
    keys.add(key);
    answers ??= new Promise((resolve) => {
      setTimeout(() => {
        resolve(fetchTogether(queries, session, [...keys]));
        keys = new Set();
        answers = undefined;
      }, GATHER_MS);
    });
    return (await answers)(key);
  };
});

/**
 * fetchTogether requests a few keys one by one, the first alone, so that a missing register gets no more
 * requests. Many are looked up in the list.
 */
function fetchTogether(queries: QueryClient, session: RegisterSession, keys: readonly string[]): Answers {
  const one = (key: string): Promise<LinkAnswer> => queries.fetchQuery(linkedQuery(session, key));
  const [first = ''] = keys;
  const begun = one(first);
  return async (key) => {
    const answer = await begun;
    if (key === first || answer === 'elsewhere') return answer;
    const record = keys.length > LINKS_AT_ONCE ? (await listOf(queries, session)).get(key) : undefined;
    if (record !== undefined) return record.items;
    return keys.indexOf(key) < LINKS_AT_ONCE ? one(key) : 'not-asked';
  };
}

/**
 * listOf reads the list of records of a register that is short enough; it is empty if it
 * is not, or cannot be read.
 */
function listOf(
  queries: QueryClient,
  session: RegisterSession,
): Promise<ReadonlyMap<string, RegisterRecord>> {
  return queries.fetchQuery({
    queryKey: queryKey(session, 'linked-list'),
    queryFn: async ({ client, signal }) => {
      const found = new Map<string, RegisterRecord>();
      try {
        const api = await clientOf(client, session);
        const { totalEntries = Infinity } = await client.ensureQueryData(registerQuery(session));
        if (totalEntries > LIST_AT_MOST) return found;
        let next: PageRef | undefined;
        for (let pages = 0; pages < PAGES_AT_MOST; pages += 1) {
          const page = await api.records(next, signal);
          for (const record of page.values) found.set(record.key, record);
          ({ next } = page);
          if (next === undefined) break;
        }
      } catch {
        signal.throwIfAborted();
      }
      return found;
    },
    ...LINKED,
  });
}

/**
 * recordUnopened reads one record by a single request, without finding the variant of the register: it uses
 * the one its session expects, else items. Undefined if the server has no such record, which may also mean
 * that there is no such register. Rejects with ApiError.
 */
export async function recordUnopened(
  session: RegisterSession,
  key: string,
  signal?: AbortSignal,
): Promise<RegisterRecord | undefined> {
  const wire = wireOf(session.variant ?? 'item');
  const client = createRegisterClient(session.base.replace(/\/+$/, ''), wire, session.transport, 'absent');
  try {
    return await client.record(key, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
