import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import { worstOf } from '../trust/page-checks.ts';
import { clientOf } from './client-query.ts';
import { downgradeStaleMismatch } from './data-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { headQuery } from './register-queries.ts';
import { confirmed, ensureChecked, UNREAD_AGAIN } from './report-check.ts';
import { type RegisterSession, queryKey } from './session.ts';

/** DataCheck is the check of a record's data against the entry that names it. */
interface DataCheck {
  readonly verdict: Verdict;
  readonly record: RegisterRecord;
  readonly entry: Entry;
}

/** LinkedCheck is whether the data of a linked record is that of an entry in its register's log. */
export interface LinkedCheck {
  readonly verdict: Verdict;
  readonly record: RegisterRecord;
  readonly entryNumber: number;
  readonly logSize: number;
}

/**
 * linkedCheckQuery reads a linked record, hashes all its items and proves the entry that names them against
 * the head of its register; the verdict is the worse of both. Data and entry that do not match are read
 * again, once. Show the record that was checked. It opens the register. Rejects if a request fails.
 */
export function linkedCheckQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'linked-check', key),
    queryFn: async ({ client: queries }): Promise<LinkedCheck> => {
      const check = () => checkData(queries, session, key);
      const { record, entry, verdict } = await confirmed(await check(), {
        isDoubtful: (found) => found.verdict.outcome !== 'holds' && found.record.items.length > 0,
        again: check,
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

/**
 * checkData checks the data of a record. It does not report to the trust store, where a doubtful mismatch
 * would count when the register is opened.
 */
async function checkData(queries: QueryClient, session: RegisterSession, key: string): Promise<DataCheck> {
  const api = await clientOf(queries, session);
  const record = await api.record(key);
  const { items, entryNumber } = record;
  // A record without an entry number is the last of its trail.
  const trail = entryNumber === undefined ? await api.trail(key) : [];
  const entry = entryNumber === undefined ? trail.at(-1) : await api.entry(entryNumber);
  if (entry === undefined) throw new Error('no entry is named for this record');
  if (entry.key !== key) throw new Error(`entry ${entry.entryNumber} is one of another key`);
  if (items.length === 0)
    return { record, entry, verdict: cannotCheck('no-data', 'the record has no data to hash') };
  const check = await session.verifier.checkRecordData({ variant: api.variant, items, entry });
  return { record, entry, verdict: downgradeStaleMismatch(check, entry, trail).verdict };
}
