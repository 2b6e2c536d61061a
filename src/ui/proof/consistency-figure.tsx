import type { HashSpelling } from '../../core/hash.ts';
import { ChartTable } from '../table.tsx';
import { HashText } from '../hash/hash-text.tsx';
import { SOURCE_WORDS, useSource } from '../source.ts';
import styles from './proof-figure.module.css';
import { proofCost } from './inclusion-check.ts';
import { type ConsistencyCheck, ladderGraph } from './ladder-graph.ts';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';

interface ConsistencyFigureProps {
  readonly check: ConsistencyCheck;
  /** The name of the old root: by default `old root`; `remembered root` for one that this browser remembers. */
  readonly oldName?: string | undefined;
  /** The name of the new root: by default `new root`. */
  readonly newName?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
}

/** ConsistencyFigure draws one consistency proof as two ladders, with each hash once, and lists their hashes as a table. It has no card. */
export function ConsistencyFigure({
  check,
  oldName = 'old root',
  newName = 'new root',
  spelling = 'item',
}: ConsistencyFigureProps) {
  const graph = ladderGraph(check, { old: oldName, new: newName }, SOURCE_WORDS[useSource()].sentName);
  const { to, newSteps, start, computedInMs } = check;
  const sent = newSteps.length + (start?.sent === true ? 1 : 0);
  return (
    <div className={styles.consistency}>
      <ProofPicture graph={graph} spelling={spelling} />
      <ProofLegend graph={graph} />
      <ChartTable
        label="The hashes of this proof"
        columns={['What it is', 'Hash']}
        rows={graph.nodes.map(({ id, title, hash }) => ({
          key: id,
          cells: [title, hash && <HashText key={id} hash={hash} digits="full" />],
        }))}
      />
      {sent > 0 && <p className="faint">{proofCost(sent, to.logSize, computedInMs)}</p>}
    </div>
  );
}
