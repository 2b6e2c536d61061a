import type { Hash } from '../../core/hash.ts';
import { largestPowerBelow } from '../../core/merkle.ts';
import type { EntryRange, ProofStep } from '../../core/verdict.ts';

/** KnownHash is a node's hash with where it comes from: `computed` here from the two below it (or from a leaf), or `sent` in a proof that led to the root. */
export interface KnownHash {
  readonly hash: Hash;
  readonly source: 'computed' | 'sent';
}

/** TreeKnowledge is what is known of a tree's nodes, by nodeKey. What is not in it has not been asked. */
export type TreeKnowledge = ReadonlyMap<string, KnownHash>;

/** TreeNode is a node that is drawn, or the entry under its leaf. */
export interface TreeNode {
  /** nodeKey of its entries; `entry` for the entry of the proof. */
  readonly id: string;
  /** `subtree` is folded: what is under it is not drawn. */
  readonly kind: 'root' | 'node' | 'leaf' | 'subtree' | 'entry';
  readonly covers: EntryRange;
  readonly known: KnownHash | undefined;
  /** Whether the entry of the proof is under it. */
  readonly onPath: boolean;
  /** Undefined for the root. */
  readonly parent: TreeNode | undefined;
  /** Left and right; one for the entry under its leaf; none where nothing is drawn below. */
  readonly children: readonly TreeNode[];
}

/** MOST_NODES is how many nodes are drawn until a reader unfolds more. */
export const MOST_NODES = 60;

/** Kept free of MOST_NODES: the root, the entry under its leaf, and a second root where two differ. */
const BESIDES = 3;

/** nodeKey names the node over some entries. */
export function nodeKey({ first, last }: EntryRange): string {
  return `${first}-${last}`;
}

/** halvesOf are the entries left and right under a node of more than one entry (RFC 9162 2.1.1). */
export function halvesOf({ first, last }: EntryRange): readonly [EntryRange, EntryRange] {
  const split = first + largestPowerBelow(last - first + 1);
  return [
    { first, last: split - 1 },
    { first: split, last },
  ];
}

/** isOneEntry says whether a node is a leaf. */
export function isOneEntry({ first, last }: EntryRange): boolean {
  return first === last;
}

/** knowledgeOf is what one proof tells of the tree: the leaf and every result are computed, the other half of each step is sent. */
export function knowledgeOf(proof: {
  readonly entryNumber: number;
  readonly leafHash?: Hash | undefined;
  readonly steps: readonly ProofStep[];
}): TreeKnowledge {
  const known = new Map<string, KnownHash>();
  const { entryNumber, leafHash, steps } = proof;
  if (leafHash !== undefined)
    known.set(nodeKey({ first: entryNumber, last: entryNumber }), { hash: leafHash, source: 'computed' });
  for (const step of steps) {
    known.set(nodeKey(step.sentCovers), { hash: step[step.side], source: 'sent' });
    known.set(nodeKey(step.covers), { hash: step.result, source: 'computed' });
  }
  return known;
}

/**
 * mergeKnowledge joins what two proofs tell that lead to the same root. Computed counts for more than sent. Throws Error where they disagree on a node, which
 * two proofs to one root cannot: a bug, or a collision of SHA-256.
 */
export function mergeKnowledge(one: TreeKnowledge, other: TreeKnowledge): TreeKnowledge {
  const merged = new Map(one);
  for (const [key, known] of other) {
    const before = merged.get(key);
    if (before !== undefined && before.hash !== known.hash)
      throw new Error(`two proofs to one root disagree on the node ${key}`);
    if (before?.source !== 'computed') merged.set(key, known);
  }
  return merged;
}

/**
 * openAtFirst names the nodes that are unfolded from the start: all of them in a log of which every leaf has room, else those on the path, so that at most MOST_NODES
 * are drawn. `leaves` is how many stand side by side.
 */
export function openAtFirst(
  entryNumber: number,
  logSize: number,
  leaves: number = MOST_NODES,
): ReadonlySet<string> {
  const budget = Math.floor((MOST_NODES - BESIDES) / 2);
  const isSmall = logSize <= Math.min(leaves, budget + 1);
  const open = new Set<string>();
  const unfold = (range: EntryRange): void => {
    const onPath = range.first <= entryNumber && entryNumber <= range.last;
    if (isOneEntry(range) || !(isSmall || onPath) || open.size >= budget) return;
    open.add(nodeKey(range));
    halvesOf(range).forEach(unfold);
  };
  unfold({ first: 1, last: logSize });
  return open;
}

/** treeModel is what is drawn of a tree: every node down to those that are folded. Needs 1 <= entryNumber <= logSize. */
export function treeModel(
  entryNumber: number,
  logSize: number,
  knowledge: TreeKnowledge,
  open: ReadonlySet<string>,
): TreeNode {
  const draw = (covers: EntryRange, parent: TreeNode | undefined): TreeNode => {
    const id = nodeKey(covers);
    const onPath = covers.first <= entryNumber && entryNumber <= covers.last;
    const single = isOneEntry(covers);
    const unfolded = !single && open.has(id);
    const kind = parent === undefined ? 'root' : single ? 'leaf' : unfolded ? 'node' : 'subtree';
    const children: TreeNode[] = [];
    const node: TreeNode = { id, kind, covers, known: knowledge.get(id), onPath, parent, children };
    if (unfolded) children.push(...halvesOf(covers).map((half) => draw(half, node)));
    if (single && onPath)
      children.push({ ...node, id: 'entry', kind: 'entry', known: undefined, parent: node, children: [] });
    return node;
  };
  return draw({ first: 1, last: logSize }, undefined);
}

/** nodesOf lists a tree from its root, each node before what is under it, left before right. */
export function nodesOf(node: TreeNode): readonly TreeNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/** entryToAsk is the entry whose proof tells the halves of a node, or a leaf itself; undefined if nothing is missing. */
export function entryToAsk(
  { covers }: Pick<TreeNode, 'covers'>,
  knowledge: TreeKnowledge,
): number | undefined {
  const missing = (isOneEntry(covers) ? [covers] : [covers, ...halvesOf(covers)]).some(
    (range) => !knowledge.has(nodeKey(range)),
  );
  return missing ? covers.first : undefined;
}

/** firstUnknown is the first drawn node whose hash is not known; its first entry is the one to ask next when all are wanted. */
export function firstUnknown(root: TreeNode): TreeNode | undefined {
  const unknown = nodesOf(root).filter((node) => node.kind !== 'entry' && node.known === undefined);
  // The lowest ones first: their proofs pass through those above them.
  return unknown.find((node) => node.kind === 'leaf') ?? unknown[0];
}
