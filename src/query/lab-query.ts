import { queryOptions } from '@tanstack/react-query';
import type {
  EntryCheck,
  EntryCheckRequest,
  RecordDataCheck,
  RecordDataCheckRequest,
} from '../verify/protocol.ts';
import { readQuery } from './client-query.ts';
import { queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';

/**
 * copyCheckQuery makes the checks of an entry and its data on a copy that a reader has changed, in the same worker. `text` tells one copy from another, and `of` is
 * handed back with what was found of it. Its key is not marked as a check: what is found of a copy says nothing about the register, and the seal does not read it. Nothing of it reaches the session.
 */
export function copyCheckQuery<Copy>(
  session: RegisterSession,
  text: string,
  of: Copy,
  requests: { readonly data: RecordDataCheckRequest; readonly entry: EntryCheckRequest },
) {
  return queryOptions({
    queryKey: queryKey(session, 'copy', text),
    queryFn: async ({ signal }): Promise<{ of: Copy; data: RecordDataCheck; entry: EntryCheck }> => {
      const [data, entry] = await Promise.all([
        session.verifier.checkRecordData(requests.data, signal),
        session.verifier.checkEntry(requests.entry, signal),
      ]);
      return { of, data, entry };
    },
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** sentPathQuery reads the hashes of an entry proof, from the leaf upwards, as they were sent; nothing is checked. */
export function sentPathQuery(session: RegisterSession, entryNumber: number, logSize: number) {
  return readQuery(
    session,
    ['sent-path', entryNumber, logSize],
    async (api, signal) => (await api.entryProof(entryNumber, logSize, signal)).auditPath,
  );
}
