import type { HashSpelling } from '../../core/hash.ts';
import { countOf, formatMilliseconds, formatNumber } from '../format.ts';
import styles from './proof-figure.module.css';
import { type ConsistencyCheck, ladderGraph, PLAIN_NAMES } from './ladder-graph.ts';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';

interface ConsistencyFigureProps {
  readonly check: ConsistencyCheck;
  /** What the old root is called: `old root` when not given, `remembered root` for one that this browser kept. */
  readonly oldName?: string | undefined;
  /** What the new root is called: `new root` when not given. */
  readonly newName?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
}

/** ConsistencyFigure draws one consistency proof as the two ladders it makes, in which each hash stands once. It is not a card of its own. */
export function ConsistencyFigure({
  check,
  oldName = PLAIN_NAMES.old,
  newName = PLAIN_NAMES.new,
  spelling = 'item',
}: ConsistencyFigureProps) {
  const graph = ladderGraph(check, { old: oldName, new: newName });
  const { to, newSteps, start, computedInMs } = check;
  const sent = newSteps.length + (start?.sent === true ? 1 : 0);
  return (
    <div className={styles.consistency}>
      <ProofPicture graph={graph} spelling={spelling} />
      <ProofLegend graph={graph} />
      {sent > 0 && (
        <p className="faint">
          {countOf(sent, 'hash', 'hashes')} instead of {countOf(to.logSize, 'entry', 'entries')};{' '}
          {formatNumber(32 * sent)} bytes. Computed here in {formatMilliseconds(computedInMs)}.
        </p>
      )}
    </div>
  );
}
