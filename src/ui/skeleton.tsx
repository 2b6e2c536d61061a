import type { ReactNode } from 'react';
import styles from './notice.module.css';
import { useLate } from './use-late.ts';

/** LATE_MS is how long a part may load before the page says that there is no answer yet. */
const LATE_MS = 4000;

/**
 * Skeleton reserves space for lines that are loading, so that nothing jumps, and shows after a while that there is no
 * answer yet. Where the whole view is on its way, `title` is its heading until then.
 */
export function Skeleton({ lines, label, title }: { lines: number; label: string; title?: ReactNode }) {
  const isLate = useLate(true, LATE_MS);
  return (
    <div className={styles.skeleton} data-loading="" data-announce={isLate ? 'No answer yet' : 'Loading'}>
      {title !== undefined && <h1 className="visually-hidden">{title}</h1>}
      <p className={isLate ? styles.late : 'visually-hidden'}>
        {label}
        {isLate && ': no answer yet'}
      </p>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}
