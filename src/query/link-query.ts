import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import { createRegisterClient } from '../api/client.ts';
import { createSlots } from '../api/transport.ts';
import { wireOf } from '../api/wire-item.ts';
import { isRegisterName } from '../core/definition.ts';
import { memoize } from '../core/memoize.ts';
import type { Item, RegisterRecord } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { queryKey } from './keys.ts';
import { registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * LinkAnswer is the result of requesting a record that a value points to, unchecked.
 * - found: the server has it
 * - absent: the register can be read and has no such record
 * - elsewhere: there is no register at the guessed address
 * - not-asked: too many are on view at once
 */
export type LinkAnswer =
  | { readonly state: 'found'; readonly items: readonly Item[]; readonly entryNumber: number | undefined }
  | { readonly state: 'absent' }
  | { readonly state: 'elsewhere' }
  | { readonly state: 'not-asked' };

/** ShownRecord is the part of a linked record to show. */
export interface ShownRecord {
  readonly items: readonly Item[];
  readonly entryNumber?: number | undefined;
}

/** LINKS_AT_ONCE is the most records of one register that are requested one by one; more are looked up in its list, if that is short enough. */
const LINKS_AT_ONCE = 20;

/** LIST_AT_MOST is the most entries of a register whose list of records is read for names. */
const LIST_AT_MOST = 20_000;

/** PAGES_AT_MOST is the most pages of the list that are read. */
const PAGES_AT_MOST = 12;

const REQUESTS_AT_ONCE = 4;
const GATHER_MS = 40;

const LINKED = { staleTime: Infinity, gcTime: 30 * 60_000, structuralSharing: false, retry: false } as const;

/** linkedQuery requests one record of another register. Rejects if the request fails. */
export function linkedQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'linked', key),
    queryFn: async ({ client, signal }): Promise<LinkAnswer> => {
      const record = await recordUnopened(session, key, signal);
      if (record !== undefined) return foundIn(record);
      // No such record, or no such register: the first only if the register can be opened.
      return (await isThere(client, session)) ? { state: 'absent' } : { state: 'elsewhere' };
    },
    ...LINKED,
  });
}

/** linkedNameQuery is linkedQuery for the names beside links: those that come into view together are requested together. */
export function linkedNameQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'linked-name', key),
    queryFn: ({ client }) => keyBatcherOf(session, client)(key),
    ...LINKED,
  });
}

type KeyBatcher = (key: string) => Promise<LinkAnswer>;

const keyBatcherOf = memoize((session: RegisterSession, queries: QueryClient) =>
  createKeyBatcher((keys) => askTogether(queries, session, keys)),
);

/** createKeyBatcher collects the keys of GATHER_MS and requests them together. */
function createKeyBatcher(askAll: (keys: readonly string[]) => Map<string, Promise<LinkAnswer>>): KeyBatcher {
  let waiting = new Map<string, ((answer: Promise<LinkAnswer>) => void)[]>();
  return (key) =>
    new Promise<LinkAnswer>((resolve) => {
      if (waiting.size === 0)
        setTimeout(() => {
          const gathered = waiting;
          waiting = new Map();
          const answers = askAll([...gathered.keys()]);
          for (const [asked, tell] of gathered)
            for (const one of tell) one(answers.get(asked) ?? Promise.resolve({ state: 'not-asked' }));
        }, GATHER_MS);
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
    });
}

/** askTogether requests a few keys one by one, the first alone, so that a missing register gets no more requests. Many are looked up in the list. */
function askTogether(
  queries: QueryClient,
  session: RegisterSession,
  keys: readonly string[],
): Map<string, Promise<LinkAnswer>> {
  const slots = createSlots(REQUESTS_AT_ONCE);
  const one = async (key: string): Promise<LinkAnswer> => {
    const release = await slots.take();
    try {
      return await queries.fetchQuery(linkedQuery(session, key));
    } finally {
      release();
    }
  };
  const [first = '', ...others] = keys;
  const begun = one(first);
  const listed = keys.length > LINKS_AT_ONCE ? begun.then(() => listOf(queries, session)) : undefined;
  listed?.catch(() => undefined);
  const answers = new Map([[first, begun]]);
  for (const [index, key] of others.entries())
    answers.set(
      key,
      begun.then(async ({ state }): Promise<LinkAnswer> => {
        if (state === 'elsewhere') return { state };
        const record = (await listed)?.get(key);
        if (record !== undefined) return foundIn(record);
        return index + 1 < LINKS_AT_ONCE ? one(key) : { state: 'not-asked' };
      }),
    );
  return answers;
}

