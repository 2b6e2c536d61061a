/** AxisName is what a bar is called under the picture. */
export interface AxisName {
  /** Its whole name, `Nov 2016`. */
  readonly whole: string;
  /** What is enough where the label before it is of the same stretch, `Nov`. */
  readonly brief: string;
  /** The stretch that bars with brief names share, `2016`. */
  readonly within: string;
}

/** AxisLabel is a label below the line, in px: `x` is the middle of the text, `at` that of the bar it names. */
export interface AxisLabel {
  readonly x: number;
  readonly at: number;
  readonly text: string;
}

interface Candidate extends AxisName {
  readonly at: number;
}

const CHARACTER = 6.6;
const APART = 12;

/**
 * axisLabels names as many bars as there is room for in a picture of this width (px). Bars come from left to right, with their middles. The first and the last are named, then from the
 * left those that begin a stretch, then the others between them. A label that follows one of another stretch is written whole, or not at all.
 */
export function axisLabels(bars: readonly Candidate[], width: number): readonly AxisLabel[] {
  const begins = bars.filter((bar, index) => bar.within !== bars[index - 1]?.within);
  const kept = new Map<Candidate, AxisLabel>();
  for (const bar of [...bars.slice(0, 1), ...bars.slice(-1), ...begins, ...bars]) {
    const label = written(bar, begins.includes(bar) ? bar.whole : bar.brief, width);
    if (!kept.has(bar) && ![...kept.values()].some((other) => touch(other, label))) kept.set(bar, label);
  }
  return wholeWhereNeeded(
    [...kept].sort(([one], [other]) => one.at - other.at),
    width,
  );
}

/** Which names are brief is known only when all places are taken: the one with the year may have found no room. */
function wholeWhereNeeded(
  kept: readonly (readonly [Candidate, AxisLabel])[],
  width: number,
): readonly AxisLabel[] {
  const labels: (readonly [Candidate, AxisLabel])[] = [];
  for (const [index, [bar]] of kept.entries()) {
    const fitting = (): AxisLabel | undefined => {
      const before = labels.at(-1);
      const label = written(bar, before?.[0].within === bar.within ? bar.brief : bar.whole, width);
      const next = kept[index + 1]?.[1];
      const fits = ![before?.[1], next].some((other) => other !== undefined && touch(other, label));
      return fits ? label : undefined;
    };
    let label = fitting();
    // The last one is worth more than those before it, but the first.
    while (label === undefined && index === kept.length - 1 && labels.length > 1) {
      labels.pop();
      label = fitting();
    }
    if (label !== undefined) labels.push([bar, label]);
  }
  return labels.map(([, label]) => label);
}

function written({ at }: Candidate, text: string, width: number): AxisLabel {
  const half = (text.length * CHARACTER) / 2;
  return { at, text, x: Math.min(width - half, Math.max(half, at)) };
}

function touch(one: AxisLabel, other: AxisLabel): boolean {
  return Math.abs(one.x - other.x) < ((one.text.length + other.text.length) * CHARACTER) / 2 + APART;
}
