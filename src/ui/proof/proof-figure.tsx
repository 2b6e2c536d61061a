import { type ReactNode, useId, useState } from 'react';
import { useInRouterContext, useLocation } from 'react-router';
import type { HashSpelling } from '../../core/hash.ts';
import { countOf, formatMilliseconds, formatNumber } from '../format.ts';
import { Link } from '../link.tsx';
import { parsePlace, pathTo } from '../paths.ts';
import { useContradiction } from './contradiction.ts';
import { type InclusionCheck, withoutFullStop } from './inclusion-check.ts';
import { pathGraph } from './path-graph.ts';
import styles from './proof-figure.module.css';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';
import { StepList } from './step-list.tsx';

interface ProofFigureProps {
  readonly check: InclusionCheck;
  /** What a check that holds has found of the root, where that is not that it equals the published one. */
  readonly rootHolds?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
  /** Links to other views of the same proof, at the end of the heading row. */
  readonly tabs?: ReactNode;
  /** Another view in the place of the path and of what stands beside it. */
  readonly picture?: ReactNode;
}

/** ProofFigure is the card of an entry proof: what was found in a sentence, what it cost, the path drawn, and its steps in words. */
export function ProofFigure({ check, rootHolds, spelling, tabs, picture }: ProofFigureProps) {
  const titleId = useId();
  return (
    <section className={styles.figure} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>Entry proof</h2>
        <p className={styles.headline}>
          {headline(check)} <span className={`faint ${styles.cost}`}>{cost(check)}</span>
        </p>
        {tabs}
      </header>
      {picture ?? <Path check={check} rootHolds={rootHolds} spelling={spelling} />}
    </section>
  );
}

function Path({
  check,
  rootHolds,
  spelling = 'item',
}: Pick<ProofFigureProps, 'check' | 'rootHolds' | 'spelling'>) {
  const [activeLevel, onActiveLevel] = useState<number>();
  const remembered = useContradiction(check.checkpoint.rootHash)?.remembered;
  const graph = pathGraph(check, { rootHolds, remembered });
  const pointing = { activeLevel, onActiveLevel };
  return (
    <div className={styles.body}>
      <div className={styles.picture}>
        <ProofPicture graph={graph} spelling={spelling} {...pointing} />
      </div>
      <div className={styles.aside}>
        <StepList check={check} rootHolds={rootHolds} spelling={spelling} {...pointing} />
        <ProofLegend graph={graph} />
        {useInRouterContext() && <ToLab entryNumber={check.entry.entryNumber} />}
      </div>
    </div>
  );
}

/** ToLab leads to the tamper lab with a copy of this entry, where the address names a register that it can be copied from. */
function ToLab({ entryNumber }: { entryNumber: number }) {
  const { pathname, search } = useLocation();
  const place = parsePlace(pathname, search);
  if (!('register' in place)) return null;
  const { register } = place;
  return (
    <p>
      <Link to={`${pathTo({ view: 'lab', register })}?entry=${entryNumber}`}>Tamper with a copy</Link>
    </p>
  );
}

/** headline says what connects the entry to the root, and in what time it was computed. */
function headline({ verdict, steps, checkpoint: { logSize }, computedInMs }: InclusionCheck): string {
  if (verdict.outcome === 'cannot-check')
    return `This proof cannot be checked: ${withoutFullStop(verdict.reason)}.`;
  if (verdict.outcome === 'not-checked') return `Not checked: ${withoutFullStop(verdict.reason)}.`;
  if ('reason' in verdict) return `The proof does not match: ${withoutFullStop(verdict.reason)}.`;
  const holds = verdict.outcome === 'holds';
  const found =
    steps.length === 0
      ? logSize !== 1
        ? 'The server sent no hash, and this entry alone does not give the published root.'
        : holds
          ? 'This is the only entry, so its hash is the root.'
          : 'This is the only entry, but its hash is not the published root.'
      : `${countOf(steps.length, 'hash', 'hashes')} from the server ${
          holds
            ? `${steps.length === 1 ? 'connects' : 'connect'} this entry to the root hash.`
            : `${steps.length === 1 ? 'does' : 'do'} not connect this entry to the published root hash.`
        }`;
  return `${found} Computed in your browser in ${formatMilliseconds(computedInMs)}.`;
}

/** cost says what a proof saves: how many hashes take the place of how many entries, and their bytes; empty where none was needed. */
function cost({ steps, checkpoint }: InclusionCheck): string {
  if (steps.length === 0) return '';
  return `${countOf(steps.length, 'hash', 'hashes')} instead of ${countOf(checkpoint.logSize, 'entry', 'entries')}; ${formatNumber(32 * steps.length)} bytes, 32 for each hash.`;
}
