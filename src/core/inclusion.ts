import { type Hash, malformedHash } from './hash.ts';
import { joinHashes } from './merkle.ts';
import { assertSafeIntegers, inclusionShape, type Joining } from './proof-shape.ts';
import { cannotCheck, doesNotMatch, type ProofStep, type Verdict } from './verdict.ts';

/** InclusionInput is an entry's leaf hash and the claimed proof. An attacker may control all of it. */
export interface InclusionInput {
  readonly leafHash: Hash;
  readonly entryNumber: number;
  readonly logSize: number;
  /** The sent hashes, from the leaf upwards. */
  readonly auditPath: readonly Hash[];
  readonly rootHash: Hash;
}

/** InclusionResult is the verdict with its steps; there are none for a proof of the wrong form. */
export interface InclusionResult {
  readonly verdict: Verdict;
  readonly steps: readonly ProofStep[];
  /** The hash that the last step gives; in a log of one entry the leaf hash. Absent for a proof of the wrong form. */
  readonly computedRoot?: Hash;
}

/**
 * checkInclusion climbs from a leaf hash to a root (RFC 9162 2.1.3.2) and compares it with the given root. An entry number outside the log, or
 * a path that is too long or too short by even one hash, does not match. A hash that is not 64 lowercase hexadecimal digits refutes nothing:
 * cannot-check. Throws RangeError only for numbers that are not safe integers.
 */
export function checkInclusion(input: InclusionInput): InclusionResult {
  const { leafHash, entryNumber, logSize, auditPath, rootHash } = input;
  assertSafeIntegers(entryNumber, logSize);
  const malformed = malformedHash({ 'leaf hash': leafHash, 'root hash': rootHash }, auditPath);
  if (malformed !== undefined) return { verdict: cannotCheck('malformed', malformed), steps: [] };
  if (entryNumber < 1 || entryNumber > logSize) {
    return refused('outside-log', `entry ${entryNumber} is not in a log of ${logSize} entries`);
  }
  const shape = inclusionShape(entryNumber, logSize);
  if (auditPath.length !== shape.length) {
    return refused(
      'path-length',
      `the proof has ${auditPath.length} hashes; for entry ${entryNumber} in a log of ${logSize} it has exactly ${shape.length}`,
    );
  }
  const steps: ProofStep[] = [];
  let reached = leafHash;
  for (const [index, joining] of shape.entries()) {
    const step = join(index + 1, joining, reached, auditPath[index] as Hash);
    steps.push(step);
    reached = step.result;
  }
  return { verdict: compare(rootHash, reached), steps, computedRoot: reached };
}

/** join makes one step: it combines the hash so far with the sent hash, on the side given. */
export function join(level: number, joining: Joining, reached: Hash, sent: Hash): ProofStep {
  const [left, right] = joining.side === 'left' ? [sent, reached] : [reached, sent];
  const result = joinHashes(left, right);
  return {
    level,
    side: joining.side,
    left,
    right,
    result,
    covers: joining.covers,
    sentCovers: joining.sentCovers,
  };
}

/** compare returns the verdict on two hashes that must be equal. */
export function compare(expected: Hash, computed: Hash): Verdict {
  return expected === computed
    ? { outcome: 'holds' }
    : { outcome: 'does-not-match', code: 'hash-differs', expected, computed };
}

function refused(code: 'outside-log' | 'path-length', reason: string): InclusionResult {
  return { verdict: doesNotMatch(code, reason), steps: [] };
}
