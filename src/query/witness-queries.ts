import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { decodeUtf8 } from '../api/body.ts';
import { createTransport } from '../api/transport.ts';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';
import type { SignedCheckpoint } from '../verify/evidence/formats.ts';
import { verifyNote } from '../verify/witness/cosignature.ts';
import { read } from '../verify/witness/note-lines.ts';
import { originOf } from '../verify/witness/origin.ts';
import { createOwnWitness, type OwnWitness, type Refusal } from '../verify/witness/own-witness.ts';
import {
  readCheckpointText,
  readSignedNote,
  readVerifierKey,
  type VerifierKey,
  writeSignedNote,
  writeVerifierKey,
} from '../verify/witness/signed-note.ts';
import { changeWitness, type KnownWitness, readWitnesses } from '../verify/witness/witness-list.ts';
import { noteAudit } from './audit-flag.ts';
import { compareQuery, type Comparison } from './compare-query.ts';
import { entryQuery } from './entry-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { queryKey } from './keys.ts';
import { freshHead, registerQuery } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import { type RegisterSession, useSession } from './session.ts';

/** WitnessFinding is what a witness's checkpoint shows of the log that this page is shown. */
export interface WitnessFinding {
  /**
   * holds: signed, and one of the two logs is the beginning of the other. does-not-match: signed, and they contradict each other. Anything that is not signed by the
   * witness is no evidence, and cannot be checked.
   */
  readonly verdict: Verdict;
  /** The key, where its line can be read. */
  readonly key?: VerifierKey;
  /** The note, where its signature by the witness is valid. */
  readonly signed?: { readonly note: string; readonly checkpoint: Checkpoint; readonly atMs?: number };
  readonly comparison?: Comparison;
}

/** NOTE_BYTES is the longest note that is fetched. */
const NOTE_BYTES = 1_000_000;

/** witnessListQuery lists the witnesses whom the reader trusts for a register. */
export function witnessListQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'witnesses'),
    queryFn: () => readWitnesses(session.memory.id),
    staleTime: Infinity,
    networkMode: 'always',
  });
}

/** saveWitness adds or changes a witness of a register; undefined removes it. Rejects if storage refuses. */
export async function saveWitness(
  queries: QueryClient,
  session: RegisterSession,
  vkey: string,
  witness: KnownWitness | undefined,
): Promise<void> {
  await changeWitness(session.memory.id, vkey, witness);
  noteAudit(session.memory.id, 'witnesses');
  await queries.invalidateQueries({ queryKey: witnessListQuery(session).queryKey });
}

/**
 * originQuery is the origin of a register's checkpoints, see originOf. A register that others have under this address is named by it (`isRemote`); any other by its
 * name and the root hash of its first entry, whose proof must hold. Rejects if that cannot be shown.
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
  const { leafHash, computedRoot } = await ensureChecked(queries, entryCheckQuery(session, entry, head));
  // Whether that root continues what was remembered is another question: witnesses can help to answer it.
  if (leafHash === undefined || computedRoot !== head.rootHash)
    throw new Error('the first entry, which names this log, could not be verified');
  // The root of a log of one entry is the hash of its leaf (RFC 9162, 2.1.1).
  return originOf({ variant, name, firstRoot: leafHash });
}

/** witnessCheckQuery checks the checkpoint of a witness: its signature, whose log it is of, and that it and the log published now do not contradict each other. Rejects if a request fails. */
export function witnessCheckQuery(
  session: RegisterSession,
  witness: KnownWitness,
  origin: string | undefined,
) {
  const { vkey, address, note } = witness;
  return queryOptions({
    queryKey: queryKey(session, 'witness', origin ?? '', vkey, address ?? '', note ?? ''),
    queryFn: async ({ client, signal }): Promise<WitnessFinding> => {
      const text = address === undefined ? note : await fetchNote(session, address, signal);
      return checkWitness(client, session, vkey, text, origin ?? '');
    },
    enabled: origin !== undefined,
    staleTime: 60_000,
    gcTime: 10 * 60_000,
  });
}

