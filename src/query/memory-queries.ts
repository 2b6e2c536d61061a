import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { RegisterClient } from '../api/client.ts';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint, ConsistencyProof } from '../core/model.ts';
import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';
import { pauseOf } from './ask-again.ts';
import { clientOf, clientQuery, readQuery } from './client-query.ts';
import { reportFailure, confirmed } from './report-check.ts';
import { type RegisterSession, useSession, CHECK, headKey, NO_HEAD, queryKey } from './session.ts';
import type { MemoryFinding } from '../trust/head-verdicts.ts';
import { isKind, type Misbehaviour, type SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { HeadConsistencyCheck } from '../verify/protocol.ts';
import { earlierHead, type RecallResult, type RememberedRoot, seenIn } from '../trust/remembered-root.ts';

/** memoryQuery reads the remembered root of the register, with its leaf rule. */
export function memoryQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'memory'),
    queryFn: async ({ client: queries }) => {
      const recalled = await session.memory.recall(session.memory.id);
      // A leaf rule that was imported from a file was not found here, and is not used.
      if (
        recalled.kind === 'remembered' &&
        recalled.root.importedAtMs === undefined &&
        isOfVariant(recalled.root, queries.getQueryData(clientQuery(session).queryKey))
      )
        session.trust.learnLeafRule(recalled.root.leafRule);
      return recalled;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** memoryCheck names the check that a head continues what this browser remembers. */
export function memoryCheck(head: Checkpoint) {
  return { kind: 'memory', subject: '', head } as const;
}

/**
 * memoryCheckQuery compares a head with the remembered root. A larger log needs a consistency proof; if that
 * cannot be read it rejects, and then nothing that is checked against this head is called verified. A
 * misbehaviour is stored as an alarm.
 */
export function memoryCheckQuery(session: RegisterSession, head: Checkpoint) {
  const check = memoryCheck(head);
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'memory', head.logSize, head.rootHash),
    meta: { check },
    queryFn: async ({ client: queries, signal }): Promise<MemoryFinding> => {
      try {
        const finding = await findMemory({ session, queries, signal }, head);
        session.trust.reportMemory(head, finding);
        return finding;
      } catch (error) {
        reportFailure(session.trust, check, error, signal);
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // Ask late storage again: its root may contradict what held meanwhile.
    refetchInterval(query) {
      const { recalled } = query.state.data ?? {};
      const isLate = recalled?.kind === 'cannot-recall' && recalled.mayBe === 'late';
      return isLate ? LATE_MS : (pauseOf(query) ?? false);
    },
  });
}

/** LATE_MS is the time after which storage that gave no answer is asked again. */
const LATE_MS = 3_000;

/**
 * memoryOf compares a head with the remembered root, or returns the cached result. Rejects if
 * they cannot be compared.
 */
export function memoryOf(
  queries: QueryClient,
  session: RegisterSession,
  head: Checkpoint,
): Promise<MemoryFinding> {
  return queries.ensureQueryData(memoryCheckQuery(session, head));
}

/** Visit has what is needed to read and check a register. */
export interface Visit {
  readonly session: RegisterSession;
  readonly queries: QueryClient;
  readonly signal: AbortSignal;
}

async function findMemory(visit: Visit, head: Checkpoint): Promise<MemoryFinding> {
  const { session, queries } = visit;
  // This head is already known not to continue the page's earlier one.
  const refuted = session.trust.memoryOf(head);
  if (refuted?.misbehaviour !== undefined && !wasRemembered(refuted)) return refuted;
  // Another tab may have written since this one looked.
  const recalled = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
  if (recalled.kind === 'first-visit') return { recalled, verdict: FIRST_VISIT };
  if (recalled.kind === 'cannot-recall') {
    const { mayBe, reason, summary } = recalled;
    // A first visit if storage refuses; unknown if it may hold a root.
    return mayBe === undefined
      ? { recalled, verdict: notChecked('storage-refused', reason) }
      : { recalled, verdict: cannotCheck('storage-unread', reason, summary) };
  }
  const { root, spellings = [] } = recalled;
  const roots = [root, ...spellings.map((other) => other.root)];
  const client = await clientOf(queries, session);
  if (!roots.every((one) => isOfVariant(one, client))) {
    const reason = 'what is remembered of this register was read in the other form of the API';
    return { recalled, verdict: cannotCheck('other-variant', reason) };
  }
  const seen = roots.map(seenIn);
  const [remembered = head as SeenHead] = seen;
  const isShorter = ({ logSize }: Checkpoint): boolean => seen.some((one) => logSize < one.logSize);
  const settled = await confirmed(head, {
    isDoubtful: isShorter,
    // Another tab may have seen the log grow. A head that stays smaller is judged, and
    // does not become the page's.
    async again() {
      const fresh = await (await clientOf(queries, session)).registerProof(visit.signal);
      session.trust.heads.publish(fresh);
      return isShorter(fresh) && fresh.logSize >= head.logSize ? head : fresh;
    },
  });
  if (isShorter(head) && !isShorter(settled)) {
    // The page first rereads its head, or it would say for a moment that it could not be checked.
    await queries.invalidateQueries({ queryKey: headKey(session) }, { cancelRefetch: false });
    const verdict = cannotCheck('log-moved-on', 'the log has grown since this root was read');
    return { recalled, since: remembered, verdict };
  }
  let found = await compareHeads(visit, recalled, remembered, settled);
  for (const other of seen.slice(1))
    if (found.verdict.outcome === 'holds') found = await compareHeads(visit, recalled, other, settled);
  if (found.verdict.outcome !== 'holds') return found;
  // If storage refuses, they are compared again.
  if (spellings.length > 0) await session.memory.merge(root.registerId, spellings).catch(() => undefined);
  // A root remembered in this visit would be compared with itself.
  const earlier = earlierHead(root, session.memory.openedAtMs) ?? seen[1];
  if (earlier === undefined) {
    const first = root.alarms.length === 0 ? FIRST_VISIT : SEEN_THIS_VISIT;
    return { recalled, verdict: root.givenUp.length === 0 ? first : ROOT_TRUSTED };
  }
  return { ...found, since: earlier };
}

