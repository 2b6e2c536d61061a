import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import type { GrowthCheck } from '../verify/protocol.ts';
import type { Recalled } from '../verify/remembered-root.ts';
import { clientOf } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { freshHead } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** Growth is what a head is to the root this browser remembers. not-checked: there is none to compare with, and why. */
export interface Growth {
  readonly verdict: Verdict;
  readonly recalled: Recalled;
  readonly check?: GrowthCheck;
  /** What the register must never do, and did. */
  readonly misbehaviour?: Misbehaviour;
}

/** memoryQuery reads what this browser remembers of the register. Its leaf rule is the session's from then on. */
export function memoryQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'memory'),
    queryFn: async () => {
      const recalled = await session.memory.recall();
      if (recalled.kind === 'remembered') session.leafRule.found ??= recalled.root.leafRule;
      return recalled;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/**
 * growthQuery compares a head with the remembered root. For a larger log the consistency proof is demanded; one that cannot be had rejects, and then nothing
 * made against this head is called verified. What a register must never do is kept as an alarm.
 */
export function growthQuery(session: RegisterSession, head: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'growth', head.logSize, head.rootHash),
    queryFn: async ({ client: queries, signal }): Promise<Growth> => {
      // Another tab may have written since this one looked.
      const recalled = await queries.fetchQuery({ ...memoryQuery(session), staleTime: 0 });
      if (recalled.kind === 'first-visit')
        return nothingToCompare(recalled, 'this browser has not seen this register before');
      if (recalled.kind === 'cannot-recall') return nothingToCompare(recalled, recalled.reason);
      return growthSince(session, queries, recalled, head, signal);
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** growthOf resolves the growth of a head, from the cache where it is known. Rejects where it cannot be found out. */
export function growthOf(queries: QueryClient, session: RegisterSession, head: Checkpoint): Promise<Growth> {
  return queries.ensureQueryData(growthQuery(session, head));
}

/** believable takes "holds" from a check that was made against a head which the remembered root contradicts. */
export function believable<Check extends { readonly verdict: Verdict }>(growth: Growth, check: Check): Check {
  const { outcome } = growth.verdict;
  if (check.verdict.outcome !== 'holds' || outcome === 'holds' || outcome === 'not-checked') return check;
  const reason =
    outcome === 'does-not-match'
      ? 'it leads to the root that the server publishes now, which does not fit the one this browser remembers'
      : 'whether the log goes on from the root this browser remembers could not be checked';
  return { ...check, verdict: { outcome: 'cannot-check', reason } };
}

function nothingToCompare(recalled: Recalled, reason: string): Growth {
  return { recalled, verdict: { outcome: 'not-checked', reason } };
}

async function growthSince(
  session: RegisterSession,
  queries: QueryClient,
  recalled: Extract<Recalled, { kind: 'remembered' }>,
  head: Checkpoint,
  signal: AbortSignal,
): Promise<Growth> {
  const { root } = recalled;
  const remembered: Checkpoint = { logSize: root.logSize, rootHash: root.rootHash };
  if (head.logSize < root.logSize) {
    // The log may have grown, and been remembered by another tab, after this head was read.
    const fresh = await freshHead({ queries, session });
    if (fresh.logSize > head.logSize)
      return nothingToCompare(recalled, 'the log has grown since this root was read');
  }
  const path = await demandPath(session, queries, remembered, head, signal);
  const check = await session.verifier.checkGrowth(
    { remembered, head, ...(path === undefined ? {} : { path }) },
    signal,
  );
  if (check.verdict.outcome === 'does-not-match') {
    const { raiseAlarm } = await import('./raise-alarm.ts');
    const misbehaviour = await raiseAlarm(session, queries, root, check, path);
    return {
      verdict: check.verdict,
      recalled,
      check,
      ...(misbehaviour === undefined ? {} : { misbehaviour }),
    };
  }
  return { verdict: check.verdict, recalled, check };
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