async function checkWitness(
  queries: QueryClient,
  session: RegisterSession,
  vkey: string,
  text: string | undefined,
  origin: string,
): Promise<WitnessFinding> {
  const line = read(() => readVerifierKey(vkey));
  if ('problems' in line) return { verdict: cannotCheck('malformed', 'the key cannot be read') };
  const key = line.value;
  const without = (verdict: Verdict): WitnessFinding => ({ verdict, key });
  if (text === undefined) return without(notChecked('not-made', 'no checkpoint of this witness is here yet'));
  const opened = read(() => {
    const note = readSignedNote(text);
    return { note, ...readCheckpointText(note.text) };
  });
  if ('problems' in opened) {
    const [{ path, found, expected }] = opened.problems;
    return without(
      cannotCheck('malformed', `this is not a signed checkpoint: ${path} is ${found}; expected ${expected}`),
    );
  }
  const { note, checkpoint } = opened.value;
  const found = await verifyNote(note, key, Date.now());
  switch (found.outcome) {
    case 'not-signed':
      return without(cannotCheck('not-signed', `the checkpoint has no signature by ${key.name}`));
    case 'invalid':
      return without(cannotCheck('signature-invalid', `the signature is not valid: ${found.reason}`));
    case 'future':
      return without(cannotCheck('signature-invalid', 'the signature states a time that has not come'));
    case 'cannot-check':
      return without(cannotCheck('request-failed', `the signature could not be checked: ${found.reason}`));
    case 'signed':
      break;
  }
  if (opened.value.origin !== origin)
    return without(cannotCheck('other-log', `the checkpoint is of another log, ${opened.value.origin}`));
  const signed = {
    note: writeSignedNote(note),
    checkpoint,
    ...(found.signedAtMs !== undefined && { atMs: found.signedAtMs }),
  };
  const comparison = await queries.fetchQuery(compareQuery(session, checkpoint));
  return { key, signed, comparison, verdict: comparison.verdict };
}

async function fetchNote(session: RegisterSession, address: string, signal: AbortSignal): Promise<string> {
  const transport = createTransport({
    fetch: (asked, init) => fetch(asked, init),
    ledger: session.ledger,
    maxBytes: NOTE_BYTES,
  });
  // What is no UTF-8 is no note: an empty one says so.
  return transport.getBytes(address, (bytes) => decodeUtf8(bytes) ?? '', { signal, fresh: true });
}

/** useWitnesses checks the checkpoints of all witnesses of the register on view; `isRemote` as for originQuery. */
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

/** summaryOf sums up what witnesses signed: each of `found` is undefined while its checkpoint is read, and where that failed. */
export function summaryOf(found: readonly (WitnessFinding | undefined)[], isPending: boolean) {
  const those = (outcome: Verdict['outcome']) => found.filter((one) => one?.verdict.outcome === outcome);
  const signed = those('holds').flatMap((one) => one?.signed ?? []);
  const newest = signed.toSorted((a, b) => b.checkpoint.logSize - a.checkpoint.logSize)[0];
  return {
    all: found.length,
    signed: signed.length,
    contradicting: those('does-not-match').length,
    failed: those('cannot-check').length + (isPending ? 0 : found.filter((one) => one === undefined).length),
    isPending,
    ...(newest && {
      newest: {
        logSize: newest.checkpoint.logSize,
        ...(newest.atMs !== undefined && { atMs: newest.atMs }),
      },
    }),
  };
}

/** signedHead is a head as these witnesses signed it, in one note with the keys of all who signed the same text; undefined if none did. Files hold Ed25519 signatures alone. */
export function signedHead(
  found: readonly (WitnessFinding | undefined)[],
  head: Checkpoint,
): SignedCheckpoint | undefined {
  const own = found.flatMap((one) => {
    if (!one?.key || !one.signed || !isSameHead(one.signed.checkpoint, head)) return [];
    return one.key.type === 'ml-dsa-44-cosignature'
      ? []
      : [{ key: one.key, note: readSignedNote(one.signed.note) }];
  });
  const text = own[0]?.note.text;
  if (text === undefined) return undefined;
  const same = own.filter(({ note }) => note.text === text);
  const signatures = same.flatMap(({ key, note }) =>
    note.signatures.filter(({ keyName, keyId }) => keyName === key.name && keyId === key.id),
  );
  return { note: writeSignedNote({ text, signatures }), keys: same.map(({ key }) => writeVerifierKey(key)) };
}

