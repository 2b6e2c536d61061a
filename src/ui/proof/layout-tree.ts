import { formatNumber } from '../format.ts';
import { textWidth, widest } from './label-lines.ts';
import type { Rect } from './placed.ts';
import { nodesOf, type TreeNode } from './tree-model.ts';

/** PlacedTreeNode is a node of the drawn tree with its place. */
export interface PlacedTreeNode extends Rect {
  readonly node: TreeNode;
  readonly parent: string | undefined;
  /** The entries under it, in lines: within a box, under a triangle. */
  readonly lines: readonly string[];
  /** From the top of the picture, 0 the root. */
  readonly row: number;
}

/** TreeLink is a line from a node down to one under it. */
export interface TreeLink {
  readonly id: string;
  readonly onPath: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** TreeLayout is the whole picture in numbers, in px at a root font size of 16 px; nothing in it overlaps and nothing leaves `width` x `height`. */
export interface TreeLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedTreeNode[];
  readonly links: readonly TreeLink[];
  readonly labelLine: number;
  /** The root to compare with, over the computed one, where two differ. */
  readonly published: Rect | undefined;
}

const LABEL_SIZE = 11;
const LABEL_LINE = 13;
const LEAST_BOX = 66;
/** Between neighbours: the most that fits the width that is wished for, else the least. */
const BETWEEN = [40, 28, 18, 12, 6] as const;
const BOX = { padding: 4, digits: 20 };
const TRIANGLE = { height: 48, label: 2 };
const GAP = 18;
/** Half the room that a line keeps where it passes a row. */
const LINE_ROOM = 5;
const ROOT_WIDTH = { one: 120, compared: 172 };
const PUBLISHED = { height: 30, below: 26 };
const ENTRY = { least: 92, most: 220, height: 26, size: 12, padding: 20 };

type Span = readonly [left: number, right: number];

/** Shape is a subtree laid out around its own root at x = 0: how far it reaches in each row, and where each node stands. */
interface Shape {
  readonly reach: ReadonlyMap<number, Span>;
  readonly places: ReadonlyMap<string, number>;
}

/**
 * layoutTree places a tree top-down: a node stands over the middle of the two under it, nodes over equally many levels stand in one row, and subtrees are
 * moved together until they would touch. `entryText` is what the entry's box says; `compared` leaves room for a root in eight and eight digits. `wished`
 * is the width to keep to where the tree allows it.
 */
export function layoutTree(root: TreeNode, entryText: string, compared = false, wished = 0): TreeLayout {
  const nodes = nodesOf(root);
  const rows = rowsOf(nodes);
  const labels = new Map(nodes.map((node) => [node.id, labelOf(node)]));
  const texts = [...labels.values()];
  const box = Math.max(
    LEAST_BOX,
    Math.ceil(Math.max(...texts.map((lines) => widest(lines, LABEL_SIZE)))) + 8,
  );
  const widthOf = (node: TreeNode): number => {
    if (node.kind === 'root') return Math.max(box, compared ? ROOT_WIDTH.compared : ROOT_WIDTH.one);
    if (node.kind !== 'entry') return box;
    return Math.min(ENTRY.most, Math.max(ENTRY.least, textWidth(entryText, ENTRY.size) + ENTRY.padding));
  };
  const shapes = BETWEEN.map((between) => shapeOf(root, { rows, widthOf, between }));
  const shape = shapes.find((one) => widthFrom(one) <= wished) ?? shapes.at(-1);
  if (shape === undefined) throw new Error('no way to space a tree');
  const most = Math.max(...texts.map((lines) => lines.length));
  const boxHeight = BOX.digits + most * LABEL_LINE + BOX.padding;
  const rowHeight = Math.max(boxHeight, TRIANGLE.height + TRIANGLE.label + most * LABEL_LINE);
  const top = compared ? PUBLISHED.height + PUBLISHED.below : 0;
  const left = leftOf(shape);
  const heightOf = (node: TreeNode): number =>
    node.kind === 'subtree' ? TRIANGLE.height : node.kind === 'entry' ? ENTRY.height : boxHeight;
  const parents = new Map(
    nodes.flatMap((node) => node.children.map((child) => [child.id, node.id] as const)),
  );
  const placed = nodes.map((node): PlacedTreeNode => {
    const row = rows.get(node.id) ?? 0;
    const width = widthOf(node);
    return {
      node,
      parent: parents.get(node.id),
      lines: labels.get(node.id) ?? [],
      row,
      x: (shape.places.get(node.id) ?? 0) - left - width / 2,
      y: top + row * (rowHeight + GAP),
      width,
      height: heightOf(node),
    };
  });
  const foot = placed.map(({ node, y }) => y + (node.kind === 'entry' ? ENTRY.height : rowHeight));
  const [highest] = placed;
  return {
    width: widthFrom(shape),
    height: Math.max(...foot),
    nodes: placed,
    links: linksOf(placed, rowHeight),
    labelLine: LABEL_LINE,
    published:
      compared && highest !== undefined
        ? { x: highest.x, y: 0, width: highest.width, height: PUBLISHED.height }
        : undefined,
  };
}

