import { CompactRange } from '../core/compact-range.ts';
import type { Hash } from '../core/hash.ts';
import { leafRule, leafRulesFor } from '../core/leaf-rules.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { Checkpoint, Entry, Variant } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { Verdict } from '../core/verdict.ts';

/** RootWriter computes the root of a log while its entries stream by, under every leaf rule that may be the register's, or under the one known. */
export class RootWriter {
  readonly #ranges: Map<LeafRuleId, CompactRange>;

  constructor(variant: Variant, known: LeafRuleId | undefined) {
    const rules = known === undefined ? leafRulesFor(variant) : [leafRule(known)];
    this.#ranges = new Map(rules.map(({ id }) => [id, new CompactRange()]));
  }

  /** append adds the next entry. A rule that cannot write it is given up. */
  append(entry: Entry): void {
    for (const [id, range] of this.#ranges) {
      const bytes = leafBytes(id, entry);
      if (bytes === undefined) this.#ranges.delete(id);
      else range.append(hashLeaf(bytes));
    }
  }

  /** settle goes on with one rule alone, the one found to be the register's. */
  settle(known: LeafRuleId): void {
    for (const id of this.#ranges.keys()) if (id !== known) this.#ranges.delete(id);
  }

  /** roots are the roots of all entries appended so far, one for each rule still possible. */
  roots(): readonly { readonly leafRule: LeafRuleId; readonly root: Hash }[] {
    return [...this.#ranges].map(([leafRule, range]) => ({ leafRule, root: range.root() }));
  }
}

function leafBytes(id: LeafRuleId, entry: Entry): Uint8Array | undefined {
  try {
    return leafRule(id).leafBytes(entry);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

/** CopyCheck is what the copy of a whole log is worth for one head: the root of all its entries beside the published one. */
export interface CopyCheck {
  readonly verdict: Verdict;
  /** The leaf rule that led to the published root. */
  readonly leafRule?: LeafRuleId;
}

/**
 * checkCopy holds the roots of all entries of a copy against the published head of that very size. Where the leaf rule is not known and none leads there,
 * nothing can be said of the register.
 */
export function checkCopy(
  roots: readonly { readonly leafRule: LeafRuleId; readonly root: Hash }[],
  head: Checkpoint,
  known: LeafRuleId | undefined,
): CopyCheck {
  const found = roots.find(({ root }) => root === head.rootHash);
  // Every rule leads to the root of an empty log, so that none is found by it.
  if (found && head.logSize === 0) return { verdict: { outcome: 'holds' } };
  if (found) return { verdict: { outcome: 'holds' }, leafRule: found.leafRule };
  const [only] = roots;
  if (known !== undefined && only !== undefined)
    return {
      verdict: {
        outcome: 'does-not-match',
        code: 'hash-differs',
        expected: head.rootHash,
        computed: only.root,
      },
    };
  const reason = 'no known way of writing an entry as a leaf leads to the published root';
  return { verdict: { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason } };
}
