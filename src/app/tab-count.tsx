import { formatNumber } from '../ui/format.ts';
import styles from './frame.module.css';

/** TabCount is the number beside the name of a tab; nothing before it is known. */
export function TabCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={styles['count']}>
      <span className="visually-hidden">: </span>
      {formatNumber(count)}
    </span>
  );
}
