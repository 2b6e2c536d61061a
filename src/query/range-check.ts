import { CompactRange } from '../core/compact-range.ts';
import { type LeafRuleId, leafRule } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { ProofStep, Verdict } from '../core/verdict.ts';

/** RangeStart is the log that the run of entries goes on from: its last entry with the steps of its entry proof at that very size, which held. */
export interface RangeStart {
  readonly logSize: number;
  readonly last: Entry;
  readonly steps: readonly ProofStep[];
}

/**
 * checkRange says whether exactly these entries stand between two logs. The entry proof of the last entry of the smaller log brings every perfect subtree
 * before it (RFC 9162 2.1.3); from those, that entry and the run itself the root of the larger log is rebuilt. `start` is undefined for the empty log.
 */
export function checkRange(
  start: RangeStart | undefined,
  entries: readonly Entry[],
  to: Checkpoint,
  rule: LeafRuleId,
): Verdict {
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
    if (error instanceof UnhashableError) return cannot(error.message);
    throw error;
  }
}

/** rangeBefore is the log up to, and without, the entry that was proved: every hash on the way of the last entry joins from the left. */
function rangeBefore({ logSize, steps }: RangeStart): CompactRange {
  return CompactRange.from({ size: logSize - 1, hashes: steps.map(({ left }) => left).reverse() });
}

function mismatch(reason: string): Verdict {
  return { outcome: 'does-not-match', code: 'numbering', reason };
}

function cannot(reason: string): Verdict {
  return { outcome: 'cannot-check', code: 'unhashable', reason };
}
