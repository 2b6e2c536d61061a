import { CompactRange } from '../core/compact-range.ts';
import { checkConsistency as checkProof } from '../core/consistency.ts';
import { compare } from '../core/inclusion.ts';
import type { Checkpoint, ForeignHead } from '../core/model.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { UnhashableError } from '../core/utf8.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import type {
  ConsistencyCheck,
  ConsistencyCheckRequest,
  HeadConsistencyCheck,
  HeadConsistencyCheckRequest,
  RangeCheckRequest,
  RangeStart,
} from './protocol.ts';
import { malformed } from './request-problem.ts';

/**
 * checkConsistency reports whether the log with head `from` begins the log with head `to`. Bad data is
 * cannot-check; never throws.
 */
export function checkConsistency(request: ConsistencyCheckRequest): ConsistencyCheck {
  const { from, to } = request;
  const problem = malformed('checkConsistency', request);
  if (problem !== undefined)
    return { verdict: problem, from, to, path: [], oldSteps: [], newSteps: [], computedInMs: 0 };
  const start = performance.now();
  const result = checkProof(request);
  return { ...result, from, to, path: request.path, computedInMs: performance.now() - start };
}

/**
 * checkHeadConsistency reports whether the log with this head continues the remembered one (core/hashing.md, last
 * table): equal sizes need equal roots; a larger log a consistency proof from the remembered root; a smaller
 * one never matches, because a log only grows. For a smaller one the proof, if there is any, says whether it
 * begins the remembered log. Bad data is cannot-check; never throws.
 */
export function checkHeadConsistency(request: HeadConsistencyCheckRequest): HeadConsistencyCheck {
  const { remembered, head, path } = request;
  const problem = malformed('checkHeadConsistency', request);
  const decided = (finding: HeadConsistencyCheck['finding'], verdict: Verdict): HeadConsistencyCheck => ({
    remembered,
    head,
    finding,
    verdict,
  });
  if (problem !== undefined) return decided('unknown', problem);
  if (remembered.logSize === 0)
    return decided(
      'unknown',
      cannotCheck('empty-log', 'every log begins empty: there is nothing to compare with'),
    );
  if (head.logSize < remembered.logSize) {
    const reason = `the log is shorter than it was: ${head.logSize} entries now, ${remembered.logSize} when it was last seen`;
    const shorter = decided('shorter-log', doesNotMatch('shorter-log', reason));
    if (path === undefined || head.logSize === 0) return shorter;
    return { ...shorter, consistency: checkConsistency({ from: head, to: remembered, path }) };
  }
  const equal = head.logSize === remembered.logSize;
  if (path === undefined && !equal)
    return decided('unknown', cannotCheck('no-consistency-proof', 'there is no consistency proof to check'));
  const consistency = checkConsistency({ from: remembered, to: head, path: equal ? [] : (path ?? []) });
  const { verdict } = consistency;
  const finding = {
    holds: equal ? 'same' : 'grown',
    'does-not-match': equal ? 'another-root' : 'not-a-continuation',
    'cannot-check': 'unknown',
    'not-checked': 'unknown',
  } as const;
  return { ...decided(finding[verdict.outcome], verdict), consistency };
}

/**
 * checkForeignHead reports whether a head that somebody else saw is `own`, the head of a log of the same size
 * here, which is published or proved to begin the published log.
 */
export function checkForeignHead({ logSize, digits }: ForeignHead, own: Checkpoint): Verdict {
  if (own.logSize !== logSize || digits.length < 32)
    return cannotCheck('malformed', 'what somebody else saw is not comparable with this log');
  return own.rootHash.startsWith(digits)
    ? { outcome: 'holds' }
    : doesNotMatch('two-roots', 'this log has another root hash at that size');
}

/**
 * checkRange reports whether exactly these entries lie between two logs. The entry proof of the last entry of
 * the smaller log has every perfect subtree before it (RFC 9162 2.1.3); with those, that entry and the run it
 * computes the root of the larger log. Bad data is cannot-check; never throws.
 */
export function checkRange(request: RangeCheckRequest): { readonly verdict: Verdict } {
  const problem = malformed('checkRange', request);
  return { verdict: problem ?? rebuild(request) };
}

function rebuild({ start, entries, to, leafRule: rule }: RangeCheckRequest): Verdict {
  try {
    const range = start === undefined ? new CompactRange() : rangeBefore(start);
    const run = start === undefined ? entries : [start.last, ...entries];
    for (const entry of run) {
      if (entry.entryNumber !== range.size + 1)
        return doesNotMatch(
          'numbering',
          `entry ${entry.entryNumber} stands where entry ${range.size + 1} should`,
        );
      const leaf = leafRule(rule).leafHash(entry);
      if (leaf === undefined)
        return cannotCheck('unhashable', `entry ${entry.entryNumber} cannot be written as a leaf`);
      range.append(leaf);
    }
    if (range.size !== to.logSize)
      return doesNotMatch('numbering', `the entries end at ${range.size}, the log at ${to.logSize}`);
    return compare(to.rootHash, range.root());
  } catch (error) {
    if (error instanceof UnhashableError || error instanceof RangeError)
      return cannotCheck('unhashable', error.message);
    throw error;
  }
}

/** rangeBefore returns the log before the proved entry. Throws RangeError for a wrong number of subtrees. */
function rangeBefore({ last, before }: RangeStart): CompactRange {
  return CompactRange.from({ size: last.entryNumber - 1, hashes: before });
}
