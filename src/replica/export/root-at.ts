import { CompactRange } from '../../core/compact-range.ts';
import type { Hash } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { LogCopy } from '../log-copy.ts';

/** RootAtAsk asks for the root of the first `at` entries under a leaf rule, 0 <= at <= size. */
export interface RootAtAsk {
  readonly at: number;
  readonly leafRule: LeafRuleId;
}

/** rootAt computes the root of the log as it was at a size; undefined where the rule cannot write an entry of it. Throws UnhashableError for a lone surrogate. */
export function rootAt(log: LogCopy, { at, leafRule: id }: RootAtAsk): Hash | undefined {
  const { leafBytes } = leafRule(id);
  const range = new CompactRange();
  for (let number = 1; number <= at; number += 1) {
    const leaf = leafBytes(log.entry(number));
    if (leaf === undefined) return undefined;
    range.append(hashLeaf(leaf));
  }
  return range.root();
}
