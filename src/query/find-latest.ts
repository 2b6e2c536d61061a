import type { QueryClient } from '@tanstack/react-query';
import { isSameHead, type LatestStatus } from '../core/check-result.ts';
import type { RegisterRecord } from '../core/model.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../core/verdict.ts';
import { clientOf } from './client-query.ts';
import { copyCheck, copyIn } from './copy-controller.ts';
import { copyAnswer, copyControllerOf } from './copy.ts';
import { CUT, type KeyHistory, type LatestFinding, type ServedEntry } from './latest-version.ts';
import { recordQuery, rereadRecord, trailQuery } from './record-queries.ts';
import { confirmed, NEWER_ANSWER, UNREAD_AGAIN } from './report-check.ts';
import { NO_HEAD, type RegisterSession } from './session.ts';
import { hasStored, trailIndexQuery } from './stored-audit.ts';

/**
 * findLatest finds whether an entry is the latest of its key, from the stored audit, else from this page's copy
 * of the log. The code is loaded when there is one of them.
 */
export async function findLatest(
  queries: QueryClient,
  session: RegisterSession,
  served: ServedEntry,
): Promise<LatestFinding> {
  const read = await (hasStored('audit', session.id) ? readByAudit : readInCopy)(queries, session, served);
  const found = latestStatusOf(served, read);
  return served.asRecord ? recheckAfterRefetch(queries, session, found, served) : found;
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
    // The log read is not proved to begin the current one, so a difference is not a mismatch.
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
      const dataOf = (one: RegisterRecord | undefined) => JSON.stringify(one?.items.map((item) => [...item]));
      const before = dataOf(queries.getQueryData(recordQuery(session, key).queryKey));
      await rereadRecord(queries, session, key);
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
