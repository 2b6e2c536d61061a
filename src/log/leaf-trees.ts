import { CompactRange } from '../core/compact-range.ts';
import type { Hash } from '../core/hash.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { MerkleLog } from '../core/merkle-log.ts';
import type { Checkpoint, Entry, LeafRuleId } from '../core/model.ts';
import { assertWellFormed, UnhashableError } from '../core/utf8.ts';
import type { AuditFinding } from '../verify/audit-result.ts';

/** RootOfRule is a root, and the leaf rule that gives it; none for an empty log, whose root all give. */
export interface RootOfRule {
  readonly root: Hash;
  readonly leafRule?: LeafRuleId;
}

/** LeafTrees are the trees of one log under each leaf rule that may be its register's: of each the right edge. */
export class LeafTrees {
  readonly #edges: Map<LeafRuleId, CompactRange>;
  readonly #whole: MerkleLog | undefined;
  /** The entry that no rule can write, if there is one. */
  unwritable: AuditFinding | undefined;

  /**
   * Trees that are empty, or go on from a saved one; `keepsWhole` keeps every node of the only one, to locate a
   * fault. Throws RangeError for a saved one that is damaged.
   */
  constructor(
    rules: readonly LeafRuleId[],
    { saved, keepsWhole = false }: { saved?: unknown; keepsWhole?: boolean } = {},
  ) {
    const edge = () => (saved === undefined ? new CompactRange() : CompactRange.from(saved));
    this.#edges = new Map(rules.map((id) => [id, edge()]));
    this.#whole = keepsWhole ? new MerkleLog() : undefined;
  }

  /** size returns how many entries the trees have; undefined if no rule is left. */
  size(): number | undefined {
    const [edge] = this.#edges.values();
    return edge?.size;
  }

  /** append adds an entry under each rule. One that cannot write it is not the register's. */
  append(entry: Entry): void {
    for (const [id, edge] of this.#edges) {
      const leaf = leafOf(entry, id);
      if (typeof leaf !== 'string') {
        edge.append(leaf);
        this.#whole?.append(leaf);
        continue;
      }
      this.#edges.delete(id);
      const { entryNumber } = entry;
      const text = `Entry ${entryNumber} cannot be written as bytes to hash: ${leaf}.`;
      if (this.#edges.size === 0) this.unwritable = { kind: 'unreadable', entryNumber, text };
    }
  }

  /**
   * rootFor returns the root under the rule that gives that of the head, or under the only rule there is;
   * undefined if there is neither. That rule is the register's from now on.
   */
  rootFor({ logSize, rootHash }: Checkpoint): RootOfRule | undefined {
    const roots = [...this.#edges].map(([id, edge]) => ({ leafRule: id, root: edge.root() }));
    if (logSize === 0 && roots[0] !== undefined) return { root: roots[0].root };
    const found = roots.find(({ root }) => root === rootHash) ?? (roots.length === 1 ? roots[0] : undefined);
    if (found !== undefined) this.settle(found.leafRule);
    return found;
  }

  /** settle drops all leaf rules except the register's. */
  settle(id: LeafRuleId): void {
    for (const other of this.#edges.keys()) if (other !== id) this.#edges.delete(other);
  }

  /** only returns the tree under the register's leaf rule. Throws Error if that is not known. */
  only(): { readonly leafRule: LeafRuleId; readonly tree: CompactRange } {
    const [only, another] = this.#edges;
    if (only === undefined || another !== undefined) throw new Error('the leaf rule is not known');
    return { leafRule: only[0], tree: only[1] };
  }

  /** whole returns the tree with all its nodes. Throws Error if it is not kept. */
  whole(): MerkleLog {
    if (this.#whole === undefined) throw new Error('the whole tree is not kept');
    return this.#whole;
  }
}

/** leafOf returns the hash of an entry's leaf under a leaf rule, or a sentence that says why it has none. */
export function leafOf(entry: Entry, id: LeafRuleId): Uint8Array | string {
  try {
    // A key without bytes is invalid under any rule.
    assertWellFormed(entry.key);
    return leafRule(id).leafHash(entry) ?? `the leaf rule ${id} cannot write this entry`;
  } catch (error) {
    if (error instanceof UnhashableError) return error.message;
    throw error;
  }
}
