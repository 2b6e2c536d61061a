import { isolated } from '../../core/invisible.ts';
import { utf8 } from '../../core/utf8.ts';
import { type CannotCheck, cannotCheck, type Verdict } from '../../core/verdict.ts';
import { SignaturesUnsupported, verifyEd25519 } from './ed25519.ts';
import {
  type KeyType,
  type NoteSignature,
  read,
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
};

/**
 * verifyNote checks every signature line of a note that has the name and ID of a key: holds if all are valid
 * and none states a future time; else cannot-check, because what nobody signed is not evidence. `nowMs` is
 * milliseconds since 1970.
 */
export async function verifyNote(note: SignedNote, key: VerifierKey, nowMs: number): Promise<SignatureCheck> {
  const invalid = (reason: string): SignatureCheck => ({
    verdict: cannotCheck('signature-invalid', `the signature is not valid: ${reason}`),
  });
  const own = note.signatures.filter(({ keyName, keyId }) => keyName === key.name && keyId === key.id);
  if (own.length === 0)
    return { verdict: cannotCheck('not-signed', `the checkpoint has no signature by ${isolated(key.name)}`) };
  let latestMs = 0;
  for (const signature of own) {
    const signed = signedMessage(note.text, key, signature);
    if ('reason' in signed) return invalid(signed.reason);
    try {
      if (!(await verifyEd25519(key.publicKey, signed.signature, signed.message)))
        return invalid('it is not of this text by this key');
    } catch (error) {
      return { verdict: unsupported(error) };
    }
    latestMs = Math.max(latestMs, signed.signedAtMs ?? 0);
  }
  if (latestMs > nowMs + CLOCK_SKEW_MS) return invalid('it states a time that has not come');
  return { verdict: { outcome: 'holds' }, ...(latestMs > 0 && { signedAtMs: latestMs }) };
}

/**
 * unsupported returns the verdict on signatures that this browser cannot check. Throws the error if it is
 * another.
 */
function unsupported(error: unknown): CannotCheck {
  if (error instanceof SignaturesUnsupported) return cannotCheck('signatures-unsupported', error.message);
  throw error;
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
function signedMessage(
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
  if (!('value' in head)) return { reason: 'a cosignature of a text that is no checkpoint' };
  if (utf8(head.value.origin).length > 255 || utf8(key.name).length > 255)
    return { reason: 'a name or an origin of more than 255 bytes' };
  const message = utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
  const signedAtMs = Number(seconds) * 1000;
  // A time of 0 is not a time of signing.
  return { message, signature: bytes.subarray(8), ...(signedAtMs > 0 && { signedAtMs }) };
}
