import { queryOptions } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { ConsistencyCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { freshHead } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** Comparison is what another person's head is to the head that this browser is shown: the check is from the smaller log to the larger one. */
export interface Comparison extends ConsistencyCheck {
  /** The head the server published when this was asked. */
  readonly own: Checkpoint;
}

/**
 * compareQuery holds another person's head against the one published now, which is read anew: equal sizes must have equal roots, and otherwise a consistency
 * proof between both sizes is demanded. Rejects where the server does not send one, which is not a mismatch.
 */
export function compareQuery(session: RegisterSession, theirs: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'compare', theirs.logSize, theirs.rootHash),
    queryFn: async ({ client: queries, signal }): Promise<Comparison> => {
      const own = await freshHead({ queries, session });
      const [from, to] = theirs.logSize <= own.logSize ? [theirs, own] : [own, theirs];
      const api = await clientOf(queries, session);
      const path =
        from.logSize === to.logSize || from.logSize === 0
          ? []
          : (await api.consistencyProof(from.logSize, to.logSize, signal)).path;
      return { ...(await session.verifier.checkConsistency({ from, to, path }, signal)), own };
    },
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}
