import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Checkpoint } from '../core/model.ts';
import type { EntryCheck } from '../verify/protocol.ts';
import { entryCheckQuery } from './check-queries.ts';
import { entryQuery } from './entry-queries.ts';
import { describeFailure, type Failure } from './failure.ts';
import { useSession } from './session.ts';

/** Another is the check of an entry that was asked for, or what failed while it was asked. */
type Another = { readonly check: EntryCheck } | { readonly failure: Failure };

/** useProveAnother returns how any entry is proved against a head, in answer to a reader. What was proved once is not asked for again. */
export function useProveAnother(): (entryNumber: number, head: Checkpoint) => Promise<Another> {
  const queries = useQueryClient();
  const session = useSession();
  return useCallback(
    async (entryNumber, head) => {
      try {
        const entry = await queries.ensureQueryData(entryQuery(session, entryNumber));
        return { check: await queries.ensureQueryData(entryCheckQuery(session, entry, head)) };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return { failure: describeFailure(error) };
      }
    },
    [queries, session],
  );
}
