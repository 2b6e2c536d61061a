import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { describeFailure } from './failure.ts';
import { believable, growthOf } from './growth-query.ts';
import { CHECK, queryKey } from './keys.ts';
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

/** standing is the verdict as the remembered root lets it stand; where the comparison cannot be made, nothing holds. */
export async function standing(
  session: RegisterSession,
  queries: QueryClient,
  head: Checkpoint | undefined,
  verdict: Verdict,
): Promise<ReplicaCheck> {
  if (head === undefined || verdict.outcome !== 'holds') return { verdict };
  try {
    return believable(await growthOf(queries, session, head), { verdict });
  } catch (error) {
    const { message } = describeFailure(error instanceof Error ? error : new Error(String(error)));
    const reason = `the published root could not be compared with the one seen before: ${message}`;
    return { verdict: { outcome: 'cannot-check', reason } };
  }
}
