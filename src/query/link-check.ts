import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import { worstOf } from '../trust/page-checks.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { downgradeStaleMismatch } from './data-queries.ts';
import { clientOf } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { queryKey } from './keys.ts';
import { foundIn, linkedNameQuery, linkedQuery, type ShownRecord } from './link-query.ts';
import { confirmed, NEWER_ANSWER, UNREAD_AGAIN } from './read-again.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** LinkedCheck is whether the data of a linked record is that of an entry in its register's log: the worse of both verdicts. */
export interface LinkedCheck {
  readonly verdict: Verdict;
  readonly entryNumber: number;
  readonly logSize: number;
}

/**
 * linkedCheckQuery hashes all items of a linked record and proves the entry that names them against the head of that register. A record without an entry number is the last
 * of its trail. Data and entry that do not match are read again, once; the card then shows a newer record. It opens the register and makes up to six requests. Rejects
 * if one fails.
 */
export function linkedCheckQuery(session: RegisterSession, key: string, shown: ShownRecord) {
  return queryOptions({
    queryKey: checkKey(session, key, shown),
    queryFn: async ({ client: queries }): Promise<LinkedCheck> => {
      const linked = { queries, session, key };
      const data = await confirmed(await checkData(linked, shown), {
        isDoubtful: ({ verdict }) => verdict.outcome !== 'holds' && shown.items.length > 0,
        // A record read earlier may not match a trail read later.
        again: async () => checkData(linked, await readAnew(linked)),
        unread: (first) => ({ ...first, verdict: UNREAD_AGAIN }),
      });
      const check = await withProof(linked, data);
      return stampOf(data.record) === stampOf(shown) ? check : noteNewer(linked, data.record, check);
    },
    staleTime: 60_000,
    retry: false,
  });
}

function checkKey(session: RegisterSession, key: string, shown: ShownRecord) {
  return queryKey(session, 'linked-check', key, stampOf(shown));
}

function stampOf({ items, entryNumber }: ShownRecord): string {
  return JSON.stringify([entryNumber ?? null, items.map((item) => [...item])]);
}

interface LinkedRecord {
  readonly queries: QueryClient;
  readonly session: RegisterSession;
  readonly key: string;
}

interface DataCheck {
  readonly record: ShownRecord;
  readonly entry: Entry;
  readonly verdict: Verdict;
}

/** checkData checks the data of a record. It does not report to the trust store, where a doubtful mismatch would count when the register is opened. */
async function checkData({ queries, session, key }: LinkedRecord, record: ShownRecord): Promise<DataCheck> {
  const { items, entryNumber } = record;
  const trail = entryNumber === undefined ? await queries.ensureQueryData(trailQuery(session, key)) : [];
  const entry =
    entryNumber === undefined
      ? trail.at(-1)
      : await queries.ensureQueryData(entryQuery(session, entryNumber));
  if (entry === undefined) throw new Error('no entry is named for this record');
  if (entry.key !== key) throw new Error(`entry ${entry.entryNumber} is one of another key`);
  if (items.length === 0)
    return { record, entry, verdict: cannotCheck('no-data', 'the record has no data to hash') };
  const { variant } = await clientOf(queries, session);
  const check = await session.verifier.checkRecordData({ variant, items, entry });
  return { record, entry, verdict: downgradeStaleMismatch(check, entry, trail).verdict };
}

async function withProof(
  { queries, session }: LinkedRecord,
  { entry, verdict }: DataCheck,
): Promise<LinkedCheck> {
  const head = await queries.ensureQueryData(headQuery(session));
  const proof = await ensureChecked(queries, entryCheckQuery(session, entry, head));
  return {
    verdict: worstOf([verdict.outcome, proof.verdict.outcome]) === verdict.outcome ? verdict : proof.verdict,
    entryNumber: entry.entryNumber,
    logSize: proof.checkpoint.logSize,
  };
}

/** noteNewer makes the card show a newer, unchecked record in place of its own. */
function noteNewer(
  { queries, session, key }: LinkedRecord,
  record: ShownRecord,
  check: LinkedCheck,
): LinkedCheck {
  // The check of the newer record is cached before the card shows that, or a server with changing answers would cause endless requests.
  queries.setQueryData(checkKey(session, key, record), check);
  for (const { queryKey: kept } of [linkedQuery(session, key), linkedNameQuery(session, key)])
    queries.setQueryData(kept, (before) => before && foundIn(record));
  return { ...check, verdict: NEWER_ANSWER };
}

async function readAnew({ queries, session, key }: LinkedRecord): Promise<RegisterRecord> {
  const record = await queries.fetchQuery({ ...recordQuery(session, key), staleTime: 0 });
  // Read after the record, so that it has the record's entry.
  if (record.entryNumber === undefined)
    await queries.fetchQuery({ ...trailQuery(session, key), staleTime: 0 });
  return record;
}
