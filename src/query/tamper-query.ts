import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Item } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { readQuery } from './client-query.ts';
import { failed } from './report-check.ts';
import { NO_ENTRY, type RegisterSession, useSession } from './session.ts';
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

const NO_PROOF = { entry: NO_ENTRY } as EntryCheck;

/**
 * useTampered checks an item changed by the reader against the proof of its entry; nothing without one. `drawn` may
 * be the check of what was there before the last change, and so may a `verdict` other than that it matches, so that
 * neither flickers at every letter.
 */
export function useTampered(
  item: Item,
  proof: EntryCheck | undefined,
): { readonly drawn?: TamperResult | undefined; readonly verdict?: Verdict | undefined } {
  const session = useSession();
  const { data, error, isPlaceholderData } = useQuery({
    ...tamperedQuery(session, item, proof ?? NO_PROOF),
    enabled: proof !== undefined,
    placeholderData: keepPreviousData,
  });
  if (proof === undefined) return {};
  if (error) return { verdict: failed(error) };
  const verdict = data?.data.verdict.outcome === 'holds' ? data.check.verdict : data?.data.verdict;
  return { drawn: data, verdict: isPlaceholderData && verdict?.outcome === 'holds' ? undefined : verdict };
}
