import { formatNumber } from '../format.ts';
import { type AxisLabel, axisLabels, type AxisName } from './axis-labels.ts';
import { type Scale, scaleOf } from './scale.ts';

/** Bar is a stretch with its count. */
export interface Bar {
  readonly kind: 'bar';
  readonly label: AxisName;
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
  /** Only bars that can be seen have one. */
  readonly labels: readonly AxisLabel[];
}

const TOP = 22;
const PLOT = 132;
const BELOW = 26;
const CHARACTER = 6.6;
const WIDEST_BAR = 34;

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
  const named: (AxisName & { readonly at: number })[] = [];
  for (const [index, member] of members.entries()) {
    const slotX = left + index * slot;
    const at = slotX + slot / 2;
    if (member.kind === 'gap') gaps.push(at);
    else bars.push(placed(member, index, slotX, slot, scale, yOf));
    if (member.kind === 'bar' && member.count > 0) named.push({ ...member.label, at });
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
    labels: axisLabels(named, width),
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
