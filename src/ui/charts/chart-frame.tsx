import { ticks } from 'd3-array';
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { formatNumber } from '../format.ts';
import { Link } from '../link.tsx';
import { useWidth } from '../use-width.ts';
import styles from './charts.module.css';

/** ChartPart is a part of a chart that is a link, such as a bar. */
export interface ChartPart {
  readonly id: number;
  /** Its name for a screen reader, and the line under the picture. */
  readonly name: string;
  readonly to: string;
  readonly drawn: ReactNode;
}

/** ChartArea is the part of a chart between its axes, in px: from `left` to `right`, from `top` down to `base`. */
export interface ChartArea {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly base: number;
}

const LEAST_WIDTH = 120;
const AREA = { top: 22, base: 156 };
const BELOW = 26;

/** CHARACTER is the width of a digit of an axis in px, a little over that of the font. */
export const CHARACTER = 6.6;

/** wholeTicks lists three to six whole numbers at even distances, from 0 to `highest` or just below. */
export function wholeTicks(highest: number): readonly number[] {
  return ticks(0, highest, 4).filter((tick) => Number.isInteger(tick));
}

/** linear returns a scale from 0 at `from` to `highest` at `to`. */
export function linear(highest: number, from: number, to: number): (value: number) => number {
  return (value) => from + (value / highest) * (to - from);
}

/** useChartArea measures the area of a chart with these counts on its axis. */
export function useChartArea(counts: readonly number[]): ChartArea {
  const frame = useRef<HTMLDivElement>(null);
  const right = Math.max(LEAST_WIDTH, useWidth(frame, 520));
  const left = Math.max(...counts.map((count) => formatNumber(count).length)) * CHARACTER + 12;
  return { ...AREA, frame, left, right };
}

/**
 * ChartFrame draws an axis of counts, a background, and parts that are links; Tab reaches one of them, arrow keys, Home and End the others. The part pointed
 * at is named under the picture.
 */
export function ChartFrame({
  area: { frame, left, right: width, base },
  label,
  rest,
  counts,
  yOf,
  children,
  parts,
}: {
  area: ChartArea;
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
