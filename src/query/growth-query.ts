import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/register-client.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Misbehaviour, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { GrowthCheck } from '../verify/protocol.ts';
import type { Recalled, RememberedRoot } from '../verify/remembered-root.ts';
import { clientOf, clientQuery } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** Growth is what a head is to the one seen before. not-checked: there is none to compare with, and why. */
export interface Growth {
  readonly verdict: Verdict;
  readonly recalled: Recalled;
  /** What it was compared with: the remembered root, or a larger head of this visit that held. */
  readonly since?: SeenHead;
  readonly check?: GrowthCheck;
  /** What the register must never do, and did. */
  readonly misbehaviour?: Misbehaviour;
  /** What may be remembered could not be read. It is the page's failure: proofs stand by themselves, and the visit as a whole does not. */
  readonly unread?: true;
}

/** memoryQuery reads what this browser remembers of the register. Its leaf rule is the session's from then on. */
export function memoryQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'memory'),
    queryFn: async ({ client: queries }) => {
      const recalled = await session.memory.recall();
      // What a file says of a leaf rule was not found here: it is found anew.
      if (
        recalled.kind === 'remembered' &&
        recalled.root.importedAtMs === undefined &&
        isOfVariant(recalled.root, queries.getQueryData(clientQuery(session).queryKey))
      )
        session.leafRule.found ??= recalled.root.leafRule;
      return recalled;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/**
 * growthQuery compares a head with the remembered root, or with what this visit has seen since. For a larger log the consistency proof is demanded; one that
 * cannot be had rejects, and then nothing made against this head is called verified. What a register must never do is kept as an alarm.
 */
export function growthQuery(session: RegisterSession, head: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'growth', head.logSize, head.rootHash),
    queryFn: async ({ client: queries, signal }): Promise<Growth> => {
      // Another tab may have written since this one looked.
      const recalled = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
      if (recalled.kind === 'remembered' && !isOfVariant(recalled.root, await clientOf(queries, session))) {
        const reason = 'what is remembered of this register was read in the other form of the API';
        return { recalled, verdict: { outcome: 'cannot-check', code: 'other-variant', reason } };
      }
      const since = lastSeen(session, recalled);
      const growth: Growth =
        since === undefined
          ? { recalled, verdict: { outcome: 'not-checked', ...unseen(recalled) } }
          : await growthSince(session, queries, recalled, since, head, signal);
      const { outcome } = growth.verdict;
      if (!mayBe(recalled) || outcome === 'does-not-match' || outcome === 'cannot-check') return growth;
      return {
        ...growth,
        unread: true,
        verdict: { outcome: 'cannot-check', code: 'storage-unread', reason: unseen(recalled).reason },
      };
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // Storage that was late is asked again: a root that it has may contradict what held meanwhile.
    refetchInterval: ({ state }) =>
      state.data !== undefined && mayBe(state.data.recalled) === 'late' && LATE_MS,
  });
}

/** LATE_MS is after what time storage that gave no answer is asked again. */
const LATE_MS = 3_000;

function mayBe(recalled: Recalled): 'there' | 'late' | undefined {
  return recalled.kind === 'cannot-recall' ? recalled.mayBe : undefined;
}

function unseen(recalled: Recalled) {
  return recalled.kind === 'cannot-recall'
    ? { code: 'storage-refused' as const, reason: recalled.reason }
    : { code: 'first-visit' as const, reason: 'this browser has not seen this register before' };
}

/** isOfVariant is whether a root may be compared with what this client reads: the two variants have other leaves, so that one log has other roots in each. */
function isOfVariant({ variant }: RememberedRoot, client: RegisterClient | undefined): boolean {
  return client === undefined || client.variant === variant;
}

/** lastSeen is the larger of the remembered root and the head that held in this visit, which was found to go on from it. */
function lastSeen(session: RegisterSession, recalled: Recalled): SeenHead | undefined {
  const here = session.seen.head;
  if (recalled.kind !== 'remembered') return here;
  const { logSize, rootHash, lastSeenMs } = recalled.root;
  return here !== undefined && here.logSize > logSize ? here : { logSize, rootHash, seenAtMs: lastSeenMs };
}

/** growthOf resolves the growth of a head, from the cache where it is known. Rejects where it cannot be found out. */
export function growthOf(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<Growth> {
  return queries.ensureQueryData(growthQuery(session, head));
}

/** believable takes "holds" from a check that was made against a head which the remembered root contradicts. */
export function believable<Check extends { readonly verdict: Verdict }>(growth: Growth, check: Check): Check {
  const { outcome } = growth.verdict;
  if (check.verdict.outcome !== 'holds' || outcome === 'holds' || outcome === 'not-checked' || growth.unread)
    return check;
  const reason =
    outcome === 'does-not-match'
      ? 'it leads to the root that the server publishes now, which does not fit the one seen before'
      : `the published root was not compared with the one seen before: ${'reason' in growth.verdict ? growth.verdict.reason : ''}`;
  const code = outcome === 'does-not-match' ? 'head-contradicted' : 'head-not-compared';
  return { ...check, verdict: { outcome: 'cannot-check', code, reason } };
}

async function growthSince(
  session: RegisterSession,
  queries: QueryClient,
  recalled: Recalled,
  since: SeenHead,
  asked: Checkpoint,
  signal: AbortSignal,
): Promise<Growth> {
  const head =
    asked.logSize < since.logSize ? await readAgain(session, queries, since, asked, signal) : asked;
  if (head === undefined) {
    const reason = 'the log has grown since this root was read';
    return { recalled, since, verdict: { outcome: 'cannot-check', code: 'log-moved-on', reason } };
  }
  const remembered: Checkpoint = { logSize: since.logSize, rootHash: since.rootHash };
  const path = await demandPath(session, queries, remembered, head, signal);
  const check = await session.verifier.checkGrowth(
    { remembered, head, ...(path === undefined ? {} : { path }) },
    signal,
  );
  const growth = { verdict: check.verdict, recalled, since, check };
  if (check.verdict.outcome !== 'does-not-match') return growth;
  const { raiseAlarm } = await import('./raise-alarm.ts');
  const misbehaviour = await raiseAlarm(session, queries, since, check, path);
  return misbehaviour === undefined ? growth : { ...growth, misbehaviour };
}

/**
 * readAgain reads the head once more where one is smaller than what was seen before: another tab may have seen the log grow after it was read. Undefined where
 * it has, and then the new head is the one to look at; a head that stays smaller is returned to be judged, and does not become the page's.
 */
async function readAgain(
  session: RegisterSession,
  queries: QueryClient,
  since: Checkpoint,
  asked: Checkpoint,
  signal: AbortSignal,
): Promise<Checkpoint | undefined> {
  const fresh = await (await clientOf(queries, session)).registerProof(signal);
  if (fresh.logSize < since.logSize) return fresh.logSize < asked.logSize ? fresh : asked;
  queries.setQueryData(headQuery(session).queryKey, fresh);
  return undefined;
}

/** demandPath asks for the consistency proof between the two sizes. A server that made its log shorter need not know the larger size any more. */
async function demandPath(
  session: RegisterSession,
  queries: QueryClient,
  remembered: Checkpoint,
  head: Checkpoint,
  signal: AbortSignal,
): Promise<readonly Hash[] | undefined> {
  const [from, to] = [remembered.logSize, head.logSize].sort((a, b) => a - b) as [number, number];
  if (from === to || from === 0) return undefined;
  const asked = (await clientOf(queries, session)).consistencyProof(from, to, signal);
  const proof = await (head.logSize > remembered.logSize ? asked : asked.catch(() => undefined));
  return proof?.path;
}
