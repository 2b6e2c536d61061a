import { max } from 'd3-array';
import { formatNumber } from '../format.ts';
import { ChartFrame, linear, useChartArea, wholeTicks } from './chart-frame.tsx';
import styles from './charts.module.css';

/** StepPoint is a count at a log size `at`. */
export interface StepPoint {
  readonly at: number;
  readonly values: readonly number[];
  /** Its name for a screen reader, and the line under the picture. */
  readonly name: string;
  readonly to: string;
}

const MOST_SLICES = 12;

/**
 * StepChart draws one or two counts as step lines over a number line from 0, the first full, the second dashed. Points ascend by `at`, the first at 0. The picture
 * is cut into slices that are links.
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
function slicesOf<Point extends { readonly at: number }>(
  points: readonly Point[],
): readonly { readonly from: number; readonly point: Point }[] {
  const later = points.filter(({ at }) => at > 0);
  const count = Math.min(MOST_SLICES, later.length);
  const slices: { from: number; point: Point }[] = [];
  for (let slice = 1; slice <= count; slice += 1) {
    const point = later[Math.round((later.length * slice) / count) - 1];
    const from = slices.at(-1)?.point.at ?? 0;
    if (point !== undefined && point.at > from) slices.push({ from, point });
  }
  return slices;
}
