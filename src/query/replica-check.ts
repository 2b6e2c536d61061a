import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { describeFailure } from './failure.ts';
import { believable, growthOf, growthQuery } from './growth-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** ReplicaCheck is what a replica is worth. */
export interface ReplicaCheck {
  readonly verdict: Verdict;
}

/** replicaCheckKey is under which the verdict on a replica stands among the checks of its register, for the head that it was read for. */
export function replicaCheckKey(
  session: RegisterSession,
  head: Checkpoint,
): readonly (string | number | null)[] {
  return queryKey(session, CHECK, 'replica', head.logSize, head.rootHash);
}

/** replicaCheckQuery is the verdict on a replica that was found while it was read; made anew where its head is contradicted afterwards. */
export function replicaCheckQuery(session: RegisterSession, head: Checkpoint, found: Verdict) {
  return queryOptions({
    queryKey: replicaCheckKey(session, head),
    queryFn: ({ client }): Promise<ReplicaCheck> => standing(session, client, head, found),
    staleTime: Infinity,
  });
}

/** withoutHead is what a copy is worth for which there is no head: the server publishes none, or the request for it failed. */
export function withoutHead(session: RegisterSession, queries: QueryClient): Verdict {
  const error = queries.getQueryState(headQuery(session).queryKey)?.error;
  if (!(error instanceof Error) || isNotFound(error))
    return { outcome: 'not-checked', code: 'no-root-published', reason: 'the server publishes no root' };
  const reason = `the root that the server publishes could not be read (${describeFailure(error).message.replace(/\.$/, '')}). Reload the page to ask for it again`;
  return { outcome: 'cannot-check', code: 'request-failed', reason };
}

/**
 * standing is the verdict as what was seen before lets it stand: the remembered root, and the heads of this visit. Rejects where they could not be compared.
 */
export async function standing(
  session: RegisterSession,
  queries: QueryClient,
  head: Checkpoint | undefined,
  verdict: Verdict,
): Promise<ReplicaCheck> {
  if (head === undefined || verdict.outcome !== 'holds') return { verdict };
  const { logSize, rootHash } = head;
  if ((session.heads.get(logSize) ?? rootHash) !== rootHash) {
    const reason = `the server published two different roots for a log of ${logSize} entries`;
    return { verdict: { outcome: 'does-not-match', code: 'two-roots', reason } };
  }
  const growth = await growthOf(queries, session, head);
  // It may have been found out before anything of this visit held that it can be compared with.
  const late = growth.verdict.outcome === 'not-checked' && session.seen.head !== undefined;
  const now = late ? await queries.fetchQuery({ ...growthQuery(session, head), staleTime: 0 }) : growth;
  return believable(now, { verdict });
}
