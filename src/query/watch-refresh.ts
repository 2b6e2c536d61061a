import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/register-client.ts';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { entryCheckQuery } from './check-queries.ts';
import { clientOf } from './client-query.ts';
import { entriesPageQuery } from './entry-queries.ts';
import { holdBack, putRecord } from './held-back.ts';
import { CHECK } from './keys.ts';
import { registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** READ_NEW is how many new entries are read to learn which records they touch; after more, all records are asked for anew. */
const READ_NEW = 500;
/** PROVED_AHEAD is how many proofs on view are made for the new head before it is shown, so that nothing on the page goes back to "checking": the rows of a log on a tall screen. */
const PROVED_AHEAD = 60;
/** LISTED is the largest number of pages of a list of records that is read anew unasked. */
const LISTED = 5;

interface Refresh {
  readonly queries: QueryClient;
  readonly session: RegisterSession;
  readonly api: RegisterClient;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly signal: AbortSignal;
}

/**
 * bringUpTo fetches what is on view anew for a head that goes on from the one at hand, and returns what puts it in place at once, after the head itself. What cannot
 * be fetched is left to be asked for by the views.
 */
export async function bringUpTo(
  queries: QueryClient,
  session: RegisterSession,
  from: Checkpoint,
  to: Checkpoint,
  signal: AbortSignal,
): Promise<() => void> {
  const refresh: Refresh = { queries, session, api: await clientOf(queries, session), from, to, signal };
  const settled = await Promise.allSettled([
    summary(refresh),
    records(refresh),
    pagesOnView(refresh),
    proofsOnView(refresh),
  ]);
  return () =>
    notifyManager.batch(() => {
      for (const one of settled) if (one.status === 'fulfilled') one.value();
      void queries.invalidateQueries({
        queryKey: [session.id, 'records'],
        refetchType: 'active',
        predicate: ({ state }) => pagesIn(state.data) <= LISTED,
      });
    });
}

async function summary({ queries, session, api, signal }: Refresh): Promise<() => void> {
  const register = await api.register(signal);
  return () => void queries.setQueryData(registerQuery(session).queryKey, register);
}

/** Records and trails of the keys that the new entries name; of one that is being read they are held back. */
async function records(refresh: Refresh): Promise<() => void> {
  const { queries, session, api, from, to, signal } = refresh;
  const count = to.logSize - from.logSize;
  const entries = count > READ_NEW ? undefined : await api.entries(from.logSize + 1, count, signal);
  const touched = entries && new Set(entries.map(({ key }) => key));
  const keyOf = ({ meta }: Query): string | undefined => meta?.recordKey;
  const isTouched = (query: Query): boolean => {
    const key = keyOf(query);
    return key !== undefined && (touched === undefined || touched.has(key));
  };
  const shown = queries
    .getQueryCache()
    .findAll({ queryKey: [session.id], type: 'active', predicate: isTouched })
    .flatMap((query) => keyOf(query) ?? []);
  const fresh = await Promise.all(
    [...new Set(shown)].map(async (key) => ({
      record: await api.record(key, signal),
      trail: await api.trail(key, signal),
    })),
  );
  return () => {
    const kept = new Set(
      fresh.filter((newer) => holdBack(queries, session, newer)).map(({ record }) => record.key),
    );
    void queries.invalidateQueries({
      queryKey: [session.id],
      predicate: (query) => isTouched(query) && !kept.has(keyOf(query) ?? ''),
      refetchType: 'none',
    });
    for (const newer of fresh) if (!kept.has(newer.record.key)) putRecord(queries, session, newer);
  };
}

/** The pages of the log on view that the new entries make longer. */
async function pagesOnView({ queries, session, to }: Refresh): Promise<() => void> {
  const pages = queries
    .getQueryCache()
    .findAll({ queryKey: [session.id], type: 'active' })
    .flatMap(({ meta }) => (meta?.page === undefined || meta.full ? [] : [meta.page]));
  await Promise.all(pages.map((page) => queries.prefetchQuery(entriesPageQuery(session, page, to.logSize))));
  return () => undefined;
}

/** The entry proofs on view, made for the new head. */
async function proofsOnView({ queries, session, from, to }: Refresh): Promise<() => void> {
  const entries = queries
    .getQueryCache()
    .findAll({ queryKey: [session.id, CHECK], type: 'active' })
    .flatMap(({ meta }) => {
      const against = meta?.check?.head;
      return meta?.entry !== undefined && against !== undefined && isSameHead(against, from)
        ? [meta.entry]
        : [];
    });
  if (entries.length <= PROVED_AHEAD)
    await Promise.all(entries.map((entry) => queries.prefetchQuery(entryCheckQuery(session, entry, to))));
  return () => undefined;
}

function pagesIn(data: unknown): number {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0;
}
