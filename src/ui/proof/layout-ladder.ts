import { countOf } from '../format.ts';
import { labelLines, textWidth, widest } from './label-lines.ts';
import type { LadderColumn, LadderModel, LadderNode } from './ladder-model.ts';
import type { Rect } from './placed.ts';

/** PlacedLadderNode is a node with its place, and what is written under it. */
export interface PlacedLadderNode extends LadderNode, Rect {
  readonly label?: Rect & { readonly lines: readonly string[] };
}

/** LadderLink is a line: a ladder upwards, or a hash that joins one or both. */
export interface LadderLink {
  readonly id: string;
  readonly kind: 'ladder' | 'join';
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** LadderNote is a word at the roots: whose each is, and the sign between two that differ. */
export interface LadderNote extends Rect {
  readonly id: string;
  readonly kind: 'name' | 'sign';
  readonly lines: readonly string[];
}

/** LadderLayout is the whole picture in numbers, in px at a root font size of 16 px; nothing in it overlaps and nothing leaves `width` x `height`. */
export interface LadderLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedLadderNode[];
  readonly links: readonly LadderLink[];
  readonly notes: readonly LadderNote[];
  /** Where a step joins a ladder, with its number. */
  readonly numbers: readonly {
    readonly id: string;
    readonly level: number;
    readonly x: number;
    readonly y: number;
  }[];
  /** `short`: six and four digits; `six`: the first six. */
  readonly digits: 'short' | 'six';
  /** Whether a letter has room beside the digits; else it stands in the edge of its box. */
  readonly letters: boolean;
  readonly digitSize: number;
  readonly labelSize: number;
}

/** NARROWEST_LADDERS is the smallest width that is laid out; in anything narrower the picture keeps this width. */
export const NARROWEST_LADDERS = 256;

const COLUMNS: readonly LadderColumn[] = ['old', 'both', 'new', 'new-only'];
const WIDEST = 720;
const BOX_HEIGHT = 30;
const LABEL_LINE = 14;
const ELBOW = 14;
const NUMBER = 9;
const ROOT = { most: 168, between: 8, height: 30, sign: 24, name: 40 };

interface Frame {
  readonly width: number;
  readonly box: number;
  readonly gap: number;
  readonly pitch: number;
  readonly labelSize: number;
  readonly digitSize: number;
  readonly rootWidth: number;
}

/** layoutLadders places every node for a width in px at a root font size of 16 px. */
export function layoutLadders(model: LadderModel, given: number): LadderLayout {
  const frame = frameFor(model, Math.max(NARROWEST_LADDERS, Math.min(WIDEST, Math.floor(given))));
  const oldLow = model.startsAtOldRoot;
  const top = rootsOf(model, frame, oldLow);
  const rowTop = (row: number): number => top.bottom + 2 * ELBOW + (model.topRow - 1 - row) * frame.pitch;
  const low: Roots = oldLow ? lowOldRoot(model, frame, rowTop(0)) : { nodes: [], notes: [] };
  const climb = model.nodes
    .filter(({ kind }) => kind === 'computed' || kind === 'sent-both' || kind === 'sent-new')
    .map((node) => placeInRow(node, rowTop(node.row), frame));
  const nodes = [...climb, ...low.nodes, ...top.nodes];
  const notes = [...top.notes, ...low.notes];
  const lines = linesOf(model, nodes, frame, rowTop);
  return {
    width: frame.width,
    height: Math.max(
      ...nodes.map(({ y, height }) => y + height),
      ...nodes.map(({ label }) => (label === undefined ? 0 : label.y + label.height)),
      ...notes.map(({ y, height }) => y + height),
    ),
    nodes,
    notes,
    ...lines,
    digits: frame.box >= 104 ? 'short' : 'six',
    letters: frame.box >= 64,
    digitSize: frame.digitSize,
    labelSize: frame.labelSize,
  };
}

function frameFor(model: LadderModel, width: number): Frame {
  const gap = width >= 560 ? 40 : width >= 400 ? 20 : 8;
  const box = Math.min(136, Math.floor((width - 3 * gap) / 4));
  const labelSize = width >= 560 ? 12 : 11;
  const lines = Math.max(1, ...model.nodes.map((node) => labelOf(node, { box, gap, labelSize }).length));
  return {
    width,
    box,
    gap,
    labelSize,
    digitSize: width >= 560 ? 13 : 11,
    pitch: BOX_HEIGHT + 3 + lines * LABEL_LINE + 5 + ELBOW + NUMBER,
    rootWidth: Math.min(ROOT.most, Math.floor((width - ROOT.between) / 2)),
  };
}

function centreOf(column: LadderColumn, { box, gap, width }: Frame): number {
  const left = (width - 4 * box - 3 * gap) / 2;
  return left + COLUMNS.indexOf(column) * (box + gap) + box / 2;
}

function labelOf(
  node: LadderNode,
  { box, gap, labelSize }: Pick<Frame, 'box' | 'gap' | 'labelSize'>,
): readonly string[] {
  if (node.usedFor === undefined) return [];
  const limit = box + gap - 2;
  const used =
    textWidth(node.usedFor, labelSize) <= limit ? [node.usedFor] : node.usedFor.split(/ (?=new|only)/);
  return [...labelLines(node.covers, limit, labelSize), ...used];
}

function placeInRow(node: LadderNode, y: number, frame: Frame): PlacedLadderNode {
  const centre = centreOf(node.column, frame);
  const placed = { ...node, x: centre - frame.box / 2, y, width: frame.box, height: BOX_HEIGHT };
  const lines = labelOf(node, frame);
  if (lines.length === 0) return placed;
  const width = Math.ceil(widest(lines, frame.labelSize));
  const x = Math.max(0, Math.min(frame.width - width, centre - width / 2));
  return { ...placed, label: { lines, x, y: y + BOX_HEIGHT + 3, width, height: lines.length * LABEL_LINE } };
}

