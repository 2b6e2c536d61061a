import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { doesNotMatch, type Verdict } from '../core/verdict.ts';
import { contradictionLists, type KeptContradiction } from '../trust/reader-lists.ts';
import { readVerifierKey, type VerifierKey, writeVerifierKey } from '../verify/witness/signed-note.ts';
import { type RegisterSession, queryKey } from './session.ts';
import { type HeadComparison, isContradiction } from './foreign-head.ts';

/** SignedHead is a head that a witness signed. */
export interface SignedHead {
  readonly note: string;
  readonly checkpoint: Checkpoint;
  readonly atMs?: number;
}

/** SignedComparison is the comparison of what was signed with the published log. */
export interface SignedComparison extends HeadComparison {
  /** Decided by the entries published here, because the register sent no proof that does. */
  readonly byEntries?: true;
}

/**
 * WitnessFinding compares what somebody signed with the published log. Anything unsigned is no
 * evidence and cannot be checked.
 */
export interface WitnessFinding {
  /** As that of HeadComparison. */
  readonly verdict: Verdict;
  /** The key, if its line is valid. */
  readonly key?: VerifierKey;
  /** Absent unless the signature is valid and of this log. */
  readonly signed?: SignedHead;
  /** The register did not answer the comparison, and may when it is asked again. */
  readonly lacksAnswer?: boolean;
  readonly comparison?: SignedComparison;
}

/** Contradiction is a signed head that contradicts the published log. */
export type Contradiction = WitnessFinding & Required<Pick<WitnessFinding, 'key' | 'signed' | 'comparison'>>;

/** contradictionIn returns the worst finding: another log, else one with a wrong proof. */
export function contradictionIn(
  found: readonly (WitnessFinding | null | undefined)[],
): Contradiction | undefined {
  const bad = found.filter(
    (one): one is Contradiction => one?.verdict.outcome === 'does-not-match' && one.comparison !== undefined,
  );
  return bad.find(isContradiction) ?? bad[0];
}

/** MOST_KEPT is how many contradictions of a register are kept. */
const MOST_KEPT = 20;

/** keptContradictionsQuery lists the contradictions that witnesses of a register signed, oldest first. */
export function keptContradictionsQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'contradictions'),
    queryFn: () => contradictionLists.read(session.memory.id),
    staleTime: Infinity,
  });
}

/**
 * keepContradiction stores what a witness signed of another log, with the published head and the proof
 * between them. What the reader dismissed stays so until another head is published. Rejects if storage
 * refuses.
 */
export async function keepContradiction(
  queries: QueryClient,
  session: RegisterSession,
  { key, signed, comparison: { own, path, beginning } }: Contradiction,
): Promise<void> {
  const found: KeptContradiction = {
    vkey: writeVerifierKey(key),
    note: signed.note,
    signed: signed.checkpoint,
    ...(signed.atMs !== undefined && { signedAtMs: signed.atMs }),
    own: { logSize: own.logSize, rootHash: own.rootHash },
    path,
    ...(beginning && { rootAtShorterSize: beginning }),
    seenAtMs: Date.now(),
    read: false,
  };
  await contradictionLists.edit(session.memory.id, (list) => {
    const isKnown = list.some(
      (one) => isOfOneSignature(one, found) && (!one.read || isSameHead(one.own, found.own)),
    );
    if (isKnown) return list;
    const dropped = list.find(({ read }) => read) ?? list[0];
    return [...(list.length < MOST_KEPT ? list : list.filter((one) => one !== dropped)), found];
  });
  await queries.invalidateQueries({ queryKey: keptContradictionsQuery(session).queryKey });
}

/** dismissContradiction marks what a witness signed as read. Rejects if storage refuses. */
export async function dismissContradiction(
  queries: QueryClient,
  session: RegisterSession,
  bad: Contradiction,
): Promise<void> {
  await contradictionLists.edit(session.memory.id, (list) =>
    list.map((one) => (isOf(one, bad) ? { ...one, read: true } : one)),
  );
  await queries.invalidateQueries({ queryKey: keptContradictionsQuery(session).queryKey });
}

/** isOf reports whether a kept contradiction is of the key and the signed head of this one. */
export function isOf(kept: KeptContradiction, { key, signed }: Contradiction): boolean {
  return isOfOneSignature(kept, { vkey: writeVerifierKey(key), signed: signed.checkpoint });
}

type Signature = Pick<KeptContradiction, 'vkey' | 'signed'>;

function isOfOneSignature(one: Signature, other: Signature): boolean {
  return one.vkey === other.vkey && isSameHead(one.signed, other.signed);
}

/** contradictionOf returns a kept contradiction as it was found. */
export function contradictionOf(kept: KeptContradiction): Contradiction {
  const { vkey, note, signed: checkpoint, signedAtMs: atMs, own, path, rootAtShorterSize: beginning } = kept;
  const verdict = doesNotMatch('two-roots', 'a witness signed another log than the one published here');
  return {
    verdict,
    key: readVerifierKey(vkey),
    signed: { note, checkpoint, ...(atMs !== undefined && { atMs }) },
    comparison: { verdict, own, path, ...(beginning && { beginning }) },
  };
}

/**
 * Standing is what a kept contradiction says of the head that is published now. now: it contradicts this one
 * too. before: it contradicted an earlier one, and what is published now agrees with the witness. open: it
 * contradicted an earlier one, and this one could not be compared.
 */
export type Standing = 'now' | 'before' | 'open';

/** standingOf decides that by comparing what was signed with the published head, if that was done. */
export function standingOf(
  kept: KeptContradiction,
  compared: WitnessFinding | undefined,
  head: Checkpoint | undefined,
): Standing {
  if (compared !== undefined && isContradiction(compared)) return 'now';
  if (compared?.verdict.outcome === 'holds') return 'before';
  return head !== undefined && isSameHead(kept.own, head) ? 'now' : 'open';
}
