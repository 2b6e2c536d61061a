import type { Entry } from '../../core/model.ts';
import { useQuery } from '@tanstack/react-query';
import { inclusionCheck } from '../../query/check-queries.ts';
import { itemCheck } from '../../query/item-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useMarks } from '../../query/use-page-checks.ts';
import { useEntryCheck } from '../../query/use-entry-check.ts';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { rowState } from '../../ui/row-state.ts';
import { itemStates, type VersionItems } from './use-version-items.ts';
import styles from './history.module.css';

/** VersionCheck is the entry proof of one version and the check of its data in one sign: a trail is the server's word until each entry of it is proved. */
export function VersionCheck({ entry, items }: { entry: Entry; items: VersionItems }) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  // What is in the log now was in it at every size from its entry on that begins it: earlier moments need no proof of their own here.
  const check = useEntryCheck(entry, head, undefined);
  const mark = head && inclusionCheck(entry, head);
  const states = itemStates(entry, items);
  const read = states.flatMap(({ data }) => data ?? []);
  useMarks([...(mark ? [mark] : []), ...read.map(itemCheck)]);
  const { state, label } = rowState(check, states);
  return (
    <span className={styles['check']} title={label}>
      {state === 'does-not-match' && <strong className={styles['failed']}>{label}</strong>}
      <CheckBadge state={state} label={label} size={16} />
    </span>
  );
}
