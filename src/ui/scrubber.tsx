import { useMemo, useRef } from 'react';
import { formatNumber, formatPartialDate } from './format.ts';
import styles from './scrubber.module.css';
import { useWidth } from './use-width.ts';

/** The height of the tree, and the width of a character of a label, in the units of useWidth. */
const HEIGHT = 24;
const CHARACTER = 7;

/**
 * Scrubber drags through a log from its first entry to its last: the tree of the entries up to the chosen
 * one, their calendar, and a slider over both. Periods are as wide as their share of the entries.
 */
export function Scrubber({
  size,
  largest,
  times,
  marks,
  spoken,
  onMove,
  onRelease,
}: {
  /** The log size chosen, 1 <= size <= largest. */
  size: number;
  largest: number;
  /** The time of each entry, in milliseconds since 1970, NaN if unknown; undefined until read. */
  times: ArrayLike<number> | undefined;
  /** Sizes to mark. */
  marks: readonly number[] | undefined;
  /** The chosen size for a screen reader. */
  spoken: string;
  /** onMove receives the new size, and whether mouse or finger holds the slider. */
  onMove: (size: number, isHeld: boolean) => void;
  /** onRelease is called when the slider is let go. */
  onRelease: () => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const width = useWidth(frame, 600);
  const whole = useMemo(() => treePath(largest, largest, width, HEIGHT), [largest, width]);
  const stretches = useMemo(() => (times === undefined ? [] : stretchesOf(times)), [times]);
  const place = (at: number): number => ((at - 1) / Math.max(1, largest - 1)) * 100;
  const hold = (): void => {
    pressed.current = true;
    const ending = new AbortController();
    const release = (): void => {
      ending.abort();
      pressed.current = false;
      onRelease();
    };
    // At any position of the pointer.
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, release, { signal: ending.signal });
  };
  const named = namedIn(stretches, (first) => (place(first) / 100) * width, width);
  return (
    <div className={styles.scrubber}>
      <div ref={frame} className={styles.picture} aria-hidden="true">
        <svg className={styles.tree} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
          <path className={styles.whole} d={whole} />
          <path d={treePath(size, largest, width, HEIGHT)} />
        </svg>
        <div className={styles.calendar}>
          {stretches.map(({ first, name }, index) => {
            const from = place(first);
            const to = place(stretches[index + 1]?.first ?? largest);
            return (
              <i key={first} style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }}>
                {named.has(first) && <span>{name}</span>}
              </i>
            );
          })}
          {marks?.map((at) => (
            <b key={at} style={{ insetInlineStart: `${place(at)}%` }} />
          ))}
          {stretches.length === 0 && (
            <p>
              <span>entry 1</span> <span>{formatNumber(largest)}</span>
            </p>
          )}
        </div>
      </div>
      <input
        className={styles.slider}
        type="range"
        min={1}
        max={largest}
        step={1}
        value={size}
        aria-label="Log size"
        aria-valuetext={spoken}
        onPointerDown={hold}
        onChange={({ target }) => onMove(Number(target.value), pressed.current)}
      />
    </div>
  );
}

/** namedIn returns the periods with room for a name, from the left, by their first entries. */
function namedIn(stretches: readonly Period[], leftOf: (first: number) => number, width: number) {
  const named = new Set<number>();
  let free = 0;
  for (const { first, name } of stretches) {
    const left = leftOf(first);
    if (left < free || left + name.length * CHARACTER > width) continue;
    named.add(first);
    free = left + (name.length + 2) * CHARACTER;
  }
  return named;
}

/** FINEST is the width of a subtree drawn as a single line, in the units of the picture. */
const FINEST = 5;

/**
 * treePath draws the Merkle tree of the first `size` of `largest` leaves (RFC 9162, section 2.1), leaves
 * evenly across `width`: perfect subtrees from the left, the largest first, joined from the right.
 */
export function treePath(size: number, largest: number, width: number, height: number): string {
  const levels = Math.max(1, Math.ceil(Math.log2(largest)));
  const x = (leaf: number): number => Math.round(((leaf - 1) / Math.max(1, largest - 1)) * width * 10) / 10;
  // A subtree drawn as a line has one row at any level.
  const finest = Math.max(0, Math.ceil(Math.log2((FINEST * largest) / width)));
  const row = (height - 2) / (levels - Math.min(levels, finest) + 1);
  const y = (level: number): number =>
    Math.round((height - row * (Math.max(0, level - finest) + 1)) * 10) / 10;
  const lines: string[] = [];
  const draw = (first: number, level: number): number => {
    const count = 2 ** level;
    const middle = x(first + (count - 1) / 2);
    if (level <= finest) lines.push(`M${middle} ${y(level)}V${height}`);
    else
      for (const child of [draw(first, level - 1), draw(first + count / 2, level - 1)])
        lines.push(`M${middle} ${y(level)}L${child} ${y(level - 1)}`);
    return middle;
  };
  const peaks: { readonly middle: number; readonly level: number }[] = [];
  let first = 1;
  for (let level = levels; level >= 0; level -= 1) {
    if (first - 1 + 2 ** level > size) continue;
    peaks.push({ middle: draw(first, level), level });
    first += 2 ** level;
  }
  peaks.reduceRight((right, left) => {
    const joined = { middle: (left.middle + right.middle) / 2, level: left.level + 1 };
    lines.push(
      `M${left.middle} ${y(left.level)}L${joined.middle} ${y(joined.level)}L${right.middle} ${y(right.level)}`,
    );
    return joined;
  });
  return lines.join('');
}

/** Period is a year, month or day with its first entry. */
interface Period {
  readonly first: number;
  readonly name: string;
}

/**
 * stretchesOf divides a log by years, or by months or days if it spans few years. An entry dated before the
 * previous one counts for that one's period.
 */
export function stretchesOf(times: ArrayLike<number>): readonly Period[] {
  const [years, months, days] = [4, 7, 10].map((length) => {
    const stretches: Period[] = [];
    let latest = -Infinity;
    let name = '';
    for (let index = 0; index < times.length; index += 1) {
      const time = times[index] ?? NaN;
      if (!(time > latest)) continue;
      latest = time;
      const text = new Date(time).toISOString().slice(0, length);
      if (text === name) continue;
      name = text;
      stretches.push({ first: index + 1, name: formatPartialDate(text) });
    }
    return stretches;
  });
  return [years, months, days].find((stretches = []) => stretches.length > 2) ?? days ?? [];
}
