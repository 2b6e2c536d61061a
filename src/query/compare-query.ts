import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { ConsistencyCheck } from '../verify/protocol.ts';
import { readQuery } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { judged, memoryOf } from './memory-queries.ts';
import { freshHead } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import type { RegisterSession } from './session.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';

/** Comparison is what another person's head is to the head that this browser is shown: the check is from the smaller log to the larger one. */
export interface Comparison extends ConsistencyCheck {
  /** The head the server published when this was asked. */
  readonly own: Checkpoint;
  /** The consistency proof as the server sent it; empty where none is needed. */
  readonly path: readonly Hash[];
}

/**
 * compareQuery holds another person's head against the one published now, which is read again: equal sizes must have equal roots, different sizes
 * different ones, and then a consistency proof between both sizes is demanded. Rejects if the server does not send one, which is not a mismatch.
 */
export function compareQuery(session: RegisterSession, theirs: Checkpoint) {
  // Another person's word is no check of the register: the header does not count it, and it keeps no root from being remembered.
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
      const compared = judged(session, own, check);
      return {
        ...compared,
        verdict: await unlessUnproved(queries, session, own, compared.verdict),
        own,
        path,
      };
    },
    { gcTime: 10 * 60_000 },
  );
}

/** unlessUnproved is a verdict that holds only where an entry gives the root published now: two equal roots may both be made up. */
async function unlessUnproved(
  queries: QueryClient,
  session: RegisterSession,
  own: Checkpoint,
  verdict: Verdict,
): Promise<Verdict> {
  if (verdict.outcome !== 'holds' || own.logSize === 0) return verdict;
  const last = await queries.ensureQueryData(entryQuery(session, own.logSize));
  const proof = await ensureChecked(queries, entryCheckQuery(session, last, own));
  // The log may have grown meanwhile: a proof of the larger log is none of this head.
  if (proof.verdict.outcome === 'holds' && isSameHead(proof.checkpoint, own)) return verdict;
  return cannotCheck(
    'answers-disagree',
    'the newest entry does not give the root hash that is published to you',
  );
}

/** atTwoSizes is what no proof is needed for: two logs of different sizes with one root would be a collision of SHA-256 (RFC 9162, 2.1.1: leaves and nodes are hashed apart). */
function atTwoSizes(from: Checkpoint, to: Checkpoint, own: Checkpoint): Comparison {
  const verdict = doesNotMatch('two-sizes', 'one root cannot be that of two log sizes');
  return { verdict, from, to, oldSteps: [], newSteps: [], computedInMs: 0, own, path: [] };
}

/** useRootWords is a root hash in words; undefined until the list of words is fetched. */
export function useRootWords(hash: Hash): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['root-words', hash],
    queryFn: async () => (await import('../verify/evidence/root-words.ts')).rootWords(hash),
    staleTime: Infinity,
    networkMode: 'always',
  });
  return data;
}
