import { type Query, type QueryClient, notifyManager } from '@tanstack/react-query';
import type { RegisterClient } from '../api/client.ts';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { entriesPageQuery } from './entry-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { CHECK, headKey } from './keys.ts';
import { memoryOf, type Visit } from './memory-queries.ts';
import { addNews, deferUpdate, putRecord } from './pending-updates.ts';
import { judgeOlder, OLDER, readHead, registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * createHeadWatch returns a function that looks at the head of a register once. A larger head becomes the page's only if its consistency proof holds; the data on view
 * is then updated. A contradicting head becomes the page's, too, so that every check says so. Rejects if the head cannot be read.
 */
export function createHeadWatch(
  queries: QueryClient,
  session: RegisterSession,
): (signal: AbortSignal) => Promise<HeadLookResult> {
  const { trust } = session;
  let older = 0;
  return async (signal) => {
    const known = trust.head();
    // Nothing on view needs a head.
    if (known === undefined) return 'same';
    const visit = { session, queries, signal };
    const { head, is } = await readHead(visit);
    older = is === 'older' ? older + 1 : 0;
    if (is === 'first' || is === 'same') return 'same';
    if (is === 'unproved' || (is === 'older' && older < OLDER)) return 'failed';
    if (is === 'older') await judgeOlder(visit, head);
    const { verdict, unread } = await memoryOf(queries, session, head);
    const isContradicted = trust.memoryOf(head)?.verdict.outcome === 'does-not-match';
    if (is === 'contradicted' || isContradicted) {
      setHead(queries, session, head);
      return 'contradicted';
    }
    signal.throwIfAborted();
    // If the root of an earlier visit could not be read, the log may still grow in this one.
    if (is === 'older' || (verdict.outcome === 'cannot-check' && unread === undefined)) return 'failed';
    const update = await bringUpTo({ ...visit, from: known, to: head });
    signal.throwIfAborted();
    // Another query may have read this head or a larger one meanwhile. The data on view still has to follow.
    if ((trust.head()?.logSize ?? 0) < head.logSize) setHead(queries, session, head);
    update();
    addNews(session, { first: known.logSize + 1, last: head.logSize });
    return 'grown';
  };
}

function setHead(queries: QueryClient, session: RegisterSession, head: Checkpoint): void {
  session.trust.setHead(head);
  queries.setQueryData(headKey(session), head);
}

/** READ_NEW is the most new entries to read for the records they change; with more, all records on view are reread. */
const READ_NEW = 500;
/** PROVED_AHEAD is the most proofs on view to make for the new head before it is shown, so that nothing on the page goes back to "checking": the rows of a log on a tall screen. */
const PROVED_AHEAD = 60;
/** LISTED is the most pages of a list of records to reread automatically. */
const LISTED = 5;

interface Refresh extends Visit {
  readonly from: Checkpoint;
  readonly to: Checkpoint;
}

/**
 * bringUpTo refetches the data on view for a head that continues the current one, and returns a function that shows it at once, after the head itself. Data that
 * cannot be fetched is left to the views.
 */
async function bringUpTo(refresh: Refresh): Promise<() => void> {
  const { queries, session } = refresh;
  const api = await clientOf(queries, session);
  const settled = await Promise.allSettled([
    summary(refresh, api),
    records(refresh, api),
    pagesOnView(refresh),
    proofsOnView(refresh),
  ]);
  return () =>
    notifyManager.batch(() => {
      for (const one of settled) if (one.status === 'fulfilled') one.value?.();
      void queries.invalidateQueries({
        queryKey: [session.id, 'records'],
        refetchType: 'active',
        predicate: ({ state }) => pagesIn(state.data) <= LISTED,
      });
    });
}

async function summary({ queries, session, signal }: Refresh, api: RegisterClient): Promise<() => void> {
  const register = await api.register(signal);
  return () => void queries.setQueryData(registerQuery(session).queryKey, register);
}

/** records fetches records and trails of the keys that the new entries name. Updates of a record that is being read are deferred. */
async function records(refresh: Refresh, api: RegisterClient): Promise<() => void> {
  const { queries, session, from, to, signal } = refresh;
  const count = to.logSize - from.logSize;
  const entries = count > READ_NEW ? undefined : await api.entries(from.logSize + 1, count, signal);
  const touched = entries && new Set(entries.map(({ key }) => key));
  const touchedBy = ({ meta }: Query): string | undefined =>
    meta?.recordKey !== undefined && (touched?.has(meta.recordKey) ?? true) ? meta.recordKey : undefined;
  const shown = new Set(onView(refresh, []).flatMap((query) => touchedBy(query) ?? []));
  const fresh = await Promise.all(
    [...shown].map(async (key) => ({
      record: await api.record(key, signal),
      trail: await api.trail(key, signal),
    })),
  );
  return () => {
    const put = fresh.filter((newer) => !deferUpdate(queries, session, newer));
    const deferred = new Set(fresh.filter((newer) => !put.includes(newer)).map(({ record }) => record.key));
    void queries.invalidateQueries({
      queryKey: [session.id],
      predicate: (query) => {
        const key = touchedBy(query);
        return key !== undefined && !deferred.has(key);
      },
      refetchType: 'none',
    });
    for (const newer of put) putRecord(queries, session, newer);
  };
}

/** onView lists the active queries of the register, or of a part of it. */
function onView({ queries, session }: Refresh, part: readonly string[]): readonly Query[] {
  return queries.getQueryCache().findAll({ queryKey: [session.id, ...part], type: 'active' });
}

/** pagesOnView fetches the pages of the log on view that the new entries make longer. */
async function pagesOnView(refresh: Refresh): Promise<void> {
  const { queries, session, to } = refresh;
  const pages = onView(refresh, []).flatMap(({ meta }) =>
    meta?.page === undefined || meta.full ? [] : [meta.page],
  );
  await Promise.all(pages.map((page) => queries.prefetchQuery(entriesPageQuery(session, page, to.logSize))));
}

/** proofsOnView makes the entry proofs on view for the new head. */
async function proofsOnView(refresh: Refresh): Promise<void> {
  const { queries, session, from, to } = refresh;
  const entries = onView(refresh, [CHECK]).flatMap(({ meta }) => {
    const against = meta?.check?.head;
    return meta?.entry !== undefined && against !== undefined && isSameHead(against, from)
      ? [meta.entry]
      : [];
  });
  if (entries.length <= PROVED_AHEAD)
    await Promise.all(entries.map((entry) => queries.prefetchQuery(entryCheckQuery(session, entry, to))));
}

function pagesIn(data: unknown): number {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0;
}

/** Waking reports whether this page is visible and online. */
interface Waking {
  readonly isAwake: () => boolean;
  /** onChange calls the listener whenever that may have changed. Returns the function to unsubscribe. */
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * startWatchLoop calls `look` every 30 seconds at first, and up to every 5 minutes while nothing changes or it fails. Asleep it does nothing, and aborts a look under way;
 * awake again it looks once the first wait has passed since the last look. `chance` is a random number from 0 to 1. Returns the function that ends the loop.
 */
export function startWatchLoop({
  look,
  waking,
  chance,
  onLooked,
}: {
  readonly look: (signal: AbortSignal) => Promise<HeadLookResult>;
  readonly waking: Waking;
  readonly chance: () => number;
  readonly onLooked: (looked: HeadLookResult) => void;
}): () => void {
  let waitMs = FIRST_MS;
  let lastAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: AbortController | undefined;
  let isEnded = false;

  const plan = (): void => {
    clearTimeout(timer);
    if (isEnded || looking !== undefined || !waking.isAwake()) return;
    const dueAt = lastAt + waitMs * (1 + SPREAD * (2 * chance() - 1));
    timer = setTimeout(() => void run(), Math.max(0, dueAt - Date.now()));
  };
  const run = async (): Promise<void> => {
    const { signal } = (looking = new AbortController());
    const looked = await look(signal).catch((): HeadLookResult => 'failed');
    looking = undefined;
    lastAt = Date.now();
    if (!signal.aborted) {
      waitMs = nextWaitMs(waitMs, looked);
      onLooked(looked);
    }
    plan();
  };
  const stop = (): void => {
    clearTimeout(timer);
    looking?.abort();
  };
  const unsubscribe = waking.onChange(() => {
    if (!waking.isAwake()) return stop();
    waitMs = FIRST_MS;
    plan();
  });
  plan();
  return () => {
    unsubscribe();
    isEnded = true;
    stop();
  };
}

/** HeadLookResult is the result of one look at the head of a log. */
export type HeadLookResult =
  /** It is the current head. */
  | 'same'
  /** It continues the current head, by a consistency proof, and is now the page's. */
  | 'grown'
  /** It contradicts the remembered root; the alarm says so. */
  | 'contradicted'
  /** It could not be read or compared. */
  | 'failed';

/** FIRST_MS is the wait after a change, LONGEST_MS the longest wait without one. */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;

const SLOWER = 1.5;
const AFTER_FAILURE = 2;
/** SPREAD is the part of a wait by which it is shortened or lengthened at random, so that pages opened together do not ask together. */
const SPREAD = 0.2;

/** nextWaitMs returns the wait after a look, before spreading; `waitedMs` was the previous one. */
function nextWaitMs(waitedMs: number, looked: HeadLookResult): number {
  if (looked === 'grown') return FIRST_MS;
  if (looked === 'contradicted') return LONGEST_MS;
  return Math.min(LONGEST_MS, waitedMs * (looked === 'failed' ? AFTER_FAILURE : SLOWER));
}
