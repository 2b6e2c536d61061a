import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { decodeUtf8 } from '../api/body.ts';
import { createTransport } from '../api/transport.ts';
import { isSameHead } from '../core/check-result.ts';
import { isolated } from '../core/invisible.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../core/verdict.ts';
import type { SignedCheckpoint } from '../verify/evidence/formats.ts';
import { verifyNote } from '../verify/witness/cosignature.ts';
import {
  NoteError,
  originOf,
  readCheckpointText,
  readSignedNote,
  readVerifierKey,
  type VerifierKey,
  writeSignedNote,
  writeVerifierKey,
} from '../verify/witness/signed-note.ts';
import { type KnownWitness, witnessLists } from '../trust/reader-lists.ts';
import {
  contradictionIn,
  keepContradiction,
  keptContradictionsQuery,
  type SignedComparison,
  type SignedHead,
  standingOf,
  type WitnessFinding,
} from './contradictions.ts';
import { copyIn } from './copy-controller.ts';
import { copyAnswer, copyControllerOf, READ_WITHOUT_ASKING } from './copy.ts';
import { copyForHead } from './copy-for-head.ts';
import { isUnanswered } from '../api/retry.ts';
import { pauseOf, UNANSWERED_MS } from './ask-again.ts';
import { entryQuery } from './record-queries.ts';
import { compareForeignHead, type HeadComparison, isContradiction } from './foreign-head.ts';
import { entryCheckQuery, rootAtQuery } from './inclusion-queries.ts';
import { memoryOf, type Visit } from './memory-queries.ts';
import { freshHead, registerQuery } from './register-queries.ts';
import { ensureChecked, failedBecause } from './report-check.ts';
import { CHECK, type RegisterSession, useSession, queryKey } from './session.ts';

/** NOTE_BYTES is the longest note that is fetched. */
const NOTE_BYTES = 1_000_000;

/** witnessListQuery lists the witnesses that the reader trusts for a register. */
export function witnessListQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'witnesses'),
    queryFn: () => witnessLists.read(session.memory.id),
    staleTime: Infinity,
  });
}

/**
 * originQuery returns the origin of a register's checkpoints, see originOf: for a register with a public
 * address (`isRemote`) that address, for any other its name and the root hash of its first entry, whose proof
 * must hold. Rejects if it does not.
 */
export function originQuery(session: RegisterSession, isRemote: boolean) {
  return queryOptions({
    queryKey: queryKey(session, 'origin'),
    queryFn: async ({ client: queries }): Promise<string> => {
      const { name, variant } = await queries.ensureQueryData(registerQuery(session));
      if (isRemote) return originOf({ variant, address: session.base });
      return localOrigin(queries, session, variant, name ?? 'register');
    },
    staleTime: Infinity,
  });
}

async function localOrigin(
  queries: QueryClient,
  session: RegisterSession,
  variant: Variant,
  name: string,
): Promise<string> {
  const head = await freshHead({ queries, session });
  if (head.logSize === 0) throw new Error('a log without entries has no name that others know');
  const entry = await queries.ensureQueryData(entryQuery(session, 1));
  const { leafHash, verdict } = await ensureChecked(queries, entryCheckQuery(session, entry, head));
  if (leafHash === undefined || verdict.outcome !== 'holds')
    throw new Error('the first entry, which names this log, could not be verified');
  // The root of a log of one entry is the hash of its leaf (RFC 9162, 2.1.1).
  return originOf({ variant, name, firstRoot: leafHash });
}

/**
 * witnessCheckQuery checks the checkpoint of a witness: its signature, its origin, and that it does not
 * contradict the published log. Rejects if the checkpoint cannot be fetched.
 */
export function witnessCheckQuery(
  session: RegisterSession,
  { vkey, address, note }: KnownWitness,
  origin: string | undefined,
) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'witness', origin ?? '', vkey, address ?? '', note ?? ''),
    queryFn: async ({ client, signal }): Promise<WitnessFinding> => {
      const text = address === undefined ? note : await fetchNote(session, address, signal);
      const visit = { session, queries: client, signal };
      const finding = await checkWitness(visit, vkey, text, origin ?? '');
      const bad = isContradiction(finding) ? contradictionIn([finding]) : undefined;
      // If storage refuses, it counts until the page is closed.
      if (bad) await keepContradiction(client, session, bad).catch(() => undefined);
      return finding;
    },
    enabled: origin !== undefined,
    staleTime: ({ state: { data } }) => (data?.lacksAnswer === true ? 0 : 60_000),
    gcTime: 10 * 60_000,
    refetchInterval: (query) =>
      query.state.data?.lacksAnswer === true ? UNANSWERED_MS : (pauseOf(query) ?? false),
  });
}

