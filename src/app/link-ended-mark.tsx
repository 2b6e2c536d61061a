import type { Item } from '../core/model.ts';
import { PartialDate } from '../ui/time.tsx';
import { hasEnded } from './link-ended.ts';
import styles from './link-ended-mark.module.css';

/** EndedMark says of a record whose data has an end-date that has begun, that it has ended, and when; nothing of any other. */
export function EndedMark({ item }: { item: Item | undefined }) {
  const end = item?.get('end-date');
  if (typeof end !== 'string' || !hasEnded(end)) return null;
  return (
    <span className={styles['mark']}>
      ended <PartialDate value={end} />
    </span>
  );
}
