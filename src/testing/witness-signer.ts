import { createHash, createPrivateKey, sign } from 'node:crypto';
import type { Checkpoint } from '../core/model.ts';
import {
  type KeyType,
  keyIdOf,
  type NoteSignature,
  type VerifierKey,
  writeSignedNote,
  writeVerifierKey,
} from '../verify/witness/signed-note.ts';

/** writeCheckpointText writes a tree head as the text of a note, https://c2sp.org/tlog-checkpoint. */
export function writeCheckpointText(origin: string, { logSize, rootHash }: Checkpoint): string {
  return `${origin}\n${logSize}\n${Buffer.from(rootHash, 'hex').toString('base64')}\n`;
}

/** WitnessSigner signs as someone else's program would: by node:crypto. */
export interface WitnessSigner {
  readonly key: VerifierKey;
  /** The key as a line. */
  readonly vkey: string;
  /** sign returns the signature of a text, at a time in milliseconds since 1970. */
  readonly sign: (text: string, atMs: number) => NoteSignature;
  /** checkpoint returns a head of a log as a signed note. */
  readonly checkpoint: (origin: string, head: Checkpoint, atMs?: number) => string;
}

/**
 * witnessSigner returns a witness of that name. One `seed` is one key pair, whatever its name; a key of the
 * type `ed25519` signs the text alone.
 */
export function witnessSigner(
  name: string,
  seed = name,
  type: KeyType = 'ed25519-cosignature',
): WitnessSigner {
  const digest = createHash('sha256').update(seed).digest();
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), digest]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = Uint8Array.from(
    Buffer.from(String(privateKey.export({ format: 'jwk' })['x']), 'base64url'),
  );
  const key: VerifierKey = { name, id: keyIdOf(name, type, publicKey), type, publicKey };
  const signText = (text: string, atMs: number): NoteSignature => {
    const time = Buffer.alloc(type === 'ed25519' ? 0 : 8);
    const seconds = BigInt(Math.floor(atMs / 1000));
    if (type !== 'ed25519') time.writeBigUInt64BE(seconds);
    const message = Buffer.from(type === 'ed25519' ? text : `cosignature/v1\ntime ${seconds}\n${text}`);
    const bytes = Uint8Array.from(Buffer.concat([time, sign(null, message, privateKey)]));
    return { keyName: name, keyId: key.id, bytes };
  };
  return {
    key,
    vkey: writeVerifierKey(key),
    sign: signText,
    checkpoint: (origin, head, atMs = Date.now()) => {
      const text = writeCheckpointText(origin, head);
      return writeSignedNote({ text, signatures: [signText(text, atMs)] });
    },
  };
}
