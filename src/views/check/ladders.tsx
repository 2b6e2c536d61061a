import { formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import type { ConsistencyCheck } from '../../verify/protocol.ts';
import styles from './check.module.css';

/** Ladders lists each hash of a consistency proof, which of the two roots it goes into, and what it leads to; the last line holds both results against the roots. */
export function Ladders({ check }: { check: ConsistencyCheck }) {
  const { oldSteps, newSteps, from, to, computedOldRoot, computedNewRoot } = check;
  const oldByLevel = new Map(oldSteps.map((step) => [step.level, step]));
  return (
    <div className={styles['scroll']} role="region" aria-label="Hashes of the consistency proof" tabIndex={0}>
      <table className={styles['ladders']}>
        <thead>
          <tr>
            <th scope="col">hash sent for</th>
            <th scope="col">hash</th>
            <th scope="col">goes into</th>
            <th scope="col">smaller log so far</th>
            <th scope="col">larger log so far</th>
          </tr>
        </thead>
        <tbody>
          {check.start !== undefined && (
            <tr>
              <th scope="row">{range(check.start.covers)}</th>
              <td>
                <HashText hash={check.start.hash} />
              </td>
              <td>old and new</td>
              <td>
                <HashText hash={check.start.hash} />
              </td>
              <td>
                <HashText hash={check.start.hash} />
              </td>
            </tr>
          )}
          {newSteps.map((step) => (
            <tr key={step.level}>
              <th scope="row">{range(step.sentCovers)}</th>
              <td>
                <HashText hash={step.side === 'left' ? step.left : step.right} />
              </td>
              <td>{step.usedFor}</td>
              <td>
                {oldByLevel.has(step.level) && (
                  <HashText hash={(oldByLevel.get(step.level) ?? step).result} />
                )}
              </td>
              <td>
                <HashText hash={step.result} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              computed
            </th>
            <td>
              {computedOldRoot !== undefined && (
                <HashText hash={computedOldRoot} compareWith={from.rootHash} />
              )}
            </td>
            <td>
              {computedNewRoot !== undefined && <HashText hash={computedNewRoot} compareWith={to.rootHash} />}
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              roots in the file
            </th>
            <td>
              <HashText
                hash={from.rootHash}
                {...(computedOldRoot === undefined ? {} : { compareWith: computedOldRoot })}
              />
            </td>
            <td>
              <HashText
                hash={to.rootHash}
                {...(computedNewRoot === undefined ? {} : { compareWith: computedNewRoot })}
              />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function range({ first, last }: { readonly first: number; readonly last: number }): string {
  return first === last
    ? `entry ${formatNumber(first)}`
    : `entries ${formatNumber(first)}–${formatNumber(last)}`;
}
