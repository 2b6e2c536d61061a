import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { hashToBytes } from '../../core/hash.ts';
import { utf8 } from '../../core/utf8.ts';
import { cannotCheck, type Verdict } from '../../core/verdict.ts';
import { type CheckpointText, read } from './note-lines.ts';
import {
  type KeyType,
  type NoteSignature,
  readCheckpointText,
  type SignedNote,
  type VerifierKey,
} from './signed-note.ts';

/**
 * SignatureCheck is the verdict on the signatures of one key under a note, and the
 * latest time that they state.
 */
interface SignatureCheck {
  readonly verdict: Verdict;
  readonly signedAtMs?: number;
}

/** CLOCK_SKEW_MS is how far a stated time may be ahead of this computer's clock. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** LAST_SECOND is the last second that a Date can hold. */
const LAST_SECOND = 8_640_000_000_000n;

const SIGNATURE_LENGTH: Readonly<Record<KeyType, number>> = {
  ed25519: 64,
  'ed25519-cosignature': 8 + 64,
  'ml-dsa-44-cosignature': 8 + 2420,
};

/**
 * verifyNote checks every signature line of a note that has the name and ID of a key: holds if all are valid
 * and none states a future time; else cannot-check, because what nobody signed is no evidence. `nowMs` is
 * milliseconds since 1970.
 */
export async function verifyNote(note: SignedNote, key: VerifierKey, nowMs: number): Promise<SignatureCheck> {
  const invalid = (reason: string): SignatureCheck => ({
    verdict: cannotCheck('signature-invalid', `the signature is not valid: ${reason}`),
  });
  const own = note.signatures.filter(({ keyName, keyId }) => keyName === key.name && keyId === key.id);
  if (own.length === 0)
    return { verdict: cannotCheck('not-signed', `the checkpoint has no signature by ${key.name}`) };
  let latestMs = 0;
  for (const signature of own) {
    const signed = signedMessage(note.text, key, signature);
    if ('reason' in signed) return invalid(signed.reason);
    try {
      if (!(await isSignedBy(key, signed))) return invalid('it is not of this text by this key');
    } catch (error) {
      return {
        verdict: cannotCheck('request-failed', `the signature could not be checked: ${String(error)}`),
      };
    }
    latestMs = Math.max(latestMs, signed.signedAtMs ?? 0);
  }
  if (latestMs > nowMs + CLOCK_SKEW_MS) return invalid('it states a time that has not come');
  return { verdict: { outcome: 'holds' }, ...(latestMs > 0 && { signedAtMs: latestMs }) };
}

/** SignedMessage is the bytes signed. */
interface SignedMessage {
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
  readonly signedAtMs?: number;
}

/**
 * signedMessage returns the bytes that a signature of a note must sign, by the type of its
 * key; or why there are none.
 */
export function signedMessage(
  text: string,
  key: VerifierKey,
  { bytes }: NoteSignature,
): SignedMessage | { readonly reason: string } {
  const length = SIGNATURE_LENGTH[key.type];
  if (bytes.length !== length)
    return { reason: `the signature has ${bytes.length} bytes, and one of this key has ${length}` };
  if (key.type === 'ed25519') return { message: utf8(text), signature: bytes };
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  if (seconds > LAST_SECOND) return { reason: 'the time of the signature is beyond any calendar' };
  // Without a tree head there is nothing to cosign.
  const head = read(() => readCheckpointText(text));
  if ('problems' in head) return { reason: 'a cosignature of a text that is no checkpoint' };
  if (utf8(head.value.origin).length > 255 || utf8(key.name).length > 255)
    return { reason: 'a name or an origin of more than 255 bytes' };
  const message =
    key.type === 'ed25519-cosignature'
      ? ed25519Message(text, seconds)
      : mlDsaMessage(key.name, head.value, seconds);
  const signedAtMs = Number(seconds) * 1000;
  // A time of 0 is no time of signing.
  return { message, signature: bytes.subarray(8), ...(signedAtMs > 0 && { signedAtMs }) };
}

function ed25519Message(text: string, seconds: bigint): Uint8Array {
  return utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
}

/**
 * mlDsaMessage is the structure `cosigned_message` (https://c2sp.org/tlog-cosignature, "ML-DSA-44 signed
 * message") for a whole tree.
 */
function mlDsaMessage(name: string, { origin, checkpoint }: CheckpointText, seconds: bigint): Uint8Array {
  return concatBytes(
    utf8('subtree/v1\n\0'),
    withLength(name),
    uint64(seconds),
    withLength(origin),
    uint64(0n),
    uint64(BigInt(checkpoint.logSize)),
    hashToBytes(checkpoint.rootHash),
  );
}

/** withLength returns a text of at most 255 bytes, preceded by its length in one byte (RFC 8446, 3.4). */
function withLength(text: string): Uint8Array {
  const bytes = utf8(text);
  return concatBytes(Uint8Array.of(bytes.length), bytes);
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** isSignedBy uses the browser's Ed25519, or a library if it has none, or for other keys. */
async function isSignedBy(
  { type, publicKey }: VerifierKey,
  { signature, message }: SignedMessage,
): Promise<boolean> {
  if (type === 'ml-dsa-44-cosignature') {
    const { ml_dsa44: mlDsa44 } = await import('@noble/post-quantum/ml-dsa.js');
    return mlDsa44.verify(signature, message, publicKey);
  }
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  }
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
}
