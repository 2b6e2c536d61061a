import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import { worstOf } from '../trust/page-checks.ts';
import { clientOf } from './client-query.ts';
import { downgradeStaleMismatch } from './data-queries.ts';
import { entryQuery } from './entry-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { queryKey } from './keys.ts';
import type { ShownRecord } from './link-query.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import { ensureChecked, confirmed, UNREAD_AGAIN } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** LinkedCheck is whether the data of a linked record is that of an entry in its register's log: the worse of both verdicts. */
export interface LinkedCheck {
  readonly verdict: Verdict;
  /** The record that was checked; show this one. It is newer than the one asked about if that did not match. */
  readonly record: ShownRecord;
  readonly entryNumber: number;
  readonly logSize: number;
}

/**
 * linkedCheckQuery hashes all items of a linked record and proves the entry that names them against the head of that register. A record without an entry number is the last
 * of its trail. Data and entry that do not match are read again, once. It opens the register and makes up to six requests. Rejects if one fails.
 */
export function linkedCheckQuery(session: RegisterSession, key: string, shown: ShownRecord) {
  const stamp = JSON.stringify([shown.entryNumber ?? null, shown.items.map((item) => [...item])]);
  return queryOptions({
    queryKey: queryKey(session, 'linked-check', key, stamp),
    queryFn: async ({ client: queries }): Promise<LinkedCheck> => {
      const { record, entry, verdict } = await confirmed(await checkData(queries, session, key, shown), {
        isDoubtful: (found) => found.verdict.outcome !== 'holds' && shown.items.length > 0,
        // A record read earlier may not match a trail read later.
        again: async () => checkData(queries, session, key, await readAnew(queries, session, key)),
        unread: (first) => ({ ...first, verdict: UNREAD_AGAIN }),
      });
      const head = await queries.ensureQueryData(headQuery(session));
      const proof = await ensureChecked(queries, entryCheckQuery(session, entry, head));
      const worst = worstOf([verdict.outcome, proof.verdict.outcome]);
      return {
        verdict: worst === verdict.outcome ? verdict : proof.verdict,
        record,
        entryNumber: entry.entryNumber,
        logSize: proof.checkpoint.logSize,
      };
    },
    staleTime: 60_000,
    structuralSharing: false,
    retry: false,
  });
}

interface DataCheck {
  readonly record: ShownRecord;
  readonly entry: Entry;
  readonly verdict: Verdict;
}

/** checkData checks the data of a record. It does not report to the trust store, where a doubtful mismatch would count when the register is opened. */
async function checkData(
  queries: QueryClient,
  session: RegisterSession,
  key: string,
  record: ShownRecord,
): Promise<DataCheck> {
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

async function readAnew(
  queries: QueryClient,
  session: RegisterSession,
  key: string,
): Promise<RegisterRecord> {
  const record = await queries.fetchQuery({ ...recordQuery(session, key), staleTime: 0 });
  // Read after the record, so that it has the record's entry.
  if (record.entryNumber === undefined)
    await queries.fetchQuery({ ...trailQuery(session, key), staleTime: 0 });
  return record;
}
