import type { CheckState } from '../../ui/check-badge.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import styles from './audit.module.css';

/** MOST_PARTS is how many parts the bottom row has at most. */
export const MOST_PARTS = 32;

interface Block {
  /** The entries under it, both ends included, from 1. */
  readonly first: number;
  readonly last: number;
}

/**
 * treeRows are the subtrees of the Merkle tree (RFC 9162 2.1.1) of a log of `logSize` entries (>= 1), the
 * root's row first. In the bottom row `partSize` entries are a part, a power of two: a range that begins and
 * ends at multiples of one, or at the end of the log, is always a node of the tree.
 */
export function treeRows(logSize: number) {
  let partSize = 1;
  while (logSize / partSize > MOST_PARTS) partSize *= 2;
  const rows: Block[][] = [];
  for (let size = partSize; rows[0]?.length !== 1; size *= 2)
    rows.unshift(
      Array.from({ length: Math.ceil(logSize / size) }, (_, n) => ({
        first: n * size + 1,
        last: Math.min(logSize, (n + 1) * size),
      })),
    );
  return { partSize, rows };
}

/**
 * RootState is the state of the root at the top of the tree: not computed, or
 * compared with the published one.
 */
type RootState = 'waiting' | 'equal' | 'different';

/**
 * A sign first, as colour comes second; and what it says, where it is compared up to the name of the root.
 */
const ROOTS: Record<RootState, readonly [sign: string, words: string, tone?: CheckState]> = {
  waiting: ['root', 'The root has not been computed yet'],
  equal: ['✓ root', 'The root computed from them equals the ', 'holds'],
  different: ['✗ root', 'The root computed from them does not match the ', 'does-not-match'],
};

/**
 * TreePicture draws the log's tree filling up: in the bottom row the entries read, above them the hashes
 * combined from them, up to the root.
 */
export function TreePicture({
  logSize,
  entriesDone,
  root,
  badEntries,
  badLeaves,
}: {
  logSize: number;
  /** How many entries, from the first, have been read. */
  entriesDone: number;
  root: RootState;
  /** The entries that do not match themselves or in their data. */
  badEntries: readonly number[];
  /** Those that do not match themselves, so that the hashes above them are wrong too. */
  badLeaves: readonly number[];
}) {
  const { rootName } = SOURCE_WORDS[useSource()];
  const [sign, words, tone] = ROOTS[root];
  const { partSize, rows } = treeRows(logSize);
  const bottom = rows.at(-1) ?? [];
  const has = (entries: readonly number[], { first, last }: Block): boolean =>
    entries.some((entry) => entry >= first && entry <= last);
  const paths = { waiting: '', done: '', bad: '' };
  for (const [y, blocks] of rows.slice(1).entries())
    for (const block of blocks) {
      const from = block.first - 1;
      const isBad = has(blocks === bottom ? badEntries : badLeaves, block);
      const state = block.last > entriesDone ? 'waiting' : isBad ? 'bad' : 'done';
      paths[state] += `M${from} ${y}H${block.last}v1H${from}z`;
    }
  const bad = bottom.filter((block) => has(badEntries, block)).slice(0, 5);
  const read = entriesDone > 0 ? `The first ${formatNumber(entriesDone)} have` : 'None has';
  const faults =
    bad.length > 0
      ? ` What does not match is in ${bad.map(({ first, last }) => `${first} to ${last}`).join(', ')}.`
      : '';
  return (
    <figure className={`group ${styles.tree}`} data-root={root}>
      <p className="toned quiet" data-tone={tone}>
        {sign}
      </p>
      <svg
        role="img"
        aria-label={`The log as a tree of ${countOf(logSize, 'entry')}. ${read} been read. ${words}${tone ? rootName : ''}.${faults}`}
        viewBox={`0 0 ${logSize} ${Math.max(1, rows.length - 1)}`}
        preserveAspectRatio="none"
        style={{ blockSize: Math.max(1, (rows.length - 1) * 18) }}
      >
        {Object.entries(paths).map(([state, d]) => (
          <path key={state} data-state={state} d={d} />
        ))}
      </svg>
      <figcaption className="fine">
        Each box in the bottom row is {countOf(partSize, 'entry')}, from 1 to {formatNumber(logSize)}; those
        above are combined hashes.
      </figcaption>
    </figure>
  );
}
