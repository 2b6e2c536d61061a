import { useRef } from 'react';
import { countOf, formatNumber } from '../../ui/format.ts';
import { useWidth } from '../../ui/use-width.ts';
import styles from './audit.module.css';

/** MOST_PARTS is how many parts the foot of the picture has at most; with the joints above them that is at most 2 × MOST_PARTS − 1 drawn nodes. */
export const MOST_PARTS = 30;

/** TreePart is one drawn node: a part of the log at the foot, or the joint of two nodes above it. */
interface TreePart {
  /** The entries under it, both ends included, from 1. */
  readonly first: number;
  readonly last: number;
  /** 0 at the foot, else one more than the higher of the two nodes it joins. */
  readonly level: number;
  /** Its middle, as a share of the width: 0 < x < 1. */
  readonly x: number;
  /** The share of its entries that has been read, 0 to 1. */
  readonly filled: number;
  /** An entry in it has been found not to match. */
  readonly bad: boolean;
  /** The nodes it joins, left and right; none at the foot. */
  readonly joins: readonly TreePart[];
}

/** FillingTree is the log's Merkle tree (RFC 6962 2.1), its lower levels folded so that it can be drawn whole. */
interface FillingTree {
  /** How many entries a part at the foot has; the last one may have fewer. A power of two, so that each but the last is a perfect subtree. */
  readonly partSize: number;
  /** The foot, from the left. */
  readonly parts: readonly TreePart[];
  /** The joints above the foot; the last one is the root. Empty where the foot is the root itself. */
  readonly joints: readonly TreePart[];
  readonly root: TreePart;
}

/** fillingTree folds the tree of a log of `logSize` entries (>= 1) to at most 2 × MOST_PARTS − 1 nodes and fills it from the left with the entries that have been read. */
export function fillingTree(
  logSize: number,
  entriesDone: number,
  badEntries: readonly number[] = [],
): FillingTree {
  let partSize = 1;
  while (Math.ceil(logSize / partSize) > MOST_PARTS) partSize *= 2;
  const count = Math.ceil(logSize / partSize);
  const made = (first: number, last: number, x: number, joins: readonly TreePart[]): TreePart => ({
    first,
    last,
    x,
    joins,
    level: joins.length === 0 ? 0 : Math.max(...joins.map(({ level }) => level)) + 1,
    filled: Math.min(1, Math.max(0, (entriesDone - first + 1) / (last - first + 1))),
    bad: badEntries.some((entry) => entry >= first && entry <= last),
  });
  const parts = Array.from({ length: count }, (_, index) =>
    made(index * partSize + 1, Math.min(logSize, (index + 1) * partSize), (index + 0.5) / count, []),
  );
  const joints: TreePart[] = [];
  /** join splits at the largest power of two smaller than the number of parts (RFC 6962 2.1). */
  const join = (some: readonly TreePart[]): TreePart => {
    const [only] = some;
    if (only === undefined) throw new RangeError('an empty log has no tree');
    if (some.length === 1) return only;
    const split = 2 ** Math.ceil(Math.log2(some.length) - 1);
    const [left, right] = [join(some.slice(0, split)), join(some.slice(split))];
    const joint = made(left.first, right.last, (left.x + right.x) / 2, [left, right]);
    joints.push(joint);
    return joint;
  };
  return { partSize, parts, root: join(parts), joints };
}

/** RootState is what is known of the root at the top of the tree: not yet computed, computed, compared with the published one, or impossible to compute. */
export type RootState = 'waiting' | 'computed' | 'equal' | 'different' | 'unknown';

/** A sign first, as colour comes second; and what it says. */
const ROOTS: Record<RootState, readonly [sign: string, words: string]> = {
  waiting: ['root', 'The root has not been computed yet.'],
  computed: ['root', 'The root has been computed.'],
  equal: ['✓ root', 'The root computed from them equals the published root.'],
  different: ['✗ root', 'The root computed from them does not match the published root.'],
  unknown: ['? root', 'The root could not be computed.'],
};

const ROW = 30;
const TOP = 12;
const ROOT_WIDTH = 92;

/**
 * TreePicture draws the log's tree filling up from the left: squares are entries, triangles folded parts of the log, small boxes the hashes joined from them.
 * What is empty has not been read, what is full has been read and hashed here.
 */
