import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Checkpoint, Entry } from '../core/model.ts';
import { notChecked, type Verdict } from '../core/verdict.ts';
import type { DeclaredCheck } from '../trust/page-checks.ts';
import type { EntryCheck } from '../verify/protocol.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { entryQuery } from './record-queries.ts';
import { describeFailure, type Failure } from './failure.ts';
import { useHead } from './register-queries.ts';
import { useCheck } from './use-page-checks.ts';
import { ensureChecked, failed } from './report-check.ts';
import { useSession, checkOf, NO_ENTRY, NO_HEAD } from './session.ts';

/**
 * useEntryProof proves an entry, once it is known, at the head or at the earlier size `at`,
 * entryNumber <= at <= head.logSize.
 * - inclusion: how a page declares the check
 * - error: why there is no proof
 */
export function useEntryProof(entry: Entry | undefined, at?: number) {
  const session = useSession();
  const head = useHead();
  const check = entryCheckQuery(session, entry ?? NO_ENTRY, head.data ?? NO_HEAD, at);
  const { made: proving, found } = useCheck(check, entry !== undefined && head.data !== undefined);
  const error = head.error ?? proving.error;
  const unread = head.error === null ? undefined : failed(head.error);
  const inclusion: DeclaredCheck = head.data === undefined ? unread : entry && checkOf(check);
  // TanStack Query follows only the properties that are read: isFetching matters after an error.
  const isProving = error !== null && (proving.isFetching || head.isFetching);
  return { head: head.data, proof: found, inclusion, error, isProving };
}

/**
 * useLastEntryCheck proves the last entry of the log at the head, or at the earlier size `at`, 1 <= at <=
 * head.logSize. An empty log has nothing to prove. `size` is the log size; 0 until the head is known.
 */
export function useLastEntryCheck(at: number | undefined) {
  const session = useSession();
  const size = useHead().data?.logSize;
  const last = at ?? size ?? 0;
  const entry = useQuery({ ...entryQuery(session, last), enabled: last > 0 });
  const { proof, inclusion } = useEntryProof(entry.data, at);
  const isUnread = size !== undefined && entry.error !== null;
  return {
    size: last,
    check: proof,
    inclusion: size === 0 ? EMPTY_LOG : isUnread ? failed(entry.error) : inclusion,
  };
}

/** ProveAnother proves any entry against a root of the log. Proofs are cached. */
type ProveAnother = (
  entryNumber: number,
  root: Checkpoint,
) => Promise<{ readonly check: EntryCheck } | { readonly failure: Failure }>;

/**
 * useProveAnother returns a function that proves an entry on request. A root of a smaller log than the
 * published head `now` must be consistent with it.
 */
export function useProveAnother(now: Checkpoint | undefined): ProveAnother {
  const queries = useQueryClient();
  const session = useSession();
  return useCallback(
    async (entryNumber, root) => {
      const head = now === undefined || root.logSize >= now.logSize ? root : now;
      try {
        const entry = await queries.ensureQueryData(entryQuery(session, entryNumber));
        return { check: await ensureChecked(queries, entryCheckQuery(session, entry, head, root.logSize)) };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return { failure: describeFailure(error) };
      }
    },
    [queries, session, now],
  );
}

/** EMPTY_LOG is the verdict on every check of a log without entries. */
export const EMPTY_LOG: Verdict = notChecked('empty-log', 'the log is empty');
