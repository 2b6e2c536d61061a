import type { Hash } from '../../core/hash.ts';
import type { Entry } from '../../core/model.ts';
import type { Outcome } from '../../core/verdict.ts';
import { formatNumber } from '../format.ts';
import { isolated } from '../literal.tsx';
import type { ProofTone } from './inclusion-check.ts';

/** ProofNode is one node of a picture of a proof: what it shows, and the cells of the grid it stands in. */
export interface ProofNode extends NodeContent {
  /** From the top, 0 first. */
  readonly row: number;
  /** The first column it spans and the one after the last. */
  readonly columns: readonly [from: number, to: number];
  /** Where lines meet it, in units of the columns' widths. */
  readonly x: number;
}

/** NodeContent is what a node shows, wherever it stands. */
export interface NodeContent {
  readonly id: string;
  /** Square for what is read, box for a hash, pill for a root, double pill for an older one, triangle for a folded subtree, cut where that is not full. */
  readonly shape: 'square' | 'box' | 'pill' | 'double-pill' | 'triangle' | 'cut-triangle';
  /** Where it comes from: the register's data, the server's proof, a computation here, or not known yet. */
  readonly source: 'register' | 'sent' | 'computed' | 'unknown';
  /** Set where it differs from the picture's: red for a computed hash that does not match. */
  readonly tone?: ProofTone | undefined;
  /** Says the source in the box: `S`, `C`, `ON`, `N`. */
  readonly letter?: string | undefined;
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
  /** Below when not given; `left`, `right`, and `beside` a box in the middle, where there is room, else below; `under`: below with the hash, which is not in the box. */
  readonly labelPlace?: 'above' | 'inside' | 'under' | 'left' | 'right' | 'beside';
  /** How wide a label `under` its box is, in rem. */
  readonly labelWidth?: number;
  /** What it is, in a line. */
  readonly title: string;
  /** What its shape means, for the legend. */
  readonly legend?: string;
  /** Whether it belongs to the background of the picture. */
  readonly faint?: boolean;
  /** Whether what is under it is drawn; undefined if nothing can be unfolded. */
  readonly expanded?: boolean | undefined;
}

/** ProofLine is a line: `path` between computed hashes, `join` from a sent hash, `broken` where the path does not reach, `faint` off the path. */
export interface ProofLine {
  readonly kind: 'path' | 'join' | 'broken' | 'faint';
  /** Its corners, x and y of each: x in units of the columns' widths, y in rows. */
  readonly points: readonly number[];
}

/** ProofMark is a sign on a line: the number of a step, or the sign between two hashes. */
export interface ProofMark {
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
  /** How wide it is at most in rem; where `isWide` it needs as much, and scrolls in its own box. */
  readonly width: number;
  readonly isWide?: boolean;
  readonly rows: number;
  readonly nodes: readonly ProofNode[];
  readonly lines: readonly ProofLine[];
  readonly marks: readonly ProofMark[];
  /** The node that Tab reaches first. */
  readonly first: string;
  /** The node that a key leads to from another one; undefined if it leads nowhere. */
  readonly next: (from: string, key: string) => string | undefined;
  readonly tone: ProofTone;
  readonly outcome: Outcome;
  /** What was found, in a sentence. */
  readonly caption: string;
  /** The name of the picture for a screen reader. */
  readonly name: string;
}

/** entryNode is the entry of a proof. */
export function entryNode({ entryNumber, key }: Pick<Entry, 'entryNumber' | 'key'>): NodeContent {
  const title = `Entry ${formatNumber(entryNumber)} · key`;
  return {
    id: 'entry',
    shape: 'square',
    source: 'register',
    text: `${title} ${isolated(key)}`,
    whole: key,
    title,
  };
}

/** computedNode is a hash that was computed here. */
export function computedNode(id: string, hash: Hash, title: string): NodeContent {
  return { id, shape: 'box', source: 'computed', letter: 'C', hash, title, legend: 'computed here' };
}

/** joinLine leads from a sent hash up, and along to where it is combined. */
export function joinLine({ x, row }: ProofNode, to: number): ProofLine {
  return { kind: 'join', points: [x, row + 0.4, x, row, to, row] };
}

/** nextByPlace lets the arrow keys lead to the nearest node of the next row and along a row, Home and End to the nodes named. */
export function nextByPlace(nodes: readonly ProofNode[], home: string, end: string): ProofGraph['next'] {
  return (id, key) => {
    if (key === 'Home') return home;
    if (key === 'End') return end;
    const { row = 0, x = 0 } = nodes.find((node) => node.id === id) ?? {};
    const leads: Partial<Record<string, (to: ProofNode) => boolean>> = {
      ArrowUp: (to) => to.row < row,
      ArrowDown: (to) => to.row > row,
      ArrowLeft: (to) => to.row === row && to.x < x,
      ArrowRight: (to) => to.row === row && to.x > x,
    };
    const distance = (to: ProofNode): number => Math.abs(to.row - row) * 100 + Math.abs(to.x - x);
    return nodes.filter((to) => leads[key]?.(to)).toSorted((one, other) => distance(one) - distance(other))[0]
      ?.id;
  };
}
