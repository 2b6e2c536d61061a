import type { PathNode } from './path-model.ts';

/** Rect is a box in px at a root font size of 16 px, from the top left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** PathLabel names the entries under a sent hash, in one to five lines. */
export interface PathLabel extends Rect {
  readonly lines: readonly string[];
  readonly align: 'start' | 'center' | 'end';
}

/** PlacedNode is a node with its place, and its label where it has one. */
export interface PlacedNode extends PathNode, Rect {
  readonly label?: PathLabel;
}

/** PathLink is a line between nodes: `spine` upwards, `broken` where the hashes do not reach the root, `join` from a sent hash to the spine. */
export interface PathLink {
  readonly id: string;
  readonly kind: 'spine' | 'broken' | 'join';
  readonly level: number;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** RootNote is a word beside the two roots: whose each is, and the sign between them. */
export interface RootNote extends Rect {
  readonly text: string;
  readonly kind: 'whose' | 'sign';
  readonly align: 'start' | 'center';
}

/** PathCaption is the place of the sentence at the root: after it, or above it. */
export interface PathCaption extends Rect {
  readonly align: 'start' | 'center';
}
