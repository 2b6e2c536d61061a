import { useSyncExternalStore } from 'react';
import { useReplica } from './replica.ts';
import { useSession } from './session.ts';

/** useProvedEntries lists the entries whose entry proof held in this visit, ascending. */
export function useProvedEntries(): readonly number[] {
  const { trust } = useSession();
  return useSyncExternalStore(trust.subscribe, trust.provedEntries);
}

/** useReadInVisit is how many entries, from the first on, were read in this visit and together lead to the published root; 0 unless they do. It reads nothing itself. */
export function useReadInVisit(): number {
  const copy = useReplica(useSession(), false);
  return copy.phase === 'ready' && copy.replica.verdict.outcome === 'holds' ? copy.replica.size : 0;
}
