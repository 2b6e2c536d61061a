import type { Query, QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { type Growth, growthQuery, memoryQuery } from '../query/growth-query.ts';
import { CHECK } from '../query/keys.ts';
import { freshHead, headQuery } from '../query/register-queries.ts';
import type { RegisterSession } from '../query/session.ts';
import { verdictsIn } from './verdicts-in.ts';

/** QUIET_MS is how long the cache must have been quiet before a visit is summed up. */
const QUIET_MS = 250;

/** Sessions in which something did not match: their roots are not remembered for as long as the page is open. */
const doubted = new WeakSet<RegisterSession>();
/** What was remembered last in a session. */
const kept = new WeakMap<RegisterSession, string>();

/**
 * keepRoot watches the checks of a register and remembers its root once all that were made in this visit hold, an entry proof against that very root
 * among them. Proofs that held are made again once their head is refuted. Returns the function that ends the watch.
 */
export function keepRoot(queries: QueryClient, session: RegisterSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const look = (): void => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(() => void keepNow(queries, session), QUIET_MS);
  };
  const unsubscribe = queries.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== session.id) return;
    if (refutes(query)) void withdrawProofs(queries, session);
    look();
  });
  look();
  return () => {
    ended = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

async function keepNow(queries: QueryClient, session: RegisterSession): Promise<void> {
  const found = confirmedHead(queries, session);
  if (found === undefined) return;
  const { head, growth } = found;
  const { leafRule, memory, base } = session;
  const variant = queries.getQueryData<{ variant: 'item' | 'blob' }>([session.id, 'client'])?.variant;
  if (leafRule.found === undefined || variant === undefined) return;
  const name = `${head.logSize} ${head.rootHash}`;
  if (kept.get(session) === name) return;
  kept.set(session, name);
  try {
    const revision = growth.recalled.kind === 'remembered' ? growth.recalled.root.revision : 0;
    const writer = await memory.writer();
    const outcome = await writer.advance(
      { registerId: memory.id, base, variant, head, leafRule: leafRule.found, seenAtMs: Date.now() },
      revision,
    );
    // Another tab was quicker: what it remembered is what this one now has to compare with.
    if (outcome === 'outdated') await compareAgain(queries, session, head);
  } catch (error) {
    if (growth.recalled.kind === 'first-visit') await sayUnkept(queries, session, head, growth, error);
  }
}

/** sayUnkept takes back that the root of a first visit will be remembered. */
async function sayUnkept(
  queries: QueryClient,
  session: RegisterSession,
  head: Checkpoint,
  growth: Growth,
  error: unknown,
): Promise<void> {
  const recalled = (await import('../verify/unkept.ts')).cannotRecall(error);
  const verdict: Verdict = { outcome: 'not-checked', code: 'storage-refused', reason: recalled.reason };
  // Meanwhile it may have been found not to fit.
  queries.setQueryData(growthQuery(session, head).queryKey, (now = growth) =>
    now.verdict.outcome === 'not-checked' ? { ...now, recalled, verdict } : now,
  );
}

/** refutes says whether a query is a check of growth that does not match. */
function refutes({ queryKey, state }: Query): boolean {
  return (
    queryKey[2] === 'growth' && verdictsIn(state.data).some(({ outcome }) => outcome === 'does-not-match')
  );
}

/** Checks that have nothing to do with the head: data against its hash, and growth itself. */
const HEADLESS: ReadonlySet<unknown> = new Set(['growth', 'data', 'item', 'items']);

/** withdrawProofs makes the checks anew that held against a head, now that there is one that does not fit what was seen before. */
function withdrawProofs(queries: QueryClient, session: RegisterSession): Promise<void> {
  return queries.resetQueries({
    queryKey: [session.id, CHECK],
    predicate: ({ queryKey, state }) =>
      !HEADLESS.has(queryKey[2]) &&
      state.fetchStatus === 'idle' &&
      verdictsIn(state.data).some(({ outcome }) => outcome === 'holds'),
  });
}

async function compareAgain(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  const recalled = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
  if (
    recalled.kind === 'remembered' &&
    recalled.root.logSize === head.logSize &&
    recalled.root.rootHash === head.rootHash
  )
    return;
  const fresh = await freshHead({ queries, session });
  kept.delete(session);
  await queries.fetchQuery({ ...growthQuery(session, fresh), staleTime: 0 });
}

/** confirmedHead is the head of a visit all of whose checks hold; undefined as long as one is under way, could not be made, or does not match. */
function confirmedHead(
  queries: QueryClient,
  session: RegisterSession,
): { readonly head: Checkpoint; readonly growth: Growth } | undefined {
  const checks = queries.getQueryCache().findAll({ queryKey: [session.id, CHECK] });
  const verdicts = checks.flatMap((query) => verdictsIn(query.state.data));
  if (verdicts.some(({ outcome }) => outcome === 'does-not-match')) doubted.add(session);
  if (doubted.has(session) || verdicts.some(({ outcome }) => outcome === 'cannot-check')) return undefined;
  if (checks.some(isOpen)) return undefined;
  const head = queries.getQueryData(headQuery(session).queryKey);
  if (head === undefined || head.logSize === 0) return undefined;
  const growth = queries.getQueryData(growthQuery(session, head).queryKey);
  if (growth === undefined || !goesOn(growth) || !checks.some((query) => proves(query, head)))
    return undefined;
  return { head, growth };
}

/** A check under way, or one whose request failed; a list that a server does not have is no check. */
function isOpen({ queryKey, state }: Query): boolean {
  if (state.fetchStatus !== 'idle') return true;
  return state.status === 'error' && queryKey[2] !== 'items';
}

function goesOn({ verdict, recalled }: Growth): boolean {
  return (
    verdict.outcome === 'holds' || (verdict.outcome === 'not-checked' && recalled.kind === 'first-visit')
  );
}

/** proves says whether a query is an entry proof that holds against this very head, or a copy of the whole log or an audit made in this visit that does. */
function proves({ queryKey, state }: Query, head: Checkpoint): boolean {
  if (queryKey[2] === 'audit') return isAuditOf(head, queryKey) && holdsIn(state.data);
  if (queryKey[2] === 'replica' && queryKey[3] === head.logSize && queryKey[4] === head.rootHash)
    return holdsIn(state.data);
  if (queryKey[2] !== 'entry') return false;
  const check = state.data as { readonly verdict: Verdict; readonly checkpoint: Checkpoint } | undefined;
  return (
    check?.verdict.outcome === 'holds' &&
    check.checkpoint.logSize === head.logSize &&
    check.checkpoint.rootHash === head.rootHash
  );
}

/** An audit of an earlier visit, which is kept, is no reason to remember anew what may have been forgotten since. */
function isAuditOf(head: Checkpoint, [, , , finishedAt, , of]: readonly unknown[]): boolean {
  const { logSize, rootHash } = of as Checkpoint;
  const inVisit = typeof finishedAt === 'number' && finishedAt >= performance.timeOrigin;
  return inVisit && logSize === head.logSize && rootHash === head.rootHash;
}

function holdsIn(data: unknown): boolean {
  return verdictsIn(data).some(({ outcome }) => outcome === 'holds');
}
