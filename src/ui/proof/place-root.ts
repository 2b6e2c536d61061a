import { monoWidth, textWidth, wrappedLines } from './label-lines.ts';
import type { PathFrame } from './path-frame.ts';
import type { PathModel, PathNode } from './path-model.ts';
import type { PathCaption, PlacedNode, RootNote } from './placed.ts';

/** PlacedRoot is the top of the picture. */
export interface PlacedRoot {
  readonly nodes: readonly PlacedNode[];
  readonly notes: readonly RootNote[];
  readonly caption: PathCaption;
  readonly bottom: number;
}

const CAPTION = { size: 13, line: 20, below: 8 };
const NOTE = { size: 12, height: 18 };
/** 8…8 digits, or 4…4…8 where the first difference is in the middle. */
const COMPARED_DIGITS = 18;

/** placeRoot places the root: one pill where it holds or nothing was computed, else the computed root and the published one together. */
export function placeRoot(model: PathModel, frame: PathFrame): PlacedRoot {
  const computed = model.nodes.find((node) => node.kind === 'computed-root');
  const pill = model.nodes.find((node) => node.kind === 'root' || node.kind === 'published');
  if (pill === undefined) throw new RangeError('a path without a root cannot be drawn');
  if (computed === undefined) return placeOne(pill, model, frame);
  return frame.labels === 'beside'
    ? placePair(computed, pill, model, frame)
    : placeStack(computed, pill, model, frame);
}

function placeOne(pill: PathNode, model: PathModel, frame: PathFrame): PlacedRoot {
  const { box, boxHeight } = frame;
  const x = (frame.width - box) / 2;
  if (frame.labels === 'beside' && pill.kind === 'root') {
    const after = x + box + 16;
    const caption = {
      x: after,
      y: 0,
      width: frame.width - after,
      height: boxHeight,
      align: 'start' as const,
    };
    return {
      nodes: [{ ...pill, x, y: 0, width: box, height: boxHeight }],
      notes: [],
      caption,
      bottom: boxHeight,
    };
  }
  const caption = captionAbove(model, frame);
  const y = caption.height + CAPTION.below;
  return {
    nodes: [{ ...pill, x, y, width: box, height: boxHeight }],
    notes: [],
    caption,
    bottom: y + boxHeight,
  };
}

function placePair(computed: PathNode, published: PathNode, model: PathModel, frame: PathFrame): PlacedRoot {
  const caption = captionAbove(model, frame);
  const width = monoWidth(COMPARED_DIGITS, frame.digitSize) + 20;
  const between = 40;
  const x = (frame.width - width) / 2;
  const noteY = caption.height + CAPTION.below;
  const place = { y: noteY + NOTE.height + 2, width, height: frame.boxHeight };
  const right = x + width + between;
  return {
    nodes: [
      { ...computed, ...place, x },
      { ...published, ...place, x: right, column: 'right' },
    ],
    notes: [
      { kind: 'whose', text: 'computed here', x, y: noteY, width, height: NOTE.height, align: 'center' },
      {
        kind: 'whose',
        text: 'published root',
        x: right,
        y: noteY,
        width,
        height: NOTE.height,
        align: 'center',
      },
      { kind: 'sign', text: signOf(model), ...place, x: right - between, width: between, align: 'center' },
    ],
    caption,
    bottom: place.y + place.height,
  };
}

function placeStack(computed: PathNode, published: PathNode, model: PathModel, frame: PathFrame): PlacedRoot {
  const caption = captionAbove(model, frame);
  const width = monoWidth(COMPARED_DIGITS, frame.digitSize) + 16;
  const between = 26;
  const x = (frame.width - width) / 2;
  const height = frame.boxHeight;
  const y = caption.height + CAPTION.below;
  const below = y + height + between;
  const after = x + width + 6;
  const note = (text: string, noteY: number): RootNote => {
    return { kind: 'whose', text, x: after, y: noteY, width: frame.width - after, height, align: 'start' };
  };
  return {
    nodes: [
      { ...computed, x, y: below, width, height },
      { ...published, x, y, width, height, row: published.row + 1 },
    ],
    notes: [
      note('published', y),
      note('computed', below),
      { kind: 'sign', text: signOf(model), x, y: y + height, width, height: between, align: 'center' },
    ],
    caption,
    bottom: below + height,
  };
}

function signOf(model: PathModel): string {
  return model.tone === 'bad' ? '≠' : '?';
}

function captionAbove(model: PathModel, frame: PathFrame): PathCaption {
  const sign = textWidth('✓ ', CAPTION.size);
  const lines = wrappedLines(model.caption, frame.width - 2 * sign, CAPTION.size * 1.06);
  return { x: 0, y: 0, width: frame.width, height: lines * CAPTION.line, align: 'center' };
}
