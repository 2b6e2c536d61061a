import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { RegisterClient } from '../api/client.ts';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint, Entry, LeafRuleId } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { entryQuery } from './record-queries.ts';
import { memoryOf, memoryQuery, type Visit } from './memory-queries.ts';
import { freshHead } from './register-queries.ts';
import { checkQuery, ensureChecked, reportVerdict, confirmed } from './report-check.ts';
import { headKey, type RegisterSession } from './session.ts';
import type { EntryCheck } from '../verify/protocol.ts';

/**
 * beginningCheck names the check that the log of an earlier size is the beginning of the log with this head.
 */
export function beginningCheck(logSize: number, head: Checkpoint): Check {
  return { kind: 'consistency', subject: String(logSize), head };
}

/** inclusionCheck names the check that an entry is in the log with this head. */
export function inclusionCheck(entry: Entry, head: Checkpoint): Check {
  return { kind: 'inclusion', subject: JSON.stringify(entry), head };
}

/**
 * entryCheckQuery proves one entry: it fetches the entry proof at the size of `head` and verifies it in the
 * worker. If the check does not hold, or the server no longer answers for this size, the head is reread once:
 * a proof and a root of different ages mean that the log has grown, not a mismatch. `checkpoint` of the check
 * is the head it was made against. At an earlier size `at`, the entry proof gives a root, which must be
 * proved consistent with the head.
 */
export function entryCheckQuery(session: RegisterSession, entry: Entry, head: Checkpoint, at = head.logSize) {
  const isEarlier = at !== head.logSize;
  const check: Check = isEarlier
    ? { kind: 'inclusion', subject: JSON.stringify([at, entry]), head }
    : inclusionCheck(entry, head);
  const make = async (queries: QueryClient, signal: AbortSignal): Promise<EntryCheck> => {
    const proving = { session, queries, api: await clientOf(queries, session), signal };
    return isEarlier ? proveEntry(proving, entry, head, at) : proveWhileItGrows(proving, entry, head);
  };
  return checkQuery(session, check, make, {
    facts: ({ entry: proved, checkpoint: { logSize, rootHash } }) => {
      const against = isEarlier ? head : { logSize, rootHash };
      return { head: against, proves: { entries: [proved], head: against } };
    },
  });
}

async function proveWhileItGrows(proving: ProofContext, entry: Entry, head: Checkpoint): Promise<EntryCheck> {
  const first = await proveEntry(proving, entry, head).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 400 || error.status === 404)) return error;
    throw error;
  });
  const found = await confirmed(first, {
    isDoubtful: (found) => found instanceof ApiError || found.verdict.outcome !== 'holds',
    async again() {
      const fresh = await newerHead(proving, head);
      proving.signal.throwIfAborted();
      return fresh === undefined ? first : proveEntry(proving, entry, fresh);
    },
  });
  if (found instanceof ApiError) throw found;
  return found;
}

/**
 * newerHead returns a larger head of the page than this one, which is read again unless another check has done so.
 * Undefined if there is none, or it cannot be read again.
 */
async function newerHead(visit: Visit, head: Checkpoint): Promise<Checkpoint | undefined> {
  const { session, queries } = visit;
  const { heads } = session.trust;
  const larger = () => {
    const now = heads.current();
    return now !== undefined && now.logSize > head.logSize ? now : undefined;
  };
  const isBeingRead = queries.isFetching({ queryKey: headKey(session) }) > 0;
  if (larger() === undefined && (isBeingRead || heads.mayReread()))
    await freshHead(visit).catch(() => undefined);
  return larger();
}

/**
 * rootAtQuery finds the root the log had at an earlier size, by proving the last entry of that log. Its data
 * is that proof; the root is its checkpoint's and counts only if the verdict holds. It reports that the
 * earlier log is the beginning of the one with this head.
 */
export function rootAtQuery(session: RegisterSession, logSize: number, head: Checkpoint) {
  const check = beginningCheck(logSize, head);
  return checkQuery(session, check, async (queries, signal): Promise<EntryCheck> => {
    const entry = await queries.ensureQueryData(entryQuery(session, logSize));
    return ensureChecked(queries, entryCheckQuery(session, entry, head, logSize), signal);
  });
}

/**
 * consistencyCheck names the check that one log is the beginning of another, each of which is, or
 * begins, the log with this head.
 */
