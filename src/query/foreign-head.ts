import { queryOptions } from '@tanstack/react-query';
import { otherBeginning } from '../core/consistency.ts';
import { type Hash, isHash } from '../core/hash.ts';
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
 * compareForeignHead compares a head that somebody else saw with one that is published here. Equal sizes must have
 * equal roots, others different ones. A whole root needs a consistency proof, and no leaf rule; of a smaller log the
 * first digits are compared with the root that this log had then, proved to begin it. Rejects if the server does
 * not send what that needs, which is not a mismatch.
 */
export async function compareForeignHead(
  visit: Visit,
  theirs: ForeignHead,
  own: Checkpoint,
): Promise<HeadComparison> {
  const { logSize, digits } = theirs;
  if (logSize === own.logSize || digits.length < 32)
    return { verdict: checkForeignHead(theirs, own), own, path: [] };
  // Anything else is a collision of SHA-256 (RFC 9162, 2.1.1: leaves and nodes are hashed apart).
  if (own.rootHash.startsWith(digits)) return { verdict: ONE_ROOT, own, path: [] };
  return isHash(digits)
    ? compareByConsistency(visit, { logSize, rootHash: digits }, own)
    : compareByRoot(visit, theirs, own);
}

async function compareByConsistency(
  visit: Visit,
  theirs: Checkpoint,
  own: Checkpoint,
): Promise<HeadComparison> {
  const { session, queries, signal } = visit;
  const [from, to] = theirs.logSize < own.logSize ? [theirs, own] : [own, theirs];
  const api = await clientOf(queries, session);
  const path = from.logSize === 0 ? [] : (await api.consistencyProof(from.logSize, to.logSize, signal)).path;
  const check = await session.verifier.checkConsistency({ from, to, path }, signal);
  const found = { verdict: check.verdict, own, path };
  if (check.verdict.outcome === 'holds') return { ...found, beginning: from.rootHash };
  if (check.verdict.outcome !== 'does-not-match') return found;
  const beginning = otherBeginning(check);
  if (beginning !== undefined) return { ...found, beginning, verdict: TWO_ROOTS };
  // Some proofs begin with the smaller root itself: then only an entry proof shows that of this log.
  const { logSize, rootHash: digits } = theirs;
  const byRoot =
    from === theirs ? await compareByRoot(visit, { logSize, digits }, own).catch(() => undefined) : undefined;
  return byRoot && isContradiction(byRoot) ? byRoot : { ...found, verdict: WRONG_PROOF };
}

async function compareByRoot(
  { session, queries, signal }: Visit,
  theirs: ForeignHead,
  own: Checkpoint,
): Promise<HeadComparison> {
  const { verdict, checkpoint, consistency } = await ensureChecked(
    queries,
    rootAtQuery(session, theirs.logSize, own),
    signal,
  );
  const found = { verdict, own, path: consistency?.path ?? [] };
  if (verdict.outcome === 'does-not-match') return { ...found, verdict: WRONG_PROOF };
  if (verdict.outcome !== 'holds') return found;
  return { ...found, beginning: checkpoint.rootHash, verdict: checkForeignHead(theirs, checkpoint) };
}

const TWO_ROOTS = doesNotMatch(
  'two-roots',
  'the longer log has another root hash at the size of the shorter',
);

const ONE_ROOT = doesNotMatch('two-roots', 'one root cannot be that of two log sizes');

const WRONG_PROOF = doesNotMatch('proof-only', 'the proof does not give both root hashes');

/** isContradiction reports whether somebody saw a log that contradicts the published one. */
export function isContradiction({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict.outcome === 'does-not-match' && verdict.code !== 'proof-only';
}

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
