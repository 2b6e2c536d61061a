import { formatNumber } from '../format.ts';
import { ticksTo } from './scale.ts';

/** StepPoint counts something once `at` of something else are there. */
export interface StepPoint {
  readonly at: number;
  readonly values: readonly number[];
}

/** StepLayout is a picture of step lines over a number line from 0. */
export interface StepLayout<Point extends StepPoint = StepPoint> {
  readonly width: number;
  readonly height: number;
  readonly base: number;
  readonly left: number;
  /** One path for each line, in the order of the values. */
  readonly paths: readonly string[];
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  readonly marks: readonly {
    readonly x: number;
    readonly text: string;
    readonly anchor: 'start' | 'middle' | 'end';
  }[];
  /** Slices of the picture from left to right, each with the point at its right end. */
  readonly slices: readonly StepSlice<Point>[];
}

/** StepSlice is a part of the picture that can be pressed. */
export interface StepSlice<Point extends StepPoint = StepPoint> {
  readonly x: number;
  readonly width: number;
  readonly point: Point;
  /** Where the lines are at the point. */
  readonly ys: readonly number[];
}

const TOP = 14;
const PLOT = 140;
const BELOW = 26;
const CHARACTER = 6.6;
const MOST_SLICES = 12;

/** layoutSteps draws points (ascending by `at`, the first at 0) in a picture of this width (px, at least 120). */
export function layoutSteps<Point extends StepPoint>(
  points: readonly Point[],
  width: number,
): StepLayout<Point> {
  const last: StepPoint = points.at(-1) ?? { at: 0, values: [] };
  const highest = Math.max(1, ...points.flatMap(({ values }) => values));
  const ticks = ticksTo(highest);
  const top = Math.max(highest, ticks.at(-1) ?? 1);
  const texts = ticks.map(formatNumber);
  const left = Math.max(...texts.map((text) => text.length)) * CHARACTER + 12;
  const right = width - 6;
  const base = TOP + PLOT;
  const xOf = (at: number): number => left + ((right - left) * at) / Math.max(1, last.at);
  const yOf = (value: number): number => base - (PLOT * value) / top;
  return {
    width,
    height: base + BELOW,
    base,
    left,
    paths: last.values.map((_, line) => pathOf(points, line, xOf, yOf)),
    ticks: ticks.map((tick, index) => ({ y: yOf(tick), text: texts[index] ?? '' })),
    marks: marksFor(last.at, xOf),
    slices: slicesOf(points, xOf).map(({ from, point }) => ({
      x: xOf(from),
      width: xOf(point.at) - xOf(from),
      point,
      ys: point.values.map(yOf),
    })),
  };
}

function pathOf(
  points: readonly StepPoint[],
  line: number,
  xOf: (at: number) => number,
  yOf: (value: number) => number,
): string {
  return points
    .map(({ at, values }, index) => {
      const x = round(xOf(at));
      const y = round(yOf(values[line] ?? 0));
      return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join('');
}

function marksFor(last: number, xOf: (at: number) => number): StepLayout['marks'] {
  if (last === 0) return [];
  const middle = Math.round(last / 2);
  const start = { x: xOf(0), text: '0', anchor: 'start' } as const;
  const end = { x: xOf(last), text: formatNumber(last), anchor: 'end' } as const;
  return middle === last || middle === 0
    ? [start, end]
    : [start, { x: xOf(middle), text: formatNumber(middle), anchor: 'middle' }, end];
}

function slicesOf<Point extends StepPoint>(
  points: readonly Point[],
  xOf: (at: number) => number,
): readonly { readonly from: number; readonly point: Point }[] {
  const later = points.filter(({ at }) => at > 0);
  const count = Math.min(MOST_SLICES, later.length);
  const slices: { from: number; point: Point }[] = [];
  for (let slice = 1; slice <= count; slice += 1) {
    const point = later[Math.round((later.length * slice) / count) - 1];
    const from = slices.at(-1)?.point.at ?? 0;
    if (point !== undefined && xOf(point.at) > xOf(from)) slices.push({ from, point });
  }
  return slices;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
