import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Hash } from '../../core/hash.ts';
import { codeOf } from '../../core/invisible.ts';
import type { Variant } from '../../core/model.ts';
import { utf8 } from '../../core/utf8.ts';
import { isStrictPoint } from './ed25519.ts';
import { type CheckpointText, fromBase64, LineReader, misread, quoted, toBase64 } from './note-lines.ts';

/** NoteSignature is one signature line of a note. Name and ID identify the key. */
export interface NoteSignature {
  readonly keyName: string;
  /** The key ID: 8 lowercase hexadecimal digits. */
  readonly keyId: string;
  /** The bytes after the key ID, in the form of the key's type. */
  readonly bytes: Uint8Array;
}

/** SignedNote is a text with its signatures (https://c2sp.org/signed-note), not verified. */
export interface SignedNote {
  /** The signed text, with its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/**
 * KeyType is what a key signs (https://c2sp.org/signed-note, "Signature types"): the text itself, or a
 * cosignature with a time.
 */
export type KeyType = 'ed25519' | 'ed25519-cosignature';

/** VerifierKey is a public key under its name. */
export interface VerifierKey {
  readonly name: string;
  /** 8 lowercase hexadecimal digits. */
  readonly id: string;
  readonly type: KeyType;
  readonly publicKey: Uint8Array;
}

const KEY_TYPES: Readonly<Record<KeyType, number>> = { ed25519: 0x01, 'ed25519-cosignature': 0x04 };

/** ML_DSA is the type of an ML-DSA-44 cosignature, which this page does not read. */
const ML_DSA = 0x06;

/** MOST_SIGNATURES is the most signature lines read; verifiers must accept 16. */
const MOST_SIGNATURES = 100;

/** LONGEST_NOTE is the longest note read, in UTF-16 code units: 100 of the longest signatures and a text. */
const LONGEST_NOTE = 1_000_000;

/** readSignedNote reads a signed note (https://c2sp.org/signed-note, "Format"). Throws NoteError. */
export function readSignedNote(note: string): SignedNote {
  checkCharacters(note);
  const ended = note.endsWith('\n') ? note : `${note}\n`;
  const end = ended.lastIndexOf('\n\n');
  const text = ended.slice(0, end + 1);
  if (end <= 0)
    misread(
      'the note',
      'without an empty line',
      'a text, an empty line, and at least one signature',
      'it has no empty line between a text and its signatures',
    );
  const first = text.split('\n').length + 1;
  return { text, signatures: readSignatures(new LineReader(ended.slice(end + 2), first)) };
}

/** readSignatures reads signature lines up to the end of a text, at least one. Throws NoteError. */
function readSignatures(lines: LineReader): readonly NoteSignature[] {
  const signatures: NoteSignature[] = [];
  do {
    signatures.push(lines.next('a signature: a dash (U+2014), a name and base64', signatureIn));
  } while (lines.peek() !== undefined && signatures.length < MOST_SIGNATURES);
  lines.end(`no more than ${MOST_SIGNATURES} signatures`);
  return signatures;
}

function checkCharacters(note: string): void {
  if (note.length > LONGEST_NOTE)
    misread(
      'the note',
      `${note.length} characters long`,
      `at most ${LONGEST_NOTE}`,
      `it has ${note.length} characters, and this page reads at most ${LONGEST_NOTE}`,
    );
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters.
  const [odd] = /[\0-\x09\x0b-\x1f]|\p{Surrogate}/u.exec(note) ?? [];
  if (odd !== undefined) {
    const code = codeOf(odd);
    misread(
      'the note',
      `the character ${code}`,
      'no control characters but line feeds, and no half of a surrogate pair',
      `it has the character ${code}, and a note has none like it`,
    );
  }
}

/** readCheckpointText reads the text of a signed note as a tree head. Throws NoteError. */
export function readCheckpointText(text: string): CheckpointText {
  const lines = new LineReader(text);
  const head = lines.checkpoint();
  lines.end('no empty line in a checkpoint');
  return head;
}

/**
 * LogName identifies a log: the base address of a register on a server; or, for one bundled with this page or
 * from a file, which has no public address, its name and the root hash of its first entry. The two API
 * variants of a register are separate logs, with other roots.
 */
type LogName = { readonly variant: Variant } & (
  | { readonly address: string }
  | { readonly name: string; readonly firstRoot: Hash }
);

/**
 * originOf writes the origin of a log's checkpoints (https://c2sp.org/tlog-checkpoint, "Note text"): the base
 * address without its scheme, or the name and root of a log without an address below `register.invalid` (RFC
 * 2606), then `#items` or `#blobs`. Spaces and plus signs, which an origin should not have, are encoded.
 */
export function originOf(log: LogName): string {
  const place =
    'address' in log
      ? log.address.replace(/^https?:\/\//i, '').replace(/\/+$/, '')
      : `register.invalid/${log.name}/${log.firstRoot}`;
  const encoded = encodeURI(place).replaceAll('%25', '%').replaceAll('+', '%2B');
  return `${encoded}#${log.variant === 'item' ? 'items' : 'blobs'}`;
}

/** writeSignedNote writes a note with its signatures. */
export function writeSignedNote({ text, signatures }: SignedNote): string {
  const lines = signatures.map(
    ({ keyName, keyId, bytes }) => `\u2014 ${keyName} ${toBase64(concatBytes(hexToBytes(keyId), bytes))}\n`,
  );
  return `${text}\n${lines.join('')}`;
}

/**
 * keyIdOf returns the ID of a key under a name: the first 4 bytes of SHA-256(name ‖ 0A ‖
 * type ‖ key), in hexadecimal.
 */
export function keyIdOf(name: string, type: KeyType, publicKey: Uint8Array): string {
  const head = Uint8Array.of(0x0a, KEY_TYPES[type]);
  return bytesToHex(sha256(concatBytes(utf8(name), head, publicKey)).subarray(0, 4));
}

/**
 * isKeyName reports whether a text can name a key: not empty, without spaces, plus
 * signs and control characters.
 */
function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}\p{Cc}\p{Cs}+]+$/u.test(name);
}