const FIRST_VISIT: Verdict = notChecked('first-visit', 'no earlier visit of this browser saw this register');

const SEEN_THIS_VISIT: Verdict = notChecked('seen-this-visit', 'no earlier visit saw this register');

const ROOT_TRUSTED: Verdict = notChecked('root-trusted', 'you chose to trust this root hash in this visit');

function wasRemembered({ recalled, since }: MemoryFinding): boolean {
  return recalled.kind === 'remembered' && since !== undefined && isSameHead(recalled.root, since);
}

/**
 * isOfVariant reports whether a root is comparable with those of this client: the leaves of the two variants
 * differ, and so do the roots of one log.
 */
function isOfVariant({ variant }: RememberedRoot, client: RegisterClient | undefined): boolean {
  return client === undefined || client.variant === variant;
}

/**
 * compareHeads compares a head with one seen before. A larger one needs a consistency proof. A
 * mismatch is kept as an alarm.
 */
export async function compareHeads(
  visit: Visit,
  recalled: RecallResult,
  since: SeenHead,
  head: Checkpoint,
): Promise<MemoryFinding> {
  const { session, signal } = visit;
  const proof = await demandProof(visit, since, head);
  const remembered: Checkpoint = { logSize: since.logSize, rootHash: since.rootHash };
  const check = await session.verifier.checkHeadConsistency(
    { remembered, head, ...(proof && { path: proof.path }) },
    signal,
  );
  const found = { verdict: check.verdict, recalled, since, check };
  if (check.verdict.outcome !== 'does-not-match') return found;
  const misbehaviour = await raiseAlarm(visit, since, check, proof);
  return misbehaviour === undefined ? found : { ...found, misbehaviour };
}

/**
 * demandProof requests the consistency proof between two sizes. A server whose log became shorter may
 * not know the larger size.
 */
async function demandProof(
  { session, queries }: Visit,
  one: Checkpoint,
  other: Checkpoint,
): Promise<ConsistencyProof | undefined> {
  const [from, to] = [one.logSize, other.logSize].sort((a, b) => a - b) as [number, number];
  if (from === to || from === 0) return undefined;
  const pending = queries.fetchQuery(consistencyProofQuery(session, from, to));
  return other.logSize > one.logSize ? pending : pending.catch(() => undefined);
}

/**
 * consistencyProofQuery requests a consistency proof and caches it briefly, because several
 * comparisons may need it.
 */
function consistencyProofQuery(session: RegisterSession, from: number, to: number) {
  return readQuery(
    session,
    ['consistency-proof', from, to],
    (api, signal) => api.consistencyProof(from, to, signal),
    { staleTime: 10_000 },
  );
}

/**
 * raiseAlarm stores the misbehaviour that a comparison found, with the addresses of the new head and the
 * proof, and resolves with it. If storage refuses, it lasts as long as the page. Undefined if there is none.
 */
async function raiseAlarm(
  { session, queries }: Visit,
  old: SeenHead,
  check: HeadConsistencyCheck,
  proof: ConsistencyProof | undefined,
): Promise<Misbehaviour | undefined> {
  const kind = check.finding;
  if (!isKind(kind)) return undefined;
  const { variant } = await clientOf(queries, session);
  const { logSize, rootHash } = check.head;
  const misbehaviour: Misbehaviour = {
    kind,
    base: session.base,
    variant,
    registerId: session.memory.id,
    old,
    new: { logSize, rootHash, seenAtMs: Date.now() },
    ...(proof && { path: proof.path }),
    addresses: {
      head: session.trust.heads.addressOf(check.head) ?? session.base,
      ...(proof?.address !== undefined && { consistency: proof.address }),
    },
  };
  try {
    await session.memory.raise(misbehaviour);
    await queries.invalidateQueries({ queryKey: queryKey(session, 'memory') });
  } catch {
    // Storage refuses.
  }
  return misbehaviour;
}

/**
 * useSinceVisit returns the root of "since your last visit" if the log has grown since: that of an earlier
 * visit, and whether it was imported. Undefined if there is none.
 */
export function useSinceVisit(head: Checkpoint | undefined) {
  const { verdict, finding } = useMemory(head);
  const { since } = finding ?? {};
  if (head === undefined || since === undefined || verdict?.outcome !== 'holds') return undefined;
  return since.logSize < head.logSize ? since : undefined;
}

/**
 * useMemory compares a head with the remembered root; nothing is done before there is a head. The verdict is
 * undefined while the comparison is under way, the finding also if it failed.
 */
export function useMemory(head: Checkpoint | undefined) {
  const session = useSession();
  const { trust } = session;
  const known = head ?? NO_HEAD;
  useQuery({ ...memoryCheckQuery(session, known), enabled: head !== undefined });
  const findingNow = () => trust.memoryOf(known);
  const verdictNow = () => trust.verdictOf(memoryCheck(known));
  const finding = useSyncExternalStore(trust.subscribe, findingNow, findingNow);
  const verdict = useSyncExternalStore(trust.subscribe, verdictNow, verdictNow);
  // A finding from before a failed comparison is out of date.
  return { verdict, finding: verdict === finding?.verdict ? finding : undefined };
}
