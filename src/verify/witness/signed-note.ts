import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { type Hash, hashFromBytes } from '../../core/hash.ts';
import { codeOf, isolated } from '../../core/invisible.ts';
import type { Checkpoint, Variant } from '../../core/model.ts';
import { utf8 } from '../../core/utf8.ts';
import { isStrictPoint } from './ed25519.ts';

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

/** NoteError is why a note or a key cannot be read, as a clause. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}

/** read returns the result of `reader`, or the NoteError that it throws. */
export function read<T>(reader: () => T): { readonly value: T } | NoteError {
  try {
    return { value: reader() };
  } catch (error) {
    if (error instanceof NoteError) return error;
    throw error;
  }
}

/**
 * takeLine takes the next of these lines, `lines[at]`, as `decode` reads it. Throws NoteError if that is undefined:
 * the line is not what is expected.
 */
function takeLine<T>(
  lines: readonly string[],
  at: number,
  expected: string,
  decode: (line: string) => T | undefined,
): T {
  const line = lines[at];
  const value = line === undefined ? undefined : decode(line);
  if (value === undefined) throw new NoteError(`line ${at + 1} is ${quoted(line)}, not ${expected}`);
  return value;
}

/** readSignedNote reads a signed note (https://c2sp.org/signed-note, "Format"). Throws NoteError. */
export function readSignedNote(note: string): SignedNote {
  checkCharacters(note);
  // Copying loses the last line feed.
  const ended = note.endsWith('\n') ? note : `${note}\n`;
  const end = ended.lastIndexOf('\n\n');
  if (end <= 0) throw new NoteError('it has no empty line between a text and its signatures');
  const text = ended.slice(0, end + 1);
  const lines = ended.slice(0, -1).split('\n');
  const first = text.split('\n').length;
  if (lines.length - first > MOST_SIGNATURES)
    throw new NoteError(`it has more than ${MOST_SIGNATURES} signatures`);
  const count = Math.max(1, lines.length - first);
  const signatures = Array.from({ length: count }, (_, index) =>
    takeLine(lines, first + index, 'a signature: a dash (U+2014), a name and base64', signatureIn),
  );
  return { text, signatures };
}

function checkCharacters(note: string): void {
  if (note.length > LONGEST_NOTE)
    throw new NoteError(`it has ${note.length} characters, and this page reads at most ${LONGEST_NOTE}`);
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters.
  const [odd] = /[\0-\x09\x0b-\x1f]|\p{Surrogate}/u.exec(note) ?? [];
  if (odd !== undefined)
    throw new NoteError(`it has the character ${codeOf(odd)}, and a note has none like it`);
}

/** CheckpointText is the text of a note that states a tree head (https://c2sp.org/tlog-checkpoint, "Note text"). */
interface CheckpointText {
  /** The name of the log, without a line feed. */
  readonly origin: string;
  readonly checkpoint: Checkpoint;
}

/**
 * readCheckpointText reads the text of a signed note as a tree head. Further lines say nothing about the tree.
 * Throws NoteError.
 */
export function readCheckpointText(text: string): CheckpointText {
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const filled = (line: string): string | undefined => line || undefined;
  const origin = takeLine(lines, 0, 'the origin of the checkpoint', filled);
  const logSize = takeLine(lines, 1, 'a log size', wholeNumber);
  const rootHash = takeLine(lines, 2, 'a root hash of 32 bytes in base64', hashIn);
  for (let at = 3; at < lines.length; at += 1) takeLine(lines, at, 'a line with text', filled);
  return { origin, checkpoint: { logSize, rootHash } };
}

/** wholeNumber reads a number from 0 to 2^53-1 without leading zeros; undefined for any other text. */
function wholeNumber(text: string): number | undefined {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function hashIn(line: string): Hash | undefined {
  const bytes = fromBase64(line);
  return bytes?.length === 32 ? hashFromBytes(bytes) : undefined;
}

/** toBase64 writes bytes in the standard alphabet with padding (RFC 4648, 4). */
function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * fromBase64 is the exact inverse of toBase64: undefined for other alphabets, missing padding,
 * white space, and excess bits.
 */
function fromBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}

/** SHOWN is how much of a line a message shows. */
const SHOWN = 60;

function quoted(line: string | undefined): string {
  if (line === undefined) return 'the end of the text';
  if (line === '') return 'an empty line';
  return isolated(JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line));
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
    throw new NoteError('a key is one line like example.com/witness+530d903a+AekyeRrm…');
  if (bytes[0] === ML_DSA)
    throw new NoteError('it is an ML-DSA-44 key, and this page reads only Ed25519 keys');
  const publicKey = bytes.subarray(1);
  const type = (Object.keys(KEY_TYPES) as KeyType[]).find((one) => KEY_TYPES[one] === bytes[0]);
  if (type === undefined || publicKey.length !== 32)
    throw new NoteError(
      `it is of type ${bytes[0]} with ${publicKey.length} bytes, and this page reads only Ed25519 keys, of type 1 or 4 with 32 bytes`,
    );
  if (!isStrictPoint(publicKey))
    throw new NoteError('anybody can sign with it: it belongs to no private key');
  const computed = keyIdOf(name, type, publicKey);
  if (computed !== id) throw new NoteError(`its ID is ${id}, and the ID of this name and key is ${computed}`);
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
