import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Register } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { freshHead, registerQuery, useHead, useSummary } from './register-queries.ts';
import { type RegisterSession, queryKey, useSession } from './session.ts';
import { useCountsAt } from './copy.ts';

/** Totals are how many records, entries and items (blobs) a register has; absent if not known. */
interface Totals {
  readonly records?: number | undefined;
  readonly entries?: number | undefined;
  readonly items?: number | undefined;
}

/** ShownTotals are the totals to show, and which of them the summary states otherwise. */
interface ShownTotals {
  readonly totals: Totals;
  readonly differs: readonly (keyof Totals)[];
}

/**
 * totalsOf returns the totals to show: the size of the proved head and what was counted in a copy of the whole
 * log, `known`; else what the summary states, unless it states more records or items than there can be.
 */
export function totalsOf(
  { totalEntries, totalRecords, totalItems }: Partial<Register>,
  known: Totals,
): ShownTotals {
  const stated: Totals = { entries: totalEntries, records: totalRecords, items: totalItems };
  // Each record has an entry of its own. An entry may have several items.
  const isImpossible = (totalRecords ?? 0) > (known.entries ?? Infinity);
  const differs = (['entries', 'records', 'items'] as const).filter(
    (of) =>
      stated[of] !== undefined &&
      ((known[of] !== undefined && known[of] !== stated[of]) || (of === 'records' && isImpossible)),
  );
  return {
    totals: {
      entries: known.entries ?? stated.entries,
      records: known.records ?? (isImpossible ? undefined : stated.records),
      items: known.items ?? stated.items,
    },
    differs,
  };
}

/** rereadSummaryQuery reads the summary and the head again, once for each difference: one may be older. */
export function rereadSummaryQuery(session: RegisterSession, difference: string) {
  return queryOptions({
    queryKey: queryKey(session, 'reread-summary', difference),
    queryFn: async ({ client: queries, signal }) => {
      const api = await clientOf(queries, session);
      await freshHead({ queries, session });
      queries.setQueryData(registerQuery(session).queryKey, await api.register(signal));
      return true;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
}

const UNKNOWN: ShownTotals = { totals: {}, differs: [] };

/**
 * useTotals returns the totals of the register now, and which of them its summary still states otherwise after
 * it was read again. Nothing before the head is read, or has failed.
 */
export function useTotals(): ShownTotals {
  const session = useSession();
  const { data: summary } = useSummary();
  const { data: head, isError } = useHead();
  const entries = head?.logSize;
  const { records, items } = useCountsAt(entries) ?? {};
  const isRead = summary !== undefined && (head !== undefined || isError);
  const { totals, differs } = isRead ? totalsOf(summary, { entries, records, items }) : UNKNOWN;
  const { totalEntries, totalRecords, totalItems } = summary ?? {};
  const difference = JSON.stringify([entries, records, items, totalEntries, totalRecords, totalItems]);
  const { isSuccess } = useQuery({
    ...rereadSummaryQuery(session, difference),
    enabled: differs.length > 0 && head !== undefined,
  });
  return { totals, differs: isSuccess ? differs : [] };
}