export function TreePicture({
  logSize,
  entriesDone,
  root: rootState,
  badEntries,
}: {
  logSize: number;
  /** How many entries, from the first, have been read. */
  entriesDone: number;
  root: RootState;
  badEntries: readonly number[];
}) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage, 720);
  const { parts, joints, root, partSize } = fillingTree(logSize, entriesDone, badEntries);
  const half = Math.min(11, Math.max(3, (width / parts.length) * 0.4));
  const size = Math.min(11, Math.max(7, (width / parts.length) * 0.7));
  const at = ({ x, level }: TreePart): readonly [number, number] => [
    x * width,
    TOP + (Math.max(1, root.level) - level) * ROW,
  ];
  const height = TOP + Math.max(1, root.level) * ROW + (root.bad ? 24 : 14);
  const rootX = Math.min(width - ROOT_WIDTH / 2, Math.max(ROOT_WIDTH / 2, root.x * width));
  const bad = parts.filter((part) => part.bad);
  const isFolded = partSize > 1;
  const stateOf = ({ filled, bad: isBad, level }: TreePart): string =>
    filled < 1 ? 'waiting' : isBad && level === 0 ? 'bad' : 'done';
  const words = [
    `The log as a tree of ${countOf(logSize, 'entry', 'entries')}${isFolded ? `, drawn as ${parts.length} parts of ${formatNumber(partSize)}` : ''}.`,
    entriesDone <= 0
      ? 'None has been read.'
      : entriesDone >= logSize
        ? 'All have been read and hashed.'
        : `The first ${formatNumber(entriesDone)} have been read and hashed.`,
    ROOTS[rootState][1],
    bad.length === 0 ? '' : `What does not match is in ${bad.slice(0, 5).map(rangeOf).join(', ')}.`,
  ];
  return (
    <figure ref={stage} className={styles['stage']}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        role="img"
        aria-label={words.join(' ').trim()}
      >
        {joints.flatMap((joint) =>
          joint.joins.map((below) => {
            const [[x, y], [fromX, fromY]] = [at(joint), at(below)];
            return (
              <path
                key={`${below.level} ${below.first}`}
                className={styles['branch']}
                data-state={below.filled < 1 ? 'waiting' : 'done'}
                d={`M${fromX} ${fromY}V${y + ROW / 2}H${x}V${y}`}
              />
            );
          }),
        )}
        {joints.slice(0, -1).map((joint) => (
          <rect
            key={`${joint.level} ${joint.first}`}
            className={styles['node']}
            data-state={stateOf(joint) === 'waiting' ? 'waiting' : 'done'}
            x={at(joint)[0] - size / 2}
            y={at(joint)[1] - size / 2}
            width={size}
            height={size}
            rx={2}
          />
        ))}
        {parts.map((part) => {
          const [x, y] = at(part);
          const shape =
            part.first === part.last
              ? `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`
              : `M${x} ${y - 9}l${half} 20h${-2 * half}z`;
          return (
            <g key={part.first}>
              <path className={styles['node']} data-state={stateOf(part)} d={shape} />
              {part.filled > 0 && part.filled < 1 && (
                <path
                  className={styles['node']}
                  data-state="done"
                  d={shape}
                  style={{ clipPath: `inset(0 ${100 - part.filled * 100}% 0 0)` }}
                />
              )}
              {part.bad && <path className={styles['cross']} d={`M${x - 3} ${y + 16}l6 6m0 -6l-6 6`} />}
            </g>
          );
        })}
        <g className={styles['root']} data-state={rootState}>
          <rect x={rootX - ROOT_WIDTH / 2} y={1} width={ROOT_WIDTH} height={22} rx={11} />
          <text x={rootX} y={TOP} dy="0.36em">
            {ROOTS[rootState][0]}
          </text>
        </g>
      </svg>
      <figcaption className={styles['quiet']}>
        Entries 1 to {formatNumber(logSize)}, from the left. {footWords(logSize)}: empty until it is read,
        full when it was read and hashed here{bad.length > 0 && ', crossed where something does not match'}.
        The boxes above are combined hashes.
      </figcaption>
    </figure>
  );
}

function rangeOf({ first, last }: TreePart): string {
  return first === last ? formatNumber(first) : `${formatNumber(first)} to ${formatNumber(last)}`;
}

/** footWords says how many entries a shape at the foot of the picture stands for. */
export function footWords(logSize: number): string {
  const { partSize, parts } = fillingTree(logSize, 0);
  if (partSize === 1) return 'A square is an entry';
  const rest = logSize - (parts.length - 1) * partSize;
  return `A triangle is ${formatNumber(partSize)} entries${rest === partSize ? '' : ` (the last: ${formatNumber(rest)})`}`;
}
