import { useId, useState, type ReactNode } from 'react';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { ProofStep, Verdict } from '../../core/verdict.ts';
import { PathPicture } from './path-picture.tsx';
import { toneOf } from './path-model.ts';
import styles from './proof-figure.module.css';
import { ProofLegend } from './proof-legend.tsx';
import { StepList } from './step-list.tsx';
import { headline } from './words.ts';

/** DrawnCheck is what the figure needs of the verifier's check of an entry. */
export interface DrawnCheck {
  readonly verdict: Verdict;
  readonly entry: Pick<Entry, 'entryNumber' | 'key'>;
  readonly checkpoint: Checkpoint;
  readonly leafHash?: Hash | undefined;
  readonly steps: readonly ProofStep[];
  readonly computedRoot?: Hash | undefined;
  readonly computedInMs: number;
}

interface ProofFigureProps {
  readonly check: DrawnCheck;
  /** How the leaf bytes are written, in plain English. */
  readonly leafRuleTitle?: string | undefined;
  /** What a check that holds has found of the root, where that is not that it equals the published one. */
  readonly rootHolds?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
  /** Links to other views of the same proof, at the end of the heading row. */
  readonly tabs?: ReactNode;
  /** Another view in the place of the path. */
  readonly picture?: ReactNode;
  /** Goes under the legend. */
  readonly footer?: ReactNode;
}

/** ProofFigure is the card of an entry proof: what was found in a sentence, the path drawn, and its steps in words. */
export function ProofFigure({
  check,
  leafRuleTitle,
  rootHolds,
  spelling,
  tabs,
  picture,
  footer,
}: ProofFigureProps) {
  const titleId = useId();
  const [activeLevel, setActiveLevel] = useState<number>();
  const { steps, leafHash, computedRoot, verdict, entry, checkpoint } = check;
  const shared = {
    steps,
    leafHash,
    computedRoot,
    verdict,
    rootHolds,
    spelling,
    activeLevel,
    expectedRoot: checkpoint.rootHash,
    onActiveLevel: setActiveLevel,
  };
  return (
    <section className={styles.figure} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>Entry proof</h2>
        <p className={styles.headline}>
          {headline({ ...check, hashCount: steps.length, logSize: checkpoint.logSize })}
        </p>
        {tabs === undefined ? null : <div className={styles.tabs}>{tabs}</div>}
      </header>
      <div className={styles.body}>
        <div className={styles.picture}>{picture ?? <PathPicture {...shared} leafLabel={entry} />}</div>
        <div className={styles.aside}>
          <StepList {...shared} entryNumber={entry.entryNumber} leafRuleTitle={leafRuleTitle} />
          <ProofLegend tone={toneOf(verdict)} root={rootHolds === undefined ? 'published root' : 'root'} />
          {footer}
        </div>
      </div>
    </section>
  );
}
