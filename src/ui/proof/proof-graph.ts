import type { Hash } from '../../core/hash.ts';
import type { Outcome } from '../../core/verdict.ts';
import type { ProofTone } from './inclusion-check.ts';

/** ProofShape is the outline of a node: square for what is read, box for a hash, pill for a root, double pill for an older one, triangle for a folded subtree. */
export type ProofShape = 'square' | 'box' | 'pill' | 'double-pill' | 'triangle' | 'cut-triangle';

/** ProofSource is where what a node shows comes from: the register's data, the server's proof, a computation here, or not known yet. */
export type ProofSource = 'register' | 'sent' | 'computed' | 'unknown';

/** ArrowTarget is a key that leads from a node to another one. */
export type ArrowTarget = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

/** ProofNode is one node of a picture of a proof: what it shows, and the cells of the grid it stands in. */
export interface ProofNode {
  readonly id: string;
  readonly shape: ProofShape;
  readonly source: ProofSource;
  /** Set where it differs from the picture's: red for a computed hash that does not match. */
  readonly tone?: ProofTone;
  /** Says the source in the box: `S`, `C`, `ON`, `N`. */
  readonly letter?: string;
  /** From the top, 0 first. */
  readonly row: number;
  /** The first column it spans and the one after the last. */
  readonly columns: readonly [from: number, to: number];
  /** The middle of its column, in units of the columns' widths: where lines meet it. */
  readonly x: number;
  /** `start`: at the left edge of its columns; `fill`: as wide as they are; `at-x`: as near to `x` as there is room; else in their middle. */
  readonly align?: 'start' | 'fill' | 'at-x';
  readonly hash?: Hash | undefined;
  /** Shown in place of a hash. */
  readonly text?: string;
  /** Shown and copied in full when it is chosen, in place of `text`. */
  readonly whole?: string | undefined;
  /** The hash that it should equal and does not. */
  readonly compareWith?: Hash | undefined;
  /** Written beside the box, a line each. */
  readonly label?: readonly string[];
  /** Below when not given; `left`, `right`, and `beside` a box in the middle, where there is room, else below. */
  readonly labelPlace?: 'above' | 'inside' | 'left' | 'right' | 'beside';
  /** What it is, in a line. */
  readonly title: string;
  /** Said after the title by a screen reader. */
  readonly note?: string;
  /** What its shape means, for the legend. */
  readonly legend?: string;
  /** Whether it belongs to the background of the picture. */
  readonly faint?: boolean;
  /** Whether what is under it is drawn; undefined where nothing can be unfolded. */
  readonly expanded?: boolean | undefined;
  /** Where the arrow keys lead from it. */
  readonly neighbours: Partial<Record<ArrowTarget, string>>;
}

/** ProofLink is a line: `path` between computed hashes, `join` from a sent hash, `broken` where the path does not reach, `faint` off the path. */
export interface ProofLink {
  readonly id: string;
  readonly kind: 'path' | 'join' | 'broken' | 'faint';
  /** x in units of the columns' widths, y in rows. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** ProofMark is a sign on a line: the number of a step, or the sign between two roots. */
export interface ProofMark {
  readonly id: string;
  readonly kind: 'step' | 'sign';
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/**
 * ProofGraph is a picture of a proof as a grid: columns of given relative widths, rows of equal height, nodes in cells, lines between them. Nodes stand in
 * cells of their own, so that nothing overlaps at any width.
 */
export interface ProofGraph {
  /** Relative widths. */
  readonly columns: readonly number[];
  readonly rows: number;
  readonly nodes: readonly ProofNode[];
  readonly links: readonly ProofLink[];
  readonly marks: readonly ProofMark[];
  /** The node that Tab reaches first. */
  readonly first: string;
  readonly tone: ProofTone;
  readonly outcome: Outcome;
  /** What was found, in a sentence. */
  readonly caption: string;
  /** The name of the picture for a screen reader. */
  readonly name: string;
}

/** PlacedNode is a node before it is known where the arrow keys lead from it. */
export type PlacedNode = Omit<ProofNode, 'neighbours'>;

/**
 * withNeighbours lets the arrow keys lead up and down to the nearest node of the next row, left and right along a row, and to the two ends named.
 */
export function withNeighbours(
  nodes: readonly PlacedNode[],
  ends: { readonly home: string; readonly end: string },
): readonly ProofNode[] {
  return nodes.map((node) => {
    const nearest = (rows: readonly number[]): string | undefined => {
      const row = rows.find((at) => nodes.some((other) => other.row === at));
      return nodes
        .filter((other) => other.row === row)
        .toSorted((one, other) => Math.abs(one.x - node.x) - Math.abs(other.x - node.x))[0]?.id;
    };
    const above = Array.from({ length: node.row }, (_, index) => node.row - 1 - index);
    const lowest = Math.max(...nodes.map(({ row }) => row));
    const below = Array.from({ length: lowest - node.row }, (_, index) => node.row + 1 + index);
    const beside = nodes.filter(({ row }) => row === node.row).toSorted((one, other) => one.x - other.x);
    const place = beside.indexOf(node);
    return {
      ...node,
      neighbours: definedOnly({
        ArrowUp: nearest(above),
        ArrowDown: nearest(below),
        ArrowLeft: beside[place - 1]?.id,
        ArrowRight: beside[place + 1]?.id,
        Home: ends.home,
        End: ends.end,
      }),
    };
  });
}

/** definedOnly leaves out the keys that lead nowhere. */
export function definedOnly(
  targets: Record<ArrowTarget, string | undefined>,
): Partial<Record<ArrowTarget, string>> {
  return Object.fromEntries(Object.entries(targets).filter(([, id]) => id !== undefined));
}
