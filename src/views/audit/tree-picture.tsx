import { useRef } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { useWidth } from '../../ui/proof/use-width.ts';
import { fillingTree, type FillingTree, type TreePart } from './filling-tree.ts';
import styles from './tree-picture.module.css';
import { crossAt, type Drawn, ROOT_LETTERS } from './tree-shapes.ts';
import { treeWords, type RootState } from './tree-words.ts';

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
