import type { HashSpelling } from '../../core/hash.ts';
import { countOf, formatMilliseconds, formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import styles from './proof-figure.module.css';
import { rangeText } from './inclusion-check.ts';
import { type ConsistencyCheck, ladderGraph, named, PLAIN_NAMES, type RootNames } from './ladder-graph.ts';
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

/** ConsistencyFigure draws one consistency proof as the two ladders it makes, and lists its hashes in a table. It is not a card of its own. */
export function ConsistencyFigure({
  check,
  oldName = PLAIN_NAMES.old,
  newName = PLAIN_NAMES.new,
  spelling = 'item',
}: ConsistencyFigureProps) {
  const names: RootNames = { old: oldName, new: newName };
  const graph = ladderGraph(check, names);
  const { to, newSteps, start, computedInMs } = check;
  const sent = newSteps.length + (start?.sent === true ? 1 : 0);
  return (
    <div className={styles.consistency}>
      <ProofPicture graph={graph} spelling={spelling} />
      <ProofLegend graph={graph} />
      {sent > 0 && (
        <p className="faint">
          {countOf(sent, 'hash', 'hashes')} instead of {countOf(to.logSize, 'entry', 'entries')};{' '}
          {formatNumber(32 * sent)} bytes, 32 for each hash. Computed in your browser in{' '}
          {formatMilliseconds(computedInMs)}.
        </p>
      )}
      {newSteps.length > 0 && <HashTable check={check} names={names} />}
    </div>
  );
}

/** HashTable lists each hash of a consistency proof, which of the two roots it goes into, and what it gives. */
function HashTable({
  check: { start, oldSteps, newSteps },
  names,
}: {
  check: ConsistencyCheck;
  names: RootNames;
}) {
  const oldByLevel = new Map(oldSteps.map((step) => [step.level, step]));
  return (
    <div className={styles.scroll} role="region" aria-label="Hashes of the consistency proof" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">step</th>
            <th scope="col">hash for</th>
            <th scope="col">hash</th>
            <th scope="col">goes into</th>
            <th scope="col">{names.old} so far</th>
            <th scope="col">{names.new} so far</th>
          </tr>
        </thead>
        <tbody>
          {start !== undefined && (
            <tr>
              <th scope="row">start</th>
              <td>{rangeText(start.covers)}</td>
              <td>
                <HashText hash={start.hash} />
              </td>
              <td>
                {start.sent ? 'old and new' : `new only: it is ${named(names.old)} itself, and was not sent`}
              </td>
              <td>
                <HashText hash={start.hash} />
              </td>
              <td>
                <HashText hash={start.hash} />
              </td>
            </tr>
          )}
          {newSteps.map((step) => {
            const old = oldByLevel.get(step.level);
            return (
              <tr key={step.level}>
                <th scope="row">{formatNumber(step.level)}</th>
                <td>{rangeText(step.sentCovers)}</td>
                <td>
                  <HashText hash={step[step.side]} />
                </td>
                <td>{step.usedFor}</td>
                <td>{old !== undefined && <HashText hash={old.result} />}</td>
                <td>
                  <HashText hash={step.result} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
