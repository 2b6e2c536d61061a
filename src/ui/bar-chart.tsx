import { useRef, useState, type KeyboardEvent } from 'react';
import styles from './bar-chart.module.css';
import { formatNumber } from './format.ts';
import { Link } from './link.tsx';
import { useWidth } from './use-width.ts';

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
 * wholeTicks lists at most six whole numbers from 0 to `highest` or just below: multiples of 1, 2 or 5 times
 * a power of ten.
 */
export function wholeTicks(highest: number): readonly number[] {
  const least = Math.max(1, highest / 5);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((nice) => nice * power >= least) ?? 10);
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

const LEAST_WIDTH = 120;
/** The top and the base of the bars, and the height of the labels under them, in px. */
const TOP = 22;
const BASE = 156;
const BELOW = 26;
/** CHARACTER is the width of a digit of an axis in px, a little over that of the font. */
const CHARACTER = 6.6;
const WIDEST_BAR = 34;
/** The free part of a bar's slot. */
const FREE = 0.32;

/**
 * BarChart draws counts side by side, each a link; Tab reaches one of them, arrow keys, Home and End the
 * others. The bar pointed at is named under the picture. Bars higher than the picture are shortened, with two
 * white lines through them and their count above.
 */
export function BarChart({
  label,
  bars,
  rest,
}: {
  label: string;
  bars: readonly (Bar | BarGap)[];
  /** The line under the picture while nothing is pointed at. */
  rest: string;
}) {
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(LEAST_WIDTH, useWidth(frame, 520));
  const { top, ticks } = countScale(bars.map((bar) => (bar.kind === 'bar' ? bar.count : 0)));
  const left = Math.max(...ticks.map((tick) => formatNumber(tick).length)) * CHARACTER + 12;
  const y = (count: number): number => BASE - (count / top) * (BASE - TOP);
  const slot = (width - left) / (bars.length + FREE);
  const middle = (index: number): number => left + slot * (index + (1 + FREE) / 2);
  const longest = Math.max(...bars.map((bar) => (bar.kind === 'bar' ? bar.label.length : 0)));
  const every = Math.ceil((longest * CHARACTER + 12) / slot);
  const links = bars.flatMap((bar, id) => {
    if (bar.kind === 'gap' || bar.to === undefined) return [];
    return [{ id, name: bar.name, to: bar.to, count: bar.count }];
  });
  const current = links.find(({ id }) => id === chosen) ?? links.at(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = current === undefined ? -1 : links.indexOf(current);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: links.length - 1 }[event.key];
    const next = to === undefined ? undefined : links[to];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
    frame.current?.querySelector<SVGAElement>(`[data-part="${next.id}"]`)?.focus();
  };
  return (
    <div ref={frame}>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${width} ${BASE + BELOW}`}
        style={{ aspectRatio: `${width} / ${BASE + BELOW}` }}
        role="group"
        aria-label={`${label}. Arrow keys go from one to the next.`}
      >
        <g aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const at = middle(index);
            return bar.kind === 'gap' ? (
              <path key={index} className={styles.break} d={`M${at - 5} ${BASE + 5}l4 -10m2 10l4 -10`} />
            ) : (
              index % every === 0 && (
                <text key={index} x={at} y={BASE + 18} textAnchor="middle">
                  {bar.label}
                </text>
              )
            );
          })}
        </g>
        {links.map(({ id, name, to, count }) => (
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
            <rect className={styles.hit} x={middle(id) - slot / 2} y={0} width={slot} height={BASE} />
            <BarBody
              at={middle(id)}
              // A single entry among thousands stays visible.
              high={Math.min(y(Math.min(count, top)), BASE - 2)}
              slot={slot}
              count={count}
              isShortened={count > top}
            />
          </Link>
        ))}
      </svg>
      {/* What is pointed at has been said by its link. */}
      <p className={styles.message} aria-hidden={pointed !== undefined}>
        {links.find(({ id }) => id === pointed)?.name ?? rest}
      </p>
    </div>
  );
}

/** BarBody is a bar around `at`, from the base up to `high`, with its count above if that fits its slot. */
function BarBody({
  at,
  high,
  slot,
  count,
  isShortened,
}: {
  at: number;
  high: number;
  slot: number;
  count: number;
  isShortened: boolean;
}) {
  const width = Math.min(WIDEST_BAR, Math.max(2, slot * (1 - FREE)));
  const from = at - width / 2;
  const text = formatNumber(count);
  const cut = (below: number): string => `M${from - 3} ${high + below}l${width + 6} -8`;
  return (
    <>
      <rect className={styles.body} x={from} y={high} width={width} height={BASE - high} />
      {isShortened && <path className={styles.cut} d={cut(24) + cut(31)} />}
      {(isShortened || text.length * CHARACTER + 2 <= slot) && (
        <text x={at} y={high - 6} textAnchor="middle">
          {text}
        </text>
      )}
    </>
  );
}
