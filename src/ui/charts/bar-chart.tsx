import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from '../link.tsx';
import { useWidth } from '../proof/use-width.ts';
import { type Bar, type BarGap, layoutBars, type PlacedBar } from './layout-bars.ts';
import styles from './charts.module.css';

/** LinkedBar is a bar that leads somewhere; one without entries leads nowhere. */
export interface LinkedBar extends Bar {
  /** What a screen reader says of it, and the line under the picture. */
  readonly name: string;
  readonly to: string | undefined;
}

/** NamedGap is a gap with what is left out in words. */
export interface NamedGap extends BarGap {
  readonly name: string;
}

/**
 * BarChart draws counts side by side. Every bar is a link; Tab reaches one of them, arrow keys, Home and End the others. Bars that would be higher than the picture
 * are cut, with two white lines through them and their count above.
 */
export function BarChart({
  label,
  bars,
  rest,
}: {
  label: string;
  bars: readonly (LinkedBar | NamedGap)[];
  rest: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 520);
  const [told, setTold] = useState<number>();
  const [at, setAt] = useState<number>();
  const { height, base, left, ticks, gaps, labels, bars: placed } = layoutBars(bars, Math.max(120, width));
  const linked = placed.filter(({ index }) => toOf(bars[index]) !== undefined);
  const current = linked.find(({ index }) => index === at) ?? linked.at(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepTo(linked, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next.index);
    frame.current?.querySelector<SVGAElement>(`[data-bar="${next.index}"]`)?.focus();
  };
  return (
    <div ref={frame} className={styles['frame']}>
      <svg
        className={styles['picture']}
        viewBox={`0 0 ${Math.max(120, width)} ${height}`}
        style={{ aspectRatio: `${Math.max(120, width)} / ${height}` }}
        role="group"
        aria-label={`${label}. Arrow keys go from bar to bar.`}
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
          {labels.map(({ x, at: middle, text }) => (
            <g key={middle}>
              <line className={styles['mark']} x1={middle} x2={middle} y1={base} y2={base + 5} />
              <text className={styles['tick']} x={x} y={base + 18} textAnchor="middle">
                {text}
              </text>
            </g>
          ))}
          {gaps.map((x) => (
            <path
              key={x}
              className={styles['break']}
              d={`M${x - 5} ${base + 5}l4 -10M${x + 1} ${base + 5}l4 -10`}
            />
          ))}
        </g>
        {placed.map((one) => {
          const member = bars[one.index];
          if (member?.kind !== 'bar' || member.to === undefined) return null;
          return (
            <Link
              key={one.index}
              to={member.to}
              className={styles['bar']}
              aria-label={member.name}
              data-bar={one.index}
              tabIndex={one === current ? 0 : -1}
              onFocus={() => {
                setAt(one.index);
                setTold(one.index);
              }}
              onBlur={() => setTold(undefined)}
              onKeyDown={onKeyDown}
              onPointerLeave={() => setTold(undefined)}
              onPointerEnter={() => setTold(one.index)}
            >
              <DrawnBar bar={one} base={base} />
            </Link>
          );
        })}
      </svg>
      {/* What is pointed at has been said by its link. */}
      <p className={styles['told']} aria-hidden={told !== undefined}>
        {(told === undefined ? undefined : nameOf(bars[told])) ?? rest}
      </p>
    </div>
  );
}

function DrawnBar({
  bar: { slotX, slot, x, y, width, height, cut, figure },
  base,
}: {
  bar: PlacedBar;
  base: number;
}) {
  return (
    <>
      <rect className={styles['hit']} x={slotX} y={0} width={slot} height={base} />
      <rect
        className={styles['body']}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={Math.min(2, width / 4)}
      />
      {cut && (
        <path
          className={styles['cut']}
          d={`M${x - 3} ${y + 24}L${x + width + 3} ${y + 16}M${x - 3} ${y + 31}L${x + width + 3} ${y + 23}`}
        />
      )}
      {figure !== undefined && (
        <text className={styles['figure']} x={x + width / 2} y={y - 6} textAnchor="middle">
          {figure}
        </text>
      )}
    </>
  );
}

function stepTo(
  linked: readonly PlacedBar[],
  current: PlacedBar | undefined,
  key: string,
): PlacedBar | undefined {
  const place = current === undefined ? -1 : linked.indexOf(current);
  switch (key) {
    case 'ArrowRight':
      return linked[place + 1];
    case 'ArrowLeft':
      return linked[place - 1];
    case 'Home':
      return linked[0];
    case 'End':
      return linked.at(-1);
    default:
      return undefined;
  }
}

function toOf(member: LinkedBar | NamedGap | undefined): string | undefined {
  return member?.kind === 'bar' ? member.to : undefined;
}

function nameOf(member: LinkedBar | NamedGap | undefined): string | undefined {
  return member?.name;
}
