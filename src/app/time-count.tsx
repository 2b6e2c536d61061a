import { useQuery } from '@tanstack/react-query';
import { headQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { useCountsAt } from '../query/use-counts-at.ts';
import { useAt } from '../ui/at.ts';
import styles from './frame.module.css';
import { TabCount } from './tab-count.tsx';

/** TimeCount is the number of records, entries or items at the size that the address asks for, where it is known; a dash stands for records that were not counted. */
export function TimeCount({ of }: { of: 'records' | 'entries' | 'items' }) {
  const session = useSession();
  const at = useAt() ?? 0;
  const { data: head } = useQuery(headQuery(session));
  const counts = useCountsAt(at);
  if (at === 0 || head === undefined || at > head.logSize) return null;
  if (of === 'records' && counts === undefined)
    return (
      <span className={styles['count']} title="Not counted at this size: the log has not been read here">
        <span aria-hidden="true">–</span>
      </span>
    );
  return <TabCount count={of === 'entries' ? at : counts?.[of]} />;
}
