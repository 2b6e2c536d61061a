import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Checkpoint } from '../core/model.ts';
import type { EntryCheck } from '../verify/protocol.ts';
import { earlierEntryCheckQuery } from './earlier-queries.ts';
import { entryQuery } from './entry-queries.ts';
import { describeFailure, type Failure } from './failure.ts';
import { useProveAnother } from './prove-another.ts';
import { useSession } from './session.ts';

/**
 * useProveAnotherEarlier is useProveAnother where the root may be of a size that the published head `now` has outgrown: then any entry is proved at that size,
 * and the root it leads to must begin the head.
 */
export function useProveAnotherEarlier(
  now: Checkpoint | undefined,
): (
  entryNumber: number,
  root: Checkpoint,
) => Promise<{ readonly check: EntryCheck } | { readonly failure: Failure }> {
  const queries = useQueryClient();
  const session = useSession();
  const proveAtHead = useProveAnother();
  return useCallback(
    async (entryNumber, root) => {
      if (now === undefined || root.logSize >= now.logSize) return proveAtHead(entryNumber, root);
      try {
        const entry = await queries.ensureQueryData(entryQuery(session, entryNumber));
        const asked = earlierEntryCheckQuery(session, entry, root.logSize, now);
        return { check: await queries.ensureQueryData(asked) };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return { failure: describeFailure(error) };
      }
    },
    [queries, session, proveAtHead, now],
  );
}
