import type { QueryClient } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { headKey } from './keys.ts';
import { memoryOf } from './memory-queries.ts';
import { judgeOlder, readHead } from './read-head.ts';
import type { RegisterSession } from './session.ts';
import { addNews } from './watch-news.ts';
import { bringUpTo } from './watch-refresh.ts';
import type { Looked } from './watch-schedule.ts';

/** OLDER is after how many answers in a row that are older than the head at hand one is judged: caches of a server may differ in age. */
const OLDER = 3;

/**
 * createHeadWatch returns what looks at the head of a register once. A head that grew is compared by a consistency proof first, and only one that holds becomes the
 * page's, with all that is on view brought up to it. One that contradicts what was seen becomes the page's, too, so that everything says so.
 */
export function createHeadWatch(
  queries: QueryClient,
  session: RegisterSession,
): (signal: AbortSignal) => Promise<Looked> {
  let older = 0;
  return async (signal) => {
    const known = session.trust.head();
    // Nothing on view rests on a head.
    if (known === undefined) return 'same';
    const { head, is } = await readHead(session, queries, signal);
    older = is === 'older' ? older + 1 : 0;
    switch (is) {
      case 'first':
      case 'same':
        return 'same';
      case 'unproved':
        return 'failed';
      case 'older':
        if (older < OLDER) return 'failed';
        await judgeOlder(session, queries, head, signal);
        await memoryOf(queries, session, head);
        return contradicted(queries, session, head);
      case 'contradicted':
        await memoryOf(queries, session, head);
        takeOver(queries, session, head);
        return 'contradicted';
      case 'grown':
    }
    const memory = await memoryOf(queries, session, head);
    signal.throwIfAborted();
    if (memory.verdict.outcome === 'does-not-match') return contradicted(queries, session, head);
    // What could not be read of an earlier visit says nothing of how the log goes on in this one.
    if (memory.verdict.outcome === 'cannot-check' && memory.unread === undefined) return 'failed';
    const update = await bringUpTo(queries, session, known, head, signal);
    signal.throwIfAborted();
    // Something else on the page may have read this head or a larger one meanwhile, because another tab remembers it already; the rest of what is on view then still has to follow.
    if ((session.trust.head()?.logSize ?? 0) < head.logSize) takeOver(queries, session, head);
    update();
    addNews(session, { first: known.logSize + 1, last: head.logSize });
    return 'grown';
  };
}

/** contradicted takes over a head that was found not to fit; one that fits nothing that was seen, but was not found to, changes nothing. */
function contradicted(queries: QueryClient, session: RegisterSession, head: Checkpoint): Looked {
  if (session.trust.memoryOf(head)?.verdict.outcome !== 'does-not-match') return 'failed';
  const now = session.trust.head();
  if (now !== undefined && isSameHead(now, head)) return 'same';
  takeOver(queries, session, head);
  return 'contradicted';
}

function takeOver(queries: QueryClient, session: RegisterSession, head: Checkpoint): void {
  session.trust.stand(head);
  queries.setQueryData(headKey(session), head);
}
