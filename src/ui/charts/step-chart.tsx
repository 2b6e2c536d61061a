import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from '../link.tsx';
import { useWidth } from '../proof/use-width.ts';
import { layoutSteps, type StepPoint, type StepSlice } from './layout-steps.ts';
import styles from './charts.module.css';

/** SteppedPoint is a point that leads somewhere. */
export interface SteppedPoint extends StepPoint {
  /** What a screen reader says of it, and the line under the picture. */
  readonly name: string;
  readonly to: string;
}

/**
 * StepChart draws one or two counts as step lines, the first full, the second dashed. The picture is cut into slices that are links; Tab reaches one of them, arrow
 * keys, Home and End the others.
 */
export function StepChart({
  label,
  points,
  rest,
}: {
  label: string;
  points: readonly SteppedPoint[];
  /** The line under the picture while nothing is pointed at. */
  rest: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(120, useWidth(frame, 520));
  const [told, setTold] = useState<number>();
  const [at, setAt] = useState<number>();
  const { height, base, left, paths, ticks, marks, slices } = layoutSteps(points, width);
  const chosen = at === undefined ? -1 : slices.findIndex(({ point }) => point.at === at);
  const current = chosen < 0 ? slices.length - 1 : chosen;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = slices[stepFrom(current, slices.length, event.key)];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next.point.at);
    frame.current?.querySelector<SVGAElement>(`[data-slice="${next.point.at}"]`)?.focus();
  };
  const pointed = slices.find(({ point }) => point.at === told);
  return (
    <div ref={frame} className={styles['frame']}>
      <svg
        className={styles['picture']}
        viewBox={`0 0 ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        role="group"
        aria-label={`${label}. Arrow keys go along the lines.`}
      >
        <g aria-hidden="true">
          {ticks.map(({ y, text }) => (
            <g key={text}>
              <line className={styles['grid']} x1={left} x2={width} y1={y} y2={y} />
              <text className={styles['tick']} x={left - 8} y={y + 4} textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {marks.map(({ x, text, anchor }) => (
            <text key={anchor} className={styles['tick']} x={x} y={base + 18} textAnchor={anchor}>
              {text}
            </text>
          ))}
          {paths.map((path, line) => (
            <path key={line} className={styles[line === 0 ? 'line' : 'other']} d={path} />
          ))}
        </g>
        {slices.map((slice, index) => (
          <Link
            key={slice.point.at}
            to={slice.point.to}
            className={styles['slice']}
            aria-label={slice.point.name}
            data-slice={slice.point.at}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => {
              setAt(slice.point.at);
              setTold(slice.point.at);
            }}
            onBlur={() => setTold(undefined)}
            onKeyDown={onKeyDown}
            onPointerLeave={() => setTold(undefined)}
            onPointerEnter={() => setTold(slice.point.at)}
          >
            <Slice slice={slice} base={base} />
          </Link>
        ))}
      </svg>
      {/* What is pointed at has been said by its link. */}
      <p className={styles['told']} aria-hidden={pointed !== undefined}>
        {pointed?.point.name ?? rest}
      </p>
    </div>
  );
}

function Slice({ slice: { x, width, ys }, base }: { slice: StepSlice<SteppedPoint>; base: number }) {
  return (
    <>
      <rect className={styles['hit']} x={x} y={0} width={width} height={base} />
      <g className={styles['here']}>
        <line x1={x + width} x2={x + width} y1={0} y2={base} />
        {ys.map((y, line) => (
          <circle key={line} cx={x + width} cy={y} r={3.5} />
        ))}
      </g>
    </>
  );
}

function stepFrom(current: number, count: number, key: string): number {
  switch (key) {
    case 'ArrowRight':
      return current + 1;
    case 'ArrowLeft':
      return current - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
