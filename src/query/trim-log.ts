import type { Query, QueryClient } from '@tanstack/react-query';
import { CHECK } from './keys.ts';
import type { RegisterSession } from './session.ts';

/** PAGES_KEPT is how many pages of the log that are not on view are kept: 4,000 entries. */
export const PAGES_KEPT = 40;

/** ROWS_KEPT is how many proofs, items and trails of rows that are not on view are kept, of each. */
export const ROWS_KEPT = 400;

/**
 * trimLog gives back what a long scroll through the log has left in the cache: of the pages, and of the proofs, items and trails that their rows asked for, the
 * latest are kept. What is on view, under way, failed or did not hold stays: it is worth more than its memory.
 */
export function trimLog(queries: QueryClient, session: RegisterSession): void {
  const cache = queries.getQueryCache();
  const left: Readonly<Record<'page' | 'proof' | 'item' | 'trail', Query[]>> = {
    page: [],
    proof: [],
    item: [],
    trail: [],
  };
  for (const query of cache.getAll()) {
    if (query.queryKey[0] !== session.id || query.isActive() || !isSpent(query)) continue;
    const kind = kindOf(query);
    if (kind !== undefined) left[kind].push(query);
  }
  for (const [kind, found] of Object.entries(left)) {
    const kept = kind === 'page' ? PAGES_KEPT : ROWS_KEPT;
    if (found.length <= kept) continue;
    found.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of found.slice(kept)) cache.remove(query);
  }
}

function kindOf({ queryKey: [, kind, of] }: Query): 'page' | 'proof' | 'item' | 'trail' | undefined {
  if (kind === 'entries') return 'page';
  if (kind === 'trail') return 'trail';
  if (kind !== CHECK) return undefined;
  return of === 'entry' ? 'proof' : of === 'item' ? 'item' : undefined;
}

/** Read and, where it is a check, found to hold; or given up before it was read. */
function isSpent({ state, queryKey }: Query): boolean {
  if (state.fetchStatus !== 'idle' || state.status === 'error') return false;
  const data: unknown = state.data;
  if (queryKey[1] !== CHECK || data === undefined) return true;
  return (data as { readonly verdict?: { readonly outcome: string } }).verdict?.outcome === 'holds';
}
