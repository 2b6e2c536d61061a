import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { isSameHead } from '../core/check-result.ts';
import { notChecked } from '../core/verdict.ts';
import { clientQuery } from '../query/client-query.ts';
import { memoryCheckQuery, memoryQuery } from '../query/memory-queries.ts';
import { freshHead } from '../query/register-queries.ts';
import { checkOf, type RegisterSession } from '../query/session.ts';
import { cannotRecall } from '../trust/root-memory.ts';

/** QUIET_MS is the time without changes before a root is remembered. */
const QUIET_MS = 250;

/**
 * keepRoot follows a trust store and remembers its root once all checks of a page hold, one of them
 * against that root, and no check of the visit is a mismatch. Returns the function to stop.
 */
export function keepRoot(queries: QueryClient, session: RegisterSession): () => void {
  const { trust } = session;
  /** The head to remember, and what waits to do so. */
  let next: { readonly head: Checkpoint; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const keep = (): void => {
    if (next === undefined) return;
    const { head, timer } = next;
    clearTimeout(timer);
    next = undefined;
    if (!trust.mismatched()) void keepNow(queries, session, head);
  };
  const look = (): void => {
    // A reader who leaves a green page at once has still seen its proof.
    const { page } = trust.page();
    if (page === 'none' || page === 'copy') return keep();
    clearTimeout(next?.timer);
    const head = trust.confirmed();
    next = head && { head, timer: setTimeout(keep, QUIET_MS) };
  };
  const unsubscribe = trust.subscribe(look);
  look();
  return () => {
    unsubscribe();
    keep();
  };
}

/**
 * compareAfterNews compares the heads of this page again after another tab changed the remembered root. Resolves with
 * whether the other tab forgot it.
 */
export async function compareAfterNews(queries: QueryClient, session: RegisterSession): Promise<boolean> {
  await queries.invalidateQueries({
    queryKey: [session.id],
    predicate: (query) => checkOf(query)?.kind === 'memory',
  });
  return queries.getQueryData(memoryQuery(session).queryKey)?.kind === 'first-visit';
}

/** rememberAgain has the next page that holds remember its root, though this visit has done so before. */
export function rememberAgain({ trust }: RegisterSession): void {
  trust.heads.remembered = undefined;
}

async function keepNow(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  const { memory, base, trust } = session;
  const leafRule = trust.leafRule();
  const variant = queries.getQueryData(clientQuery(session).queryKey)?.variant;
  if (leafRule === undefined || variant === undefined) return;
  const { remembered } = trust.heads;
  if (remembered !== undefined && isSameHead(remembered, head)) return;
  trust.heads.remembered = head;
  const finding = trust.memoryOf(head);
  try {
    const revision = finding?.recalled.kind === 'remembered' ? finding.recalled.root.revision : 0;
    const { id: registerId, openedAtMs } = memory;
    const confirmed = { registerId, base, variant, head, leafRule, seenAtMs: Date.now(), openedAtMs };
    const outcome = await memory.advance(confirmed, revision);
    // A list of the remembered roots may be on the page by now.
    void queries.invalidateQueries({ queryKey: ['roots'] });
    void queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
    // Another tab was faster: compare with the root it remembered.
    if (outcome === 'outdated') await compareAgain(queries, session, head);
    // An earlier refusal was reported.
    else if (finding?.recalled.kind === 'cannot-recall')
      await queries.fetchQuery({ ...memoryCheckQuery(session, head), staleTime: 0 });
  } catch (error) {
    // The next change of the store tries again.
    trust.heads.remembered = undefined;
    if (finding?.recalled.kind === 'first-visit') reportRefused(session, head, error);
  }
}

/** reportRefused reports that the root of a first visit could not be remembered. */
function reportRefused({ trust }: RegisterSession, head: Checkpoint, error: unknown): void {
  const recalled = cannotRecall(error);
  const now = trust.memoryOf(head)?.verdict;
  // It may have become a mismatch meanwhile; a repeated report would cause endless retries.
  if (now?.outcome === 'not-checked' && now.code !== 'storage-refused')
    trust.reportMemory(head, { recalled, verdict: notChecked('storage-refused', recalled.reason) });
}

async function compareAgain(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  const recalled = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
  if (recalled.kind === 'remembered' && isSameHead(recalled.root, head)) return;
  const fresh = await freshHead({ queries, session });
  session.trust.heads.remembered = undefined;
  await queries.fetchQuery({ ...memoryCheckQuery(session, fresh), staleTime: 0 });
}
