import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Replica } from '../../query/replica-desk.ts';
import { READ_WITHOUT_ASKING, replicaAnswer } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { snapshotQuery } from '../../query/snapshot-queries.ts';
import type { Listing } from './listing.ts';
import { type Asked, withChoice } from './records-address.ts';
import { listRecords, todayUtc } from './records-model.ts';
import { differingKeys, recordsIn } from './snapshot-model.ts';

/** SnapshotRecords is what the server itself says the records were at an earlier size. */
export interface SnapshotRecords {
  readonly listing: Listing | undefined;
  /** How many records it has. */
  readonly of: number;
  /** Once the log was read: of how many keys the snapshot says something else. Undefined where nobody compared. */
  readonly differing: number | undefined;
}

/**
 * useSnapshotRecords reads the server's snapshot of a size while `wanted` and there is no copy to ask (registers of blobs, where the server has them). When the log
 * has been read, what was shown is held against it.
 */
export function useSnapshotRecords(
  asked: Asked,
  at: number | undefined,
  wanted: boolean,
  replica: Replica | undefined,
): SnapshotRecords {
  const session = useSession();
  const size = at ?? 0;
  const enabled = wanted && at !== undefined && at <= READ_WITHOUT_ASKING;
  const { data: snapshot } = useQuery({ ...snapshotQuery(session, size), enabled });
  const seen = at === undefined ? undefined : (snapshot ?? undefined);
  const questions: readonly ReturnType<typeof replicaAnswer<'records'>>[] =
    replica === undefined || seen === undefined
      ? []
      : [replicaAnswer(session, replica, 'records', { at: size, today: todayUtc(), from: 0, count: size })];
  const [computed] = useQueries({ queries: questions });
  const answer = computed?.data;
  const differing = useMemo(
    () => (seen === undefined || answer === undefined ? undefined : differingKeys(seen, answer.rows).length),
    [seen, answer],
  );
  const listing = useMemo(() => {
    if (!enabled || seen === undefined) return undefined;
    const choices =
      asked.value === '' ? asked.choices : withChoice(asked.choices, asked.attribute, asked.value, true);
    return listRecords(recordsIn(seen), { ...asked, choices });
  }, [enabled, seen, asked]);
  return { listing, of: seen === undefined ? 0 : recordsIn(seen).length, differing };
}
