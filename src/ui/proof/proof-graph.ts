import { capital, listWords } from '../format.ts';
import { abbreviate } from '../hash.tsx';
import type { Hash } from '../../core/hash.ts';
import type { Outcome } from '../../core/verdict.ts';
import type { Finding } from './inclusion-check.ts';

/** Content is what a node of a picture shows. */
export interface Content {
  readonly id: string;
  /**
   * Square for data, box for a hash, pill for a root, double pill for an older one, triangle for a folded
   * subtree, cut if not full.
   */
  readonly shape: 'square' | 'box' | 'pill' | 'double-pill' | 'triangle' | 'cut-triangle';
  /** Where it comes from: the register's data, the server's proof, a computation here, or not known yet. */
  readonly source: 'register' | 'sent' | 'computed' | 'unknown';
  /** Its description in a line. */
  readonly title: string;
  /** The meaning of its shape, for the legend. */
  readonly legend?: string;
  /** A letter in the box, where its shape does not tell which it is: `ON`, `N`. */
  readonly letter?: string | undefined;
  /** Set if different from the picture's: red for a computed hash that does not match. */
  readonly tone?: Outcome | undefined;
  readonly hash?: Hash | undefined;
  /** The expected hash, if different. */
  readonly compareWith?: Hash | undefined;
  /** Shown in place of a hash. */
  readonly text?: string;
  /** Shown and copied in full when it is chosen, in place of `text`. */
  readonly whole?: string | undefined;
  /** Whether it stands for a folded part of the path. */
  readonly isFold?: boolean;
  /** The label next to the box. */
  readonly label?: string | undefined;
  /** Below when not given; the others where there is room, else below. */
  readonly labelPlace?: 'left' | 'right' | 'beside';
  /** Whether it is above a break, and so says nothing about the data. */
  readonly faint?: boolean;
  /** Whether the nodes under it are drawn; undefined if it cannot be unfolded. */
  readonly expanded?: boolean | undefined;
}

/** GridCells is the grid cells of a node, from the left. */
export interface GridCells {
  /** The first column it spans and the one after the last. */
  readonly columns: readonly [from: number, to: number];
  /** Where lines meet it, in units of the columns' widths. */
  readonly x: number;
  /** In the middle of its columns when not given; `at-x`: as near to `x` as there is room. */
  readonly align?: 'start' | 'fill' | 'at-x';
}

/** LabelRoom is the part of a row for a label, in units of the columns' widths, and on which side of its box that is. */
export interface LabelRoom {
  readonly from: number;
  readonly to: number;
  readonly side: 'left' | 'right';
}

/** ProofNode is one node of a picture of a proof; `row` is counted from the top, 0 first. */
export interface ProofNode extends Content, GridCells {
  readonly row: number;
  /** Where its label is, if the box is too narrow for it. */
  readonly labelRoom?: LabelRoom;
}

/**
 * ProofEdge leads from a node up to another one, or to its neighbour; its mark is where it
 * turns, or between the two.
 */
export interface ProofEdge {
  readonly from: string;
  readonly to: string;
  /**
   * `path` between computed hashes, `join` from a sent hash, `broken` where the path breaks, `faint` off the
   * path or above a break, `none` between compared hashes.
   */
  readonly kind: 'path' | 'join' | 'broken' | 'faint' | 'none';
  readonly mark?: string | undefined;
}

/**
 * ProofGraph is a picture of a proof as a grid: columns of given relative widths, rows of equal height, each
 * node in its own cells, so that nothing overlaps at any width, and edges between them.
 */
export interface ProofGraph extends Finding {
  readonly columns: readonly number[];
  /** Its largest width in rem; with `isWide` its least width, with which it scrolls in its box. */
  readonly width: number;
  readonly isWide?: boolean;
  readonly nodes: readonly ProofNode[];
  readonly edges: readonly ProofEdge[];
  /** The node that Tab reaches first. */
  readonly first: string;
  /** The name of the picture for a screen reader. */
  readonly name: string;
}

/** ChainNode is one node of a chain that leads from the data up to a root. */
export interface ChainNode extends Content {
  /**
   * Where it stands: alone in its row, between the sent hashes, or beside another one
   * that it is compared with.
   */
  readonly at: 'all' | 'spine' | 'one' | 'other';
  /** The line up to the next one, `path` if not given, and the sign on it. */
  readonly up?: ProofEdge['kind'] | undefined;
  readonly sign?: string | undefined;
}

