import { hasBegun } from '../../core/moment.ts';
import type { Item } from '../../core/model.ts';
import { PartialDate } from '../../ui/time.tsx';
import styles from './links.module.css';

/** hasEnded reports whether an end-date has begun by now. */
export function hasEnded(endDate: string): boolean {
  return hasBegun(endDate, new Date().toISOString());
}

/** EndedMark says of a record whose data has an end-date that has begun, that it has ended, and when; nothing of any other. */
export function EndedMark({ item }: { item: Item | undefined }) {
  const end = item?.get('end-date');
  if (typeof end !== 'string' || !hasEnded(end)) return null;
  return (
    <span className={styles.ended}>
      ended <PartialDate value={end} />
    </span>
  );
}
