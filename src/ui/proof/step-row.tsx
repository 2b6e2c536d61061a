import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import type { NamedHash } from './step-hashes.tsx';
import styles from './step-row.module.css';

// Fetched when the first row is opened.
const StepHashes = lazy(async () => ({ default: (await import('./step-hashes.tsx')).StepHashes }));

interface StepRowProps {
  /** The number of the step, or the sign of the comparison. */
  readonly sign: string;
  readonly sentence: ReactNode;
  readonly formula: ReactNode;
  /** Shown in full when the row is opened. */
  readonly hashes: readonly NamedHash[];
  /** Said before the hashes: how the leaf bytes are written. */
  readonly leafBytes?: string | undefined;
  readonly spelling: HashSpelling;
  readonly tone?: 'good' | 'bad' | 'neutral' | undefined;
  readonly active: boolean;
  readonly onPoint: (pointed: boolean) => void;
}

/** StepRow is one line of the step list; opened, it shows its hashes in full. */
export function StepRow(props: StepRowProps) {
  const [opened, setOpened] = useState(false);
  return (
    <li className={styles.row} data-active={props.active || undefined} data-tone={props.tone}>
      <details onToggle={() => setOpened(true)}>
        <summary
          className={styles.summary}
          onPointerEnter={() => props.onPoint(true)}
          onPointerLeave={() => props.onPoint(false)}
          onFocus={() => props.onPoint(true)}
          onBlur={() => props.onPoint(false)}
        >
          <span className={styles.sign}>{props.sign}</span>
          <span className={styles.sentence}>{props.sentence}</span>
          <svg className={styles.chevron} viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 6l4 4 4-4" />
          </svg>
          <span className={styles.formula}>{props.formula}</span>
        </summary>
        {opened && (
          <Suspense>
            <StepHashes {...props} leafBytes={props.leafBytes} />
          </Suspense>
        )}
      </details>
    </li>
  );
}
