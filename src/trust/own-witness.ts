import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { isSameHead } from '../core/check-result.ts';
import { type Hash, isHash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import { browserStore } from './browser-store.ts';
import { sumOf } from './remembered-root.ts';
import { cosign, type WitnessKey } from '../verify/witness/cosignature.ts';
import {
  isKeyName,
  keyIdOf,
  type VerifierKey,
  writeCheckpointText,
  writeSignedNote,
} from '../verify/witness/signed-note.ts';

const SIGNED_HEAD = v.object({
  logSize: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  rootHash: v.custom<Hash>(isHash),
  /** Milliseconds since 1970. */
  signedAtMs: v.number(),
  /** The signed checkpoint; absent if it was never made. */
  note: v.exactOptional(v.string()),
});

/** SignedHead is a head that this browser signed, or recorded before it failed to sign it. */
type SignedHead = Readonly<v.InferOutput<typeof SIGNED_HEAD>>;

const REASONS = {
  'no-key': 'this browser has no key',
  damaged: 'what this browser stored as a witness cannot be read',
  'not-verified': 'not everything in this visit is verified',
  'not-continued': 'it is not proved that this log continues the one that you signed before',
};

/**
 * SigningRefused says why nothing is signed: it rejects what was asked, and prevents
 * the write of a transaction.
 */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
  readonly why: keyof typeof REASONS;

  constructor(why: keyof typeof REASONS) {
    super(REASONS[why]);
    this.why = why;
  }
}

/**
 * WitnessStorage holds one value. `update` reads and writes it in one transaction, and writes
 * nothing if the updater throws.
 */
export interface WitnessStorage {
  readonly get: () => Promise<unknown>;
  readonly update: (updater: (old: unknown) => unknown) => Promise<void>;
}

/** By origin: the last signed head. */
const SIGNED_HEADS = v.record(v.string(), SIGNED_HEAD);

/** Key and record are one value, so that neither can be lost without the other. */
const STORED_KEY = v.object({
  version: v.literal(2),
  name: v.pipe(v.string(), v.check(isKeyName)),
  publicKey: v.pipe(v.instance(Uint8Array), v.length(32)),
  // A page that is not served securely has no such class.
  privateKey: v.custom<CryptoKey>((value) => value instanceof CryptoKey),
  signed: SIGNED_HEADS,
  /** The checksum of `signed`: a record that lost something would let this key sign two logs. */
  sum: v.number(),
});

type SignedHeads = Readonly<v.InferOutput<typeof SIGNED_HEADS>>;
type StoredKey = Readonly<v.InferOutput<typeof STORED_KEY>>;

const store = browserStore('register-explorer-witness', 'witness', 3_000, 'strict');
const indexedDb: WitnessStorage = {
  get: () => get('own', store),
  update: (updater) => update('own', updater, store),
};

/**
 * createOwnWitness makes this browser a witness, over IndexedDB, whose transactions keep several tabs apart,
 * or over a test's storage: one key, and the record of what it signed.
 * Its promises reject if storage refuses.
 */
export function createOwnWitness(storage: WitnessStorage = indexedDb) {
  const read = async (): Promise<StoredKey | undefined> => parseStored(await storage.get());
  return {
    /**
     * key returns the public key; undefined if this browser is no witness. Rejects if the
     * stored value cannot be read.
     */
    async key(): Promise<VerifierKey | undefined> {
      const stored = await read();
      return stored && verifierKey(stored);
    },
    /** lastSigned returns the last signed head of a log; undefined if there is none. */
    lastSigned: async (origin: string): Promise<SignedHead | undefined> => signedAt(await read(), origin),
    /** create makes a non-extractable key unless there is one. Throws RangeError for an invalid name. */
    async create(name: string): Promise<VerifierKey> {
      if (!isKeyName(name)) throw new RangeError('a name has no spaces and no plus signs');
      const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
      const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
      const { privateKey } = pair;
      const made = { version: 2, name, publicKey, privateKey, ...summed({}) } as const;
      // Another page may have made one meanwhile.
      await storage.update((old) => parseStored(old) ?? made);
      return verifierKey((await read()) ?? made);
    },
    /**
     * sign signs a head whose checks all held, and resolves with the cosigned checkpoint. A consistency proof
     * must have shown that it continues the head `continues`; the last signed head must be that one, or this
     * one, or it rejects with SigningRefused. The record is written before the signature is made.
     */
    async sign(
      origin: string,
      head: Checkpoint,
      continues: Checkpoint | undefined,
      nowMs: number,
    ): Promise<string> {
      let key: StoredKey | undefined;
      await storage.update((old) => {
        key = mayPass(parseStored(old), origin, head, continues);
        return withSigned(key, origin, { ...head, signedAtMs: nowMs });
      });
      if (key === undefined) throw new SigningRefused('no-key');
      const text = writeCheckpointText(origin, head);
      const note = writeSignedNote({ text, signatures: [await cosign(text, key, nowMs)] });
      // Evidence, should this log ever be contradicted; the record that keeps this key honest is written.
      await storage
        .update((old) => {
          const stored = parseStored(old);
          const last = signedAt(stored, origin);
          // Another page may have signed a longer log meanwhile.
          return stored && last && isSameHead(last, head)
            ? withSigned(stored, origin, { ...last, note })
            : stored;
        })
        .catch(() => undefined);
      return note;
    },
    /** forget deletes the key with the record of what it signed: a later key is another witness. */
    forget: (): Promise<void> => storage.update(() => undefined),
  };
}

function summed(signed: SignedHeads): Pick<StoredKey, 'signed' | 'sum'> {
  return { signed, sum: sumOf(signed) };
}

function withSigned(stored: StoredKey, origin: string, head: SignedHead): StoredKey {
  return { ...stored, ...summed({ ...stored.signed, [origin]: head }) };
}

/** mayPass returns the stored key if it may sign this head. Throws SigningRefused otherwise. */
function mayPass(
  stored: StoredKey | undefined,
  origin: string,
  head: Checkpoint,
  continues: Checkpoint | undefined,
): StoredKey {
  if (stored === undefined) throw new SigningRefused('no-key');
  if (head.logSize < 1) throw new SigningRefused('not-verified');
  const last = signedAt(stored, origin);
  if (last === undefined || isSameHead(last, head)) return stored;
  if (head.logSize <= last.logSize || continues === undefined || !isSameHead(continues, last))
    throw new SigningRefused('not-continued');
  return stored;
}

function signedAt(stored: StoredKey | undefined, origin: string): SignedHead | undefined {
  return stored && Object.hasOwn(stored.signed, origin) ? stored.signed[origin] : undefined;
}

function verifierKey({ name, publicKey }: WitnessKey): VerifierKey {
  const type = 'ed25519-cosignature';
  return { name, id: keyIdOf(name, type, publicKey), type, publicKey };
}

/**
 * parseStored reads the stored value; undefined if there is none. Throws SigningRefused for anything but a
 * whole value of this version.
 */
function parseStored(value: unknown): StoredKey | undefined {
  if (value === undefined) return undefined;
  // Keep the value itself: the checksum covers the stored form.
  if (v.is(STORED_KEY, value) && value.sum === sumOf(value.signed)) return value;
  throw new SigningRefused('damaged');
}
