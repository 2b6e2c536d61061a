import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { snapshotEntryQuery } from '../../query/snapshot-queries.ts';
import { useSession } from '../../query/session.ts';
import { trailReachingQuery } from '../../query/trail-anew.ts';
import { stateAt, type StateAt } from './state-at.ts';
import { versionsUpTo } from './versions.ts';

/** VersionsFound is a record's versions at a size, as the server tells them, or how far asking for them has come. */
export interface VersionsFound {
  readonly state: StateAt | undefined;
  /** The whole trail, where it could be had. */
  readonly trail: readonly Entry[] | undefined;
  /** Why there is no state. */
  readonly error: Error | null;
  readonly retrying: boolean;
}

/** useVersions reads the trail of a key, and for an earlier size the snapshot of that size where the server has one. A trail of a log that had not reached that size is as good as none. */
export function useVersions(key: string, at: number | undefined): VersionsFound {
  const session = useSession();
  const trail = useQuery(trailQuery(session, key));
  const snapshot = useQuery({
    ...snapshotEntryQuery(session, at ?? 1, key),
    enabled: at !== undefined,
  });
  const reaching = useQuery({
    ...trailReachingQuery(session, key, at ?? 0),
    enabled: at !== undefined,
  });
  const waits = trail.isPending || (at !== undefined && (snapshot.isPending || reaching.isPending));
  const sent = snapshot.data ?? undefined;
  const told = at === undefined || reaching.data === true ? trail.data : undefined;
  // A snapshot alone tells the state, too; without either there is none.
  const none = told === undefined && sent === undefined;
  const versions = told && (at === undefined ? told : versionsUpTo(told, at));
  return {
    state: waits || none ? undefined : stateAt(versions, at === undefined ? undefined : sent),
    trail: told,
    error: waits ? null : (trail.error ?? reaching.error),
    retrying: trail.isFetching || reaching.isFetching,
  };
}
