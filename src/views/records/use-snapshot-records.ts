import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Replica } from '../../query/replica-desk.ts';
import type { Snapshot } from '../../api/register-client.ts';
import type { RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { READ_WITHOUT_ASKING } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { snapshotQuery } from '../../query/snapshot-queries.ts';
import type { Listing } from './listing.ts';
import { type Asked, withChoice } from './records-address.ts';
import { listRecords } from './records-model.ts';

/** SnapshotRecords is what the server itself says the records were at an earlier size. */
export interface SnapshotRecords {
  readonly listing: Listing | undefined;
  /** How many records it has. */
  readonly of: number;
  /** What became of it when the log was read; undefined before, and where it was never shown. */
  readonly verdict: Verdict | undefined;
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
  const checks: readonly ReturnType<typeof snapshotCheckQuery>[] =
    replica === undefined || replica.size < size || seen === undefined
      ? []
      : [snapshotCheckQuery(session, replica, size)];
  const [check] = useQueries({ queries: checks });
  const listing = useMemo(() => {
    if (!enabled || seen === undefined) return undefined;
    const choices =
      asked.value === '' ? asked.choices : withChoice(asked.choices, asked.attribute, asked.value, true);
    return listRecords(recordsIn(seen), { ...asked, choices });
  }, [enabled, seen, asked]);
  return { listing, of: seen === undefined ? 0 : recordsIn(seen).length, verdict: check?.data?.verdict };
}

/** recordsIn are the records of a snapshot; one of entries knows no data. */
function recordsIn(snapshot: Snapshot): readonly RegisterRecord[] {
  if (snapshot.kind === 'records') return snapshot.records;
  return snapshot.entries.map(({ key, entryNumber, timestamp }) => ({
    key,
    entryNumber,
    timestamp,
    items: [],
  }));
}
