import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FailureNotice } from './notice.tsx';
import { countOf, formatNumber } from './format.ts';
import styles from './notice.module.css';

/**
 * Reading is the progress of reading a whole register: its number of entries, undefined until known, and the
 * function that begins, or tries again.
 */
type Reading = { readonly entries: number | undefined; readonly start: () => void } & (
  | { readonly phase: 'absent' }
  | { readonly phase: 'too-large'; readonly most: number }
  | {
      readonly phase: 'reading';
      readonly what: 'entries' | 'data';
      readonly done: number;
      readonly of: number;
    }
  | { readonly phase: 'failed'; readonly failure: { title: string; message: string; address?: string } }
);

/** ReadWholeLog offers to read the whole register for a purpose, and shows progress and failure. */
export function ReadWholeLog({
  reading,
  isRetriedAbove = false,
  children,
}: {
  reading: Reading;
  /** Whether the page has a button of its own that tries again. */
  isRetriedAbove?: boolean;
  /** A sentence that says what it is needed for. */
  children: ReactNode;
}) {
  const { entries, start } = reading;
  if (reading.phase === 'failed')
    return <FailureNotice failure={reading.failure} onRetry={isRetriedAbove ? undefined : start} />;
  return (
    <div className="group measure" data-loading={reading.phase === 'reading' || undefined}>
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
          <Button onClick={start}>Read {countOf(entries, 'entry')} with their data</Button>
        ))}
      {reading.phase === 'reading' && (
        <p className={`bar quiet ${styles.reading}`}>
          <progress max={Math.max(1, reading.of)} value={reading.done} aria-label="Reading the register" />
          <span>
            {reading.what === 'entries' ? 'Entries' : 'Data'}: {formatNumber(reading.done)} of{' '}
            {formatNumber(reading.of)}
          </span>
        </p>
      )}
    </div>
  );
}
