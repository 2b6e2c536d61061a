import { formatNumber } from '../format.ts';
import { type Scale, scaleOf } from './scale.ts';

/** Bar is a stretch with its count. */
export interface Bar {
  readonly kind: 'bar';
  /** Its name under the picture, short. */
  readonly label: string;
  /** Others of the labels stand only where those with this mark leave room. */
  readonly major: boolean;
  readonly count: number;
}

/** BarGap stands for stretches that are left out. */
export interface BarGap {
  readonly kind: 'gap';
}

/** PlacedBar is a bar with its place in the picture, in px. */
export interface PlacedBar {
  /** Which of the bars and gaps it is. */
  readonly index: number;
  /** The whole height of the picture over `slot` px around the bar can be pressed. */
  readonly slotX: number;
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** It would be higher than the picture. */
  readonly cut: boolean;
  /** The count above the bar, where there is room for it; a cut bar always has it. */
  readonly figure: string | undefined;
}

/** BarLayout is a picture of bars. */
export interface BarLayout {
  readonly width: number;
  readonly height: number;
  /** The line on which bars stand, from `left` to `width`. */
  readonly base: number;
  readonly left: number;
  readonly scale: Scale;
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  readonly bars: readonly PlacedBar[];
  /** The middles of gaps. */
  readonly gaps: readonly number[];
  readonly labels: readonly { readonly x: number; readonly text: string }[];
}

const TOP = 22;
const PLOT = 132;
const BELOW = 26;
const CHARACTER = 6.6;
const WIDEST_BAR = 34;
const LABEL_GAP = 12;

/** layoutBars places bars side by side in a picture of this width (px, at least 120). */
export function layoutBars(members: readonly (Bar | BarGap)[], width: number): BarLayout {
  const scale = scaleOf(members.map((member) => (member.kind === 'bar' ? member.count : 0)));
  const tickTexts = scale.ticks.map(formatNumber);
  const left = Math.max(...tickTexts.map((text) => text.length)) * CHARACTER + 12;
  const base = TOP + PLOT;
  const slot = (width - left) / Math.max(1, members.length);
  const yOf = (count: number): number => base - (PLOT * Math.min(count, scale.top)) / scale.top;
  const bars: PlacedBar[] = [];
  const gaps: number[] = [];
  for (const [index, member] of members.entries()) {
    const slotX = left + index * slot;
    if (member.kind === 'gap') gaps.push(slotX + slot / 2);
    else bars.push(placed(member, index, slotX, slot, scale, yOf));
  }
  return {
    width,
    height: base + BELOW,
    base,
    left,
    scale,
    ticks: scale.ticks.map((tick, index) => ({ y: yOf(tick), text: tickTexts[index] ?? '' })),
    bars,
    gaps,
    labels: labelsFor(members, left, slot, width),
  };
}

function placed(
  { count }: Bar,
  index: number,
  slotX: number,
  slot: number,
  scale: Scale,
  yOf: (count: number) => number,
): PlacedBar {
  const width = Math.min(WIDEST_BAR, Math.max(2, slot * 0.68));
  const x = slotX + (slot - width) / 2;
  // A single entry beside thousands is still seen.
  const y = count === 0 ? yOf(0) : Math.min(yOf(count), yOf(0) - 2);
  const text = formatNumber(count);
  const cut = count > scale.top;
  const fits = text.length * CHARACTER + 4 <= slot;
  const figure = count > 0 && (cut || fits) ? text : undefined;
  return { index, slotX, slot, x, y, width, height: yOf(0) - y, cut, figure };
}

/** The first and the last label are kept, then from the left major ones as they fit, then the others between them. */
function labelsFor(
  members: readonly (Bar | BarGap)[],
  left: number,
  slot: number,
  width: number,
): BarLayout['labels'] {
  const all = members.flatMap((member, index) => {
    if (member.kind === 'gap' || member.label === '') return [];
    const half = (member.label.length * CHARACTER) / 2;
    const x = Math.min(width - half, Math.max(half, left + (index + 0.5) * slot));
    return [{ x, half, text: member.label, major: member.major }];
  });
  const kept: typeof all = [];
  for (const label of [...all.slice(0, 1), ...all.slice(-1), ...all.filter(({ major }) => major), ...all])
    if (!kept.some((other) => touches(other, label))) kept.push(label);
  return kept.map(({ x, text }) => ({ x, text })).sort((one, other) => one.x - other.x);
}

interface Spread {
  readonly x: number;
  readonly half: number;
}

function touches(one: Spread, other: Spread): boolean {
  return Math.abs(one.x - other.x) < one.half + other.half + LABEL_GAP;
}
