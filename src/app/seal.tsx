import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Link } from '../ui/link.tsx';
import { CHECK } from '../query/keys.ts';
import { headQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { CheckBadge, type CheckState } from '../ui/check-badge.tsx';
import { countOf } from '../ui/format.ts';
import { abbreviate } from '../ui/hash/abbreviate.ts';
import { pathTo, type RegisterId } from '../ui/paths.ts';
import styles from './seal.module.css';
import { verdictsIn } from './verdicts-in.ts';

const WORST_FIRST: readonly CheckState[] = [
  'does-not-match',
  'cannot-check',
  'checking',
  'holds',
  'not-checked',
];

const WORDS: Record<CheckState, string> = {
  holds: 'The checks made here hold',
  'does-not-match': 'Something does not match',
  'cannot-check': 'Not everything can be checked',
  'not-checked': 'Not everything here is checked',
  checking: 'Checking …',
};

/** worstCheck reads the checks that the page on view is made of out of the cache; the worst one wins, a failed request counts as one that cannot be made. */
function worstCheck(queries: QueryClient, sessionId: string): CheckState | undefined {
  const states = new Set<CheckState>();
  for (const query of queries.getQueryCache().findAll({ queryKey: [sessionId, CHECK], type: 'active' })) {
    const { data, status, fetchStatus } = query.state;
    const verdicts = verdictsIn(data);
    if (verdicts.length > 0) for (const verdict of verdicts) states.add(verdict.outcome);
    // A list that the server does not have is not a check; its items are checked one by one. A look that failed counts beside what was found before.
    if (status === 'error' && query.queryKey[2] !== 'items') states.add('cannot-check');
    else if (verdicts.length === 0) states.add(fetchStatus === 'idle' ? 'not-checked' : 'checking');
  }
  // Without a head no entry can be proved, whatever else holds.
  if (states.size > 0 && queries.getQueryState([sessionId, 'head'])?.status === 'error')
    states.add('cannot-check');
  return WORST_FIRST.find((state) => states.has(state));
}

/** Seal sums up the checks of the page on view, and names the head of the log they were made against. It claims nothing about what was not looked at. */
export function Seal({ register }: { register: RegisterId }) {
  const session = useSession();
  const queries = useQueryClient();
  const { data: head } = useQuery(headQuery(session));
  const subscribe = useCallback(
    (listener: () => void) => {
      // A view that asks for a screenful of checks makes hundreds of changes at once, and each look reads all of them.
      let due = false;
      return queries.getQueryCache().subscribe(() => {
        if (due) return;
        due = true;
        queueMicrotask(() => {
          due = false;
          listener();
        });
      });
    },
    [queries],
  );
  const state = useSyncExternalStore(subscribe, () => worstCheck(queries, session.id));
  return (
    <Link
      to={pathTo({ view: 'proofs', register })}
      className={`${styles['seal']} ${styles[state ?? 'not-checked']}`}
    >
      <CheckBadge state={state ?? 'not-checked'} size={28} label="" />
      <span className={styles['text']}>
        <strong role="status">{state === undefined ? 'Nothing checked on this page' : WORDS[state]}</strong>
        <span className={styles['head']}>
          {head === undefined
            ? 'no register proof read yet'
            : `${countOf(head.logSize, 'entry', 'entries')} · root ${abbreviate(head.rootHash)}`}
        </span>
      </span>
    </Link>
  );
}