/** computedNode returns the node of a hash that is computed here, or could not be. */
export function computedNode(id: string, hash: Hash | undefined, what: string): Content {
  return hash === undefined
    ? { id, shape: 'box', source: 'unknown', title: `${capital(what)} · not known`, legend: 'not known' }
    : {
        id,
        shape: 'box',
        source: 'computed',
        hash,
        title: `Computed here · ${what}`,
        legend: 'computed here',
      };
}

/** chain returns the edges between consecutive nodes. */
export function chain(rungs: readonly Pick<ChainNode, 'id' | 'up' | 'sign'>[]): readonly ProofEdge[] {
  return rungs.slice(1).flatMap(({ id: to }, index) => {
    const { id: from, up = 'path', sign } = rungs[index] ?? { id: to };
    return { from, to, kind: up, mark: sign };
  });
}

/** stack places a chain downwards from the row of its last node; one and other share a row. */
export function stack(
  rungs: readonly ChainNode[],
  top: number,
  places: Readonly<Record<ChainNode['at'], GridCells>>,
): readonly ProofNode[] {
  let row = top - 1;
  const placed = rungs.toReversed().map((rung) => {
    if (rung.at !== 'one') row += 1;
    return Object.assign({}, rung, places[rung.at], { row });
  });
  return placed.reverse();
}

/**
 * lineOf lays out an edge: its points, x and y of each, and the place of its mark. It ends behind the boxes,
 * and turns at the top of its lower row.
 */
export function lineOf({ nodes }: ProofGraph, { from, to, kind, mark }: ProofEdge) {
  const [low, high] = [from, to].map((id) => nodes.find((node) => node.id === id));
  if (low === undefined || high === undefined) return undefined;
  const isLevel = low.row === high.row;
  const corner = [high.x, low.row] as const;
  return {
    key: `${from} ${to}`,
    kind,
    mark,
    low,
    points: [
      [low.x, low.row + 0.3],
      ...(isLevel ? [] : [[low.x, low.row], corner]),
      [high.x, high.row + 0.3],
    ] as readonly (readonly [x: number, y: number])[],
    markAt: isLevel ? ([(low.x + high.x) / 2, low.row + 0.3] as const) : corner,
  };
}

/**
 * nextNode returns the node that a key leads to: Home to the top, End to the bottom, an arrow to the nearest
 * row or along it, first of all along the path.
 */
export function nextNode({ nodes, edges }: ProofGraph, id: string, key: string): string | undefined {
  const down = nodes.toSorted((one, other) => one.row - other.row);
  if (key === 'Home' || key === 'End') return down.at(key === 'Home' ? 0 : -1)?.id;
  const { row = 0, x = 0 } = nodes.find((node) => node.id === id) ?? {};
  const leads: Partial<Record<string, (to: ProofNode) => boolean>> = {
    ArrowUp: (to) => to.row < row,
    ArrowDown: (to) => to.row > row,
    ArrowLeft: (to) => to.row === row && to.x < x,
    ArrowRight: (to) => to.row === row && to.x > x,
  };
  const isOnPath = (to: ProofNode): boolean =>
    edges.some(
      (edge) => edge.kind === 'path' && [id, to.id].every((end) => end === edge.from || end === edge.to),
    );
  const distance = (to: ProofNode): number =>
    Math.abs(to.row - row) * 1e6 + (isOnPath(to) ? 0 : 1e3 + Math.abs(to.x - x));
  return nodes.filter((to) => leads[key]?.(to)).toSorted((one, other) => distance(one) - distance(other))[0]
    ?.id;
}

/** nodeName returns the name of a node for a screen reader: the text in its box, what it is, and the hashes that it gives. */
export function nodeName(
  { nodes, edges }: ProofGraph,
  { id, hash, text, compareWith, title }: Content,
  isChanged = false,
): string {
  const given = edges.flatMap(({ kind, from, to }) => {
    const result = kind === 'join' && from === id && nodes.find((node) => node.id === to)?.hash;
    return result ? abbreviate(result) : [];
  });
  const digits = hash && abbreviate(hash, compareWith === undefined ? 'short' : 'long');
  const gives = given.length > 0 && `gives ${listWords(given)}`;
  return [digits, text ?? title, gives, isChanged && 'changed'].filter(Boolean).join(', ');
}
