import { formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import { named, type DrawnGrowth, type LadderNames } from './ladder-model.ts';
import styles from './ladder-table.module.css';
import { rangeText } from './words.ts';

/** LadderTable lists each hash of a consistency proof, which of the two roots it goes into, and what it leads to. */
export function LadderTable({
  check: { start, oldSteps, newSteps },
  names,
}: {
  check: DrawnGrowth;
  names: LadderNames;
}) {
  const oldByLevel = new Map(oldSteps.map((step) => [step.level, step]));
  return (
    <div className={styles.scroll} role="region" aria-label="Hashes of the consistency proof" tabIndex={0}>
      <table className={styles.ladders}>
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
                <td>{old === undefined ? '' : <HashText hash={old.result} />}</td>
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
