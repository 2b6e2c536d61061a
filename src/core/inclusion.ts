import { type Hash, malformedHash } from './hash.ts';
import { joinHashes } from './merkle.ts';
import { assertSafeIntegers, inclusionShape, type StepShape } from './proof-shape.ts';
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
  /**
   * The hash that the last step gives; in a log of one entry the leaf hash. Absent for a
   * proof of the wrong form.
   */
  readonly computedRoot?: Hash;
}

/**
 * checkInclusion climbs from a leaf hash to a root (RFC 9162 2.1.3.2) and compares it with the given root. An
 * entry number outside the log, or a path that is too long or too short by even one hash, does not match. A
 * hash that is not 64 lowercase hexadecimal digits refutes nothing: cannot-check. Throws RangeError only for
 * numbers that are not safe integers.
 */
export function checkInclusion(input: InclusionInput): InclusionResult {
  const { leafHash, entryNumber, logSize, auditPath, rootHash } = input;
  assertSafeIntegers(entryNumber, logSize);
  const refused = (verdict: Verdict): InclusionResult => ({ verdict, steps: [] });
  const malformed = malformedHash({ 'leaf hash': leafHash, 'root hash': rootHash }, auditPath);
  if (malformed !== undefined) return refused(cannotCheck('malformed', malformed));
  if (entryNumber < 1 || entryNumber > logSize)
    return refused(doesNotMatch('outside-log', `entry ${entryNumber} is not in a log of ${logSize} entries`));
  const shape = inclusionShape(entryNumber, logSize);
  if (auditPath.length !== shape.length)
    return refused(wrongLength(auditPath, shape.length, `for entry ${entryNumber} in a log of ${logSize}`));
  const steps = climb(leafHash, shape, auditPath);
  const computedRoot = topOf(leafHash, steps);
  return { verdict: compare(rootHash, computedRoot), steps, computedRoot };
}

/**
 * climb joins sent hashes to the hash it starts from, one at each joining: of each level the
 * hash at its place in `sent`.
 */
export function climb(start: Hash, joinings: readonly StepShape[], sent: readonly Hash[]): ProofStep[] {
  let result = start;
  return joinings.map(({ level, side, sentCovers, covers }) => {
    const other = sent[level - 1] as Hash;
    const [left, right] = side === 'left' ? [other, result] : [result, other];
    result = joinHashes(left, right);
    return { level, side, sentCovers, covers, left, right, result };
  });
}

/** topOf returns the hash that steps from a hash give: of no steps that hash itself. */
export function topOf(start: Hash, steps: readonly ProofStep[]): Hash {
  return steps.at(-1)?.result ?? start;
}

/** compare returns the verdict on two hashes that must be equal. */
export function compare(expected: Hash, computed: Hash): Verdict {
  return expected === computed
    ? { outcome: 'holds' }
    : { outcome: 'does-not-match', code: 'hash-differs', expected, computed };
}

/**
 * wrongLength returns the verdict on a path that must have another number of hashes; `where` names
 * the sizes that require it.
 */
export function wrongLength(path: readonly Hash[], length: number, where: string): Verdict {
  return doesNotMatch(
    'path-length',
    `the proof has ${path.length} hashes; ${where} it has exactly ${length}`,
  );
}
