import type { QueryClient } from '@tanstack/react-query';
import { copyControllerOf } from './copy.ts';
import { CHECK, headKey, type RegisterSession } from './session.ts';

/** LEFT_MS is how long a register that is not on view keeps what it read, KEPT how many keep it for longer. */
const LEFT_MS = 60_000;
const KEPT = 2;

/** The registers that were left, the last one at the end, with whether that is LEFT_MS ago. */
const left = new Map<RegisterSession, { isLong: boolean }>();

/**
 * leaveRegister notes that a view of a register, or a reader of its copy, has ended. If nothing uses the register
 * for LEFT_MS and KEPT others were left later, it gives back its copy, its requests and the results of its checks.
 */
export function leaveRegister(queries: QueryClient, session: RegisterSession): void {
  const stay = { isLong: false };
  left.delete(session);
  left.set(session, stay);
  setTimeout(() => {
    stay.isLong = true;
    giveBackOthers(queries);
  }, LEFT_MS);
}

function giveBackOthers(queries: QueryClient): void {
  // A register in use says so when it is left again.
  for (const session of left.keys()) if (isInUse(queries, session)) left.delete(session);
  for (const [session, { isLong }] of [...left].slice(0, -KEPT)) {
    if (!isLong) continue;
    left.delete(session);
    giveBack(queries, session);
  }
}

function isInUse(queries: QueryClient, session: RegisterSession): boolean {
  const isRead =
    queries
      .getQueryCache()
      .find({ queryKey: headKey(session) })
      ?.isActive() ?? false;
  return isRead || copyControllerOf(session, queries).isFollowed();
}

/** The queries of checks go with their results: a check is made again, and reported, when its page is opened. */
function giveBack(queries: QueryClient, session: RegisterSession): void {
  copyControllerOf(session, queries).end();
  session.ledger.clear();
  session.trust.giveBack();
  queries.removeQueries({
    queryKey: [session.id, CHECK],
    predicate: ({ meta }) => meta?.check?.kind !== 'memory',
  });
}
