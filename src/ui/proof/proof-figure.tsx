import { useId, useState, type ReactNode } from 'react';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { ProofStep, Verdict } from '../../core/verdict.ts';
import { PathPicture } from './path-picture.tsx';
import { ProofAside } from './proof-aside.tsx';
import styles from './proof-figure.module.css';
import { costSentence, headline } from './words.ts';

/** DrawnCheck is what the figure needs of the verifier's check of an entry. */
export interface DrawnCheck {
  readonly verdict: Verdict;
  readonly entry: Pick<Entry, 'entryNumber' | 'key'>;
  readonly checkpoint: Checkpoint;
  readonly leafHash?: Hash | undefined;
  /** The bytes under the leaf hash. */
  readonly leafBytes?: Uint8Array | undefined;
  /** How they are written, in plain English. */
  readonly leafRuleTitle?: string | undefined;
  readonly steps: readonly ProofStep[];
  readonly computedRoot?: Hash | undefined;
  readonly computedInMs: number;
}

interface ProofFigureProps {
  readonly check: DrawnCheck;
  /** How the leaf bytes are written, where it is not what the check says. */
  readonly leafRuleTitle?: string | undefined;
  /** What a check that holds has found of the root, where that is not that it equals the published one. */
  readonly rootHolds?: string | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
  /** Links to other views of the same proof, at the end of the heading row. */
  readonly tabs?: ReactNode;
  /** Another view in the place of the path and of what stands beside it. */
  readonly picture?: ReactNode;
  /** Goes beside the path, under the legend. */
  readonly footer?: ReactNode;
}

/** ProofFigure is the card of an entry proof: what was found in a sentence, what it cost, the path drawn, and its steps in words. */
export function ProofFigure({
  check,
  leafRuleTitle = check.leafRuleTitle,
  rootHolds,
  spelling,
  tabs,
  picture,
  footer,
}: ProofFigureProps) {
  const titleId = useId();
  const [activeLevel, setActiveLevel] = useState<number>();
  const { entry, checkpoint } = check;
  const shared = {
    ...check,
    leafRuleTitle,
    rootHolds,
    spelling,
    activeLevel,
    expectedRoot: checkpoint.rootHash,
    onActiveLevel: setActiveLevel,
  };
  const counted = { ...check, hashCount: check.steps.length, logSize: checkpoint.logSize };
  return (
    <section className={styles.figure} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>Entry proof</h2>
        <p className={styles.headline}>
          {headline(counted)} <span className={styles.cost}>{costSentence(counted)}</span>
        </p>
        {tabs}
      </header>
      {picture ?? (
        <div className={styles.body}>
          <div className={styles.picture}>
            <PathPicture {...shared} leafLabel={entry} />
          </div>
          <div className={styles.aside}>
            <ProofAside {...shared} entryNumber={entry.entryNumber} />
            {footer}
          </div>
        </div>
      )}
    </section>
  );
}
