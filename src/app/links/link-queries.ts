import { queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import { createRegisterClient } from '../../api/client.ts';
import { openRegister } from '../../api/open-register.ts';
import type { PageRef } from '../../api/pager.ts';
import type { Transport } from '../../api/transport.ts';
import { wireOf } from '../../api/wire-item.ts';
import type { Item, RegisterRecord, Variant } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { type RegisterSession, queryKey } from '../../query/session.ts';

/** LinkedRegister is a register that data points to, and the variant to read it in if its address shows none. */
export interface LinkedRegister {
  readonly session: RegisterSession;
  readonly variant: Variant;
}

/**
 * LinkAnswer is the result of requesting a record that a value points to, unchecked: its items, or
 * - absent: the register, which this page opened or has other records of, has no such record
 * - not-found: the server has no such record; whether it has the register was not asked
 * - not-asked: too many are on view at once, or nothing was found there before
 */
export type LinkAnswer = readonly Item[] | 'absent' | 'not-found' | 'not-asked';

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

const LINKED = { staleTime: Infinity, gcTime: 30 * 60_000, structuralSharing: false, retry: false } as const;

/**
 * linkedQuery requests one record of another register, for its name. The first record of a register is
 * requested alone: a register that is missing, or does not answer, gets no more requests until the reader
 * opens it. Rejects if no answer can be used.
 */
export function linkedQuery(linked: LinkedRegister, key: string) {
  const { session } = linked;
  return queryOptions({
    queryKey: queryKey(session, 'linked', key),
    meta: { linkedKey: key },
    queryFn: async ({ client, signal }): Promise<LinkAnswer> => {
      const isOpened = client.getQueryData(clientQuery(session).queryKey) !== undefined;
      const first = isOpened ? undefined : await client.ensureQueryData(firstQuery(linked, key));
      if (first !== undefined) {
        if ('failure' in first) throw first.failure;
        if (first.key === key) return first.items ?? 'not-found';
        if (first.items === undefined) return 'not-asked';
      }
      // By now all that came into view together are in the cache.
      await Promise.resolve();
      const together = client
        .getQueryCache()
        .findAll({ queryKey: queryKey(session, 'linked'), fetchStatus: 'fetching' })
        .map(({ meta }) => meta?.linkedKey);
      if (together.length > LINKS_AT_ONCE) {
        const listed = (await client.ensureQueryData(listQuery(linked))).get(key);
        if (listed !== undefined) return listed.items;
        if (together.indexOf(key) >= LINKS_AT_ONCE) return 'not-asked';
      }
      return (await recordUnopened(linked, key, signal))?.items ?? 'absent';
    },
    ...LINKED,
  });
}

type First = { readonly key: string } & (
  | { readonly items: readonly Item[] | undefined }
  | { readonly failure: unknown }
);

/** The answer about the first record requested of a register, which a failure is as well. */
function firstQuery(linked: LinkedRegister, key: string) {
  return queryOptions({
    queryKey: queryKey(linked.session, 'linked-first'),
    queryFn: async ({ signal }): Promise<First> => {
      try {
        return { key, items: (await recordUnopened(linked, key, signal))?.items };
      } catch (failure) {
        signal.throwIfAborted();
        return { key, failure };
      }
    },
    ...LINKED,
  });
}

/** The records of a register that is short enough, by key; none if it is not, or cannot be read. */
function listQuery({ session, variant }: LinkedRegister) {
  return queryOptions({
    queryKey: queryKey(session, 'linked-list'),
    queryFn: async ({ client, signal }) => {
      const found = new Map<string, RegisterRecord>();
      try {
        const transport = onceOnly(session.transport);
        const { base, opened, ...server } =
          client.getQueryData(clientQuery(session).queryKey) ??
          (await openRegister(session.base, transport, signal, session.variant ?? variant));
        const { totalEntries = Infinity } = opened?.register ?? {};
        if (totalEntries > LIST_AT_MOST) return found;
        // The client of a register that the reader opened repeats requests.
        const api = createRegisterClient(base, wireOf(server.variant), transport, 'absent');
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
 * recordUnopened reads one record by a single request, without finding the variant of the register.
 * Undefined if the server has no such record, which may also mean that there is no such register. Rejects
 * with ApiError.
 */
export async function recordUnopened(
  { session, variant }: LinkedRegister,
  key: string,
  signal?: AbortSignal,
): Promise<RegisterRecord | undefined> {
  const wire = wireOf(session.variant ?? variant);
  const base = session.base.replace(/\/+$/, '');
  const client = createRegisterClient(base, wire, onceOnly(session.transport), 'absent');
  try {
    return await client.record(key, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** onceOnly returns a transport that repeats nothing. */
function onceOnly({ get, getBytes }: Transport): Transport {
  return {
    get: (address, decode, options) => get(address, decode, { ...options, once: true }),
    getBytes: (address, decode, options) => getBytes(address, decode, { ...options, once: true }),
  };
}
