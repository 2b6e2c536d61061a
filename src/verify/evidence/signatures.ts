import { isSameHead } from '../../core/check-result.ts';
import { isolated } from '../../core/invisible.ts';
import type { Checkpoint } from '../../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../../core/verdict.ts';
import { verifyNote } from '../witness/cosignature.ts';
import {
  publicKeyIn,
  read,
  readCheckpointText,
  readSignedNote,
  readVerifierKey,
} from '../witness/signed-note.ts';
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
  if (!('value' in opened)) {
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
    // When they were signed is stated, not checked: a file may be old, or this clock slow.
    const { verdict, signedAtMs } = await verifyNote(signed, key, Infinity);
    if ('code' in verdict && verdict.code === 'signatures-unsupported') return end(verdict);
    if (verdict.outcome !== 'holds')
      return end(
        doesNotMatch('file-inconsistent', `the note has no valid signature by ${isolated(key.name)}`),
      );
    const vkey = keys[index] ?? '';
    by.push({ name: key.name, vkey, ...(signedAtMs !== undefined && { atMs: signedAtMs }) });
  }
  return end({ outcome: 'holds' });
}
