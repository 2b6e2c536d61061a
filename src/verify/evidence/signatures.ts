import { isSameHead } from '../../core/check-result.ts';
import { isolated } from '../../core/invisible.ts';
import type { Checkpoint } from '../../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../../core/verdict.ts';
import { signedMessage, unsupported } from '../witness/cosignature.ts';
import { verifyEd25519 } from '../witness/ed25519.ts';
import { read } from '../witness/note-lines.ts';
import { publicKeyIn, readCheckpointText, readSignedNote, readVerifierKey } from '../witness/signed-note.ts';
import type { SignedCheckpoint } from './formats.ts';

/**
 * CheckedSignatures is the result for the signatures of a head in a file. A file cannot
 * show whose keys these are.
 */
export interface CheckedSignatures {
  /** holds: the note is for this head, and each of the keys signed it. */
  readonly verdict: Verdict;
  /** The origin in the note, if readable. */
  readonly origin?: string;
  /** How many different keys those are: one key under several names is one. */
  readonly signers: number;
  /** The keys that signed the note, with their stated times in milliseconds since 1970. */
  readonly by: readonly { readonly name: string; readonly vkey: string; readonly atMs?: number }[];
}

/** checkSignatures checks the signed note of a head in a file. */
export async function checkSignatures(
  { note, keys }: SignedCheckpoint,
  head: Checkpoint,
): Promise<CheckedSignatures> {
  const opened = read(() => {
    const signed = readSignedNote(note);
    return { signed, ...readCheckpointText(signed.text), keys: keys.map(readVerifierKey) };
  });
  if ('problems' in opened) {
    const verdict = cannotCheck('malformed', `its note or a key cannot be read: ${opened.message}`);
    return { verdict, signers: 0, by: [] };
  }
  const { signed, origin, checkpoint } = opened.value;
  const by: CheckedSignatures['by'][number][] = [];
  const end = (verdict: Verdict): CheckedSignatures => ({
    verdict,
    origin,
    signers: new Set(by.map(({ vkey }) => publicKeyIn(vkey))).size,
    by,
  });
  if (!isSameHead(checkpoint, head))
    return end(doesNotMatch('file-inconsistent', 'the signed note is of another head'));
  for (const [index, key] of opened.value.keys.entries()) {
    const own = signed.signatures.filter(({ keyName, keyId }) => keyName === key.name && keyId === key.id);
    const messages = own.map((signature) => signedMessage(signed.text, key, signature));
    try {
      const valid = await Promise.all(
        messages.map(async (one) =>
          'message' in one ? verifyEd25519(key.publicKey, one.signature, one.message) : false,
        ),
      );
      if (own.length === 0 || valid.includes(false))
        return end(
          doesNotMatch('file-inconsistent', `the note has no valid signature by ${isolated(key.name)}`),
        );
    } catch (error) {
      return end(unsupported(error));
    }
    const times = messages.flatMap((one) =>
      'signedAtMs' in one && one.signedAtMs !== undefined ? [one.signedAtMs] : [],
    );
    by.push({
      name: key.name,
      vkey: keys[index] ?? '',
      ...(times.length > 0 && { atMs: Math.max(...times) }),
    });
  }
  return end({ outcome: 'holds' });
}
