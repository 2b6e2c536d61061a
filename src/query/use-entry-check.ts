import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { EarlierEntryCheck, EntryCheck } from '../verify/protocol.ts';
import { entryCheckQuery } from './check-queries.ts';
import { earlierEntryCheckQuery } from './earlier-queries.ts';
import { checkOf } from './keys.ts';
import { type RegisterSession, useSession } from './session.ts';

/** EntryCheckAt is the check of an entry at a size; below the head's own size with what ties that size's root to the head. */
export type EntryCheckAt = EntryCheck & Partial<Pick<EarlierEntryCheck, 'head' | 'growth'>>;

/** useEntryCheck proves an entry at the head, or at the earlier size `at`, entryNumber <= at <= head.logSize. Nothing is asked before both entry and head are there. */
export function useEntryCheck(
  entry: Entry | undefined,
  head: Checkpoint | undefined,
  at: number | undefined,
): UseQueryResult<EntryCheckAt> {
  const session = useSession();
  const [asked, against] = [entry ?? NO_ENTRY, head ?? NO_HEAD];
  const enabled = entry !== undefined && head !== undefined;
  const now = useQuery({ ...entryCheckQuery(session, asked, against), enabled: enabled && at === undefined });
  const then = useQuery({
    ...earlierEntryCheckQuery(session, asked, at ?? 1, against),
    enabled: enabled && at !== undefined,
  });
  return at === undefined ? now : then;
}

/** entryCheckAt names the check that useEntryCheck makes. */
export function entryCheckAt(
  session: RegisterSession,
  entry: Entry,
  head: Checkpoint,
  at: number | undefined,
): Check | undefined {
  return checkOf(
    at === undefined
      ? entryCheckQuery(session, entry, head)
      : earlierEntryCheckQuery(session, entry, at, head),
  );
}

const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