async function checkWitness(
  visit: Visit,
  vkey: string,
  text: string | undefined,
  origin: string,
): Promise<WitnessFinding> {
  let key: VerifierKey | undefined;
  try {
    key = readVerifierKey(vkey);
    if (text === undefined)
      return { key, verdict: notChecked('not-made', 'no checkpoint of this witness is here yet') };
    const note = readSignedNote(text);
    const stated = readCheckpointText(note.text);
    const { verdict, signedAtMs } = await verifyNote(note, key, Date.now());
    if (verdict.outcome !== 'holds') return { key, verdict };
    if (stated.origin !== origin)
      return {
        key,
        verdict: cannotCheck('other-log', `the checkpoint is of another log, ${isolated(stated.origin)}`),
      };
    // Every log begins empty: that is neither agreement nor doubt.
    if (stated.checkpoint.logSize === 0)
      return { key, verdict: notChecked('empty-log', 'it signed an empty log, with which every log begins') };
    const atMs = signedAtMs === undefined ? {} : { atMs: signedAtMs };
    const signed = { note: writeSignedNote(note), checkpoint: stated.checkpoint, ...atMs };
    return { key, ...(await compareSigned(visit, signed)) };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    const what = key === undefined ? 'the key' : 'the checkpoint';
    const verdict = cannotCheck('malformed', `${what} cannot be read: ${error.message}`);
    return { verdict, ...(key && { key }) };
  }
}

/** compareSigned compares a signed head with the one published now. Never rejects: one that cannot be stays signed. */
async function compareSigned(visit: Visit, signed: SignedHead): Promise<WitnessFinding> {
  try {
    const comparison = await compareByAnyMeans(visit, signed.checkpoint, await freshHead(visit));
    return { signed, comparison, verdict: await unlessUnproved(visit, comparison) };
  } catch (error) {
    const what = 'this register did not answer the comparison';
    const verdict = failedBecause('no-consistency-proof', what, error);
    return { signed, verdict, ...(isUnanswered(error) && { lacksAnswer: true }) };
  }
}

