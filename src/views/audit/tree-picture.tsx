import { useRef } from 'react';
import { countOf, formatNumber } from '../../ui/format.ts';
import { useWidth } from '../../ui/use-width.ts';
import styles from './audit.module.css';

/** MOST_PARTS is how many parts the foot of the picture has at most; with the joints above them that is at most 2 × MOST_PARTS − 1 drawn nodes. */
export const MOST_PARTS = 30;

/** TreeNode is one drawn node: a part of the log at the foot, or the joint of two nodes above it. */
interface TreeNode {
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
  readonly joins: readonly TreeNode[];
}

/**
 * fillingTree folds the Merkle tree (RFC 6962 2.1) of a log of `logSize` entries (>= 1) and fills it from the left with the entries that have been read. `partSize`
 * entries are a part at the foot, the last may have fewer: a power of two, so that each but the last is a perfect subtree. The last of the joints above is the root.
 */
export function fillingTree(logSize: number, entriesDone: number, badEntries: readonly number[] = []) {
  let partSize = 1;
  while (Math.ceil(logSize / partSize) > MOST_PARTS) partSize *= 2;
  const count = Math.ceil(logSize / partSize);
  const nodeOf = (first: number, last: number, x: number, joins: readonly TreeNode[] = []): TreeNode => ({
    first,
    last,
    x,
    joins,
    level: Math.max(-1, ...joins.map(({ level }) => level)) + 1,
    filled: Math.min(1, Math.max(0, (entriesDone - first + 1) / (last - first + 1))),
    bad: badEntries.some((entry) => entry >= first && entry <= last),
  });
  const parts = Array.from({ length: count }, (_, index) =>
    nodeOf(index * partSize + 1, Math.min(logSize, (index + 1) * partSize), (index + 0.5) / count),
  );
  const joints: TreeNode[] = [];
  /** join splits at the largest power of two smaller than the number of parts (RFC 6962 2.1). */
  const join = (some: readonly TreeNode[]): TreeNode => {
    const [only] = some;
    if (only === undefined) throw new RangeError('an empty log has no tree');
    if (some.length === 1) return only;
    const split = 2 ** Math.ceil(Math.log2(some.length) - 1);
    const [left, right] = [join(some.slice(0, split)), join(some.slice(split))];
    const joint = nodeOf(left.first, right.last, (left.x + right.x) / 2, [left, right]);
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
  const levels = Math.max(1, root.level);
  const height = TOP + levels * ROW + (root.bad ? 24 : 14);
  const rootX = Math.min(width - ROOT_WIDTH / 2, Math.max(ROOT_WIDTH / 2, root.x * width));
  const at = ({ x, level }: TreeNode) => [x * width, TOP + (levels - level) * ROW] as const;
  const apart = width / parts.length;
  const half = Math.min(11, Math.max(3, apart * 0.4));
  const halfJoint = Math.min(11, Math.max(7, apart * 0.7)) / 2;
  const shapeOf = (part: TreeNode): string => {
    const [x, y] = at(part);
    return part.first === part.last ? square(x, y, half) : `M${x} ${y - 9}l${half} 20h${-2 * half}z`;
  };
  const branches = { waiting: '', done: '' };
  const nodes = { waiting: '', done: '', bad: '' };
  let crosses = '';
  for (const joint of joints) {
    const [x, y] = at(joint);
    if (joint !== root) nodes[stateOf(joint)] += square(x, y, halfJoint);
    for (const below of joint.joins) {
      const [fromX, fromY] = at(below);
      branches[stateOf(below)] += `M${fromX} ${fromY}V${y + ROW / 2}H${x}V${y}`;
    }
  }
  for (const part of parts) {
    const [x, y] = at(part);
    const state = stateOf(part);
    nodes[part.bad && state === 'done' ? 'bad' : state] += shapeOf(part);
    if (part.bad) crosses += `M${x - 3} ${y + 16}l6 6m0 -6l-6 6`;
  }
  const begun = parts.find(({ filled }) => filled > 0 && filled < 1);
  const bad = parts.filter((part) => part.bad);
  const words = [
    `The log as a tree of ${countOf(logSize, 'entry')}${partSize > 1 ? `, drawn as ${parts.length} parts of ${formatNumber(partSize)}` : ''}.`,
    readWords(entriesDone, logSize),
    ROOTS[rootState][1],
    bad.length > 0 && `What does not match is in ${bad.slice(0, 5).map(rangeOf).join(', ')}.`,
  ];
  return (
    <figure ref={stage} className={styles.stage}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        role="img"
        aria-label={words.filter(Boolean).join(' ')}
      >
        {Object.entries(branches).map(([state, d]) => (
          <path key={state} className={styles.branch} data-state={state} d={d} />
        ))}
        {Object.entries(nodes).map(([state, d]) => (
          <path key={state} className={styles.node} data-state={state} d={d} />
        ))}
        {begun && (
          <path
            className={styles.node}
            data-state="done"
            d={shapeOf(begun)}
            style={{ clipPath: `inset(0 ${100 - begun.filled * 100}% 0 0)` }}
          />
        )}
        <path className={styles.cross} d={crosses} />
        <g className={styles.root} data-state={rootState}>
          <rect x={rootX - ROOT_WIDTH / 2} y={1} width={ROOT_WIDTH} height={22} rx={11} />
          <text x={rootX} y={TOP} dy="0.36em">
            {ROOTS[rootState][0]}
          </text>
        </g>
      </svg>
      <figcaption className="quiet">
        Entries 1 to {formatNumber(logSize)}, from the left. {footWords(logSize, partSize)}: empty until it is
        read, full when it was read and hashed here
        {bad.length > 0 && ', crossed where something does not match'}. The boxes above are combined hashes.
      </figcaption>
    </figure>
  );
}

function square(x: number, y: number, half: number): string {
  return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
}

function stateOf({ filled }: TreeNode): 'waiting' | 'done' {
  return filled < 1 ? 'waiting' : 'done';
}

function readWords(entriesDone: number, logSize: number): string {
  if (entriesDone <= 0) return 'None has been read.';
  if (entriesDone >= logSize) return 'All have been read and hashed.';
  return `The first ${formatNumber(entriesDone)} have been read and hashed.`;
}

function rangeOf({ first, last }: TreeNode): string {
  return first === last ? formatNumber(first) : `${formatNumber(first)} to ${formatNumber(last)}`;
}

/** footWords says how many entries a shape at the foot of the picture stands for. */
export function footWords(logSize: number, partSize: number): string {
  if (partSize === 1) return 'A square is an entry';
  const rest = logSize % partSize;
  return `A triangle is ${formatNumber(partSize)} entries${rest === 0 ? '' : ` (the last: ${formatNumber(rest)})`}`;
}