const KEY_LINE = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u;

/**
 * readVerifierKey reads a key as one line, `name+id+base64(type ‖ key)` (https://c2sp.org/signed-note,
 * "Verifier keys"). Throws NoteError.
 */
export function readVerifierKey(line: string): VerifierKey {
  const [, name = '', id = '', text = ''] = KEY_LINE.exec(line.trim()) ?? [];
  const bytes = fromBase64(text);
  if (!isKeyName(name) || !bytes?.length)
    return misread(
      'the key',
      quoted(line),
      'one line like example.com/witness+530d903a+AekyeRrm…',
      'a key is one line like example.com/witness+530d903a+AekyeRrm…',
    );
  const publicKey = bytes.subarray(1);
  const type = (Object.keys(KEY_TYPES) as KeyType[]).find((one) => KEY_TYPES[one] === bytes[0]);
  if (bytes[0] === ML_DSA)
    return misread(
      'the key',
      'of the type ML-DSA-44',
      'of the type Ed25519',
      'it is an ML-DSA-44 key, and this page reads only Ed25519 keys',
    );
  if (type === undefined || publicKey.length !== 32)
    return misread(
      'the key',
      `of type ${bytes[0]} and ${publicKey.length} bytes`,
      '32 bytes of type 1 (Ed25519) or 4 (Ed25519 cosignature)',
      `it is of type ${bytes[0]} with ${publicKey.length} bytes, and this page reads only Ed25519 keys, of type 1 or 4 with 32 bytes`,
    );
  if (!isStrictPoint(publicKey))
    misread(
      'the key',
      'one with which anybody can sign',
      'a point of Ed25519 with a private key',
      'anybody can sign with it: it belongs to no private key',
    );
  const computed = keyIdOf(name, type, publicKey);
  if (computed !== id)
    misread(
      'the key ID',
      id,
      `${computed}, the ID of this name and key`,
      `its ID is ${id}, and the ID of this name and key is ${computed}`,
    );
  return { name, id, type, publicKey };
}

/**
 * publicKeyIn returns what is the same in all lines of one public key, whatever its name and type; the line
 * itself if it cannot be read.
 */
export function publicKeyIn(line: string): string {
  const [, , , text = ''] = KEY_LINE.exec(line.trim()) ?? [];
  const bytes = fromBase64(text);
  return bytes?.length ? toBase64(bytes.subarray(1)) : line;
}

/** writeVerifierKey is the inverse of readVerifierKey. */
export function writeVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(KEY_TYPES[type]), publicKey))}`;
}

function signatureIn(line: string): NoteSignature | undefined {
  const [, keyName = '', text = ''] = /^\u2014 ([^ ]+) ([^ ]+)$/u.exec(line) ?? [];
  const bytes = isKeyName(keyName) ? fromBase64(text) : undefined;
  if (bytes === undefined || bytes.length < 5) return undefined;
  return { keyName, keyId: bytesToHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
}