export function consistencyCheck(from: Checkpoint, to: Checkpoint, head: Checkpoint): Check {
  const subject = JSON.stringify([from.logSize, from.rootHash, to.logSize, to.rootHash]);
  return { kind: 'consistency', subject, head };
}

/** consistencyCheckQuery fetches the consistency proof between two logs and verifies it in the worker. */
export function consistencyCheckQuery(
  session: RegisterSession,
  from: Checkpoint,
  to: Checkpoint,
  head: Checkpoint,
) {
  return checkQuery(session, consistencyCheck(from, to, head), async (queries, signal) => {
    const api = await clientOf(queries, session);
    const { path } = await api.consistencyProof(from.logSize, to.logSize, signal);
    return session.verifier.checkConsistency({ from, to, path }, signal);
  });
}

/** ProofContext has what is needed to fetch and check a proof. */
export interface ProofContext extends Visit {
  readonly api: RegisterClient;
}

/**
 * proveEntry proves one entry in the log of the size `at`, against one head. If the register's leaf rule is
 * not known yet and no rule gives the root, two other entries are tried: if one of them finds the rule, this
 * entry does not match; else it cannot be checked (core/hashing.md, "Leaf rules"). Whether that head continues
 * the remembered root, the trust store considers. Rejects if they cannot be compared.
 */
async function proveEntry(
  proving: ProofContext,
  entry: Entry,
  head: Checkpoint,
  at = head.logSize,
): Promise<EntryCheck> {
  const { session, queries } = proving;
  const { trust } = session;
  // The leaf rule of earlier visits comes with the remembered root.
  await queries.ensureQueryData(memoryQuery(session));
  const byRule = async (): Promise<EntryCheck> => {
    const tryRule = await ruleTrier(proving, entry, head, at);
    const known = trust.leafRule();
    const check = await tryRule(known);
    const isUndecided = check.verdict.outcome === 'cannot-check' && known === undefined;
    // No rule can prove an entry beyond the head.
    if (!isUndecided || entry.entryNumber > at) return check;
    // Another proof may have found the rule meanwhile.
    const rule = trust.leafRule() ?? (await findLeafRule(proving, entry.entryNumber, head));
    return rule === undefined ? check : tryRule(rule);
  };
  const [, check] = await Promise.all([memoryOf(queries, session, head), byRule()]);
  if (check.consistency !== undefined)
    reportVerdict(trust, consistencyCheck(check.checkpoint, head, head), check.consistency.verdict);
  return check;
}

/**
 * ruleTrier fetches the proofs of an entry, and returns a function that checks it in the worker by a leaf
 * rule; by any if that is undefined. A rule that is found is the register's.
 */
async function ruleTrier(
  { api, session, signal }: ProofContext,
  entry: Entry,
  head: Checkpoint,
  at = head.logSize,
): Promise<(leafRule: LeafRuleId | undefined) => Promise<EntryCheck>> {
  // There is no proof of an entry beyond the head; the verifier says why it cannot be checked.
  const [{ auditPath }, consistency] = await Promise.all([
    entry.entryNumber <= at ? api.entryProof(entry.entryNumber, at, signal) : { auditPath: [] },
    at === head.logSize ? undefined : api.consistencyProof(at, head.logSize, signal),
  ]);
  const earlier = consistency && { logSize: at, path: consistency.path };
  const request = { variant: api.variant, entry, auditPath, checkpoint: head, ...(earlier && { earlier }) };
  return async (leafRule) => {
    const check = await session.verifier.checkEntry({ ...request, ...(leafRule && { leafRule }) }, signal);
    if (check.verdict.outcome === 'holds' && check.leafRule !== undefined)
      session.trust.learnLeafRule(check.leafRule);
    return check;
  };
}

/**
 * findLeafRule finds the leaf rule that proves the first or the last entry, other than `except`, and
 * records it as the register's.
 */
export async function findLeafRule(
  proving: ProofContext,
  except: number,
  head: Checkpoint,
): Promise<LeafRuleId | undefined> {
  const numbers = new Set([1, head.logSize, Math.ceil(head.logSize / 2)]);
  numbers.delete(except);
  for (const entryNumber of [...numbers].slice(0, 2)) {
    const other = await proving.api.entry(entryNumber, proving.signal);
    const { verdict } = await (await ruleTrier(proving, other, head))(undefined);
    if (verdict.outcome === 'holds') return proving.session.trust.leafRule();
  }
  return undefined;
}
