import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isSameHead, type Check, type LatestStatus } from '../core/check-result.ts';
import type { Checkpoint, Entry, RegisterRecord } from '../core/model.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../core/verdict.ts';
import type { LatestEntry } from '../log/log-index.ts';
import { hasStored, useHasStored } from './stored-audit.ts';
import { pendingOf, usePending } from './pending-updates.ts';
import { recordQuery, rereadRecordQuery, trailQuery } from './record-queries.ts';
import { copyCheck, copyIn } from './copy-controller.ts';
import { copyAnswer, copyControllerOf, useVerifiedCopy } from './copy.ts';
import { clientOf } from './client-query.ts';
import { checkQuery, confirmed, NEWER_ANSWER, UNREAD_AGAIN } from './report-check.ts';
import { type RegisterSession, useSession, NO_HEAD, queryKey } from './session.ts';
import { useMarks, useVerdict } from './use-page-checks.ts';

/** LatestFinding is whether an entry is the latest version of its key. */
interface LatestFinding extends Partial<KeyHistory> {
  readonly verdict: Verdict;
  readonly status: LatestStatus;
  readonly key: string;
  readonly entryNumber: number;
  readonly head: Checkpoint;
}

/** KeyHistory is what a whole log, read by an audit or as a copy, has of one key. */
interface KeyHistory {
  /** The head whose root the entries read give. */
  readonly audited: Checkpoint;
  /** When the audit that read them ended, in milliseconds since 1970; absent if this page's copy has them. */
  readonly auditedAt?: number | undefined;
  /** The newest entry of the key, and the number of its entries. */
  readonly latest: LatestEntry | undefined;
}

/** ServedEntry is the server's entry for a key, and the head it was checked against. */
export interface ServedEntry {
  readonly key: string;
  readonly entryNumber: number;
  /** The length of its trail, if there is one. */
  readonly trailLength?: number | undefined;
  readonly head: Checkpoint;
  /** Whether it was sent as a record, and so must be the latest. A single entry may be superseded. */
  readonly asRecord: boolean;
  /** Whether it is the last entry of a trail, and not what the server sent as the record. */
  readonly isTrail?: boolean;
}

/**
 * latestCheck names the check that an entry is the latest of its key in the log with the head; for a single
 * entry, that it is one of them.
 */
export function latestCheck({ key, entryNumber, head, asRecord }: ServedEntry): Check {
  return { kind: 'newest', subject: JSON.stringify([key, entryNumber, asRecord]), head };
}

/**
 * latestQuery makes that check from the stored audit, else from this page's copy of the whole log
 * at this head. `source` names these, so that the check is repeated when they change. A mismatch
 * counts only after rereading.
 */
export function latestQuery(session: RegisterSession, served: ServedEntry, source: string) {
  return checkQuery(session, latestCheck(served), (queries) => findLatest(queries, session, served), {
    key: ['latest', `${source} ${served.trailLength ?? ''}`],
  });
}

/**
 * useLatest makes and marks that check and follows its verdict; undefined while it runs,
 * or without audit and copy.
 */
export function useLatest(
  entry: Entry | undefined,
  head: Checkpoint | undefined,
  {
    trailLength,
    asRecord = true,
    isTrail = false,
  }: { readonly trailLength?: number | undefined; readonly asRecord?: boolean; readonly isTrail?: boolean },
): LatestFinding | undefined {
  const session = useSession();
  const copy = useVerifiedCopy(head);
  const key = entry?.key ?? '';
  const deferred = usePending(session).records.get(key)?.trail.at(-1)?.entryNumber;
  const entryNumber = entry?.entryNumber ?? 0;
  const served = { key, entryNumber, trailLength, head: head ?? NO_HEAD, asRecord, isTrail };
  const hasAudit = useHasStored('audit', session.id);
  const hasSource = deferred !== undefined || copy !== undefined || hasAudit;
  const isWanted = entry !== undefined && head !== undefined && hasSource;
  const source = `${deferred ?? ''} ${copy?.id ?? ''}`;
  const { data } = useQuery({ ...latestQuery(session, served, source), enabled: isWanted });
  const check = isWanted ? latestCheck(served) : undefined;
  useMarks(check === undefined ? [] : [check]);
  const verdict = useVerdict(check);
  return data === undefined || verdict === undefined ? undefined : { ...data, verdict };
}

async function findLatest(
  queries: QueryClient,
  session: RegisterSession,
  served: ServedEntry,
): Promise<LatestFinding> {
  const { key, entryNumber, asRecord } = served;
  const read = await (hasStored('audit', session.id) ? readByAudit : readInCopy)(queries, session, served);
  const found = latestStatusOf(served, read);
  if (!asRecord) return found;
  const trail = pendingOf(session).records.get(key)?.trail ?? [];
  const newer = trail.at(-1)?.entryNumber ?? 0;
  // The page itself then requested an older version.
  if (newer > entryNumber) {
    const verdict = notChecked('newer-answer', `entry ${newer} of this key came while this one was read`);
    return { ...found, status: 'deferred', verdict, latest: { entryNumber: newer, count: trail.length } };
  }
  return recheckAfterRefetch(queries, session, found, served);
}

