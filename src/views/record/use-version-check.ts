import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { describeFailure } from '../../query/failure.ts';
import { declaredItem } from '../../query/item-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import { failed } from '../../query/report-check.ts';
import { type EntryCheckAt, entryCheckAt, useEntryCheck } from '../../query/use-entry-check.ts';
import type { Found } from '../../ui/check-words.ts';
import type { Declared } from '../../trust/page-checks.ts';
import type { ItemCheck, RecordDataCheck } from '../../verify/protocol.ts';
import { itemStates, type VersionItems } from './use-version-items.ts';

/** FoundVersion is what is known of one version: its entry proof, and whether its data hashes to what its entry names. */
export interface FoundVersion {
  readonly head: Checkpoint | undefined;
  readonly check: EntryCheckAt | undefined;
  readonly entryFound: Found;
  readonly dataFound: Found;
  /** What the page rests on of this version. */
  readonly inclusion: Declared;
  readonly dataChecks: readonly Declared[];
  /** The check of all its data in one, once all of it was read. */
  readonly data: RecordDataCheck | undefined;
  readonly proofError: Error | null;
  readonly proving: boolean;
}

/** useVersionCheck proves a version at the head, or at the earlier size `at`, and sums up the checks of its items. */
export function useVersionCheck(entry: Entry, items: VersionItems, at: number | undefined): FoundVersion {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const check = useEntryCheck(entry, head.data, at);
  const proofError = head.error ?? check.error;
  const states = itemStates(entry, items);
  const read = states.flatMap(({ data }) => data ?? []);
  const itemError = states.find(({ error }) => error !== null)?.error ?? null;
  const data = read.length === states.length ? { items: read, verdict: worstOf(read) } : undefined;
  const inclusion = head.data && entryCheckAt(session, entry, head.data, at);
  const verdict = useVerdict(check.data && inclusion);
  return {
    head: head.data,
    check: check.data,
    proofError,
    proving: check.isFetching || head.isFetching,
    entryFound: { verdict, failure: messageOf(proofError) },
    // Data that does not match is not made better by other data that could not be read.
    dataFound: { verdict: data?.verdict ?? mismatchIn(read), failure: messageOf(itemError) },
    inclusion: inclusion ?? (head.error === null ? undefined : failed(head.error)),
    dataChecks: entry.itemHashes.length === 0 ? [worstOf([])] : states.map(declaredItem),
    data,
  };
}

/** worstOf sums up the checks of a version's items. Where there are none nothing was hashed, and nothing holds. */
export function worstOf(checks: readonly Pick<ItemCheck, 'verdict'>[]): Verdict {
  if (checks.length === 0)
    return { outcome: 'not-checked', code: 'no-data', reason: 'this version names no data' };
  const bad = mismatchIn(checks) ?? checks.find(({ verdict }) => verdict.outcome !== 'holds')?.verdict;
  return bad ?? { outcome: 'holds' };
}

function mismatchIn(checks: readonly Pick<ItemCheck, 'verdict'>[]): Verdict | undefined {
  return checks.find(({ verdict }) => verdict.outcome === 'does-not-match')?.verdict;
}

function messageOf(error: Error | null): string | undefined {
  return error === null ? undefined : describeFailure(error).message;
}