/** rowsOf gives each node a row: by how many levels it stands over, rows without a node left out; the entry's is the last. */
function rowsOf(nodes: readonly TreeNode[]): ReadonlyMap<string, number> {
  const levels = new Map(nodes.map((node) => [node.id, node.kind === 'entry' ? -1 : levelOf(node)]));
  const order = [...new Set(levels.values())].sort((one, other) => other - one);
  const rank = new Map(order.map((level, index) => [level, index]));
  return new Map([...levels].map(([id, level]) => [id, rank.get(level) ?? 0]));
}

/** levelOf is the number of levels under a node: 0 for a leaf. */
function levelOf({ covers }: TreeNode): number {
  const size = covers.last - covers.first + 1;
  let level = 0;
  for (let held = 1; held < size; held *= 2) level += 1;
  return level;
}

function labelOf({ covers, kind }: TreeNode): readonly string[] {
  const first = formatNumber(covers.first);
  if (kind === 'entry') return [];
  if (covers.first === covers.last) {
    const one = `entry ${first}`;
    return textWidth(one, LABEL_SIZE) <= LEAST_BOX - 6 ? [one] : ['entry', first];
  }
  const last = formatNumber(covers.last);
  const line = `${first}–${last}`;
  return textWidth(line, LABEL_SIZE) <= LEAST_BOX - 6 ? [line] : [`${first}–`, last];
}

function leftOf({ reach }: Shape): number {
  return Math.min(...[...reach.values()].map(([from]) => from));
}

function widthFrom(shape: Shape): number {
  return Math.max(...[...shape.reach.values()].map(([, to]) => to)) - leftOf(shape);
}

interface Spacing {
  readonly rows: ReadonlyMap<string, number>;
  readonly widthOf: (node: TreeNode) => number;
  readonly between: number;
}

function shapeOf(node: TreeNode, spacing: Spacing): Shape {
  const { rows, widthOf, between } = spacing;
  const row = rows.get(node.id) ?? 0;
  const half = widthOf(node) / 2;
  const children = node.children.map((child) =>
    hungFrom(shapeOf(child, spacing), row, rows.get(child.id) ?? 0),
  );
  const [first, second] = children;
  const own = new Map<number, Span>([[row, [-half, half]]]);
  const here: Shape = { reach: own, places: new Map([[node.id, 0]]) };
  if (first === undefined) return here;
  if (second === undefined) return joined([here, first]);
  const apart = distance(first, second, between);
  return joined([here, moved(first, -apart / 2), moved(second, apart / 2)]);
}

/** hungFrom adds the line from a subtree up to its parent: where it passes a row, nothing else may stand. */
function hungFrom(shape: Shape, parentRow: number, row: number): Shape {
  const reach = new Map(shape.reach);
  for (let passed = parentRow + 1; passed < row; passed += 1) reach.set(passed, [-LINE_ROOM, LINE_ROOM]);
  return { ...shape, reach };
}

/** distance is how far apart two subtrees' roots must be, so that they touch in no row. */
function distance(left: Shape, right: Shape, between: number): number {
  let apart = 0;
  for (const [row, [, to]] of left.reach) {
    const other = right.reach.get(row);
    if (other !== undefined) apart = Math.max(apart, to - other[0] + between);
  }
  return apart;
}

function moved({ reach, places }: Shape, by: number): Shape {
  return {
    reach: new Map([...reach].map(([row, [from, to]]) => [row, [from + by, to + by] as const])),
    places: new Map([...places].map(([id, x]) => [id, x + by])),
  };
}

function joined(shapes: readonly Shape[]): Shape {
  const reach = new Map<number, Span>();
  for (const shape of shapes) {
    for (const [row, [from, to]] of shape.reach) {
      const before = reach.get(row);
      reach.set(
        row,
        before === undefined ? [from, to] : [Math.min(from, before[0]), Math.max(to, before[1])],
      );
    }
  }
  return { reach, places: new Map(shapes.flatMap(({ places }) => [...places])) };
}

/** linksOf draws each line from a node down to a level under its row, along it, and down to the child. */
function linksOf(placed: readonly PlacedTreeNode[], rowHeight: number): TreeLink[] {
  const byId = new Map(placed.map((one) => [one.node.id, one]));
  return placed.flatMap((child) => {
    const parent = child.parent === undefined ? undefined : byId.get(child.parent);
    if (parent === undefined) return [];
    const x = child.x + child.width / 2;
    const above = parent.x + parent.width / 2;
    const bus = parent.y + rowHeight + GAP / 2;
    const points = [
      [above, parent.y + parent.height] as const,
      [above, bus] as const,
      [x, bus] as const,
      [x, child.y] as const,
    ];
    return [{ id: child.node.id, onPath: child.node.onPath, points }];
  });
}