interface Roots {
  readonly nodes: readonly PlacedLadderNode[];
  readonly notes: readonly LadderNote[];
}

/** rootsOf places the roots at the top: one pill each, or two over each other where they differ, each half of the picture its own. */
function rootsOf(model: LadderModel, frame: Frame, oldLow: boolean): Roots & { readonly bottom: number } {
  const sides = oldLow ? (['new'] as const) : (['old', 'new'] as const);
  const stacked = sides.some((side) => model.nodes.some(({ id }) => id === `${side}-computed`));
  const bottom = ROOT.name + ROOT.height + (stacked ? ROOT.sign + ROOT.height : 0);
  const parts = sides.map((side) => rootOf(model, frame, side, { x: rootX(side, frame), stacked }));
  return { nodes: parts.flatMap(({ nodes }) => nodes), notes: parts.flatMap(({ notes }) => notes), bottom };
}

/** rootX keeps the two roots apart: the old one to the left half, the new one after it. */
function rootX(side: 'old' | 'new', frame: Frame): number {
  const wanted = centreOf(side, frame) - frame.rootWidth / 2;
  const old = Math.max(0, centreOf('old', frame) - frame.rootWidth / 2);
  if (side === 'old') return old;
  return Math.min(frame.width - frame.rootWidth, Math.max(wanted, old + frame.rootWidth + ROOT.between));
}

function rootOf(
  model: LadderModel,
  frame: Frame,
  side: 'old' | 'new',
  { x, stacked }: { readonly x: number; readonly stacked: boolean },
): Roots {
  const computed = model.nodes.find(({ id }) => id === `${side}-computed`);
  const given = model.nodes.find(({ id }) => id === `${side}-root`);
  if (given === undefined) throw new RangeError('ladders without roots cannot be drawn');
  const place = { x, width: frame.rootWidth, height: ROOT.height };
  const below = ROOT.name + ROOT.height + ROOT.sign;
  const y = stacked && computed === undefined ? below : ROOT.name;
  const name = nameNote(model, side, { ...place, y: y - ROOT.name, height: ROOT.name });
  if (computed === undefined) return { nodes: [{ ...given, ...place, y }], notes: [name] };
  const sign = {
    id: `${side}-sign`,
    kind: 'sign' as const,
    lines: ['≠'],
    ...place,
    y: ROOT.name + ROOT.height,
    height: ROOT.sign,
  };
  return {
    nodes: [
      { ...given, ...place, y },
      { ...computed, ...place, y: below },
    ],
    notes: [name, sign],
  };
}

function nameNote(model: LadderModel, side: 'old' | 'new', rect: Rect): LadderNote {
  const [name, size] = [model.names[side], model.sizes[side === 'old' ? 0 : 1]];
  return { id: `${side}-name`, kind: 'name', lines: [name, countOf(size, 'entry', 'entries')], ...rect };
}

/** lowOldRoot places the old root where the new ladder starts, with its name under it. */
function lowOldRoot(model: LadderModel, frame: Frame, y: number): Roots {
  const given = model.nodes.find(({ id }) => id === 'old-root');
  if (given === undefined) throw new RangeError('ladders without roots cannot be drawn');
  const x = rootX('old', frame);
  const place = { x, y, width: frame.rootWidth, height: ROOT.height };
  return {
    nodes: [{ ...given, ...place }],
    notes: [nameNote(model, 'old', { ...place, y: y + ROOT.height, height: ROOT.name })],
  };
}

function linesOf(
  model: LadderModel,
  nodes: readonly PlacedLadderNode[],
  frame: Frame,
  rowTop: (row: number) => number,
): Pick<LadderLayout, 'links' | 'numbers'> {
  if (!model.reached) return { links: [], numbers: [] };
  const [oldX, newX] = [centreOf('old', frame), centreOf('new', frame)];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const start = byId.get(model.startsAtOldRoot ? 'old-root' : 'start');
  const startY = (start?.y ?? 0) + BOX_HEIGHT / 2;
  const middle = (start?.x ?? 0) + (start?.width ?? 0) / 2;
  const ladders = (model.startsAtOldRoot ? (['new'] as const) : (['old', 'new'] as const)).map(
    (side): LadderLink => {
      const x = side === 'old' ? oldX : newX;
      const root = byId.get(`${side}-computed`) ?? byId.get(`${side}-root`);
      const points = [
        [middle, startY] as const,
        [x, startY] as const,
        [x, (root?.y ?? 0) + ROOT.height] as const,
      ];
      return { id: `ladder-${side}`, kind: 'ladder', points };
    },
  );
  const joins = model.joins.map(({ level, both }) => {
    const y = rowTop(level) - ELBOW;
    const sent = byId.get(`sent-${level}`);
    const x = (sent?.x ?? 0) + frame.box / 2;
    return { level, both, x, y, from: sent?.y ?? 0 };
  });
  return {
    links: [
      ...ladders,
      ...joins.flatMap(({ level, both, x, y, from }) =>
        (both ? [oldX, newX] : [newX]).map((to, index): LadderLink => ({
          id: `join-${level}-${index}`,
          kind: 'join',
          points: [
            [x, from],
            [x, y],
            [to, y],
          ],
        })),
      ),
    ],
    numbers: joins.flatMap(({ level, both, y }) =>
      (both ? [oldX, newX] : [newX]).map((x) => ({ id: `${level}-${x}`, level, x, y })),
    ),
  };
}
