import type { Checkpoint } from '../core/model.ts';
import type { ConsistencyCheck } from '../verify/protocol.ts';
import { readQuery } from './client-query.ts';
import { judged, memoryOf } from './memory-queries.ts';
import { freshHead } from './register-queries.ts';
import type { RegisterSession } from './session.ts';
import { doesNotMatch } from '../core/verdict.ts';

/** Comparison is what another person's head is to the head that this browser is shown: the check is from the smaller log to the larger one. */
export interface Comparison extends ConsistencyCheck {
  /** The head the server published when this was asked. */
  readonly own: Checkpoint;
}

/**
 * compareQuery holds another person's head against the one published now, which is read again: equal sizes must have equal roots, different sizes
 * different ones, and then a consistency proof between both sizes is demanded. Rejects where the server does not send one, which is not a mismatch.
 */
export function compareQuery(session: RegisterSession, theirs: Checkpoint) {
  // Another person's word is no check of the register: the seal does not count it, and it keeps no root from being remembered.
  const key = ['compare', theirs.logSize, theirs.rootHash];
  return readQuery(
    session,
    key,
    async (api, signal, queries): Promise<Comparison> => {
      const own = await freshHead({ queries, session });
      const [from, to] = theirs.logSize <= own.logSize ? [theirs, own] : [own, theirs];
      const isSameSize = from.logSize === to.logSize;
      if (from.rootHash === to.rootHash && !isSameSize) return atTwoSizes(from, to, own);
      const path =
        isSameSize || from.logSize === 0
          ? []
          : (await api.consistencyProof(from.logSize, to.logSize, signal)).path;
      const [, check] = await Promise.all([
        memoryOf(queries, session, own),
        session.verifier.checkConsistency({ from, to, path }, signal),
      ]);
      return { ...judged(session, own, check), own };
    },
    { gcTime: 10 * 60_000 },
  );
}

/** atTwoSizes is what no proof is needed for: two logs of different sizes with one root would be a collision of SHA-256 (RFC 9162, 2.1.1: leaves and nodes are hashed apart). */
function atTwoSizes(from: Checkpoint, to: Checkpoint, own: Checkpoint): Comparison {
  const verdict = doesNotMatch('two-sizes', 'one root cannot be that of two log sizes');
  return { verdict, from, to, oldSteps: [], newSteps: [], computedInMs: 0, own };
}
