import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type Hash, hashFromBytes, hashToBytes } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { LEAF_RULE_NAMES } from '../../core/leaf-rule-names.ts';
import type { Checkpoint } from '../../core/model.ts';
import { utf8 } from '../../core/utf8.ts';
import { crc32 } from '../remembered-root.ts';
import { fromBase64, misread, read, toBase64 } from '../witness/note-lines.ts';
import type { Problem } from './decode-evidence.ts';
import { BUNDLE_FORMAT, type ProofBundle } from './formats.ts';
import { isoTime } from './write-evidence.ts';

/**
 * A compact proof is a proof bundle whose checks hold, for a QR code or a link: `proof=` and, in the URL-safe alphabet of base64 without padding (RFC 4648, 5),
 * these bytes in order:
 *
 *     form        1 byte: 1
 *     rule        1 byte: the index of the leaf rule in LEAF_RULE_NAMES
 *     madeAt      number: seconds since 1970
 *     register    3 texts: title, address, place
 *     entry       2 numbers: entry number, index entry number; 2 texts: timestamp, key; hashes: of the items
 *     data        number: how many texts; each of them: an item as canonical JSON, or the one blob as JSON
 *     checkpoint  head, hashes: the audit path from the leaf upwards
 *     growth      1 byte: 0, or 1 and head, hashes: the published head and the consistency proof to it
 *     signed      1 byte: 0, or 1 and text, number, texts: the signed note, and the keys
 *     sum         4 bytes: the CRC-32 of all before, the highest byte first
 *
 * A number has 7 bits a byte, the lowest first, with the highest bit set in all but the last; a text is a number, how many bytes, and these in UTF-8; hashes are a
 * number, how many, and 32 bytes each; a head is a number, the log size, and 32 bytes, the root hash. The bytes of the leaf and the verdicts
 * are computed again.
 */
const PREFIX = 'proof=';

