import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { declaredItem, keyCheckQuery } from '../../query/data-queries.ts';
import { checkOf } from '../../query/keys.ts';
import { useIsDragging } from '../../query/drag.ts';
import { snapshotEntryQuery, trailQuery, trailReachingQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useSession } from '../../query/session.ts';
import { entryCheckAt, useEntryCheck } from '../../query/use-entry-check.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { itemStates, type ShownVersion, useVersionItems } from './use-version.ts';
import { type StateAt, stateAt, versionsUpTo } from './versions.ts';

/** useVersion checks one version of a record at the head, or at the earlier size `at`. Its data is asked for by the hashes that its entry names. */
export function useVersion(key: string, entry: Entry, at: number | undefined): ShownVersion {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const proof = useEntryCheck(entry, head.data, at);
  const states = itemStates(entry, useVersionItems([entry]));
  const read = states.flatMap(({ data }) => data ?? []);
  const isWhole = read.length === states.length;
  const keyQuery = keyCheckQuery(session, key, entry);
  useQuery(keyQuery);
  const inclusion = head.data && entryCheckAt(session, entry, head.data, at);
  return {
    entry,
    blocked: undefined,
    items: isWhole ? read : undefined,
    itemError: states.find(({ error }) => error !== null)?.error ?? null,
    isDataSound: isWhole && read.every(({ verdict }) => verdict.outcome === 'holds'),
    data: isWhole ? { items: read, verdict: worstOf(read) } : undefined,
    declared: {
      key: checkOf(keyQuery),
      data: entry.itemHashes.length === 0 ? [NO_DATA] : states.map(declaredItem),
      inclusion: inclusion ?? (head.error === null ? undefined : failed(head.error)),
    },
    head: head.data,
    proof: proof.data,
    proofError: head.error ?? proof.error,
    isProving: proof.isFetching || head.isFetching,
  };
}

const NO_DATA: Verdict = { outcome: 'not-checked', code: 'no-data', reason: 'this version has no data' };

/** worstOf sums up the checks of a version's items. Where there are none nothing was hashed, and nothing holds. */
function worstOf(checks: readonly Pick<ItemCheck, 'verdict'>[]): Verdict {
  if (checks.length === 0) return NO_DATA;
  const verdicts = checks.map(({ verdict }) => verdict);
  return (
    verdicts.find(({ outcome }) => outcome === 'does-not-match') ??
    verdicts.find(({ outcome }) => outcome !== 'holds') ?? { outcome: 'holds' }
  );
}

/** VersionsInSight is a record's versions at a size, as the server tells them, or how far asking for them has come. */
export interface VersionsInSight {
  readonly state: StateAt | undefined;
  /** The whole trail, later versions included, where it could be had. */
  readonly trail: readonly Entry[] | undefined;
  /** Why there is no state. */
  readonly error: Error | null;
  readonly retrying: boolean;
}

/** useVersions reads the trail of a key, and for an earlier size the snapshot of that size where the server has one. A trail of a log that had not reached that size is as good as none. */
export function useVersions(key: string, at: number | undefined): VersionsInSight {
  const session = useSession();
  const isEarlier = at !== undefined;
  const trail = useQuery(trailQuery(session, key));
  const snapshot = useQuery({ ...snapshotEntryQuery(session, at ?? 1, key), enabled: isEarlier });
  const reaching = useQuery({ ...trailReachingQuery(session, key, at ?? 0), enabled: isEarlier });
  const isPassed = useIsDragging();
  // A moment that is only passed is told by the trail alone.
  const asks = isEarlier && !isPassed;
  const waits = trail.isPending || (asks && (snapshot.isPending || reaching.isPending));
  const sent = isEarlier ? (snapshot.data ?? undefined) : undefined;
  const told = !asks || reaching.data === true ? trail.data : undefined;
  // A snapshot alone tells the state, too; without either there is none.
  const isUntold = told === undefined && sent === undefined;
  const versions = told && (isEarlier ? versionsUpTo(told, at) : told);
  return {
    state: waits || isUntold ? undefined : stateAt(versions, sent),
    trail: told,
    error: waits ? null : (trail.error ?? reaching.error),
    retrying: trail.isFetching || reaching.isFetching,
  };
}
