import { NO_REPLICA } from '../query/no-replica.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, useRef } from 'react';
import type { Linked } from '../query/link-query.ts';
import type { Replica } from '../query/replica-desk.ts';
import { replicaAnswer, useReplica } from '../query/replica.ts';
import { useSession } from '../query/session.ts';
import { CheckBadge } from '../ui/check-badge.tsx';
import { formatNumber } from '../ui/format.ts';
import type { CardPlace, LinkedName } from './link-card.tsx';
import { RecordLink, type RecordLinkProps } from './link-record.tsx';
import { useSeen } from './link-seen.ts';
import styles from './link-card.module.css';

const CardAbout = lazy(async () => ({ default: (await import('./link-card.tsx')).CardAbout }));

/** PastLink is a link within a register that is shown as it was at the size `at`: its record, too, is told as of then, out of a copy of the register, or not at all. */
export function PastLink({ at, ...link }: RecordLinkProps & { readonly at: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place, link.named);
  const { linked } = useLinkedAt(link, at, seen);
  return (
    <RecordLink
      {...link}
      place={place}
      linked={linked}
      renderCard={(where) => <PastCard {...where} at={at} />}
    />
  );
}

function PastCard({ at, ...where }: CardPlace & LinkedName & { readonly at: number }) {
  const { linked, replica } = useLinkedAt(where, at, true);
  const size = formatNumber(at);
  return (
    <CardAbout
      {...where}
      linked={linked}
      nothing={`What it was at size ${size} is not known here. The link leads to it.`}
      check={
        replica !== undefined &&
        linked !== undefined && (
          <span className={styles['check']}>
            <CheckBadge state={replica.verdict.outcome} size={16} label="" />
            <span>
              As it was at size {size}, in the copy of the register that was read here
              {replica.verdict.outcome === 'holds' ? ' and leads to its root' : ' and is not proved'}.
            </span>
          </span>
        )
      }
    >
      {null}
    </CardAbout>
  );
}

/** useLinkedAt asks the copy of the register on view, where there is one, for a record as it was. The attribute that is called like the register repeats the key. */
function useLinkedAt(
  { name, recordKey }: LinkedName,
  at: number,
  wanted: boolean,
): { readonly linked: Linked | undefined; readonly replica: Replica | undefined } {
  const session = useSession();
  const copy = useReplica(session, false, at);
  const replica = copy.phase === 'ready' ? copy.replica : undefined;
  const { data } = useQuery({
    ...replicaAnswer(session, replica ?? NO_REPLICA, 'records', {
      at,
      where: [{ attribute: name, values: [recordKey] }],
      // Whether it has ended is not asked.
      today: '',
      from: 0,
      count: MOST,
    }),
    enabled: wanted && replica !== undefined,
  });
  const row = data?.rows.find(({ key }) => key === recordKey);
  if (row === undefined || row.items.length === 0) return { linked: undefined, replica };
  return { linked: { state: 'found', items: row.items, entryNumber: row.entryNumber }, replica };
}

/** Other records may hold that value, too; beyond so many the one of that key is not looked for. */
const MOST = 20;