/** isCompactProof reports whether a text claims to be a compact proof. */
export function isCompactProof(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** writeCompactProof writes a bundle whose checks hold. */
export function writeCompactProof(bundle: ProofBundle): string {
  const { register, entry, items, blob, leaf, auditPath, checkpoint, growth, signed } = bundle;
  const data = items ?? [JSON.stringify(blob)];
  const body = concatBytes(
    Uint8Array.of(
      1,
      LEAF_RULE_NAMES.findIndex(({ id }) => id === leaf.rule),
    ),
    number(Math.floor(Date.parse(bundle.madeAt) / 1000)),
    ...[register.title, register.address, register.place].map(text),
    number(entry.entryNumber),
    number(entry.indexEntryNumber),
    ...[entry.timestamp, entry.key].map(text),
    hashes(entry.itemHashes),
    number(data.length),
    ...data.map(text),
    head(checkpoint),
    hashes(auditPath),
    ...(growth === undefined ? [number(0)] : [number(1), head(growth.head), hashes(growth.path)]),
    ...(signed === undefined
      ? [number(0)]
      : [number(1), text(signed.note), number(signed.keys.length), ...signed.keys.map(text)]),
  );
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc32(body));
  const base64 = toBase64(concatBytes(body, sum));
  return PREFIX + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function number(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}

function text(value: string): Uint8Array {
  const bytes = utf8(value);
  return concatBytes(number(bytes.length), bytes);
}

function hashes(list: readonly Hash[]): Uint8Array {
  return concatBytes(number(list.length), ...list.map(hashToBytes));
}

function head({ logSize, rootHash }: Checkpoint): Uint8Array {
  return concatBytes(number(logSize), hashToBytes(rootHash));
}

/** readCompactProof reads the parts of a bundle from a compact proof, for decodeEvidence to check; or returns an error with the byte offset. */
export function readCompactProof(
  compact: string,
): { readonly value: object } | { readonly problems: readonly Problem[] } {
  return read(() => {
    const base64 = compact.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
    if (bytes === undefined || /[+/=]/.test(compact.slice(PREFIX.length)))
      return misread('the text', 'other characters', 'base64url without padding, whole');
    return readBundle(new ByteReader(bytes));
  });
}

function readBundle(reader: ByteReader): object {
  const form = reader.byte();
  if (form !== 1) misread('byte 1', `form ${form}`, 'form 1: open it with a newer Register Explorer');
  reader.checkSum();
  const rule = LEAF_RULE_NAMES[reader.byte()] ?? misread('byte 2', 'no known leaf rule', 'the place of one');
  const madeAt = isoTime(Math.min(reader.number(), LAST_SECOND) * 1000);
  const [title, address, place] = [reader.text(), reader.text(), reader.text()];
  const [entryNumber, indexEntryNumber] = [reader.number(), reader.number()];
  const [timestamp, key] = [reader.text(), reader.text()];
  const entry = { entryNumber, indexEntryNumber, timestamp, key, itemHashes: reader.hashes() };
  const data = reader.list(() => reader.text());
  const [checkpoint, auditPath] = [reader.head(), reader.hashes()];
  const growth = reader.byte() === 0 ? undefined : { head: reader.head(), path: reader.hashes() };
  const signed =
    reader.byte() === 0 ? undefined : { note: reader.text(), keys: reader.list(() => reader.text()) };
  reader.end();
  const written = leafRule(rule.id).leafBytes(entry);
  return {
    format: BUNDLE_FORMAT,
    version: growth === undefined ? 1 : 2,
    madeAt,
    register: { title, address, variant: rule.variant, place },
    entry,
    ...(rule.variant === 'item' ? { items: data } : { blob: blobIn(data) }),
    leaf: { rule: rule.id, bytes: written === undefined ? '' : bytesToHex(written) },
    auditPath,
    checkpoint,
    ...(growth && { growth }),
    ...(signed && { signed }),
    verdicts: { data: { outcome: 'holds' }, entry: { outcome: 'holds' } },
  };
}

/** LAST_SECOND is the last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

function blobIn(texts: readonly string[]): unknown {
  try {
    return JSON.parse(texts.length === 1 ? (texts[0] ?? '') : '');
  } catch {
    return misread('the data', 'no blob', 'one blob as JSON');
  }
}

/** ByteReader reads what writeCompactProof writes; each of its methods throws Misread for anything else. */
class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #end: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#end = bytes.length;
  }

  /** checkSum compares and removes the checksum at the end. */
  checkSum(): void {
    const end = Math.max(this.#bytes.length - 4, 0);
    const sum = this.#bytes.subarray(end).reduce((all, byte) => all * 256 + byte, 0);
    if (crc32(this.#bytes.subarray(0, end)) !== sum)
      misread('the sum', 'another one', 'that of all bytes: the proof was cut short or changed on its way');
    this.#end = end;
  }

  #take(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#end) misread(`byte ${this.#at + 1}`, 'the end of the proof', `${count} more bytes`);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  byte(): number {
    return this.#take(1)[0] ?? 0;
  }

  number(): number {
    const first = this.#at + 1;
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (!Number.isSafeInteger(value)) misread(`byte ${first}`, 'a larger number', 'a number below 2^53');
      if (byte < 128)
        return byte === 0 && factor > 1
          ? misread(`byte ${first}`, 'a number in more bytes than it needs', 'the shortest form')
          : value;
    }
  }

  text(): string {
    const bytes = this.#take(this.number());
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return misread(`the text before byte ${this.#at + 1}`, 'other bytes', 'UTF-8');
    }
  }

  /** list reads as many members as a number says; each has at least one byte. */
  list<T>(member: () => T): T[] {
    const count = this.number();
    const list: T[] = [];
    while (list.length < count) list.push(member());
    return list;
  }

  hash(): Hash {
    return hashFromBytes(this.#take(32));
  }

  hashes(): Hash[] {
    return this.list(() => this.hash());
  }

  head(): Checkpoint {
    return { logSize: this.number(), rootHash: this.hash() };
  }

  end(): void {
    if (this.#at < this.#end) misread(`byte ${this.#at + 1}`, 'more bytes', 'the end of the proof');
  }
}
