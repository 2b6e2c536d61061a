import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { growthOf } from './growth-query.ts';
import { headQuery } from './register-queries.ts';
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
    const known = queries.getQueryData(headQuery(session).queryKey);
    // Nothing on view rests on a head.
    if (known === undefined) return 'same';
    const head = await (await clientOf(queries, session)).registerProof(signal);
    if (isSame(head, known)) {
      older = 0;
      return 'same';
    }
    older = head.logSize < known.logSize ? older + 1 : 0;
    if (older > 0 && older < OLDER) return 'failed';
    const found = await compare(queries, session, known, head, signal);
    signal.throwIfAborted();
    if (found === 'failed') return 'failed';
    if (found === 'contradicted') {
      if (isAtHand(queries, session, head)) return 'same';
      takeOver(queries, session, head);
      return found;
    }
    const update = await bringUpTo(queries, session, known, head, signal);
    signal.throwIfAborted();
    // Something else on the page may have read this head or a larger one meanwhile, because another tab remembers it already; the rest of what is on view then still has to follow.
    if ((queries.getQueryData(headQuery(session).queryKey)?.logSize ?? 0) < head.logSize)
      takeOver(queries, session, head);
    update();
    addNews(session, { first: known.logSize + 1, last: head.logSize });
    return 'grown';
  };
}

/** compare says what a head is to what was seen before; where nothing was, to the head at hand. */
async function compare(
  queries: QueryClient,
  session: RegisterSession,
  known: Checkpoint,
  head: Checkpoint,
  signal: AbortSignal,
): Promise<'grown' | 'contradicted' | 'failed'> {
  const { verdict, since, unread } = await growthOf(queries, session, head);
  if (verdict.outcome === 'does-not-match') return 'contradicted';
  // What could not be read of an earlier visit says nothing of how the log goes on in this one.
  const isOpen = verdict.outcome === 'cannot-check' && unread === undefined;
  if (isOpen || head.logSize <= known.logSize) return 'failed';
  const isCompared = verdict.outcome === 'holds' && since !== undefined && isSame(since, known);
  if (isCompared || known.logSize === 0) return 'grown';
  // The head on view was not proved against yet, so that growth is measured from an older one, or from none.
  const { path } = await (
    await clientOf(queries, session)
  ).consistencyProof(known.logSize, head.logSize, signal);
  const check = await session.verifier.checkConsistency({ from: known, to: head, path }, signal);
  return check.verdict.outcome === 'holds' ? 'grown' : 'failed';
}

function isSame(one: Checkpoint, other: Checkpoint): boolean {
  return one.logSize === other.logSize && one.rootHash === other.rootHash;
}

function isAtHand(queries: QueryClient, session: RegisterSession, head: Checkpoint): boolean {
  const now = queries.getQueryData(headQuery(session).queryKey);
  return now !== undefined && isSame(now, head);
}

function takeOver(queries: QueryClient, session: RegisterSession, head: Checkpoint): void {
  if (!session.heads.has(head.logSize)) session.heads.set(head.logSize, head.rootHash);
  queries.setQueryData(headQuery(session).queryKey, head);
}
