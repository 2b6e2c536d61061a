import { type ReactNode, useRef } from 'react';
import { Link } from '../../ui/link.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { useWidth } from '../../ui/use-width.ts';
import type { AuditResult } from '../../verify/audit-result.ts';
import styles from './tree-picture.module.css';
import { fillingTree, type FillingTree, type TreePart } from './filling-tree.ts';

const ROW = 30;
const FOOT = 26;
const LABELS = 20;
const CROSS = 12;
const ROOT_WIDTH = 92;
const ROOT_HEIGHT = 24;
const LETTER_WIDTH = 6.6;

/**
 * TreePicture draws the log's tree filling up from the left: squares are entries, triangles folded parts of the log, small boxes the hashes joined from them.
 * What is empty has not been read, what is full has been read and hashed here.
 */
export function TreePicture({ logSize, entriesDone, root, badEntries }: Drawn) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage, 720);
  const tree = fillingTree(logSize, entriesDone, badEntries);
  const rows = Math.max(1, tree.height);
  const marks = tree.root.bad ? CROSS : 0;
  const height = ROOT_HEIGHT / 2 + rows * ROW + FOOT / 2 + marks + LABELS;
  const place: Place = {
    pitch: width / tree.parts.length,
    x: (part) => part.x * width,
    y: (part) => ROOT_HEIGHT / 2 + (tree.height - part.level) * ROW + (tree.height === 0 ? ROW : 0),
  };
  return (
    <div ref={stage} className={styles['stage']}>
      <svg
        className={styles['tree']}
        viewBox={`0 0 ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        role="img"
        aria-label={treeWords(tree, logSize, entriesDone, root)}
      >
        {tree.joints.map((joint) => (
          <Branches key={keyOf(joint)} joint={joint} place={place} />
        ))}
        {tree.joints
          .filter((joint) => joint !== tree.root)
          .map((joint) => (
            <Joint key={keyOf(joint)} joint={joint} place={place} />
          ))}
        {tree.parts.map((part) => (
          <Foot key={keyOf(part)} part={part} place={place} />
        ))}
        <Root tree={tree} state={root} place={place} width={width} />
        <Labels tree={tree} place={place} width={width} y={height - 4} />
      </svg>
    </div>
  );
}

interface Place {
  /** The distance between two parts at the foot. */
  readonly pitch: number;
  readonly x: (part: TreePart) => number;
  readonly y: (part: TreePart) => number;
}

const keyOf = ({ first, last, level }: TreePart): string => `${level} ${first} ${last}`;

/** Only the foot is marked bad: what is joined above it was computed all the same, and shows at the root. */
const stateOf = ({ filled, bad, level }: TreePart): string =>
  filled < 1 ? 'waiting' : bad && level === 0 ? 'bad' : 'done';

function Branches({ joint, place }: { joint: TreePart; place: Place }) {
  const [x, y] = [place.x(joint), place.y(joint)];
  return joint.joins.map((below) => (
    <path
      key={keyOf(below)}
      className={styles['branch']}
      data-state={below.filled < 1 ? 'waiting' : 'done'}
      d={`M${place.x(below)} ${place.y(below)}V${y + ROW / 2}H${x}V${y}`}
    />
  ));
}

function Joint({ joint, place }: { joint: TreePart; place: Place }) {
  const size = Math.min(11, Math.max(7, place.pitch * 0.7));
  return (
    <rect
      className={styles['joint']}
      data-state={stateOf(joint)}
      x={place.x(joint) - size / 2}
      y={place.y(joint) - size / 2}
      width={size}
      height={size}
      rx={2}
    />
  );
}

/** Foot draws an entry as a square and a folded part as a triangle, full from the left as far as it has been read. */
function Foot({ part, place }: { part: TreePart; place: Place }) {
  const half = Math.min(11, Math.max(3, place.pitch * 0.4));
  const [x, y] = [place.x(part), place.y(part)];
  const [top, bottom] = part.first === part.last ? [y - half, y + half] : [y - 9, y + 11];
  const outline =
    part.first === part.last
      ? `M${x - half} ${top}H${x + half}V${bottom}H${x - half}Z`
      : `M${x} ${top}L${x + half} ${bottom}H${x - half}Z`;
  return (
    <g className={styles['foot']} data-state={stateOf(part)}>
      <path className={styles['empty']} d={outline} />
      {part.filled > 0 && part.filled < 1 && (
        <path className={styles['full']} d={partly(x, top, bottom, half, part.filled)} />
      )}
      {part.bad && <path className={styles['cross']} d={crossAt(x, bottom + 5)} />}
    </g>
  );
}

function partly(x: number, top: number, bottom: number, half: number, filled: number): string {
  const edge = x - half + 2 * half * filled;
  const height = (at: number): number => bottom - (bottom - top) * (1 - Math.abs(at - x) / half);
  const peak = edge > x ? `L${x} ${top}` : '';
  return `M${x - half} ${bottom}${peak}L${edge} ${height(edge)}V${bottom}Z`;
}

function Root({
  tree,
  state,
  place,
  width,
}: {
  tree: FillingTree;
  state: RootState;
  place: Place;
  width: number;
}) {
  const y = tree.height === 0 ? ROOT_HEIGHT / 2 : place.y(tree.root);
  const x = Math.min(width - ROOT_WIDTH / 2, Math.max(ROOT_WIDTH / 2, place.x(tree.root)));
  return (
    <g className={styles['root']} data-state={state}>
      <rect
        x={x - ROOT_WIDTH / 2}
        y={y - ROOT_HEIGHT / 2 + 1}
        width={ROOT_WIDTH}
        height={ROOT_HEIGHT - 2}
        rx={ROOT_HEIGHT / 2}
      />
      <text x={x} y={y} dy="0.36em">
        {ROOT_LETTERS[state]}
      </text>
    </g>
  );
}

/** Labels numbers the first entry of as many parts as there is room for, and names all that the last part stands for: it may be cut off. */
function Labels({ tree, place, width, y }: { tree: FillingTree; place: Place; width: number; y: number }) {
  const { first, last: end } = tree.parts.at(-1) ?? tree.root;
  const last = first === end ? formatNumber(end) : `${formatNumber(first)}–${formatNumber(end)}`;
  const each = formatNumber(end).length * LETTER_WIDTH + 10;
  const room = width - last.length * LETTER_WIDTH - 5;
  const every = 2 ** Math.max(0, Math.ceil(Math.log2(each / place.pitch)));
  const shown = tree.parts.filter(
    (part, index) =>
      index % every === 0 &&
      index !== tree.parts.length - 1 &&
      place.x(part) - (tree.partSize === 1 ? 0 : place.pitch / 2) + each < room + 10,
  );
  return (
    <g className={styles['labels']}>
      {shown.map((part) => (
        <text
          key={part.first}
          x={Math.max(place.x(part) - place.pitch / 2, 0)}
          y={y}
          textAnchor="start"
          {...(tree.partSize === 1 ? { x: place.x(part), textAnchor: 'middle' } : {})}
        >
          {formatNumber(part.first)}
        </text>
      ))}
      <text
        x={tree.partSize === 1 ? place.x(tree.parts.at(-1) ?? tree.root) : width}
        y={y}
        textAnchor={tree.partSize === 1 ? 'middle' : 'end'}
      >
        {last}
      </text>
    </g>
  );
}

/** TreeParts lists what is drawn at the foot, for a reader who cannot see it or wants to go there. */
export function TreeParts({
  register,
  logSize,
  entriesDone,
  badEntries,
}: { register: RegisterId } & Omit<Drawn, 'root'>) {
  const { parts } = fillingTree(logSize, entriesDone, badEntries);
  return (
    <details className={styles['parts']}>
      <summary>Part by part</summary>
      <ul>
        {parts.map((part) => (
          <li key={part.first}>
            <Link to={`${pathTo({ view: 'entries', register })}?entry=${part.first}`}>
              {part.first === part.last
                ? `Entry ${formatNumber(part.first)}`
                : `Entries ${formatNumber(part.first)}–${formatNumber(part.last)}`}
            </Link>{' '}
            {partWords(part)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** TreeLegend says what the shapes of the picture mean: those of every audit, and those that this one has. */
export function TreeLegend({ logSize, entriesDone, badEntries, root }: Drawn) {
  const tree = fillingTree(logSize, entriesDone, badEntries);
  const foot = tree.partSize === 1 ? 'M2 1H14V13H2Z' : 'M8 1L15 13H1Z';
  return (
    <ul className={styles['legend']}>
      <Sign words={`${footWords(tree)}, not read yet`}>
        <path className={styles['empty']} d={foot} />
      </Sign>
      <Sign words="read and hashed here">
        <path className={styles['full']} d={foot} />
      </Sign>
      <Sign words="combined hash">
        <rect className={styles['full']} x="3.5" y="2.5" width="9" height="9" rx="2" />
      </Sign>
      {tree.root.bad && (
        <Sign words="something in it does not match" height={24}>
          <g className={styles['foot']} data-state="bad">
            <path className={styles['empty']} d={foot} />
            <path className={styles['cross']} d={crossAt(8, 16.5)} />
          </g>
        </Sign>
      )}
      {ROOT_LEGEND[root] !== undefined && (
        <Sign words={ROOT_LEGEND[root]} width={26} height={16}>
          <g className={styles['root']} data-state={root}>
            <rect x="1" y="1" width="24" height="14" rx="7" />
            <text x="13" y="8" dy="0.36em">
              {ROOT_LETTERS[root].charAt(0)}
            </text>
          </g>
        </Sign>
      )}
    </ul>
  );
}

const ROOT_LEGEND: Record<RootState, string | undefined> = {
  waiting: undefined,
  computed: undefined,
  equal: 'equals the published root',
  different: 'does not match the published root',
  unknown: 'could not be computed',
};

function Sign({
  words,
  width = 16,
  height = 14,
  children,
}: {
  words: string;
  width?: number;
  height?: number;
  children: ReactNode;
}) {
  return (
    <li>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {children}
      </svg>
      {words}
    </li>
  );
}

/** Drawn is what the picture of an audit shows. */
export interface Drawn {
  readonly logSize: number;
  /** How many entries, from the first, have been read. */
  readonly entriesDone: number;
  readonly root: RootState;
  readonly badEntries: readonly number[];
}

/** ROOT_LETTERS is what is written into the root: a sign first, as colour comes second. */
const ROOT_LETTERS: Record<RootState, string> = {
  waiting: 'root',
  computed: 'root',
  equal: '✓ root',
  different: '✗ root',
  unknown: '? root',
};

/** crossAt is the path of a small cross whose top middle is at x, y. */
function crossAt(x: number, y: number): string {
  return `M${x - 3} ${y}l6 6m0 -6l-6 6`;
}

/** RootState is what is known of the root at the top of the tree: not yet computed, computed, compared with the published one, or impossible to compute. */
export type RootState = 'waiting' | 'computed' | 'equal' | 'different' | 'unknown';

/** treeWords tells in words what the picture of the tree shows. */
function treeWords(tree: FillingTree, logSize: number, entriesDone: number, root: RootState): string {
  const log = `The log as a tree of ${countOf(logSize, 'entry', 'entries')}`;
  const folded =
    tree.partSize === 1
      ? ''
      : `, drawn as ${formatNumber(tree.parts.length)} parts of ${formatNumber(tree.partSize)}`;
  const bad = tree.parts.filter((part) => part.bad);
  const where = bad
    .slice(0, 5)
    .map(({ first, last }) =>
      first === last ? formatNumber(first) : `${formatNumber(first)} to ${formatNumber(last)}`,
    );
  const badWords = bad.length === 0 ? '' : ` What does not match is in ${where.join(', ')}.`;
  return `${log}${folded}. ${readWords(logSize, entriesDone)} ${ROOT_WORDS[root]}${badWords}`;
}

function readWords(logSize: number, entriesDone: number): string {
  if (entriesDone <= 0) return 'None has been read.';
  if (entriesDone >= logSize) return 'All have been read and hashed.';
  return `The first ${formatNumber(entriesDone)} have been read and hashed.`;
}

const ROOT_WORDS: Record<RootState, string> = {
  waiting: 'The root has not been computed yet.',
  computed: 'The root has been computed.',
  equal: 'The root computed from them equals the published root.',
  different: 'The root computed from them does not match the published root.',
  unknown: 'The root could not be computed.',
};

/** footWords says how many entries a shape at the foot of the picture stands for. */
export function footWords({ partSize, parts }: FillingTree): string {
  if (partSize === 1) return 'an entry';
  const [last] = parts.slice(-1);
  const size = last === undefined ? partSize : last.last - last.first + 1;
  const rest = size === partSize ? '' : ` (the last: ${formatNumber(size)})`;
  return `${countOf(partSize, 'entry', 'entries')}${rest}`;
}

/** partWords says how far one part of the log has been read. */
function partWords({ first, last, filled, bad }: TreePart): string {
  if (filled === 0) return 'not read';
  if (filled < 1) return `${formatNumber(Math.round(filled * (last - first + 1)))} read`;
  return bad ? 'read; something in it does not match' : 'read';
}

/** rootStateOf says how the root of a finished audit is drawn. */
export function rootStateOf({ computedRoot, head }: AuditResult): RootState {
  if (computedRoot === undefined) return 'unknown';
  return computedRoot === head.rootHash ? 'equal' : 'different';
}
