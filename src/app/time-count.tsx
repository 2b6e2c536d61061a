import { useQuery } from '@tanstack/react-query';
import { headQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { useCountsAt } from '../query/use-counts-at.ts';
import { useAt } from '../ui/at.ts';
import { TabCount } from './tab-count.tsx';

/** TimeCount is the number of records, entries or items at the size that the address asks for, where it is known. */
export function TimeCount({ of }: { of: 'records' | 'entries' | 'items' }) {
  const session = useSession();
  const at = useAt() ?? 0;
  const { data: head } = useQuery(headQuery(session));
  const counts = useCountsAt(at);
  if (at === 0 || head === undefined || at > head.logSize) return null;
  return <TabCount count={of === 'entries' ? at : counts?.[of]} />;
}
