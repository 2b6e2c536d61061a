import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { createOwnWitness, type OwnWitness, type Refusal } from '../verify/witness/own-witness.ts';
import { type VerifierKey, writeSignedNote, writeVerifierKey } from '../verify/witness/signed-note.ts';
import { compareQuery } from './compare-query.ts';
import { queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';
import { compareSigned, type SignedFinding } from './witness-queries.ts';

const ownWitness = createOwnWitness();

const OWN_SIGNED = 'own-signed';

/** OwnFinding compares the head of a log that this browser signed last with the published one. */
export interface OwnFinding extends SignedFinding {
  readonly key: VerifierKey;
}

/** ownFindingQuery compares the head that this browser signed last with the published one; null if it signed nothing. Rejects as ownKeyQuery does. */
export function ownFindingQuery(
  session: RegisterSession,
  origin: string,
  own: Pick<OwnWitness, 'key' | 'lastSigned'> = ownWitness,
) {
  return queryOptions({
    queryKey: queryKey(session, OWN_SIGNED, origin),
    queryFn: async ({ client }): Promise<OwnFinding | null> => {
      const [key, last] = await Promise.all([own.key(), own.lastSigned(origin)]);
      if (key === undefined || last === undefined) return null;
      const { signedAtMs, note, logSize, rootHash } = last;
      const signed = { checkpoint: { logSize, rootHash }, atMs: signedAtMs, ...(note && { note }) };
      return { key, ...(await compareSigned(client, session, signed)) };
    },
    staleTime: 60_000,
    retry: false,
  });
}

/**
 * SigningResult is the checkpoint that this browser signed, as a note; or why it signed nothing. not-verified: this visit has verified no head, or a check did not
 * match. unproved: no proof shows that this log continues the head signed before.
 */
export type SigningResult =
  | { readonly note: string; readonly head: Checkpoint }
  | { readonly refused: Refusal | 'not-verified' | 'unproved' };

/**
 * signVerifiedHead signs the head that this visit has verified, which must continue the head signed before by a consistency proof requested
 * now. Rejects if a request or storage fails, without signing.
 */
export async function signVerifiedHead(
  queries: QueryClient,
  session: RegisterSession,
  origin: string,
  own: OwnWitness = ownWitness,
): Promise<SigningResult> {
  const head = session.trust.confirmed();
  if (head === undefined) return { refused: 'not-verified' };
  const last = await own.lastSigned(origin);
  if (last !== undefined && last.logSize < head.logSize) {
    const asked = { ...compareQuery(session, last), staleTime: 0 };
    const { verdict, own: published } = await queries.fetchQuery(asked);
    if (verdict.outcome !== 'holds' || !isSameHead(published, head)) return { refused: 'unproved' };
  }
  const result = await own.sign(origin, head, last, Date.now());
  if ('refused' in result) return result;
  await queries.invalidateQueries({ queryKey: ownFindingQuery(session, origin).queryKey });
  return { note: writeSignedNote(result.note), head };
}

/** OwnKey is this browser as a witness: the name and the public key as a line. */
export interface OwnKey {
  readonly name: string;
  readonly vkey: string;
}

const OWN_KEY = ['own-witness'];

/** ownKeyQuery returns this browser's key; null if it has none. Rejects if storage refuses or is unreadable. */
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

/** canWitnessQuery returns whether this browser has its own Ed25519, so that a private key never has to leave it. */
export const canWitnessQuery = queryOptions({
  queryKey: ['can-witness'],
  queryFn: () =>
    crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).then(
      () => true,
      () => false,
    ),
  staleTime: Infinity,
  networkMode: 'always',
});

/** makeOwnKey makes this browser a witness of that name. Rejects with a RangeError for an invalid name, or as storage does. */
export async function makeOwnKey(queries: QueryClient, name: string): Promise<void> {
  await ownWitness.create(name, Date.now());
  await queries.invalidateQueries({ queryKey: OWN_KEY });
}

/** forgetOwnKey deletes the key with the record of what it signed. */
export async function forgetOwnKey(queries: QueryClient): Promise<void> {
  await ownWitness.forget();
  queries.removeQueries({ predicate: ({ queryKey: key }) => key.includes(OWN_SIGNED) });
  await queries.invalidateQueries({ queryKey: OWN_KEY });
}