/** compareByAnyMeans compares by the proofs of the register; where they do not decide, by its entries, if those are known. */
async function compareByAnyMeans(
  visit: Visit,
  theirs: Checkpoint,
  own: Checkpoint,
): Promise<SignedComparison> {
  const { logSize, rootHash: digits } = theirs;
  try {
    const proved = await compareForeignHead(visit, { logSize, digits }, own);
    if (proved.verdict.outcome === 'holds' || isContradiction(proved)) return proved;
    return (await compareByEntries(visit, theirs, own, proved.path)) ?? proved;
  } catch (error) {
    // A register that refuses the proof must not fare better than one that sends a wrong one.
    // One that is in trouble is not asked for its whole log.
    const isRead = copyIn(copyControllerOf(visit.session, visit.queries).phase()) !== undefined;
    if (isUnanswered(error) && !isRead) throw error;
    const found = await compareByEntries(visit, theirs, own, []);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * compareByEntries compares a signed head with a longer log by the root that its entries give at that size;
 * undefined if they are too many, or do not give the published head.
 */
async function compareByEntries(
  { session, queries }: Visit,
  theirs: Checkpoint,
  own: Checkpoint,
  path: HeadComparison['path'],
): Promise<SignedComparison | undefined> {
  if (theirs.logSize >= own.logSize || own.logSize > READ_WITHOUT_ASKING) return undefined;
  try {
    const copy = await copyForHead(queries, session, own);
    const leafRule = session.trust.leafRule();
    if (copy.verdict.outcome !== 'holds' || leafRule === undefined) return undefined;
    const question = { at: theirs.logSize, leafRule };
    const beginning = await queries.fetchQuery(copyAnswer(session, copy, 'rootAt', question));
    if (beginning === undefined) return undefined;
    const verdict: Verdict =
      beginning === theirs.rootHash
        ? { outcome: 'holds' }
        : doesNotMatch('two-roots', 'the entries published here give another root hash at that size');
    return { verdict, own, path, beginning, byEntries: true };
  } catch {
    return undefined;
  }
}

/**
 * unlessUnproved returns the verdict of a comparison, which holds only if the published head does not contradict
 * the remembered root, and an entry proof gives its root: two equal roots may both be invented.
 */
async function unlessUnproved(
  { session, queries, signal }: Visit,
  { verdict, own }: HeadComparison,
): Promise<Verdict> {
  if (verdict.outcome !== 'holds') return verdict;
  await memoryOf(queries, session, own);
  const judged = session.trust.judge(own, verdict) ?? verdict;
  if (judged.outcome !== 'holds') return judged;
  const newest = await ensureChecked(queries, rootAtQuery(session, own.logSize, own), signal);
  // The log may have grown: a proof of the larger log proves nothing about this head.
  if (newest.verdict.outcome === 'holds' && isSameHead(newest.checkpoint, own)) return judged;
  const reason = 'the newest entry does not give the root hash that is published to you';
  return cannotCheck('answers-disagree', reason);
}

async function fetchNote(session: RegisterSession, address: string, signal: AbortSignal): Promise<string> {
  const transport = createTransport({
    fetch: (url, init) => fetch(url, init),
    ledger: session.ledger,
    maxBytes: NOTE_BYTES,
  });
  // Bytes that are not UTF-8 are treated as an empty note.
  return transport.getBytes(address, (bytes) => decodeUtf8(bytes) ?? '', {
    signal,
    fresh: true,
    isText: true,
  });
}

/**
 * useWitnesses checks the checkpoints of all witnesses of the register on view;
 * `isRemote` as for originQuery.
 */
export function useWitnesses(isRemote: boolean) {
  const session = useSession();
  const list = useQuery(witnessListQuery(session));
  const origin = useQuery(originQuery(session, isRemote));
  const witnesses = list.data ?? [];
  const found = useQueries({
    queries: witnesses.map((witness) => witnessCheckQuery(session, witness, origin.data)),
  });
  return { list, origin, found };
}

/**
 * useKeptContradictions reads the contradictions that are stored of the register on view, and compares each
 * with the published head.
 */
export function useKeptContradictions(origin: string | undefined, head: Checkpoint | undefined) {
  const session = useSession();
  const { data = [], isLoading, error } = useQuery(keptContradictionsQuery(session));
  const compared = useQueries({ queries: data.map((kept) => witnessCheckQuery(session, kept, origin)) });
  const kept = data.map((one, index) => ({
    kept: one,
    standing: standingOf(one, compared[index]?.data, head),
  }));
  return { kept, isLoading, error };
}

/** Signatures are what witnesses signed of one head. */
interface Signatures {
  /** The part that a file can hold. */
  readonly signed: SignedCheckpoint | undefined;
  /** Who signed it in another text, which a file that holds one cannot hold. */
  readonly leftOut: readonly { readonly name: string; readonly atMs: number | undefined }[];
}

/**
 * signaturesOf returns what these witnesses signed of a head: one note with the keys of all who signed the
 * same text.
 */
export function signaturesOf(found: readonly (WitnessFinding | undefined)[], head: Checkpoint): Signatures {
  const own = found.flatMap((one) => {
    if (!one?.key || !one.signed || !isSameHead(one.signed.checkpoint, head)) return [];
    return [{ key: one.key, atMs: one.signed.atMs, note: readSignedNote(one.signed.note) }];
  });
  const text = own[0]?.note.text;
  const same = own.filter(({ note }) => note.text === text);
  const leftOut = own.filter((one) => !same.includes(one)).map(({ key: { name }, atMs }) => ({ name, atMs }));
  if (text === undefined) return { signed: undefined, leftOut };
  const signatures = same.flatMap(({ key, note }) =>
    note.signatures.filter(({ keyName, keyId }) => keyName === key.name && keyId === key.id),
  );
  const keys = same.map(({ key }) => writeVerifierKey(key));
  return { signed: { note: writeSignedNote({ text, signatures }), keys }, leftOut };
}

/** knownSignatures returns the signatures of a head that this page has checked. */
export function knownSignatures(
  queries: QueryClient,
  session: RegisterSession,
  head: Checkpoint,
): Signatures {
  const known = queries.getQueriesData<WitnessFinding>({ queryKey: queryKey(session, CHECK, 'witness') });
  const found = known.map(([, finding]) => finding);
  return signaturesOf(found, head);
}
