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

/** The most bars that are shortened, and never more than a third: most bars decide the scale. */
const MOST_SHORTENED = 3;
/** A bar is shortened if it is this many times as high as the others. */
const TOWERING = 4;
const WIDEST_BAR = 34;
/** The free part of a bar's slot. */
const FREE = 0.32;

/** countScale returns the count, at least 1, that reaches the top of a chart, its ticks, and whether some counts are far higher than the others: their bars are shortened. */
export function countScale(counts: readonly number[]) {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => other - one);
  const common = sorted[Math.min(MOST_SHORTENED, Math.max(1, Math.floor(sorted.length / 3)))];
  const highest = sorted.find((count) => count < TOWERING * (common ?? count)) ?? 1;
  const shortens = highest < (sorted[0] ?? 0);
  return { top: shortens ? highest * 1.25 : highest, shortens, ticks: wholeTicks(highest) };
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
