import { CompactRange } from '../core/compact-range.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { Verdict } from '../core/verdict.ts';
import type { RangeCheck, RangeCheckRequest, RangeStart } from './protocol.ts';
import { rangeRequestProblem } from './request-problem.ts';

/**
 * checkRange says whether exactly these entries stand between two logs. The entry proof of the last entry of the smaller log brings every perfect subtree
 * before it (RFC 9162 2.1.3); from those, that entry and the run itself the root of the larger log is rebuilt. Never throws for bad data: it then cannot be checked.
 */
export function checkRange(request: RangeCheckRequest): RangeCheck {
  const problem = rangeRequestProblem(request);
  return { verdict: problem ?? rebuild(request) };
}

function rebuild({ start, entries, to, leafRule: rule }: RangeCheckRequest): Verdict {
  try {
    const range = start === undefined ? new CompactRange() : rangeBefore(start);
    const run = start === undefined ? entries : [start.last, ...entries];
    for (const entry of run) {
      if (entry.entryNumber !== range.size + 1)
        return mismatch(`entry ${entry.entryNumber} stands where entry ${range.size + 1} should`);
      const bytes = leafRule(rule).leafBytes(entry);
      if (bytes === undefined) return cannot(`entry ${entry.entryNumber} cannot be written as a leaf`);
      range.append(hashLeaf(bytes));
    }
    if (range.size !== to.logSize)
      return mismatch(`the entries end at ${range.size}, the log at ${to.logSize}`);
    const computed = range.root();
    return computed === to.rootHash
      ? { outcome: 'holds' }
      : { outcome: 'does-not-match', code: 'hash-differs', expected: to.rootHash, computed };
  } catch (error) {
    if (error instanceof UnhashableError || error instanceof RangeError) return cannot(error.message);
    throw error;
  }
}

/** rangeBefore is the log up to, and without, the entry that was proved. Throws RangeError where that log has not as many subtrees. */
function rangeBefore({ last, before }: RangeStart): CompactRange {
  return CompactRange.from({ size: last.entryNumber - 1, hashes: before });
}

function mismatch(reason: string): Verdict {
  return { outcome: 'does-not-match', code: 'numbering', reason };
}

function cannot(reason: string): Verdict {
  return { outcome: 'cannot-check', code: 'unhashable', reason };
}
