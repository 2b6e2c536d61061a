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
  /** What the old root is called: `old root` when not given, `remembered root` for one that this browser kept. */
  readonly oldName?: string | undefined;
  /** What the new root is called: `new root` when not given. */
  readonly newName?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
}

/** ConsistencyFigure draws one consistency proof as the two ladders it makes, in which each hash stands once, and lists their hashes as a table. It is not a card of its own. */
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
