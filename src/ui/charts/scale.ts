/** Scale is how counts are drawn as heights. */
export interface Scale {
  /** The count that reaches the top of the picture; at least 1. */
  readonly top: number;
  /** Counts to mark beside the picture, ascending, 0 first. */
  readonly ticks: readonly number[];
  /** Some counts are larger than `top`: their bars are cut, and have to say so. */
  readonly cuts: boolean;
}

/** A bar this many times as high as the next one would make all others invisible. */
const TOWERING = 4;
/** No more bars than this are cut, and never more than a third: what most bars are like is the scale. */
const MOST_CUT = 3;

/** scaleOf fits a linear scale to counts (0 or more each). Where a few tower over all others the scale is that of the others. */
export function scaleOf(counts: readonly number[]): Scale {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => other - one);
  const most = Math.min(MOST_CUT, Math.max(1, Math.floor(sorted.length / 3)));
  let cut = 0;
  for (let index = 0; index < most; index += 1) {
    const next = sorted[index + 1];
    if (next !== undefined && (sorted[index] ?? 0) >= TOWERING * next) cut = index + 1;
  }
  const highest = sorted[cut] ?? 1;
  const ticks = ticksTo(highest);
  const top = Math.max(ticks.at(-1) ?? 1, highest);
  return { top: cut > 0 ? top * 1.25 : top, ticks, cuts: cut > 0 };
}

/** ticksTo lists two to five whole numbers at even distances, from 0 to at most one step beyond `highest`. */
export function ticksTo(highest: number): readonly number[] {
  const step = stepFor(highest);
  const ticks: number[] = [];
  for (let tick = 0; tick < highest + step; tick += step) ticks.push(tick);
  return ticks;
}

function stepFor(highest: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [power, 2 * power, 5 * power]) if (highest / step <= 4) return step;
}
