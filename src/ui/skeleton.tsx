import styles from './notice.module.css';

/**
 * Skeleton reserves space for lines that are loading, so that nothing jumps; it says "Loading" once to a
 * screen reader, and shows it after a while.
 */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div className={styles.skeleton} role="status" data-loading="">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles.line} aria-hidden="true" />
      ))}
      <span className={styles.late} aria-hidden="true">
        {label}: no answer yet
      </span>
    </div>
  );
}
