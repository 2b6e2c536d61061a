import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import { createOwnWitness, SigningRefused } from '../trust/own-witness.ts';
import { writeVerifierKey } from '../verify/witness/signed-note.ts';
import { compareQuery } from './compare-query.ts';
import { type RegisterSession, queryKey } from './session.ts';
import { compareSigned } from './witness-queries.ts';

const ownWitness = createOwnWitness();

const OWN_SIGNED = 'own-signed';

/**
 * ownFindingQuery compares the head that this browser signed last with the published one; null if it signed
 * nothing. Rejects as ownKeyQuery does.
 */
export function ownFindingQuery(session: RegisterSession, origin: string) {
  return queryOptions({
    queryKey: queryKey(session, OWN_SIGNED, origin),
    queryFn: async ({ client }) => {
      const [key, last] = await Promise.all([ownWitness.key(), ownWitness.lastSigned(origin)]);
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
 * signVerifiedHead signs the head that this visit has verified, which must continue the head signed before by
 * a consistency proof requested now, and resolves with the signed checkpoint. Rejects, without signing, with
 * SigningRefused or if a request or storage fails.
 */
export async function signVerifiedHead(
  queries: QueryClient,
  session: RegisterSession,
  origin: string,
): Promise<string> {
  const head = session.trust.confirmed();
  if (head === undefined) throw new SigningRefused('not-verified');
  const last = await ownWitness.lastSigned(origin);
  if (last !== undefined && last.logSize < head.logSize) {
    const checked = { ...compareQuery(session, last), staleTime: 0 };
    const { verdict, own } = await queries.fetchQuery(checked);
    if (verdict.outcome !== 'holds' || !isSameHead(own, head)) throw new SigningRefused('not-continued');
  }
  const note = await ownWitness.sign(origin, head, last, Date.now());
  await queries.invalidateQueries({ queryKey: ownFindingQuery(session, origin).queryKey });
  return note;
}

const OWN_KEY = ['own-witness'];

/**
 * ownKeyQuery returns the name and the public key of this browser as a witness; `none` if it has no key,
 * `unable` if it has no Ed25519 of its own: a private key never leaves the browser. Rejects if storage
 * refuses or is unreadable.
 */
export function ownKeyQuery() {
  return queryOptions({
    queryKey: OWN_KEY,
    queryFn: async (): Promise<{ readonly name: string; readonly vkey: string } | 'none' | 'unable'> => {
      const key = await ownWitness.key();
      if (key !== undefined) return { name: key.name, vkey: writeVerifierKey(key) };
      try {
        await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
        return 'none';
      } catch {
        return 'unable';
      }
    },
    staleTime: Infinity,
    retry: false,
    networkMode: 'always',
  });
}

/**
 * makeOwnKey makes this browser a witness of that name. Rejects with a RangeError for an invalid
 * name, or as storage does.
 */
export async function makeOwnKey(queries: QueryClient, name: string): Promise<void> {
  await ownWitness.create(name);
  await queries.invalidateQueries({ queryKey: OWN_KEY });
}

/** forgetOwnKey deletes the key with the record of what it signed. */
export async function forgetOwnKey(queries: QueryClient): Promise<void> {
  await ownWitness.forget();
  queries.removeQueries({ predicate: ({ queryKey: key }) => key.includes(OWN_SIGNED) });
  await queries.invalidateQueries({ queryKey: OWN_KEY });
}
