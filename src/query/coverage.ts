import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { CHECK } from './keys.ts';
import { useReplica } from './replica.ts';
import { useSession } from './session.ts';

/** useProvedEntries lists the entries whose entry proof held in this visit, as far as the cache still holds their checks. */
export function useProvedEntries(): readonly number[] {
  const queries = useQueryClient();
  const { id } = useSession();
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(() => queueMicrotask(listener)),
    [queries],
  );
  // Text, so that an unchanged list is the same value.
  const listed = useSyncExternalStore(subscribe, () => provedEntries(queries, id).join());
  return useMemo(() => (listed === '' ? [] : listed.split(',').map(Number)), [listed]);
}

/** useReadInVisit is how many entries, from the first on, were read in this visit and together lead to the published root; 0 unless they do. It reads nothing itself. */
export function useReadInVisit(): number {
  const copy = useReplica(useSession(), false);
  return copy.phase === 'ready' && copy.replica.verdict.outcome === 'holds' ? copy.replica.size : 0;
}

function provedEntries(queries: QueryClient, registerId: string): readonly number[] {
  const proved = new Set<number>();
  for (const { state } of queries.getQueryCache().findAll({ queryKey: [registerId, CHECK, 'entry'] })) {
    const check = state.data as Partial<Record<'verdict' | 'entry', Record<string, unknown>>> | undefined;
    const entryNumber = check?.entry?.['entryNumber'];
    if (check?.verdict?.['outcome'] === 'holds' && typeof entryNumber === 'number') proved.add(entryNumber);
  }
  return [...proved].sort((one, other) => one - other);
}
