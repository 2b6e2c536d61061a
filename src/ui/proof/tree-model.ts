import type { Hash } from '../../core/hash.ts';
import { halves } from '../../core/split.ts';
import type { EntryRange } from '../../core/verdict.ts';
import { leafHashOf, type InclusionCheck } from './inclusion-check.ts';

/** KnownHash is a node's hash with its source: `computed` here from the two below it (or from a leaf), or `sent` in a proof that gave the root. */
export interface KnownHash {
  readonly hash: Hash;
  readonly source: 'computed' | 'sent';
}

/** TreeKnowledge is the known nodes of a tree, by nodeKey. */
export type TreeKnowledge = ReadonlyMap<string, KnownHash>;

/** TreeNode is a drawn node of a tree. */
export interface TreeNode {
  /** nodeKey of its entries. */
  readonly id: string;
  readonly covers: EntryRange;
  readonly known: KnownHash | undefined;
  /** Whether the entry of the proof is under it. */
  readonly onPath: boolean;
  /** Whether the nodes under it are drawn. */
  readonly isOpen: boolean;
  /** The id of the node above; undefined for the root. */
  readonly parent: string | undefined;
  /** The number of nodes above. */
  readonly depth: number;
}

/** MOST_LEAVES is the largest log drawn whole at first. */
const MOST_LEAVES = 29;

/** nodeKey returns the key of the node over a range of entries. */
export function nodeKey({ first, last }: EntryRange): string {
  return `${first}-${last}`;
}

/** halvesOf returns the entries left and right under a node (RFC 9162 2.1.1); none under a leaf. */
export function halvesOf({ first, last }: EntryRange): readonly EntryRange[] {
  return first === last ? [] : halves({ first, last });
}

/** knowledgeOf returns the nodes known from one proof: the leaf and every result are computed, the other half of each step is sent. */
export function knowledgeOf(check: Pick<InclusionCheck, 'entry' | 'leafHash' | 'steps'>): TreeKnowledge {
  const known = new Map<string, KnownHash>();
  const { entryNumber } = check.entry;
  const leafHash = leafHashOf(check);
  if (leafHash !== undefined)
    known.set(nodeKey({ first: entryNumber, last: entryNumber }), { hash: leafHash, source: 'computed' });
  for (const step of check.steps) {
    known.set(nodeKey(step.sentCovers), { hash: step[step.side], source: 'sent' });
    known.set(nodeKey(step.covers), { hash: step.result, source: 'computed' });
  }
  return known;
}

/**
 * mergeKnowledge merges the nodes of two proofs that give the same root. Computed takes precedence over sent. Throws Error if they disagree on a node, which
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

/** openAtFirst returns the keys of the nodes unfolded at first: all of them in a log whose leaves all have room, else those on the path. `leaves` is how many fit side by side. */
export function openAtFirst(entryNumber: number, logSize: number, leaves: number): ReadonlySet<string> {
  const isSmall = logSize <= Math.min(leaves, MOST_LEAVES);
  const unfold = (range: EntryRange): readonly string[] =>
    isSmall || (range.first <= entryNumber && entryNumber <= range.last)
      ? [nodeKey(range), ...halvesOf(range).flatMap(unfold)]
      : [];
  return new Set(unfold({ first: 1, last: logSize }));
}

/** treeNodes returns the drawn nodes of a tree, each before its children, left before right. Needs 1 <= entryNumber <= logSize. */
export function treeNodes(
  entryNumber: number,
  logSize: number,
  knowledge: TreeKnowledge,
  open: ReadonlySet<string>,
): readonly TreeNode[] {
  const draw = (covers: EntryRange, parent: string | undefined, depth: number): readonly TreeNode[] => {
    const id = nodeKey(covers);
    const onPath = covers.first <= entryNumber && entryNumber <= covers.last;
    const below = open.has(id) ? halvesOf(covers).flatMap((half) => draw(half, id, depth + 1)) : [];
    return [
      { id, covers, known: knowledge.get(id), onPath, isOpen: below.length > 0, parent, depth },
      ...below,
    ];
  };
  return draw({ first: 1, last: logSize }, undefined, 0);
}

/** entryToAsk returns the entry whose proof gives a node and its halves; undefined if nothing is missing. */
export function entryToAsk(covers: EntryRange, knowledge: TreeKnowledge): number | undefined {
  return [covers, ...halvesOf(covers)].every((range) => knowledge.has(nodeKey(range)))
    ? undefined
    : covers.first;
}

/** firstUnknown returns the entry to prove next when every drawn hash is wanted. */
export function firstUnknown(nodes: readonly TreeNode[]): number | undefined {
  // The lowest first: their proofs include the nodes above them.
  const unknown = nodes
    .filter(({ known }) => known === undefined)
    .toSorted((one, other) => other.depth - one.depth);
  return unknown[0]?.covers.first;
}
