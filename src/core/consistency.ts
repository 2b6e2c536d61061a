import { type Hash, malformedHash } from './hash.ts';
import { compare, join } from './inclusion.ts';
import type { Checkpoint } from './model.ts';
import { assertSafeIntegers, type ConsistencyShape, consistencyShape } from './proof-shape.ts';
import { cannotCheck, doesNotMatch, type EntryRange, type ProofStep, type Verdict } from './verdict.ts';

/** ConsistencyStep is a step of one of the two ladders. `level` counts along the proof, so that the same sent hash has the same level in both. */
export interface ConsistencyStep extends ProofStep {
  /** Whether the sent hash is part of both ladders, or covers entries that only the new log has. */
  readonly usedFor: 'old and new' | 'new only';
}

/** ConsistencyStart is the hash both ladders start from: the largest perfect subtree that ends the old log. */
export interface ConsistencyStart {
  readonly hash: Hash;
  readonly covers: EntryRange;
  /** True: the first hash of the path. False: the subtree is the whole old log, and the hash is the old root itself. */
  readonly sent: boolean;
}

/** ConsistencyInput is an old head, a new head and the claimed path between them. An attacker may control all of it. */
export interface ConsistencyInput {
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly path: readonly Hash[];
}

/** ConsistencyResult is the verdict with its two ladders, which are absent where the proof has the wrong form or the sizes are equal. */
export interface ConsistencyResult {
  readonly verdict: Verdict;
  readonly start?: ConsistencyStart;
  readonly oldSteps: readonly ConsistencyStep[];
  readonly newSteps: readonly ConsistencyStep[];
  readonly computedOldRoot?: Hash;
  readonly computedNewRoot?: Hash;
}

/**
 * otherBeginning returns the root that the later log has at the earlier size, where a failed proof shows it: hashes that give the later root are those that this
 * root commits to, whoever sent them. Undefined where the proof holds, or gives another later root.
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

/**
 * checkConsistency reports whether the log with head `from` begins the log with head `to` (RFC 9162 2.1.4.2). Equal sizes: the roots must be equal
 * and the path empty. Size 0 is the beginning of every log, which no proof can show: cannot-check. A smaller or negative size, and a path that is too
 * long or too short by even one hash, do not match. A hash that is not 64 lowercase hexadecimal digits refutes nothing: cannot-check. Throws
 * RangeError only for numbers that are not safe integers.
 */
export function checkConsistency(input: ConsistencyInput): ConsistencyResult {
  const { from, to, path } = input;
  assertSafeIntegers(from.logSize, to.logSize);
  const early = withoutLadders(input);
  if (early) return { verdict: early, oldSteps: [], newSteps: [] };
  const shape = consistencyShape(from.logSize, to.logSize);
  const length = shape.joinings.length + (shape.startIsSent ? 1 : 0);
  if (path.length !== length) {
    const reason =
      `the proof has ${path.length} hashes; ` +
      `from size ${from.logSize} to ${to.logSize} it has exactly ${length}`;
    return { verdict: doesNotMatch('path-length', reason), oldSteps: [], newSteps: [] };
  }
  return climb(input, shape);
}

function climb({ from, to, path }: ConsistencyInput, shape: ConsistencyShape): ConsistencyResult {
  const sent = shape.startIsSent ? path.slice(1) : path;
  const start: ConsistencyStart = {
    hash: shape.startIsSent ? (path[0] as Hash) : from.rootHash,
    covers: shape.start,
    sent: shape.startIsSent,
  };
  const oldSteps: ConsistencyStep[] = [];
  const newSteps: ConsistencyStep[] = [];
  let oldHash = start.hash;
  let newHash = start.hash;
  for (const [index, joining] of shape.joinings.entries()) {
    const hash = sent[index] as Hash;
    const usedFor = joining.side === 'left' ? 'old and new' : 'new only';
    if (joining.side === 'left') {
      const covers = { first: joining.covers.first, last: from.logSize };
      const step = join(index + 1, { ...joining, covers }, oldHash, hash);
      oldSteps.push({ ...step, usedFor });
      oldHash = step.result;
    }
    const step = join(index + 1, joining, newHash, hash);
    newSteps.push({ ...step, usedFor });
    newHash = step.result;
  }
  const oldVerdict = compare(from.rootHash, oldHash);
  const verdict = oldVerdict.outcome === 'holds' ? compare(to.rootHash, newHash) : oldVerdict;
  return { verdict, start, oldSteps, newSteps, computedOldRoot: oldHash, computedNewRoot: newHash };
}

/** withoutLadders decides the cases that need no hashing; undefined: sizes 1 <= from < to. */
function withoutLadders({ from, to, path }: ConsistencyInput): Verdict | undefined {
  const malformed = malformedHash({ 'old root hash': from.rootHash, 'new root hash': to.rootHash }, path);
  if (malformed !== undefined) return cannotCheck('malformed', malformed);
  if (from.logSize === 0)
    return cannotCheck('empty-log', 'every log begins empty, so no proof starts at size 0');
  if (from.logSize < 0 || to.logSize < from.logSize) {
    const reason = `a log of ${from.logSize} entries cannot begin a log of ${to.logSize}`;
    return doesNotMatch('shorter-log', reason);
  }
  if (from.logSize < to.logSize) return undefined;
  const roots = compare(from.rootHash, to.rootHash);
  if (roots.outcome !== 'holds' || path.length === 0) return roots;
  return doesNotMatch('path-length', `the proof has ${path.length} hashes; between equal sizes it has none`);
}
