import { max, ticks } from 'd3-array';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { Link } from '../link.tsx';
import { useWidth } from '../use-width.ts';
import styles from './charts.module.css';

/** Bar is a period with its count; one without a link is not drawn. */
interface Bar {
  readonly kind: 'bar';
  /** Its label under the picture. */
  readonly label: string;
  readonly count: number;
  /** Its name for a screen reader, and the line under the picture. */
  readonly name: string;
  readonly to: string | undefined;
}

/** BarGap is a run of periods that are left out. */
interface BarGap {
  readonly kind: 'gap';
}

/** The most bars that are shortened, and never more than a third: most bars decide the scale. */
const MOST_SHORTENED = 3;
/** A bar is shortened if it is this many times as high as the others. */
const TOWERING = 4;
const WIDEST_BAR = 34;
/** The free part of a bar's slot. */
const FREE = 0.32;

/**
 * countScale returns the count, at least 1, that reaches the top of a chart, its ticks, and whether some
 * counts are far higher than the others: their bars are shortened.
 */
export function countScale(counts: readonly number[]) {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => other - one);
  const common = sorted[Math.min(MOST_SHORTENED, Math.max(1, Math.floor(sorted.length / 3)))];
  const highest = sorted.find((count) => count < TOWERING * (common ?? count)) ?? 1;
  const shortens = highest < (sorted[0] ?? 0);
  return { top: shortens ? highest * 1.25 : highest, shortens, ticks: wholeTicks(highest) };
}

/**
 * BarChart draws counts side by side. Bars higher than the picture are shortened, with two white lines
 * through them and their count above.
 */
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
  const longest = Math.max(...bars.map((bar) => (bar.kind === 'bar' ? bar.label.length : 0)));
  const every = Math.ceil((longest * CHARACTER + 12) / slot);
  const parts = bars.flatMap((bar, id) => {
    if (bar.kind === 'gap' || bar.to === undefined) return [];
    const { count, name, to } = bar;
    const at = middle(id);
    const isShortened = count > scale.top;
    // A single entry among thousands stays visible.
    const high = Math.min(y(Math.min(count, scale.top)), base - 2);
    const from = at - width / 2;
    const text = formatNumber(count);
    const cut = (below: number): string => `M${from - 3} ${high + below}l${width + 6} -8`;
    const drawn = (
      <>
        <rect className={styles.hit} x={at - slot / 2} y={0} width={slot} height={base} />
        <rect className={styles.body} x={from} y={high} width={width} height={base - high} />
        {isShortened && <path className={styles.cut} d={cut(24) + cut(31)} />}
        {(isShortened || text.length * CHARACTER + 2 <= slot) && (
          <text x={at} y={high - 6} textAnchor="middle">
            {text}
          </text>
        )}
      </>
    );
    return [{ id, name, to, drawn }];
  });
  return (
    <ChartFrame area={area} label={label} rest={rest} counts={scale.ticks} yOf={y} parts={parts}>
      {bars.map((bar, index) => {
        const at = middle(index);
        return bar.kind === 'gap' ? (
          <path key={index} className={styles.break} d={`M${at - 5} ${base + 5}l4 -10m2 10l4 -10`} />
        ) : (
          index % every === 0 && (
            <text key={index} x={at} y={base + 18} textAnchor="middle">
              {bar.label}
            </text>
          )
        );
      })}
    </ChartFrame>
  );
}

/** StepPoint is a count at a log size `at`. */
interface StepPoint {
  readonly at: number;
  readonly values: readonly number[];
  /** Its name for a screen reader, and the line under the picture. */
  readonly name: string;
  readonly to: string;
}

const MOST_SLICES = 12;

/**
 * StepChart draws one or two counts as step lines over a number line from 0, the first full, the second
 * dashed. Points ascend by `at`, the first at 0. The picture is cut into slices that are links.
 */
export function StepChart({
  label,
  points,
  rest,
}: {
  label: string;
  points: readonly StepPoint[];
  /** The line under the picture while nothing is pointed at. */
  rest: string;
}) {
  const last = points.at(-1);
  const highest = Math.max(1, max(points, ({ values }) => max(values)) ?? 1);
  const counts = wholeTicks(highest);
  const area = useChartArea(counts);
  const { left, right, top, base } = area;
  const x = linear(Math.max(1, last?.at ?? 1), left, right - 6);
  const y = linear(highest, base, top);
  // To the right at the height before, then up.
  const pathOf = (index: number) =>
    points
      .map(({ at, values }, point) => {
        const [right, up] = [x(at), y(values[index] ?? 0)];
        return point === 0 ? `M${right},${up}` : `H${right}V${up}`;
      })
      .join('');
  const parts = slicesOf(points).map(({ from, point: { at, values, name, to } }) => ({
    id: at,
    name,
    to,
    drawn: (
      <>
        <rect className={styles.hit} x={x(from)} y={0} width={x(at) - x(from)} height={base} />
        <g className={styles.here}>
          <line x1={x(at)} x2={x(at)} y1={0} y2={base} />
          {values.map((value, index) => (
            <circle key={index} cx={x(at)} cy={y(value)} r={3.5} />
          ))}
        </g>
      </>
    ),
  }));
  const end = last?.at ?? 0;
  const middle = Math.round(end / 2);
  const marks = [
    ...(end > 0 ? [{ at: 0, anchor: 'start' } as const, { at: end, anchor: 'end' } as const] : []),
    ...(middle < end ? [{ at: middle, anchor: 'middle' } as const] : []),
  ];
  return (
    <ChartFrame area={area} label={label} rest={rest} counts={counts} yOf={y} parts={parts}>
      {marks.map(({ at, anchor }) => (
        <text key={anchor} x={x(at)} y={base + 18} textAnchor={anchor}>
          {formatNumber(at)}
        </text>
      ))}
      {last?.values.map((_, index) => (
        <path key={index} className={styles[index === 0 ? 'line' : 'other']} d={pathOf(index)} />
      ))}
    </ChartFrame>
  );
}

