import type { Variant } from '../../core/model.ts';
import type { BulkHasher } from './bulk-hasher.ts';
import { itemHasher } from './item-hasher.ts';
import { Attributes, scanAttributes } from './scan-attributes.ts';
import {
  hashEnd,
  isRestBlank,
  isUtf8,
  literal,
  literalEnd,
  pageBytes,
  type PageBytes,
  type ScanNotes,
} from './scan-text.ts';

/** HashedPage is a page of items: the hashes under which they are listed, and the hashes of their data, 32 bytes each. */
export interface HashedPage {
  readonly count: number;
  readonly listed: Uint8Array;
  readonly computed: Uint8Array;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const EMPTY_OBJECT = literal('{}');
const EMPTY_LIST = literal('[]');
const ITEM_NAME = literal('"sha-256:');
const ITEM_COLON = literal('":');
const BLOB_ID = literal('{"_id":"1220');

/** Less than the shortest item with its hash takes up. */
const LEAST_ITEM = 64;

/**
 * scanItems reads and hashes a page of the item or blob list straight from its bytes, if it has the plain form that servers write. Undefined for everything
 * else, be it right or wrong: that page is for JSON.parse. What it does read is what JSON.parse, the decoders and core/data-hash.ts make of it, which a
 * property test holds.
 */
export function scanItems(bytes: Uint8Array, variant: Variant, hasher: BulkHasher): HashedPage | undefined {
  const room = 32 * (Math.floor(bytes.length / LEAST_ITEM) + 1);
  const listed = new Uint8Array(room);
  const computed = new Uint8Array(room);
  const notes: ScanNotes = { value: 0, beyondAscii: false };
  const attributes = new Attributes();
  const hashItem = itemHasher(variant, hasher);
  const page = pageBytes(bytes);
  let count = 0;
  let at = literalEnd(page, 0, variant === 'item' ? EMPTY_OBJECT : EMPTY_LIST);
  if (at < 0) {
    at = 0;
    do {
      const start = itemStart(page, at + 1, variant, listed, 32 * count);
      const end = start < 0 ? -1 : scanAttributes(bytes, start, notes, attributes);
      if (end < 0) return undefined;
      if (!hashItem(bytes, start, end, attributes, computed.subarray(32 * count))) return undefined;
      count += 1;
      at = end;
    } while (bytes[at] === COMMA);
    if (bytes[0] !== (variant === 'item' ? 0x7b : 0x5b) || bytes[at] !== (variant === 'item' ? 0x7d : 0x5d))
      return undefined;
    at += 1;
  }
  if (!isRestBlank(bytes, at)) return undefined;
  // Of properties with one name JSON.parse keeps the last.
  if (variant === 'item' && mayRepeat(listed, count)) return undefined;
  return notes.beyondAscii && !isUtf8(bytes) ? undefined : { count, listed, computed };
}

/** scanItem hashes the answer to a question for one item; undefined as for scanItems. A blob must name the hash that was asked for. */
export function scanItem(
  bytes: Uint8Array,
  variant: Variant,
  expected: Uint8Array,
  hasher: BulkHasher,
): Uint8Array | undefined {
  const notes: ScanNotes = { value: 0, beyondAscii: false };
  const attributes = new Attributes();
  const named = expected.slice();
  if (variant === 'blob') {
    if (itemStart(pageBytes(bytes), 0, variant, named, 0) < 0) return undefined;
    if (named.some((byte, index) => byte !== expected[index])) return undefined;
  }
  const end = scanAttributes(bytes, 0, notes, attributes);
  if (end < 0 || !isRestBlank(bytes, end)) return undefined;
  const computed = new Uint8Array(32);
  if (!itemHasher(variant, hasher)(bytes, 0, end, attributes, computed)) return undefined;
  return notes.beyondAscii && !isUtf8(bytes) ? undefined : computed;
}

/** itemStart reads the hash under which an item is listed and returns where its object begins, or -1. A blob's hash stands inside, first. */
function itemStart(page: PageBytes, at: number, variant: Variant, listed: Uint8Array, to: number): number {
  const { bytes } = page;
  if (variant === 'blob') {
    const end = hashEnd(bytes, literalEnd(page, at, BLOB_ID), listed, to);
    return end >= 0 && bytes[end] === QUOTE ? at : -1;
  }
  return literalEnd(page, hashEnd(bytes, literalEnd(page, at, ITEM_NAME), listed, to), ITEM_COLON);
}

/** mayRepeat says whether two hashes of a page may be the same: it compares four bytes of each. */
function mayRepeat(listed: Uint8Array, count: number): boolean {
  const starts = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = 32 * index;
    starts[index] =
      (listed[at] as number) * 0x1000000 +
      (listed[at + 1] as number) * 0x10000 +
      (listed[at + 2] as number) * 0x100 +
      (listed[at + 3] as number);
  }
  starts.sort();
  for (let index = 1; index < count; index += 1) if (starts[index] === starts[index - 1]) return true;
  return false;
}
