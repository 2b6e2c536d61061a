import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { memoryOf, type Visit } from '../query/memory-queries.ts';
import { freshHead, judgeOlder, OLDER, readHead } from '../query/register-queries.ts';
import { type RegisterSession, headKey, queryKey } from '../query/session.ts';

/** HeadPoll is the result of one look at the head of a log. */
interface HeadPoll {
  /**
   * - same: it is the page's head, or the newer one that was found before
   * - grown: it continues the page's head, by a consistency proof
   * - contradicted: it contradicts the page's head; the alarm says so
   * - older, failed: it comes from an old cache, or could not be read or compared
   */
  readonly found: 'same' | 'grown' | 'contradicted' | 'older' | 'failed';
  /** The newest head that is proved to continue the one shown when it was found. */
  readonly newer?: Checkpoint | undefined;
  /** The time until the next look. */
  readonly waitMs: number;
  /** How many looks in a row found an older head. */
  readonly older: number;
}

/** FIRST_MS is the wait after a change, LONGEST_MS the longest wait without one. */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;

/** The factor by which each wait is longer than the previous one. */
const SLOWER = { same: 1.5, grown: 0, contradicted: Infinity, older: 2, failed: 2 };

/**
 * watchQuery looks at the head of a register every 30 seconds at first, and up to every 5 minutes while
 * nothing changes, as long as the page is visible and online. A larger head is offered once its consistency
 * proof holds, and shown when the reader asks (showNewEntries). A contradicting head becomes the page's, so
 * that every check says so.
 */
export function watchQuery(session: RegisterSession) {
  const key = queryKey(session, 'watch');
  const first: HeadPoll = { found: 'same', waitMs: FIRST_MS, older: 0 };
  return queryOptions({
    queryKey: key,
    queryFn: async ({ client: queries, signal }): Promise<HeadPoll> => {
      const before = queries.getQueryData<HeadPoll>(key) ?? first;
      const { found, newer = before.newer } = await look({ session, queries, signal }, before).catch(
        (): Look => ({ found: 'failed' }),
      );
      const waitMs = Math.min(LONGEST_MS, Math.max(FIRST_MS, before.waitMs * SLOWER[found]));
      // Pages opened together should not ask together.
      const spread = 0.8 + 0.4 * Math.random();
      return { found, newer, waitMs: waitMs * spread, older: found === 'older' ? before.older + 1 : 0 };
    },
    initialData: first,
    initialDataUpdatedAt: Date.now,
    staleTime: FIRST_MS,
    refetchInterval: ({ state }) => state.data?.waitMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    networkMode: 'online',
  });
}

type Look = Pick<HeadPoll, 'found' | 'newer'>;

async function look(visit: Visit, before: HeadPoll): Promise<Look> {
  const { session, queries } = visit;
  const { trust } = session;
  // Nothing on view needs a head.
  if (trust.heads.current() === undefined) return { found: 'same' };
  const { head, is } = await readHead(visit);
  switch (is) {
    case 'first':
    case 'same':
      return { found: 'same' };
    case 'unproved':
      return { found: 'failed' };
    case 'grown':
      trust.heads.noteGrowth('none');
      return { found: before.newer && isSameHead(before.newer, head) ? 'same' : 'grown', newer: head };
    case 'older':
      if (before.older + 1 < OLDER || !(await contradicts(visit, head))) return { found: 'older' };
      break;
    case 'contradicted':
  }
  trust.heads.set(head);
  queries.setQueryData(headKey(session), head);
  return { found: 'contradicted' };
}

/** contradicts reports whether a head contradicts what this visit proved, or the remembered root. */
async function contradicts(visit: Visit, head: Checkpoint): Promise<boolean> {
  if (await judgeOlder(visit, head)) return true;
  const { verdict } = await memoryOf(visit.queries, visit.session, head);
  return verdict.outcome === 'does-not-match';
}

/**
 * showNewEntries reads the head again, and then what the page on view shows of the log with it. Returns the head:
 * the one before if a larger one is not proved.
 */
export async function showNewEntries(queries: QueryClient, session: RegisterSession): Promise<Checkpoint> {
  const head = await freshHead({ queries, session });
  for (const resource of ['register', 'record', 'trail', 'records'])
    void queries.invalidateQueries({ queryKey: queryKey(session, resource) });
  return head;
}