/** slicesOf cuts the points into at most a dozen slices, each with the point at its right end. */
function slicesOf(points: readonly StepPoint[]) {
  const later = points.filter(({ at }) => at > 0);
  const count = Math.min(MOST_SLICES, later.length);
  const slices: { from: number; point: StepPoint }[] = [];
  for (let slice = 1; slice <= count; slice += 1) {
    const point = later[Math.round((later.length * slice) / count) - 1];
    const from = slices.at(-1)?.point.at ?? 0;
    if (point !== undefined && point.at > from) slices.push({ from, point });
  }
  return slices;
}

/** ChartPart is a part of a chart that is a link, such as a bar. */
interface ChartPart {
  readonly id: number;
  /** Its name for a screen reader, and the line under the picture. */
  readonly name: string;
  readonly to: string;
  readonly drawn: ReactNode;
}

const LEAST_WIDTH = 120;
const AREA = { top: 22, base: 156 };
const BELOW = 26;

/** CHARACTER is the width of a digit of an axis in px, a little over that of the font. */
const CHARACTER = 6.6;

/** wholeTicks lists three to six whole numbers at even distances, from 0 to `highest` or just below. */
export function wholeTicks(highest: number): readonly number[] {
  return ticks(0, highest, 4).filter((tick) => Number.isInteger(tick));
}

/** linear returns a scale from 0 at `from` to `highest` at `to`. */
function linear(highest: number, from: number, to: number): (value: number) => number {
  return (value) => from + (value / highest) * (to - from);
}

/**
 * useChartArea measures the area of a chart between its axes, in px, from `left` to `right` and from `top`
 * down to `base`, with these counts on its axis.
 */
function useChartArea(counts: readonly number[]) {
  const frame = useRef<HTMLDivElement>(null);
  const right = Math.max(LEAST_WIDTH, useWidth(frame, 520));
  const left = Math.max(...counts.map((count) => formatNumber(count).length)) * CHARACTER + 12;
  return { ...AREA, frame, left, right };
}

/**
 * ChartFrame draws an axis of counts, a background, and parts that are links; Tab reaches one of them, arrow
 * keys, Home and End the others. The part pointed at is named under the picture.
 */
function ChartFrame({
  area: { frame, left, right: width, base },
  label,
  rest,
  counts,
  yOf,
  children,
  parts,
}: {
  area: ReturnType<typeof useChartArea>;
  label: string;
  /** The line under the picture while nothing is pointed at. */
  rest: string;
  /** The counts to mark on the axis, ascending. */
  counts: readonly number[];
  /** The height of a count in the area. */
  yOf: (count: number) => number;
  /** Drawn behind the parts. */
  children: ReactNode;
  parts: readonly ChartPart[];
}) {
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const height = base + BELOW;
  const current = parts.find(({ id }) => id === chosen) ?? parts.at(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = current === undefined ? -1 : parts.indexOf(current);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: parts.length - 1 }[event.key];
    const next = to === undefined ? undefined : parts[to];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
    frame.current?.querySelector<SVGAElement>(`[data-part="${next.id}"]`)?.focus();
  };
  return (
    <div ref={frame}>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        role="group"
        aria-label={`${label}. Arrow keys go from one to the next.`}
      >
        <g aria-hidden="true">
          {counts.map((count) => (
            <g key={count}>
              <line className={styles.grid} x1={left} x2={width} y1={yOf(count)} y2={yOf(count)} />
              <text x={left - 8} y={yOf(count) + 4} textAnchor="end">
                {formatNumber(count)}
              </text>
            </g>
          ))}
          {children}
        </g>
        {parts.map(({ id, name, to, drawn }) => (
          <Link
            key={id}
            to={to}
            className={styles.part}
            aria-label={name}
            data-part={id}
            tabIndex={id === current?.id ? 0 : -1}
            onFocus={() => {
              setChosen(id);
              setPointed(id);
            }}
            onBlur={() => setPointed(undefined)}
            onKeyDown={onKeyDown}
            onPointerLeave={() => setPointed(undefined)}
            onPointerEnter={() => setPointed(id)}
          >
            {drawn}
          </Link>
        ))}
      </svg>
      {/* What is pointed at has been said by its link. */}
      <p className={styles.message} aria-hidden={pointed !== undefined}>
        {parts.find(({ id }) => id === pointed)?.name ?? rest}
      </p>
    </div>
  );
}
