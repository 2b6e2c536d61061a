import type { Query, QueryClient } from '@tanstack/react-query';
import type { Check } from '../core/check-result.ts';
import type { ItemCheck } from '../verify/protocol.ts';
import { itemCheck } from './item-queries.ts';
import { checkOf, type Resource } from './keys.ts';
import type { RegisterSession } from './session.ts';

/** KEPT is how much of what is not on view is kept: pages of the log, and what their rows asked for. Proofs are counted on the overview, and small. */
export const KEPT = { page: 40, proof: 1_000, item: 400, trail: 400 } as const;

type LogResource = keyof typeof KEPT;

/** Queries that an earlier look found spent: one that was given up a moment ago would set itself a timer after its removal, and be kept by it for minutes. */
const spentBefore = new WeakSet<Query>();

/**
 * trimLog gives back what a long scroll through the log has left in the cache: of the pages, and of the proofs, items and trails that their rows asked for, the
 * latest are kept. It is called whenever the log stands elsewhere. What is on view, under way, failed or did not hold stays: it is worth more than its memory.
 */
export function trimLog(queries: QueryClient, session: RegisterSession): void {
  const cache = queries.getQueryCache();
  const left: Readonly<Record<LogResource, Query[]>> = {
    page: [],
    proof: [],
    item: [],
    trail: [],
  };
  for (const query of cache.getAll()) {
    const kind = query.queryKey[0] === session.id ? kindOf(query) : undefined;
    if (kind === undefined) continue;
    if (query.isActive() || !isSpent(query, session)) spentBefore.delete(query);
    else if (spentBefore.has(query)) left[kind].push(query);
    else spentBefore.add(query);
  }
  for (const kind of ['page', 'proof', 'item', 'trail'] as const) {
    const found = left[kind];
    if (found.length <= KEPT[kind]) continue;
    found.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of found.slice(KEPT[kind])) {
      const check = checkIn(query);
      if (check !== undefined) session.trust.withdraw(check);
      cache.remove(query);
    }
  }
}

function kindOf({ meta }: Query): LogResource | undefined {
  return isLogResource(meta?.resource) ? meta.resource : undefined;
}

function isLogResource(resource: Resource | undefined): resource is LogResource {
  return resource !== undefined && resource in KEPT;
}

/** Read and, where it is a check, found to hold; or given up before it was read. */
function isSpent(query: Query, { trust }: RegisterSession): boolean {
  const { fetchStatus, status, data } = query.state;
  if (fetchStatus !== 'idle' || status === 'error') return false;
  const check = checkIn(query);
  return check === undefined || data === undefined || trust.verdictOf(check)?.outcome === 'holds';
}

/** checkIn is the check that a query has reported: of an item, by the data that it was given. */
function checkIn(query: Query): Check | undefined {
  const { data } = query.state;
  return query.meta?.resource === 'item' && data !== undefined
    ? itemCheck(data as ItemCheck)
    : checkOf(query);
}