/** knownSignatures is a head as witnesses signed it, as far as this page has checked it. */
export function knownSignatures(queries: QueryClient, session: RegisterSession, head: Checkpoint) {
  const known = queries.getQueriesData<WitnessFinding>({ queryKey: queryKey(session, 'witness') });
  return signedHead(
    known.map(([, finding]) => finding),
    head,
  );
}

/**
 * SigningResult is the checkpoint that this browser signed, as a note; or why it signed nothing. not-verified: this visit has verified no head, or something did not
 * match. unproved: what it signed before was not shown to be the beginning of this log.
 */
export type SigningResult =
  | { readonly note: string; readonly head: Checkpoint }
  | { readonly refused: Refusal | 'not-verified' | 'unproved' };

/**
 * signWhatWasSeen signs the head that this visit has verified. What this browser signed before must be the beginning of that log, by a consistency proof that is
 * asked for now. Rejects if a request or storage fails: nothing was signed then.
 */
export async function signWhatWasSeen(
  queries: QueryClient,
  session: RegisterSession,
  origin: string,
  own: OwnWitness = ownWitness,
): Promise<SigningResult> {
  const head = session.trust.confirmed();
  if (head === undefined) return { refused: 'not-verified' };
  const last = await own.lastSigned(origin);
  if (last !== undefined && last.logSize < head.logSize) {
    const { verdict, own: published } = await queries.fetchQuery(compareQuery(session, last));
    if (verdict.outcome !== 'holds' || !isSameHead(published, head)) return { refused: 'unproved' };
  }
  const result = await own.sign(origin, head, last, Date.now());
  return 'refused' in result ? result : { note: writeSignedNote(result.note), head };
}

/** OwnKey is this browser as a witness: the name and the public key as a line. */
export interface OwnKey {
  readonly name: string;
  readonly vkey: string;
}

const ownWitness = createOwnWitness();

const OWN_KEY = ['own-witness'];

/** ownKeyQuery is this browser's key; null if it has none. Rejects if storage refuses, or holds what cannot be read. */
export function ownKeyQuery() {
  return queryOptions({
    queryKey: OWN_KEY,
    queryFn: async (): Promise<OwnKey | null> => {
      const key = await ownWitness.key();
      return key === undefined ? null : { name: key.name, vkey: writeVerifierKey(key) };
    },
    staleTime: Infinity,
    retry: false,
    networkMode: 'always',
  });
}

/** canWitness reports whether this browser has Ed25519 of its own, so that a private key never has to leave it. */
export async function canWitness(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    return true;
  } catch {
    return false;
  }
}

/** makeOwnKey makes this browser a witness of that name. Rejects with a RangeError for a name that no key can have, or as storage does. */
export async function makeOwnKey(queries: QueryClient, name: string): Promise<void> {
  await ownWitness.create(name, Date.now());
  await queries.invalidateQueries({ queryKey: OWN_KEY });
}

/** forgetOwnKey deletes the key with the record of what it signed. */
export async function forgetOwnKey(queries: QueryClient): Promise<void> {
  await ownWitness.forget();
  await queries.invalidateQueries({ queryKey: OWN_KEY });
}

/** readKey reads the line of a key; a sentence about what is wrong with it if it cannot be read. */
export function readKey(line: string): VerifierKey | { readonly problem: string } {
  const key = read(() => readVerifierKey(line));
  if ('value' in key) return key.value;
  const [{ path, found, expected }] = key.problems;
  return { problem: `This is not a witness key: ${path} is ${found}; expected ${expected}.` };
}
