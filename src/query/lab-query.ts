import { queryOptions } from '@tanstack/react-query';
import type {
  EntryCheck,
  EntryCheckRequest,
  RecordDataCheck,
  RecordDataCheckRequest,
} from '../verify/protocol.ts';
import type { Checkpoint, Item } from '../core/model.ts';
import { readQuery } from './client-query.ts';
import { entryDataCheckQuery } from './data-queries.ts';
import { entryQuery } from './record-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { registerQuery } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import { type RegisterSession, queryKey } from './session.ts';

/**
 * changedCopyQuery checks a reader's changed copy of an entry and its data in the same worker. `text`
 * identifies the copy, and `of` is returned with the result. It is no check of the register and reports
 * nothing to the trust store.
 */
export function changedCopyQuery<Copy>(
  session: RegisterSession,
  text: string,
  of: Copy,
  requests: { readonly data: RecordDataCheckRequest; readonly entry: EntryCheckRequest },
) {
  return queryOptions({
    queryKey: queryKey(session, 'changed-copy', text),
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

/**
 * TamperResult is the check of changed data: its hash, and the path from an entry with this hash to a root.
 */
export interface TamperResult {
  readonly data: RecordDataCheck;
  readonly check: EntryCheck;
}

/**
 * tamperedQuery hashes one item changed by the reader, and checks an entry that differs from the proved one
 * only in the hash of this item. It reports nothing to the trust store.
 */
export function tamperedQuery(session: RegisterSession, item: Item, proof: EntryCheck) {
  return readQuery(
    session,
    ['tampered', JSON.stringify([proof.entry, [...item]])],
    async ({ variant }, signal): Promise<TamperResult> => {
      const { entry, checkpoint, steps, leafRule } = proof;
      const items = [item];
      const first = await session.verifier.checkRecordData({ variant, items, entry }, signal);
      const itemHashes = first.items.flatMap(({ computed }) => computed ?? []);
      if (itemHashes.length === 0) return { data: first, check: proof };
      const changed = { ...entry, itemHashes };
      const auditPath = steps.map((step) => step[step.side]);
      const [data, check] = await Promise.all([
        session.verifier.checkRecordData({ variant, items, entry: changed }, signal),
        session.verifier.checkEntry(
          { variant, entry: changed, auditPath, checkpoint, ...(leafRule && { leafRule }) },
          signal,
        ),
      ]);
      return { data, check };
    },
    { gcTime: 60_000, structuralSharing: false },
  );
}

/**
 * originalQuery reads and checks one entry as every page does, and collects the answers. It is not refetched
 * while on view, because the reader edits a copy of it.
 */
export function originalQuery(session: RegisterSession, entryNumber: number, head: Checkpoint) {
  return readQuery(
    session,
    ['original', entryNumber],
    async (api, signal, queries) => {
      // The summary only names the attributes; some servers have none.
      const summary = queries.fetchQuery(registerQuery(session)).catch(() => undefined);
      const entry = await queries.fetchQuery(entryQuery(session, entryNumber));
      const [check, data] = await Promise.all([
        ensureChecked(queries, entryCheckQuery(session, entry, head)),
        queries.ensureQueryData(entryDataCheckQuery(session, entry)),
      ]);
      const items = data.items.map(({ item }) => item);
      const { checkpoint, steps, leafRule } = check;
      // The steps contain the hashes that were checked. Without steps there may still be hashes.
      const auditPath =
        steps.length === 0 && checkpoint.logSize !== 1
          ? (await api.entryProof(entryNumber, checkpoint.logSize, signal)).auditPath
          : steps.map((step) => step[step.side]);
      return {
        original: { variant: api.variant, items, entry: check.entry, auditPath, checkpoint, leafRule },
        schema: (await summary)?.schema ?? [],
        /** Whether a check of the register's own data does not hold. */
        isDoubtful: data.verdict.outcome !== 'holds' || check.verdict.outcome !== 'holds',
      };
    },
    { gcTime: 0, structuralSharing: false },
  );
}
