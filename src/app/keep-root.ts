import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { isSameHead } from '../core/check-result.ts';
import { clientQuery } from '../query/client-query.ts';
import { checkOf } from '../query/keys.ts';
import { memoryCheckQuery, memoryQuery } from '../query/memory-queries.ts';
import { freshHead } from '../query/register-queries.ts';
import type { RegisterSession } from '../query/session.ts';
import { awaitsWitnesses } from '../query/witness-summary.ts';
import { cannotRecall } from '../verify/storage-refusals.ts';

/** QUIET_MS is how long nothing may have changed before a visit is summed up. */
const QUIET_MS = 250;

/** What was remembered last in a session. */
const kept = new WeakMap<RegisterSession, Checkpoint>();

/**
 * keepRoot follows what is known of a register and remembers its root once a page of this visit rests on checks that all hold, one of them against that very root,
 * and nothing in the visit did not match. Checks that compared with a head which is refuted are made again. Returns the function that ends this.
 */
export function keepRoot(queries: QueryClient, session: RegisterSession): () => void {
  const { trust } = session;
  /** The head to remember, and what waits to do so. */
  let next: { readonly head: Checkpoint; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  let refuted: Checkpoint | undefined;
  let isEnded = false;
  const keep = (): void => {
    if (next === undefined) return;
    const { head, timer } = next;
    clearTimeout(timer);
    // Checkpoints of witnesses that are still to come may contradict this head.
    const waits = awaitsWitnesses(queries, session);
    next = waits && !isEnded ? { head, timer: setTimeout(keep, QUIET_MS) } : undefined;
    if (!waits && !trust.mismatched()) void keepNow(queries, session, head);
  };
  const look = (): void => {
    const contradicted = trust.contradicted();
    if (contradicted !== undefined && contradicted !== refuted) {
      refuted = contradicted;
      void recheckAgainst(queries, session, contradicted);
    }
    // A reader who leaves a green page at once has seen its proof nevertheless.
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
    isEnded = true;
    keep();
  };
}

async function keepNow(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  const { memory, base, trust } = session;
  const leafRule = trust.leafRule();
  const variant = queries.getQueryData(clientQuery(session).queryKey)?.variant;
  if (leafRule === undefined || variant === undefined) return;
  const before = kept.get(session);
  if (before !== undefined && isSameHead(before, head)) return;
  kept.set(session, head);
  const finding = trust.memoryOf(head);
  try {
    const revision = finding?.recalled.kind === 'remembered' ? finding.recalled.root.revision : 0;
    const outcome = await (
      await memory.writer()
    ).advance(
      {
        registerId: memory.id,
        base,
        variant,
        head,
        leafRule,
        seenAtMs: Date.now(),
        openedAtMs: memory.openedAtMs,
      },
      revision,
    );
    // A list of the remembered roots may be on the page by now.
    void queries.invalidateQueries({ queryKey: ['roots'] });
    // Another tab was quicker: what it remembered is what this one now has to compare with.
    if (outcome === 'outdated') await compareAgain(queries, session, head);
    // An earlier write was refused, and was said to be.
    else if (finding?.recalled.kind === 'cannot-recall')
      await queries.fetchQuery({ ...memoryCheckQuery(session, head), staleTime: 0 });
  } catch (error) {
    // The next change of what is known tries again.
    kept.delete(session);
    if (finding?.recalled.kind === 'first-visit') sayRefused(session, head, error);
  }
}

/** sayRefused reports that the root of a first visit could not be remembered. */
function sayRefused({ trust }: RegisterSession, head: Checkpoint, error: unknown): void {
  const recalled = cannotRecall(error);
  const { reason } = recalled;
  const now = trust.memoryOf(head)?.verdict;
  // Meanwhile it may have been found not to fit; what was said once is not said again, because that would try again without end.
  if (now?.outcome === 'not-checked' && now.code !== 'storage-refused')
    trust.reportMemory(head, {
      recalled,
      verdict: { outcome: 'not-checked', code: 'storage-refused', reason },
    });
}

/** recheckAgainst makes the checks again that were made against a head, now that it is known not to fit what was seen before. */
function recheckAgainst(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  return queries.resetQueries({
    queryKey: [session.id],
    predicate: (query) => {
      const check = checkOf(query);
      return check?.head !== undefined && check.kind !== 'memory' && isSameHead(check.head, head);
    },
  });
}

async function compareAgain(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<void> {
  const recalled = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
  if (recalled.kind === 'remembered' && isSameHead(recalled.root, head)) return;
  const fresh = await freshHead({ queries, session });
  kept.delete(session);
  await queries.fetchQuery({ ...memoryCheckQuery(session, fresh), staleTime: 0 });
}
