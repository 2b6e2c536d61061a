import type { Variant } from '../../core/model.ts';
import {
  digitsEnd,
  hashEnd,
  isRestBlank,
  isUtf8,
  literal,
  literalEnd,
  pageBytes,
  type PageBytes,
  type ScanNotes,
  textEnd,
} from './scan-text.ts';

/** ScannedEntries are the entries of a page by where they stand in its bytes. Nothing is copied but the hashes. */
export interface ScannedEntries {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Whether every number is written as a string: an entry of the item variant is then, byte for byte, its own leaf (hashing.md, "Leaf bytes"). */
  readonly allQuoted: boolean;
  /** Entry i is bytes[starts[i], ends[i]), its braces included. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly numbers: Float64Array;
  readonly indexNumbers: Float64Array;
  /** The timestamp of entry i is bytes[stamps[2i], stamps[2i + 1]), its key bytes[keys[2i], keys[2i + 1]): UTF-8 that needs no escape. */
  readonly stamps: Uint32Array;
  readonly keys: Uint32Array;
  /** The hashes that the entries name, 32 bytes each, and for each entry how many there are up to its end. */
  readonly hashes: Uint8Array;
  readonly hashEnds: Uint32Array;
}

type Filling = { -readonly [Name in keyof ScannedEntries]: ScannedEntries[Name] } & PageBytes;

const COMMA = 0x2c;
const QUOTE = 0x22;
const CLOSE_LIST = 0x5d;
const OPEN_LIST = literal('[');
const INDEX_NUMBER = literal('{"index-entry-number":');
const ITEM_NUMBER = literal(',"entry-number":');
const BLOB_NUMBER = literal('{"entry-number":');
const STAMP = literal(',"entry-timestamp":"');
const KEY = literal('","key":"');
const ITEM_HASHES = literal('","item-hash":[');
const ITEM_HASH = literal('"sha-256:');
const BLOB_HASH = literal('","blob-hash":"1220');
const BLOB_END = literal('"}');

type Columns = Omit<ScannedEntries, 'bytes' | 'count' | 'allQuoted'>;

/** EntryColumns lends the columns of a scanned page out, the same ones for one page after another: to make them anew takes a tenth of the time of a page. */
export class EntryColumns {
  #room = 0;
  #columns: Columns | undefined;

  /** roomFor lends columns for at least so many entries; what was lent before is overwritten. */
  roomFor(room: number): Columns {
    if (this.#columns && room <= this.#room) return this.#columns;
    this.#room = room;
    this.#columns = {
      starts: new Uint32Array(room),
      ends: new Uint32Array(room),
      numbers: new Float64Array(room),
      indexNumbers: new Float64Array(room),
      stamps: new Uint32Array(2 * room),
      keys: new Uint32Array(2 * room),
      hashes: new Uint8Array(32 * room),
      hashEnds: new Uint32Array(room),
    };
    return this.#columns;
  }
}

/** Less than the shortest entry and the shortest hash take up, so that the columns never need to grow. */
const LEAST_ENTRY = 64;

/**
 * scanEntries reads a page of entries straight from its bytes, if it has exactly the form that the API document shows: no white space, the properties in
 * their order and none besides, no escapes. Undefined for everything else, be it right or wrong: that page is for JSON.parse. What it does read is what
 * JSON.parse and the decoders read, which a property test holds.
 */
export function scanEntries(
  bytes: Uint8Array,
  variant: Variant,
  columns = new EntryColumns(),
): ScannedEntries | undefined {
  const page: Filling = {
    ...pageBytes(bytes),
    count: 0,
    allQuoted: true,
    ...columns.roomFor(Math.floor(bytes.length / LEAST_ENTRY) + 1),
  };
  const notes: ScanNotes = { value: 0, beyondAscii: false };
  const scanEntry = variant === 'item' ? scanItemEntry : scanBlobEntry;
  let at = literalEnd(page, 0, OPEN_LIST);
  if (at < 0) return undefined;
  if (bytes[at] !== CLOSE_LIST) {
    for (;;) {
      page.starts[page.count] = at;
      at = scanEntry(page, at, notes);
      if (at < 0) return undefined;
      page.ends[page.count] = at;
      page.count += 1;
      if (bytes[at] !== COMMA) break;
      at += 1;
    }
  }
  if (bytes[at] !== CLOSE_LIST || !isRestBlank(bytes, at + 1)) return undefined;
  return notes.beyondAscii && !isUtf8(bytes) ? undefined : page;
}

function scanItemEntry(page: Filling, start: number, notes: ScanNotes): number {
  const { bytes, count, hashes, hashEnds } = page;
  let at = numberEnd(page, literalEnd(page, start, INDEX_NUMBER), notes);
  page.indexNumbers[count] = notes.value;
  at = numberEnd(page, literalEnd(page, at, ITEM_NUMBER), notes);
  page.numbers[count] = notes.value;
  at = literalEnd(page, stampAndKeyEnd(page, at, notes), ITEM_HASHES);
  if (at < 0) return -1;
  let named = count === 0 ? 0 : (hashEnds[count - 1] as number);
  if (bytes[at] !== CLOSE_LIST) {
    for (;;) {
      at = hashEnd(bytes, literalEnd(page, at, ITEM_HASH), hashes, 32 * named);
      if (at < 0 || bytes[at] !== QUOTE) return -1;
      named += 1;
      at += 1;
      if (bytes[at] !== COMMA) break;
      at += 1;
    }
  }
  hashEnds[count] = named;
  return bytes[at] === CLOSE_LIST && bytes[at + 1] === 0x7d ? at + 2 : -1;
}

function scanBlobEntry(page: Filling, start: number, notes: ScanNotes): number {
  const { bytes, count } = page;
  const at = numberEnd(page, literalEnd(page, start, BLOB_NUMBER), notes);
  page.numbers[count] = notes.value;
  page.indexNumbers[count] = notes.value;
  const hash = literalEnd(page, stampAndKeyEnd(page, at, notes), BLOB_HASH);
  page.hashEnds[count] = count + 1;
  return literalEnd(page, hashEnd(bytes, hash, page.hashes, 32 * count), BLOB_END);
}

/** numberEnd reads a number that stands plainly or in quotes: both are in use (API document, "Shared types"). */
function numberEnd(page: Filling, at: number, notes: ScanNotes): number {
  const { bytes } = page;
  if (bytes[at] !== QUOTE) {
    page.allQuoted = false;
    return digitsEnd(bytes, at, notes);
  }
  const end = digitsEnd(bytes, at + 1, notes);
  return end >= 0 && bytes[end] === QUOTE ? end + 1 : -1;
}

/** stampAndKeyEnd reads timestamp and key, and returns the position of the quote that ends the key, or -1. */
function stampAndKeyEnd(page: Filling, at: number, notes: ScanNotes): number {
  const { bytes, count, stamps, keys } = page;
  const stamp = literalEnd(page, at, STAMP);
  const stampEnd = textEnd(bytes, stamp, notes);
  const key = literalEnd(page, stampEnd, KEY);
  const keyEnd = textEnd(bytes, key, notes);
  stamps[2 * count] = stamp;
  stamps[2 * count + 1] = stampEnd;
  keys[2 * count] = key;
  keys[2 * count + 1] = keyEnd;
  return keyEnd;
}
