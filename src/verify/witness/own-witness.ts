import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { isSameHead } from '../../core/check-result.ts';
import { type Hash, isHash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { browserStore } from '../browser-store.ts';
import { sumOf } from '../remembered-root.ts';
import { type Lock, webLock } from '../root-memory.ts';
import { cosign, type WitnessKey } from './cosignature.ts';
import {
  isKeyName,
  keyIdOf,
  type SignedNote,
  type VerifierKey,
  writeCheckpointText,
  writeSignedNote,
} from './signed-note.ts';

const SIGNED_HEAD = v.object({
  logSize: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  rootHash: v.custom<Hash>(isHash),
  /** Milliseconds since 1970. */
  signedAtMs: v.number(),
  /** The checkpoint with the signature; missing if that was never made. */
  note: v.exactOptional(v.string()),
});

/** SignedHead is a head that this browser signed, or recorded before it failed to sign it. */
export type SignedHead = Readonly<v.InferOutput<typeof SIGNED_HEAD>>;

/**
 * Refusal is why a head is not signed.
 * - no-key: this browser is no witness.
 * - damaged: what was stored cannot be read, so that nobody knows what was signed.
 * - empty: the log has no entries.
 * - shorter, another-root: it contradicts what this key signed.
 * - not-compared: it was not proved to continue the head that this key signed last. Another tab may have signed meanwhile.
 */
export type Refusal = 'no-key' | 'damaged' | 'empty' | 'shorter' | 'another-root' | 'not-compared';

/** WitnessStorage holds one value. `update` reads and writes it in one transaction, and writes nothing if the updater throws. */
export interface WitnessStorage {
  readonly get: () => Promise<unknown>;
  readonly update: (updater: (old: unknown) => unknown) => Promise<void>;
}

/** By origin: the last head that was signed. */
const SIGNED_HEADS = v.record(v.string(), SIGNED_HEAD);

/** The key and what it signed are one value, so that neither can be lost without the other. */
const STORED_KEY = v.object({
  version: v.literal(2),
  name: v.pipe(v.string(), v.check(isKeyName)),
  publicKey: v.pipe(v.instance(Uint8Array), v.length(32)),
  // A page that is not served securely has no such class.
  privateKey: v.custom<CryptoKey>((value) => value instanceof CryptoKey),
  createdAtMs: v.number(),
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

/** OwnWitness is this browser as a witness: one key, and the record of what it signed. Its promises reject if storage refuses. */
export interface OwnWitness {
  /** key is the public key; undefined if this browser is no witness. Rejects if what was stored cannot be read. */
  key(): Promise<VerifierKey | undefined>;
  /** lastSigned is the last head of a log that was signed; undefined if there is none. */
  lastSigned(origin: string): Promise<SignedHead | undefined>;
  /** create makes a key that no code can read, unless there is one. Throws RangeError for a name that no key can have. */
  create(name: string, nowMs: number): Promise<VerifierKey>;
  /**
   * sign signs a head whose every check held, and resolves with the cosigned checkpoint or why it is refused. `continues` is the head that it was shown to
   * continue by a consistency proof; what this key signed last must be that head, or this one. The record is written before the signature is made.
   */
  sign(
    origin: string,
    head: Checkpoint,
    continues: Checkpoint | undefined,
    nowMs: number,
  ): Promise<{ readonly note: SignedNote } | { readonly refused: Refusal }>;
  /** forget deletes the key with the record of what it signed: a later key is another witness. */
  forget(): Promise<void>;
}

/** createOwnWitness makes the witness over IndexedDB and Web Locks, or over what a test gives. */
export function createOwnWitness(storage: WitnessStorage = indexedDb, lock: Lock = webLock): OwnWitness {
  const alone = <T>(work: () => Promise<T>): Promise<T> => lock('witness', work);
  const read = async (): Promise<StoredKey | undefined> => parseStored(await storage.get());
  return {
    async key() {
      const stored = await read();
      return stored && verifierKey(stored);
    },
    async lastSigned(origin) {
      return signedAt(await read(), origin);
    },
    create: (name, nowMs) =>
      alone(async () => {
        if (!isKeyName(name)) throw new RangeError('a name has no spaces and no plus signs');
        const known = await read();
        if (known !== undefined) return verifierKey(known);
        const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
        const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
        const made: StoredKey = {
          version: 2,
          name,
          publicKey,
          privateKey: pair.privateKey,
          createdAtMs: nowMs,
          ...summed({}),
        };
        // A page without Web Locks may have made one meanwhile.
        await storage.update((old) => parseStored(old) ?? made);
        return verifierKey((await read()) ?? made);
      }),
    sign: (origin, head, continues, nowMs) =>
      alone(async () => {
        let key: StoredKey | undefined;
        try {
          await storage.update((old) => {
            const stored = parseStored(old);
            const refused = refusalOf(stored, origin, head, continues);
            if (refused !== undefined || stored === undefined) throw new RefusalError(refused ?? 'no-key');
            key = stored;
            return withSigned(stored, origin, { ...head, signedAtMs: nowMs });
          });
        } catch (error) {
          if (error instanceof RefusalError) return { refused: error.why };
          throw error;
        }
        if (key === undefined) return { refused: 'no-key' };
        const text = writeCheckpointText(origin, head);
        const note: SignedNote = { text, signatures: [await cosign(text, key, nowMs)] };
        // Evidence, should this log ever be contradicted; the record that keeps this key honest is written.
        await storage
          .update((old) => withNote(parseStored(old), origin, head, writeSignedNote(note)))
          .catch(() => undefined);
        return { note };
      }),
    forget: () => alone(() => storage.update(() => undefined)),
  };
}

function summed(signed: SignedHeads): Pick<StoredKey, 'signed' | 'sum'> {
  return { signed, sum: sumOf(signed) };
}

function withSigned(stored: StoredKey, origin: string, head: SignedHead): StoredKey {
  return { ...stored, ...summed({ ...stored.signed, [origin]: head }) };
}

/** withNote adds the signed checkpoint to the record of its head, if that is still the last one. */
function withNote(
  stored: StoredKey | undefined,
  origin: string,
  head: Checkpoint,
  note: string,
): StoredKey | undefined {
  const last = signedAt(stored, origin);
  return stored && last && isSameHead(last, head) ? withSigned(stored, origin, { ...last, note }) : stored;
}

/** RefusalError says why nothing is signed; thrown in a transaction it keeps that from writing. */
class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly why: Refusal;

  constructor(why: Refusal, message: string = why) {
    super(message);
    this.why = why;
  }
}

function refusalOf(
  stored: StoredKey | undefined,
  origin: string,
  head: Checkpoint,
  continues: Checkpoint | undefined,
): Refusal | undefined {
  if (stored === undefined) return 'no-key';
  if (head.logSize < 1) return 'empty';
  const last = signedAt(stored, origin);
  if (last === undefined || isSameHead(last, head)) return undefined;
  if (head.logSize < last.logSize) return 'shorter';
  if (head.logSize === last.logSize) return 'another-root';
  return continues !== undefined && isSameHead(continues, last) ? undefined : 'not-compared';
}

function signedAt(stored: StoredKey | undefined, origin: string): SignedHead | undefined {
  return stored && Object.hasOwn(stored.signed, origin) ? stored.signed[origin] : undefined;
}

function verifierKey({ name, publicKey }: WitnessKey): VerifierKey {
  const type = 'ed25519-cosignature';
  return { name, id: keyIdOf(name, type, publicKey), type, publicKey };
}

/** parseStored reads what storage holds; undefined if it holds nothing. Throws RefusalError for anything but a whole value of this version. */
function parseStored(value: unknown): StoredKey | undefined {
  if (value === undefined) return undefined;
  // The value itself is kept, as the sum is over what is stored.
  if (v.is(STORED_KEY, value) && value.sum === sumOf(value.signed)) return value;
  throw new RefusalError('damaged', 'what this browser stored as a witness cannot be read');
}
