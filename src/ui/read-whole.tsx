import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FailureNotice } from './notice.tsx';
import { countOf, formatNumber } from './format.ts';
import styles from './notice.module.css';

/** Reading is how far the reading of a whole register is, before it is there. */
export type Reading =
  | { readonly phase: 'absent' }
  | { readonly phase: 'too-large'; readonly most: number }
  | {
      readonly phase: 'reading';
      readonly what: 'entries' | 'data';
      readonly done: number;
      readonly of: number;
      readonly again?: true;
    }
  | { readonly phase: 'failed'; readonly failure: { title: string; message: string; address?: string } };

/** READ_AGAIN says why a register is read for the second time. */
const READ_AGAIN =
  'The part of this page that held the register stopped. It was started again, and reads it once more.';

/** ReadWhole offers to read the whole register where something needs it, shows the progress, and says where it failed. */
export function ReadWhole({
  reading,
  entries,
  onStart,
  children,
}: {
  reading: Reading;
  /** How many entries there are to read; undefined until that is known. */
  entries: number | undefined;
  onStart: () => void;
  /** What it is needed for, in a sentence. */
  children: ReactNode;
}) {
  if (reading.phase === 'failed') return <FailureNotice failure={reading.failure} onRetry={onStart} />;
  return (
    <div className={styles.offer}>
      <p>{children}</p>
      {reading.phase === 'too-large' && (
        <p>
          This register is too large to be held in this page, which takes up to {formatNumber(reading.most)}{' '}
          entries. The log, every record, every proof and the audit work at any size.
        </p>
      )}
      {reading.phase === 'absent' &&
        (entries === undefined ? (
          <p>How many entries it has is not known.</p>
        ) : (
          <Button onClick={onStart}>Read {countOf(entries, 'entry')} with their data</Button>
        ))}
      {reading.phase === 'reading' && (
        <>
          {reading.again && <p>{READ_AGAIN}</p>}
          <p className={styles.reading}>
            <progress max={Math.max(1, reading.of)} value={reading.done} aria-label="Reading the register" />
            <span>
              {reading.what === 'entries' ? 'Entries' : 'Data'}: {formatNumber(reading.done)} of{' '}
              {formatNumber(reading.of)}
            </span>
          </p>
        </>
      )}
    </div>
  );
}