async function readByAudit(
  queries: QueryClient,
  session: RegisterSession,
  { key }: ServedEntry,
): Promise<KeyHistory | undefined> {
  const index = await queries.fetchQuery(trailIndexQuery(session));
  if (index === null) return undefined;
  return { audited: index.checkpoint, auditedAt: index.auditedAt, latest: index.latestOf(key) };
}

/** trailIndexQuery reads the newest entry of every key from the stored audit; null if there is none. */
export function trailIndexQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'trail-index'),
    queryFn: async () => (await (await import('./log-tools.ts')).logTools.trailIndex(session.id)) ?? null,
    networkMode: 'always',
    structuralSharing: false,
    staleTime: Infinity,
  });
}

/**
 * readInCopy looks the key up in this page's copy of the log; undefined unless it is
 * verified whole at this head.
 */
async function readInCopy(
  queries: QueryClient,
  session: RegisterSession,
  { key, head }: ServedEntry,
): Promise<KeyHistory | undefined> {
  const copy = copyIn(copyControllerOf(session, queries).phase());
  const isWhole = session.trust.verdictOf(copyCheck(head))?.outcome === 'holds';
  if (copy === undefined || !isWhole) return undefined;
  const numbers = await queries.fetchQuery(copyAnswer(session, copy, 'trail', { key }));
  const entryNumber = numbers.at(-1);
  return {
    audited: head,
    latest: entryNumber === undefined ? undefined : { entryNumber, count: numbers.length },
  };
}

/**
 * latestStatusOf compares an entry with the others of its key. It is certain only if
 * the log read has this head.
 */
export function latestStatusOf(served: ServedEntry, read: KeyHistory | undefined): LatestFinding {
  const { key, entryNumber, head, trailLength, asRecord } = served;
  const found = (status: LatestStatus, verdict: Verdict = { outcome: 'holds' }): LatestFinding => ({
    key,
    entryNumber,
    head,
    ...read,
    status,
    verdict,
  });
  const { audited = NO_HEAD, latest } = read ?? {};
  if (read !== undefined && audited.logSize < head.logSize) {
    // The log read is not proved to begin the current one, so a difference is no mismatch.
    if (!asRecord || latest === undefined || latest.entryNumber <= entryNumber)
      return found('grown', notChecked('log-moved-on', 'the log has grown since the audit'));
    const reason = `an earlier audit read entry ${latest.entryNumber} of this key, and the log has grown since`;
    return found('grown', cannotCheck('log-moved-on', reason));
  }
  if (!isSameHead(audited, head) || entryNumber > head.logSize)
    return found('unread', notChecked('not-made', 'the whole log with this head was not read here'));
  if (latest === undefined || entryNumber > latest.entryNumber)
    return found('not-in-log', doesNotMatch('not-in-log', 'the log has no such entry of this key'));
  if (entryNumber < latest.entryNumber) {
    const reason = `entry ${latest.entryNumber} of the log is a later one of this key`;
    return found('superseded', asRecord ? doesNotMatch('superseded', reason) : undefined);
  }
  if (trailLength !== undefined && trailLength !== latest.count) {
    const reason = `the log has ${latest.count} entries of this key, the trail ${trailLength}`;
    return found('trail', doesNotMatch('trail-length', reason));
  }
  return found('latest');
}

/** CUT is the verdict on a list of versions that was not read whole. */
export const CUT = cannotCheck(
  'incomplete',
  'the version history goes on at another site, at a page read before, or where this page cannot find it, so that it was not read whole',
);

/**
 * recheckAfterRefetch rereads a record and its trail before a mismatch with the log counts, because they
 * may be older than the log. It remains a mismatch only if the server answers the same again; a different
 * answer is not checked yet.
 */
export async function recheckAfterRefetch(
  queries: QueryClient,
  session: RegisterSession,
  found: LatestFinding,
  { key, entryNumber, trailLength, head, isTrail = false }: ServedEntry,
): Promise<LatestFinding> {
  return confirmed(found, {
    isDoubtful: ({ verdict }) => verdict.outcome === 'does-not-match',
    async again() {
      const misfit = JSON.stringify(['latest', head, entryNumber, trailLength]);
      const dataOf = (one: RegisterRecord | undefined) => JSON.stringify(one?.items.map((item) => [...item]));
      const before = dataOf(queries.getQueryData(recordQuery(session, key).queryKey));
      await queries.fetchQuery({ ...rereadRecordQuery(session, key, misfit), staleTime: 0 });
      const trail = queries.getQueryData(trailQuery(session, key).queryKey);
      const record = queries.getQueryData(recordQuery(session, key).queryKey);
      const isSame =
        trailLength === undefined
          ? (record?.entryNumber ?? entryNumber) === entryNumber && dataOf(record) === before
          : trail?.length === trailLength && trail.at(-1)?.entryNumber === entryNumber;
      if (!isSame) return { ...found, verdict: NEWER_ANSWER };
      const api = await clientOf(queries, session);
      const goesOn = async () =>
        isTrail &&
        ((await (await import('./later-entry.ts')).namedEntry(api, key, head.logSize)) ?? 0) > entryNumber;
      const isCut = (found.status === 'trail' && api.isTrailCut(key)) || (await goesOn());
      return isCut ? { ...found, verdict: CUT } : found;
    },
    unread: () => ({ ...found, verdict: UNREAD_AGAIN }),
  });
}
