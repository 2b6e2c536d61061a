import type { Item } from '../core/model.ts';
import { readQuery } from './client-query.ts';
import type { RegisterSession } from './session.ts';
import type { EntryCheck, RecordDataCheck } from '../verify/protocol.ts';

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
    { gcTime: 60_000 },
  );
}
