import type { QueryClient } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import type { SeenHead } from '../verify/evidence/misbehaviour.ts';
import { clientOf } from './client-query.ts';
import { compareHeads, memoryCheckQuery } from './memory-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * HeadReading is a head as the server publishes it now, and what it is to the one the page stands at.
 * - first, same: there is none, or this is it.
 * - grown: it is larger, and a consistency proof shows that it goes on from it.
 * - contradicted: it does not fit; the trust store knows why.
 * - older: it is smaller, as an old cache may have it, or one that was rolled back.
 * - unproved: it is larger, and the proof could not be had or checked.
 */
export interface HeadReading {
  readonly head: Checkpoint;
  readonly is: 'first' | 'same' | 'grown' | 'contradicted' | 'older' | 'unproved';
}

/** readHead reads the published head and compares it with the one that the page stands at. Rejects where it cannot be read. */
export async function readHead(
  session: RegisterSession,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<HeadReading> {
  const { trust } = session;
  const published = await (await clientOf(queries, session)).registerProof(signal);
  trust.publish(published);
  const head: Checkpoint = { logSize: published.logSize, rootHash: published.rootHash };
  const known = trust.head();
  if (known === undefined) return { head, is: 'first' };
  if (isSameHead(known, head)) return { head, is: 'same' };
  if (head.logSize === known.logSize) return { head, is: 'contradicted' };
  if (head.logSize < known.logSize) return { head, is: 'older' };
  if (known.logSize === 0) return { head, is: 'grown' };
  return {
    head,
    is: await compareInVisit(session, queries, { ...known, seenAtMs: Date.now() }, head, signal),
  };
}

/**
 * judgeOlder compares a head that stays smaller than the page's with the largest one that a proof of this visit has led to, and resolves whether it contradicts
 * that one. Where there is no such proof nothing is found: the page stays where it is.
 */
export async function judgeOlder(
  session: RegisterSession,
  queries: QueryClient,
  head: Checkpoint,
  signal: AbortSignal,
): Promise<boolean> {
  const seen = session.trust.seenHead();
  if (seen === undefined || isSameHead(seen, head)) return false;
  return (await compareInVisit(session, queries, seen, head, signal)) === 'contradicted';
}

/** compareInVisit compares a head with one of this visit, and reports what does not match. */
async function compareInVisit(
  session: RegisterSession,
  queries: QueryClient,
  since: SeenHead,
  head: Checkpoint,
  signal: AbortSignal,
): Promise<'grown' | 'contradicted' | 'unproved'> {
  try {
    const recalled = await session.memory.recall();
    const found = await compareHeads(session, queries, recalled, since, head, signal);
    const { outcome } = found.verdict;
    if (outcome === 'holds') return 'grown';
    if (outcome !== 'does-not-match') return 'unproved';
    session.trust.reportMemory(head, found);
    queries.setQueryData(memoryCheckQuery(session, head).queryKey, found);
    return 'contradicted';
  } catch {
    signal.throwIfAborted();
    return 'unproved';
  }
}
