import { labelLines, textWidth, widest } from './label-lines.ts';
import { frameFor, type PathFrame } from './path-frame.ts';
import type { PathModel, PathNode } from './path-model.ts';
import type { PathCaption, PathLabel, PathLink, PlacedNode, RootNote } from './placed.ts';
import { placeRoot } from './place-root.ts';

/** PathLayout is the whole picture in numbers; nothing in it overlaps and nothing leaves `width` x `height`. */
export interface PathLayout {
  readonly frame: PathFrame;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PathLink[];
  readonly caption: PathCaption;
  readonly notes: readonly RootNote[];
}

const ENTRY = { height: 36, least: 180, most: 360, padding: 40, textSize: 13.5 };
const BELOW_ROOT = 30;
/** Room for the step number on the spine. */
const BESIDE_SPINE = 10;
const ABOVE_ENTRY = 20;

/** layoutPath places every node of a path for a width in px at a root font size of 16 px; `entryText` is what the entry's box says. */
export function layoutPath(model: PathModel, width: number, entryText: string): PathLayout {
  const frame = frameFor(model, width);
  const root = placeRoot(model, frame);
  const lowest = root.bottom + 2 * frame.elbow + (model.rootRow - 1) * frame.pitch;
  const rowTop = (row: number) => lowest - row * frame.pitch;
  const climb = model.nodes
    .filter((node) => node.row > 0 && node.row < model.rootRow)
    .map((node) => placeInRow(node, rowTop(node.row), frame));
  const entry = placeEntry(model, frame, entryText, lowestBelow(climb, root.bottom));
  const nodes = [...entry, ...climb, ...root.nodes];
  return {
    frame,
    width: frame.width,
    height: lowestBelow(nodes, 0),
    nodes,
    links: [...spineLinks(nodes, model), ...climb.flatMap((node) => joinLink(node, frame))],
    caption: root.caption,
    notes: root.notes,
  };
}

function lowestBelow(nodes: readonly PlacedNode[], least: number): number {
  return Math.max(
    least,
    ...nodes.flatMap(({ y, height, label }) => [y + height, (label?.y ?? 0) + (label?.height ?? 0)]),
  );
}

function placeEntry(model: PathModel, frame: PathFrame, text: string, below: number): PlacedNode[] {
  const wanted = textWidth(text, ENTRY.textSize) + ENTRY.padding;
  const width = Math.min(frame.width, ENTRY.most, Math.max(ENTRY.least, wanted));
  const y = below + (model.rootRow > 1 ? ABOVE_ENTRY : 2 * BELOW_ROOT);
  const place = { x: (frame.width - width) / 2, y, width, height: ENTRY.height };
  return model.nodes.flatMap((node) => (node.kind === 'entry' ? [{ ...node, ...place }] : []));
}

function placeInRow(node: PathNode, y: number, frame: PathFrame): PlacedNode {
  const { box, gap, boxHeight } = frame;
  const aside = node.column === 'left' ? -(box + gap) : node.column === 'right' ? box + gap : 0;
  const place = { x: (frame.width - box) / 2 + aside, y, width: box, height: boxHeight };
  const placed = { ...node, ...place };
  return node.kind === 'sent' ? { ...placed, label: placeLabel(placed, frame) } : placed;
}

function placeLabel(node: PlacedNode, frame: PathFrame): PathLabel {
  const { labelSize, labelLine, labelLimit } = frame;
  const lines = node.covers === undefined ? [] : labelLines(node.covers, labelLimit, labelSize);
  const width = Math.ceil(widest(lines, labelSize));
  const height = lines.length * labelLine;
  const left = node.column === 'left';
  if (frame.labels === 'beside') {
    const x = left ? node.x - 8 - width : node.x + node.width + 8;
    return { lines, x, y: node.y + (node.height - height) / 2, width, height, align: left ? 'end' : 'start' };
  }
  const centred = node.x + (node.width - width) / 2;
  const spine = frame.width / 2;
  const x = left
    ? Math.max(0, Math.min(centred, spine - BESIDE_SPINE - width))
    : Math.min(frame.width - width, Math.max(centred, spine + BESIDE_SPINE));
  return { lines, x, y: node.y + node.height + 3, width, height, align: 'center' };
}

function spineLinks(nodes: readonly PlacedNode[], model: PathModel): PathLink[] {
  const spine = nodes.filter((node) => node.column === 'spine').sort((one, other) => one.row - other.row);
  return spine.slice(1).flatMap((upper, index) => {
    const lower = spine[index];
    if (lower === undefined || (upper.kind === 'published' && lower.kind === 'computed-root')) return [];
    const x = upper.x + upper.width / 2;
    return [
      {
        id: `spine-${upper.id}`,
        kind: upper.kind === 'published' && !model.reachesRoot ? ('broken' as const) : ('spine' as const),
        level: upper.levels[0] ?? 0,
        points: [
          [x, lower.y],
          [x, upper.y + upper.height],
        ] as const,
      },
    ];
  });
}

function joinLink(node: PlacedNode, frame: PathFrame): PathLink[] {
  if (node.kind !== 'sent') return [];
  const x = node.x + node.width / 2;
  const y = node.y - frame.elbow;
  const level = node.levels[0] ?? 0;
  const points = [[x, node.y] as const, [x, y] as const, [frame.width / 2, y] as const];
  return [{ id: `join-${level}`, kind: 'join', level, points }];
}
