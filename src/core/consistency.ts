import { type Hash, malformedHash } from './hash.ts';
import { climb, compare, topOf, wrongLength } from './inclusion.ts';
import type { Checkpoint } from './model.ts';
import { assertSafeIntegers, consistencyShape } from './proof-shape.ts';
import { cannotCheck, doesNotMatch, type EntryRange, type ProofStep, type Verdict } from './verdict.ts';

/**
 * ConsistencyStart is the hash both ladders start from: the largest perfect subtree that ends the old log.
 */
export interface ConsistencyStart {
  readonly hash: Hash;
  readonly covers: EntryRange;
  /**
   * True: the first hash of the path. False: the subtree is the whole old log, and the
   * hash is the old root itself.
   */
  readonly sent: boolean;
}

/**
 * ConsistencyInput is an old head, a new head and the claimed path between them. An
 * attacker may control all of it.
 */
export interface ConsistencyInput {
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly path: readonly Hash[];
}

/**
 * ConsistencyResult is the verdict with its two ladders, which are absent where the proof has the wrong form
 * or the sizes are equal. A hash from the left is in both ladders, on the same level; one from the right
 * covers entries that only the new log has.
 */
export interface ConsistencyResult {
  readonly verdict: Verdict;
  readonly start?: ConsistencyStart;
  readonly oldSteps: readonly ProofStep[];
  readonly newSteps: readonly ProofStep[];
  readonly computedOldRoot?: Hash;
  readonly computedNewRoot?: Hash;
}

/**
 * checkConsistency reports whether the log with head `from` begins the log with head `to` (RFC 9162 2.1.4.2).
 * Equal sizes: the roots must be equal and the path empty. Size 0 is the beginning of every log, which no
 * proof can show: cannot-check. A smaller or negative size, and a path that is too long or too short by even
 * one hash, do not match. A hash that is not 64 lowercase hexadecimal digits refutes nothing: cannot-check.
 * Throws RangeError only for numbers that are not safe integers.
 */
export function checkConsistency({ from, to, path }: ConsistencyInput): ConsistencyResult {
  const [oldSize, newSize] = [from.logSize, to.logSize];
  assertSafeIntegers(oldSize, newSize);
  const refused = (verdict: Verdict): ConsistencyResult => ({ verdict, oldSteps: [], newSteps: [] });
  const malformed = malformedHash({ 'old root hash': from.rootHash, 'new root hash': to.rootHash }, path);
  if (malformed !== undefined) return refused(cannotCheck('malformed', malformed));
  if (oldSize === 0)
    return refused(cannotCheck('empty-log', 'every log begins empty, so no proof starts at size 0'));
  if (oldSize < 0 || newSize < oldSize) {
    const reason = `a log of ${oldSize} entries cannot begin a log of ${newSize}`;
    return refused(doesNotMatch('shorter-log', reason));
  }
  const sizes = `from size ${oldSize} to ${newSize}`;
  if (oldSize === newSize) {
    const roots = compare(from.rootHash, to.rootHash);
    return refused(roots.outcome === 'holds' && path.length > 0 ? wrongLength(path, 0, sizes) : roots);
  }
  const { start: covers, startIsSent, joinings } = consistencyShape(oldSize, newSize);
  const sent = startIsSent ? path.slice(1) : path;
  const length = joinings.length + (startIsSent ? 1 : 0);
  if (path.length !== length) return refused(wrongLength(path, length, sizes));
  const hash = startIsSent ? (path[0] as Hash) : from.rootHash;
  const inOldLog = joinings.flatMap(({ level, side, sentCovers, covers: { first } }) =>
    side === 'left' ? { level, side, sentCovers, covers: { first, last: oldSize } } : [],
  );
  const [oldSteps, newSteps] = [climb(hash, inOldLog, sent), climb(hash, joinings, sent)];
  const [computedOldRoot, computedNewRoot] = [topOf(hash, oldSteps), topOf(hash, newSteps)];
  const old = compare(from.rootHash, computedOldRoot);
  return {
    verdict: old.outcome === 'holds' ? compare(to.rootHash, computedNewRoot) : old,
    start: { hash, covers, sent: startIsSent },
    oldSteps,
    newSteps,
    computedOldRoot,
    computedNewRoot,
  };
}

/**
 * otherBeginning returns the root that the later log has at the earlier size, where a failed proof shows it:
 * hashes that give the later root are those that this root commits to, whoever sent them. Undefined where the
 * proof holds, or gives another later root.
 */
export function otherBeginning({
  to,
  verdict,
  computedOldRoot,
  computedNewRoot,
}: ConsistencyResult & { readonly to: Checkpoint }): Hash | undefined {
  return verdict.outcome === 'does-not-match' && computedNewRoot === to.rootHash
    ? computedOldRoot
    : undefined;
}
