import type { Variant } from '../../core/model.ts';
import type { BulkHasher } from './bulk-hasher.ts';
import { ByteWriter } from './byte-writer.ts';
import { ascii } from './scan-text.ts';
import type { Attributes } from './scan-attributes.ts';

/** HashItem writes the hash of scanned data, bytes[start, end), to `out`; false where the data is not for the scanner after all. */
export type HashItem = (
  bytes: Uint8Array,
  start: number,
  end: number,
  attributes: Attributes,
  out: Uint8Array,
) => boolean;

/** itemHasher hashes scanned items or blobs. The hashes are those of core/data-hash.ts, which a property test holds. */
export function itemHasher(variant: Variant, hasher: BulkHasher): HashItem {
  return variant === 'item' ? canonicalHasher(hasher) : blobHasher(hasher);
}

function canonicalHasher(hasher: BulkHasher): HashItem {
  const writer = new ByteWriter();
  return (bytes, start, end, attributes, out) => {
    if (attributes.ascending) {
      hasher.hash(bytes, start, end, out, 0);
      return true;
    }
    const order = attributes.sorted(bytes);
    if (!order) return false;
    writer.clear();
    writer.byte(0x7b);
    for (const [place, index] of order.entries()) {
      if (place > 0) writer.byte(0x2c);
      // From the quote before the name to the end of the value.
      writer.put(bytes, attributes.nameStart(index) - 1, attributes.valueEnd(index));
    }
    writer.byte(0x7d);
    hasher.hash(writer.bytes, 0, writer.length, out, 0);
    return true;
  };
}

const QUOTE = 0x22;
const PAIR = 64;
const ID = ascii('_id');
const REDACTED = ascii('**REDACTED**');

/** The objecthash of hashing.md, "Blob variant". Redacted texts, and texts that are not in Unicode NFC, are left to the ordinary rules. */
function blobHasher(hasher: BulkHasher): HashItem {
  const writer = new ByteWriter();
  const pairs = new HashList(PAIR);
  const members = new HashList(32);
  const value = new Uint8Array(32);

  const hashText = (bytes: Uint8Array, start: number, end: number, out: Uint8Array): void => {
    writer.clear();
    writer.byte(0x75);
    writer.put(bytes, start, end);
    hasher.hash(writer.bytes, 0, writer.length, out, 0);
  };
  const hashAll = (tag: number, list: HashList, out: Uint8Array): void => {
    writer.clear();
    writer.byte(tag);
    list.writeSorted(writer);
    hasher.hash(writer.bytes, 0, writer.length, out, 0);
  };
  /** Returns whether the attribute is set at all; undefined where it is not for the scanner. */
  const hashValue = (bytes: Uint8Array, start: number, end: number): boolean | undefined => {
    if (bytes[start] === QUOTE) {
      if (end - start === 2) return false;
      if (!isPlain(bytes, start + 1, end - 1)) return undefined;
      hashText(bytes, start + 1, end - 1, value);
      return true;
    }
    members.clear();
    for (let open = bytes.indexOf(QUOTE, start); open >= 0 && open < end;) {
      const close = bytes.indexOf(QUOTE, open + 1);
      if (close > open + 1) {
        if (!isPlain(bytes, open + 1, close)) return undefined;
        hashText(bytes, open + 1, close, members.next());
      }
      open = bytes.indexOf(QUOTE, close + 1);
    }
    if (members.count === 0) return false;
    hashAll(0x73, members, value);
    return true;
  };

  return (bytes, _start, _end, attributes, out) => {
    if (!attributes.sorted(bytes)) return false;
    pairs.clear();
    for (let index = 0; index < attributes.count; index += 1) {
      const [nameStart, nameEnd] = [attributes.nameStart(index), attributes.nameEnd(index)];
      if (isText(bytes, nameStart, nameEnd, ID)) continue;
      const set = hashValue(bytes, attributes.valueStart(index), attributes.valueEnd(index));
      if (set === undefined) return false;
      if (!set) continue;
      const pair = pairs.next();
      hashText(bytes, nameStart, nameEnd, pair);
      pair.set(value, 32);
    }
    hashAll(0x64, pairs, out);
    return true;
  };
}

function isText(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  return end - start === text.length && text.every((byte, index) => bytes[start + index] === byte);
}

/** A text that is hashed as it is: not redacted, and not changed by putting it into Unicode NFC. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === 0x2a && isText(bytes, start, start + REDACTED.length, REDACTED)) return false;
  for (let at = start; at < end; at += 1) {
    if ((bytes[at] as number) > 0x7e) {
      const text = new TextDecoder().decode(bytes.subarray(start, end));
      return text === text.normalize('NFC');
    }
  }
  return true;
}

/** HashList is a short list of hashes, or pairs of hashes, that is written in ascending order. */
class HashList {
  readonly #unit: number;
  readonly #places: Uint8Array[] = [];
  count = 0;

  constructor(unit: number) {
    this.#unit = unit;
  }

  clear(): void {
    this.count = 0;
  }

  /** next is the place of a new member, to be filled. */
  next(): Uint8Array {
    const place = (this.#places[this.count] ??= new Uint8Array(this.#unit));
    this.count += 1;
    return place;
  }

  writeSorted(writer: ByteWriter): void {
    const used = this.#places.slice(0, this.count).sort(compareBytes);
    for (const member of used) writer.put(member);
  }
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (let index = 0; index < one.length; index += 1) {
    const difference = (one[index] as number) - (other[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
