import type { QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/register-client.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { EntryCheck } from '../verify/protocol.ts';
import { judged, memoryOf, memoryQuery } from './memory-queries.ts';
import type { RegisterSession } from './session.ts';

/** Proving is what a proof is fetched and checked with. */
export interface Proving {
  readonly session: RegisterSession;
  readonly queries: QueryClient;
  readonly api: RegisterClient;
  readonly signal: AbortSignal;
}

/**
 * proveEntry proves one entry against one head. Where the register's leaf rule is not known yet and no rule leads this entry to the root, two other entries
 * are asked: if one of them finds the rule, this entry does not match; if none does, it cannot be checked (hashing.md, "Leaf rules are data"). Nothing holds
 * against a head that does not go on from the remembered root. Rejects where that cannot be found out.
 */
export async function proveEntry(proving: Proving, entry: Entry, head: Checkpoint): Promise<EntryCheck> {
  const { session, queries } = proving;
  // The leaf rule of earlier visits comes with the remembered root.
  await queries.ensureQueryData(memoryQuery(session));
  const [, check] = await Promise.all([memoryOf(queries, session, head), proveByRule(proving, entry, head)]);
  return judged(session, head, check);
}

async function proveByRule(proving: Proving, entry: Entry, head: Checkpoint): Promise<EntryCheck> {
  const known = proving.session.trust.leafRule();
  const check = await tryEntry(proving, entry, head, known);
  if (check.verdict.outcome === 'holds' && check.leafRule !== undefined)
    proving.session.trust.learnLeafRule(check.leafRule);
  const decided = check.verdict.outcome !== 'cannot-check' || known !== undefined;
  // Of an entry that the head does not cover, no rule can lead anywhere.
  if (decided || entry.entryNumber > head.logSize) return check;
  const rule = await findLeafRule(proving, entry.entryNumber, head);
  return rule === undefined ? check : tryEntry(proving, entry, head, rule);
}

/** findLeafRule asks the first and the last entry, other than the one in question, which rule leads them to the root, and has the register keep it. */
export async function findLeafRule(
  { session, ...proving }: Proving,
  except: number,
  head: Checkpoint,
): Promise<LeafRuleId | undefined> {
  const candidates = [1, head.logSize, Math.ceil(head.logSize / 2)].filter(
    (n, at, all) => n !== except && all.indexOf(n) === at,
  );
  for (const entryNumber of candidates.slice(0, 2)) {
    const other = await proving.api.entry(entryNumber, proving.signal);
    const check = await tryEntry({ session, ...proving }, other, head, undefined);
    if (check.verdict.outcome !== 'holds' || check.leafRule === undefined) continue;
    session.trust.learnLeafRule(check.leafRule);
    return session.trust.leafRule();
  }
  return undefined;
}

async function tryEntry(
  { api, session, signal }: Proving,
  entry: Entry,
  head: Checkpoint,
  leafRule: LeafRuleId | undefined,
): Promise<EntryCheck> {
  // An entry that the head does not cover has no proof to ask for; the verifier says why it cannot be checked.
  const auditPath =
    entry.entryNumber > head.logSize
      ? []
      : (await api.entryProof(entry.entryNumber, head.logSize, signal)).auditPath;
  return session.verifier.checkEntry(
    {
      variant: api.variant,
      entry,
      auditPath,
      checkpoint: head,
      ...(leafRule === undefined ? {} : { leafRule }),
    },
    signal,
  );
}
