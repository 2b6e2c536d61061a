import { queryOptions } from '@tanstack/react-query';
import { otherBeginning } from '../core/consistency.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint, ForeignHead } from '../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import { checkForeignHead } from '../verify/check-heads.ts';
import { clientOf } from './client-query.ts';
import { rootAtQuery } from './inclusion-queries.ts';
import type { Visit } from './memory-queries.ts';
import { freshHead } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import { CHECK, queryKey, type RegisterSession } from './session.ts';

/** HeadComparison is the result of comparing a head that somebody else saw with the one published here. */
export interface HeadComparison {
  /**
   * holds: one of the two logs is the beginning of the other. does-not-match: they contradict each other; with
   * the code `proof-only`, only a proof that this register sent is wrong. cannot-check: they could not be compared.
   */
  readonly verdict: Verdict;
  /** The head that is published here. */
  readonly own: Checkpoint;
  /** The consistency proof between the two sizes as sent; empty if they are equal, and where there is none. */
  readonly path: readonly Hash[];
  /** The root of the longer log at the size of the shorter, where it is known and the sizes differ. */
  readonly beginning?: Hash;
}

/** rootHere returns the root of the log here at the size that somebody saw; undefined if it is not known. */
export function rootHere({ own, beginning }: HeadComparison, { logSize }: ForeignHead): Hash | undefined {
  return logSize === own.logSize ? own.rootHash : logSize < own.logSize ? beginning : undefined;
}

/**
 * compareForeignHead compares a head that somebody else saw with one that is published here. For equal sizes the
 * roots decide; for a smaller one the root that this log had then, proved to begin it; for a larger one, whose
 * root must be known whole, the consistency proof. Rejects if the server does not send what that needs, which is
 * not a mismatch.
 */
export async function compareForeignHead(
  visit: Visit,
  theirs: ForeignHead,
  own: Checkpoint,
): Promise<HeadComparison> {
  const { logSize } = theirs;
  if (logSize > own.logSize) return compareLarger(visit, theirs, own);
  if (logSize === own.logSize) return { verdict: checkForeignHead(theirs, own), own, path: [] };
  const { session, queries, signal } = visit;
  const then = await ensureChecked(queries, rootAtQuery(session, logSize, own), signal);
  const found = { verdict: then.verdict, own, path: then.consistency?.path ?? [] };
  if (then.verdict.outcome === 'does-not-match') return { ...found, verdict: WRONG_PROOF };
  if (then.verdict.outcome !== 'holds') return found;
  const { rootHash: beginning } = then.checkpoint;
  return { ...found, beginning, verdict: checkForeignHead(theirs, { logSize, rootHash: beginning }) };
}

async function compareLarger(
  { session, queries, signal }: Visit,
  { logSize, digits }: ForeignHead,
  own: Checkpoint,
): Promise<HeadComparison> {
  const to = { logSize, rootHash: digits as Hash };
  const api = await clientOf(queries, session);
  const path = own.logSize === 0 ? [] : (await api.consistencyProof(own.logSize, logSize, signal)).path;
  const check = await session.verifier.checkConsistency({ from: own, to, path }, signal);
  const found = { verdict: check.verdict, own, path };
  if (check.verdict.outcome !== 'does-not-match') return found;
  const beginning = otherBeginning(check);
  if (beginning === undefined) return { ...found, verdict: WRONG_PROOF };
  const reason = 'the log of that root begins with another log than the one published here';
  return { ...found, beginning, verdict: doesNotMatch('two-roots', reason) };
}

const WRONG_PROOF = doesNotMatch('proof-only', 'the proof does not give both root hashes');

/** PAUSE_MS is how long after a log that is shorter than the sender's was read again, it is read once more. */
const PAUSE_MS = 3_000;

/** SentFinding is the comparison of the head that the sender of a link saw with the log shown here. */
export type SentFinding = HeadComparison & { readonly atMs: number };

/**
 * sentHeadQuery compares what the sender of a link saw with a head, once. A shorter log is read again, and once
 * more after a pause: if it has grown, the comparison is made with its new head.
 */
export function sentHeadQuery(session: RegisterSession, sent: ForeignHead, head: Checkpoint) {
  const { logSize, digits } = sent;
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'sent', logSize, digits, head.logSize, head.rootHash),
    queryFn: async ({ client: queries, signal }): Promise<SentFinding> => {
      if (logSize <= head.logSize)
        return { ...(await compareForeignHead({ session, queries, signal }, sent, head)), atMs: Date.now() };
      let own = await freshHead({ queries, session });
      if (logSize > own.logSize) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        signal.throwIfAborted();
        own = await freshHead({ queries, session });
      }
      const reason = `the sender saw a log of ${logSize} entries, and you are shown ${own.logSize}`;
      return { verdict: cannotCheck('sender-saw-more', reason), own, path: [], atMs: Date.now() };
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // A log may have grown by then, and a server that refused may answer.
    refetchOnWindowFocus: ({ state: { data, error } }) =>
      (error !== null || data?.verdict.outcome === 'cannot-check') && 'always',
  });
}
