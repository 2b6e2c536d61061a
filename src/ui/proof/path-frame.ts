import type { EntryRange } from '../../core/verdict.ts';
import { labelLines, widest } from './label-lines.ts';
import type { PathModel } from './path-model.ts';

/** PathFrame is the measure of one picture, in px at a root font size of 16 px: how wide the boxes are, how far apart, and where labels stand. */
export interface PathFrame {
  /** `beside` the box of the sent hash where there is room, else `under` it. */
  readonly labels: 'beside' | 'under';
  readonly width: number;
  readonly box: number;
  readonly boxHeight: number;
  /** Between the spine's boxes and those at its sides. */
  readonly gap: number;
  /** From one row to the next. */
  readonly pitch: number;
  /** From a sent box up to the line that joins the spine. */
  readonly elbow: number;
  /** Whether there is room for the letter of a box beside its digits (S for sent, C for computed); else it stands in the edge. */
  readonly letters: boolean;
  /** Sizes of the text; never under 11. */
  readonly digitSize: number;
  readonly labelSize: number;
  readonly labelLine: number;
  /** The widest that a line of a label may be. */
  readonly labelLimit: number;
}

/** NARROWEST is the smallest width that is laid out; in anything narrower the picture keeps this width. */
export const NARROWEST = 256;

/** Narrower, the two compared roots do not fit side by side. */
const LEAST_BESIDE = 600;
const LABEL_GAP = 8;
const BOX = { least: 116, most: 136 };
const GAP = { least: 28, most: 54 };

/** frameFor chooses the measure for a width: as in the wide picture where the longest label fits beside its box, else compact. */
export function frameFor(model: PathModel, width: number): PathFrame {
  const ranges = model.nodes.flatMap((node) =>
    node.kind === 'sent' && node.covers !== undefined ? [node.covers] : [],
  );
  return besideFrame(ranges, width) ?? underFrame(ranges, Math.max(width, NARROWEST));
}

function besideFrame(ranges: readonly EntryRange[], width: number): PathFrame | undefined {
  const labelSize = 12;
  const least = 3 * BOX.least + 2 * GAP.least;
  const room = (width - least) / 2 - LABEL_GAP;
  const label = Math.ceil(
    Math.max(0, ...ranges.map((range) => widest(labelLines(range, room, labelSize), labelSize))),
  );
  const tall = ranges.some((range) => labelLines(range, room, labelSize).length > 2);
  if (label > room || tall || width < LEAST_BESIDE) return undefined;
  const most = 3 * BOX.most + 2 * GAP.most;
  const grown = Math.min(1, (width - 2 * (label + LABEL_GAP) - least) / (most - least));
  return {
    labels: 'beside',
    width,
    box: Math.floor(BOX.least + grown * (BOX.most - BOX.least)),
    boxHeight: 30,
    gap: Math.floor(GAP.least + grown * (GAP.most - GAP.least)),
    pitch: 60,
    elbow: 15,
    letters: true,
    digitSize: 13,
    labelSize,
    labelLine: 14,
    labelLimit: room,
  };
}

function underFrame(ranges: readonly EntryRange[], width: number): PathFrame {
  const box = Math.min(124, Math.floor((width - 12) / 3));
  const roomy = box >= 96;
  const labelSize = roomy ? 12 : 11;
  const labelLine = labelSize + 3;
  const labelLimit = width / 2 - 12;
  const lines = Math.max(1, ...ranges.map((range) => labelLines(range, labelLimit, labelSize).length));
  const elbow = 12;
  const boxHeight = 28;
  return {
    labels: 'under',
    width,
    box,
    boxHeight,
    gap: Math.min(40, Math.floor((width - 3 * box) / 2)),
    pitch: boxHeight + 3 + lines * labelLine + 5 + elbow,
    elbow,
    letters: box >= 112,
    digitSize: roomy ? 12 : 11,
    labelSize,
    labelLine,
    labelLimit,
  };
}
