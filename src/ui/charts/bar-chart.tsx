import { formatNumber } from '../format.ts';
import { CHARACTER, ChartFrame, linear, useChartArea, wholeTicks } from './chart-frame.tsx';
import styles from './charts.module.css';

/** Bar is a period with its count; one without a link is not drawn. */
export interface Bar {
  readonly kind: 'bar';
  /** Its label under the picture. */
  readonly label: string;
  readonly count: number;
  /** Its name for a screen reader, and the line under the picture. */
  readonly name: string;
  readonly to: string | undefined;
}

/** BarGap is a run of periods that are left out. */
export interface BarGap {
  readonly kind: 'gap';
}

/** CountScale maps counts to heights. */
export interface CountScale {
  /** The count that reaches the top of the picture; at least 1. */
  readonly top: number;
  /** Some counts are larger than `top`: their bars are shortened and marked. */
  readonly shortens: boolean;
  readonly ticks: readonly number[];
}

/** A bar is shortened if it is this many times as high as the next one. */
const TOWERING = 4;
/** The most bars to shorten, and never more than a third: most bars decide the scale. */
const MOST_SHORTENED = 3;
const WIDEST_BAR = 34;
/** FIGURE_HEIGHT is the height of a count above its bar, in px. */
const FIGURE_HEIGHT = 18;
/** The free part of a bar's slot. */
const FREE = 0.32;

/** countScale fits a linear scale to counts (0 or more each). A few that are far higher than the others do not count. */
export function countScale(counts: readonly number[]): CountScale {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => other - one);
  const most = Math.min(MOST_SHORTENED, Math.max(1, Math.floor(sorted.length / 3)));
  let towering = 0;
  for (let index = 0; index < most; index += 1) {
    const next = sorted[index + 1];
    if (next !== undefined && (sorted[index] ?? 0) >= TOWERING * next) towering = index + 1;
  }
  const highest = sorted[towering] ?? 1;
  return { top: towering > 0 ? highest * 1.25 : highest, shortens: towering > 0, ticks: wholeTicks(highest) };
}

/** BarChart draws counts side by side. Bars higher than the picture are shortened, with two white lines through them and their count above. */
export function BarChart({
  label,
  bars,
  rest,
}: {
  label: string;
  bars: readonly (Bar | BarGap)[];
  rest: string;
}) {
  const scale = countScale(bars.map((bar) => (bar.kind === 'bar' ? bar.count : 0)));
  const area = useChartArea(scale.ticks);
  const { left, right, top, base } = area;
  const y = linear(scale.top, base, top);
  const slot = (right - left) / (bars.length + FREE);
  const middle = (index: number): number => left + slot * (index + (1 + FREE) / 2);
  const width = Math.min(WIDEST_BAR, Math.max(2, slot * (1 - FREE)));
  const topOf = (bar: Bar | BarGap | undefined): number =>
    bar?.kind === 'bar' ? y(Math.min(bar.count, scale.top)) : base;
  const parts = bars.flatMap((bar, id) => {
    if (bar.kind === 'gap' || bar.to === undefined) return [];
    // The count of a bar higher than its neighbours may extend over them.
    const isPeak = [bars[id - 1], bars[id + 1]].every((one) => topOf(one) - topOf(bar) > FIGURE_HEIGHT);
    const place = {
      at: middle(id),
      slot,
      room: isPeak ? 2 * slot : slot,
      width,
      base,
      y: topOf(bar),
      shortened: bar.count > scale.top,
    };
    return [{ id, name: bar.name, to: bar.to, drawn: <DrawnBar count={bar.count} {...place} /> }];
  });
  return (
    <ChartFrame area={area} label={label} rest={rest} counts={scale.ticks} yOf={y} parts={parts}>
      {namedBars(bars, slot, middle, right).map(({ at, anchor, text }) => (
        <g key={at}>
          <line className={styles.mark} x1={at} x2={at} y1={base} y2={base + 5} />
          <text x={at} y={base + 18} textAnchor={anchor}>
            {text}
          </text>
        </g>
      ))}
      {bars.map(
        ({ kind }, index) =>
          kind === 'gap' && (
            <path
              key={index}
              className={styles.break}
              d={`M${middle(index) - 5} ${base + 5}l4 -10M${middle(index) + 1} ${base + 5}l4 -10`}
            />
          ),
      )}
    </ChartFrame>
  );
}

/** DrawnBar is a bar around the middle `at` of its slot, from `base` up to `y`; its count is above it if there is `room`. */
function DrawnBar({
  count,
  at,
  slot,
  room,
  width,
  base,
  y,
  shortened,
}: Readonly<
  Record<'count' | 'at' | 'slot' | 'room' | 'width' | 'base' | 'y', number> & { shortened: boolean }
>) {
  // A single entry among thousands stays visible.
  const top = Math.min(y, base - 2);
  const left = at - width / 2;
  const text = formatNumber(count);
  return (
    <>
      <rect className={styles.hit} x={at - slot / 2} y={0} width={slot} height={base} />
      <rect
        className={styles.body}
        x={left}
        y={top}
        width={width}
        height={base - top}
        rx={Math.min(2, width / 4)}
      />
      {shortened && (
        <path
          className={styles.cut}
          d={`M${left - 3} ${top + 24}L${left + width + 3} ${top + 16}M${left - 3} ${top + 31}L${left + width + 3} ${top + 23}`}
        />
      )}
      {(shortened || text.length * CHARACTER + 2 <= room) && (
        <text className={styles.figure} x={at} y={top - 6}>
          {text}
        </text>
      )}
    </>
  );
}

/** namedBars returns the bars with room for a name, from the left. */
export function namedBars(
  bars: readonly (Bar | BarGap)[],
  slot: number,
  middle: (index: number) => number,
  right: number,
): readonly { at: number; anchor: 'start' | 'middle' | 'end'; text: string }[] {
  const names: ReturnType<typeof namedBars>[number][] = [];
  let free = 0;
  for (const [index, bar] of bars.entries()) {
    if (bar.kind === 'gap' || bar.count === 0) continue;
    const text = bar.label;
    const at = middle(index);
    const half = (text.length * CHARACTER) / 2;
    const anchor = at - half < 0 ? 'start' : at + half > right ? 'end' : 'middle';
    const from = anchor === 'start' ? at - slot / 2 : anchor === 'end' ? at - 2 * half : at - half;
    if (from < free) continue;
    names.push({ at, anchor, text });
    free = from + 2 * half + 12;
  }
  return names;
}