/** listOf reads the list of records of a register that is short enough; undefined if it is not, or cannot be read. */
function listOf(
  queries: QueryClient,
  session: RegisterSession,
): Promise<ReadonlyMap<string, RegisterRecord> | undefined> {
  return queries.fetchQuery({
    queryKey: queryKey(session, 'linked-list'),
    queryFn: async ({ client, signal }) => {
      try {
        const api = await clientOf(client, session);
        const { totalEntries } = await client.ensureQueryData(registerQuery(session));
        if (totalEntries === undefined || totalEntries > LIST_AT_MOST) return new Map();
        const found = new Map<string, RegisterRecord>();
        let page = await api.records(undefined, signal);
        for (let count = 1; ; count += 1) {
          for (const record of page.values) found.set(record.key, record);
          if (page.next === undefined || count >= PAGES_AT_MOST) return found;
          page = await api.records(page.next, signal);
        }
      } catch {
        signal.throwIfAborted();
        return new Map();
      }
    },
    ...LINKED,
  });
}

/** foundIn returns the answer for a record that the server has. */
export function foundIn({ items, entryNumber }: ShownRecord): LinkAnswer {
  return { state: 'found', items, entryNumber };
}

/** isThere reports whether there is a register, by one request. Rejects if the request fails. */
function isThere(queries: QueryClient, session: RegisterSession): Promise<boolean> {
  return queries.fetchQuery({
    queryKey: queryKey(session, 'linked-there'),
    queryFn: async ({ client }) => {
      try {
        await clientOf(client, session);
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
    ...LINKED,
  });
}

/**
 * recordUnopened reads one record by a single request, without finding the variant of the register: it uses the one its session expects, else items. Undefined if the
 * server has no such record, which may also mean that there is no such register. Rejects with ApiError.
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

/**
 * siblingBase guesses the base address of another register from the address and the name of one. By its path, at the same origin: `…/registers/country/v2` and
 * `country` lead to `…/registers/currency/v2`. Else by its host, if that has four labels or more, begins with the name, and is not below a shared hosting
 * domain: `https://country.register.gov.uk` leads to `https://currency.register.gov.uk`. Undefined if neither fits, or the name is no register name.
 */
export function siblingBase(base: string, own: string, other: string): string | undefined {
  if (!isRegisterName(own) || !isRegisterName(other) || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  const segments = url.pathname.split('/');
  const at = segments.lastIndexOf(own);
  if (at > 0) url.pathname = segments.with(at, other).join('/');
  else {
    const [first, ...rest] = url.hostname.split('.');
    if (first !== own || !isOneOwners(rest)) return undefined;
    url.hostname = [other, ...rest].join('.');
  }
  return url.href.replace(/\/+$/, '');
}

/** isOneOwners reports whether all names below a domain are likely to have one owner, unlike those below `.example` and `.co.uk`. A last empty label does not count. */
function isOneOwners(labels: readonly string[]): boolean {
  if (labels.length < 3 || labels.includes('')) return false;
  return !SHARED.some((domain) => labels.slice(-domain.split('.').length).join('.') === domain);
}

/** SHARED are domains under which different people have names, at any depth (well-known ones of publicsuffix.org; no list is complete). */
const SHARED = [
  'github.io',
  'app.github.dev',
  'gitlab.io',
  'readthedocs.io',
  'pages.dev',
  'workers.dev',
  'netlify.app',
  'vercel.app',
  'herokuapp.com',
  'onrender.com',
  'fly.dev',
  'railway.app',
  'deno.dev',
  'replit.app',
  'web.app',
  'firebaseapp.com',
  'appspot.com',
  'run.app',
  'amazonaws.com',
  'awsapprunner.com',
  'elasticbeanstalk.com',
  'cloudfront.net',
  'azurewebsites.net',
  'azurestaticapps.net',
  'azurecontainerapps.io',
  'windows.net',
  'azurefd.net',
  'azure.com',
  'ondigitalocean.app',
  'r2.dev',
  'pythonanywhere.com',
  'ngrok.io',
  'ngrok.app',
  'ngrok-free.app',
  'nip.io',
  'sslip.io',
  'duckdns.org',
  'blogspot.com',
  'wordpress.com',
];
