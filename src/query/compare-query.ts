import type { QueryClient } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { ConsistencyCheck } from '../verify/protocol.ts';
import { readQuery } from './client-query.ts';
import { entryQuery } from './record-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryOf } from './memory-queries.ts';
import { freshHead } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import { CHECK, type RegisterSession } from './session.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';

/**
 * Comparison compares another person's head with the published one: the check goes from the
 * smaller log to the larger one.
 */
export interface Comparison extends ConsistencyCheck {
  /** The head that the server published for this comparison. */
  readonly own: Checkpoint;
  /** The consistency proof as sent; empty if none is needed. */
  readonly path: readonly Hash[];
}

/**
 * compareQuery compares another person's head with the published one, which it reads again: equal sizes must
 * have equal roots, different sizes different ones and a consistency proof between them. Rejects if the
 * server does not send one, which is not a mismatch.
 */
export function compareQuery(session: RegisterSession, theirs: Checkpoint) {
  // Another person's claim is not a check of the register: it does not count for the header or
  // for the remembered root.
  const key = [CHECK, 'compare', theirs.logSize, theirs.rootHash];
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
      const verdict = session.trust.judge(own, check.verdict) ?? check.verdict;
      return {
        ...check,
        verdict: await unlessUnproved(queries, session, own, verdict),
        own,
        path,
      };
    },
    { gcTime: 10 * 60_000 },
  );
}

/**
 * unlessUnproved returns a verdict that holds only if an entry proof gives the published root: two equal
 * roots may both be invented.
 */
async function unlessUnproved(
  queries: QueryClient,
  session: RegisterSession,
  own: Checkpoint,
  verdict: Verdict,
): Promise<Verdict> {
  if (verdict.outcome !== 'holds' || own.logSize === 0) return verdict;
  const last = await queries.ensureQueryData(entryQuery(session, own.logSize));
  const proof = await ensureChecked(queries, entryCheckQuery(session, last, own));
  // The log may have grown: a proof of the larger log proves nothing about this head.
  if (proof.verdict.outcome === 'holds' && isSameHead(proof.checkpoint, own)) return verdict;
  return cannotCheck(
    'answers-disagree',
    'the newest entry does not give the root hash that is published to you',
  );
}

/**
 * atTwoSizes returns the mismatch that needs no proof: two logs of different sizes with one root would be a
 * collision of SHA-256 (RFC 9162, 2.1.1: leaves and nodes are hashed apart).
 */
function atTwoSizes(from: Checkpoint, to: Checkpoint, own: Checkpoint): Comparison {
  const verdict = doesNotMatch('two-sizes', 'one root cannot be that of two log sizes');
  return { verdict, from, to, oldSteps: [], newSteps: [], computedInMs: 0, own, path: [] };
}
