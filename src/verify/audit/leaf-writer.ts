import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { BulkHasher } from './bulk-hasher.ts';
import { ByteWriter } from './byte-writer.ts';
import type { ScannedEntries } from './scan-entries.ts';
import { ascii } from './scan-text.ts';

/** HashLeaf writes the leaf hash of entry `index` of a scanned page to out[at, at + 32), or returns false where the rule has no room for the entry. */
type HashLeaf = (page: ScannedEntries, index: number, out: Uint8Array, at: number) => boolean;

/**
 * leafWriter hashes the leaves of scanned entries by one rule: H(00 ‖ leaf bytes), the bytes being those of core/leaf-rules.ts, which a property test holds.
 * It may overwrite the byte before an entry of the page.
 */
export function leafWriter(rule: LeafRuleId, hasher: BulkHasher): HashLeaf {
  switch (rule) {
    case 'item-json':
      return itemLeaf(hasher);
    case 'item-json-2016':
      return itemLeaf2016(hasher);
    case 'blob-multihash':
      return blobLeaf(hasher, (writer, hashes, at) => {
        writer.byte(0x12);
        writer.byte(0x20);
        writer.put(hashes, at, at + 32);
      });
    case 'blob-hex':
      return blobLeaf(hasher, (writer, hashes, at) => writer.hex(hashes, at, 32));
    case 'blob-digest':
      return blobLeaf(hasher, (writer, hashes, at) => writer.put(hashes, at, at + 32));
  }
}

const INDEX_NUMBER = ascii('\0{"index-entry-number":"');
const NUMBER = ascii('","entry-number":"');
const STAMP = ascii('","entry-timestamp":"');
const KEY = ascii('","key":"');
const HASHES = ascii('","item-hash":[');
const ONE_HASH = ascii('"sha-256:');
const END = ascii(']}');

function itemLeaf(hasher: BulkHasher): HashLeaf {
  const writer = new ByteWriter();
  return (page, index, out, at) => {
    const { bytes, allQuoted, starts, ends } = page;
    const start = starts[index] as number;
    const end = ends[index] as number;
    if (allQuoted) {
      // The entry as sent is the leaf. The bracket or comma before it gives way to the 00 that goes before a leaf.
      bytes[start - 1] = 0;
      hasher.hash(bytes, start - 1, end, out, at);
      return true;
    }
    writer.clear();
    writer.put(INDEX_NUMBER);
    writer.digits(page.indexNumbers[index] as number);
    writer.put(NUMBER);
    writer.digits(page.numbers[index] as number);
    putText(writer, STAMP, page, page.stamps, index);
    putText(writer, KEY, page, page.keys, index);
    writer.put(HASHES);
    const { from, to } = hashesOf(page, index);
    for (let hash = from; hash < to; hash += 1) {
      if (hash > from) writer.byte(0x2c);
      writer.put(ONE_HASH);
      writer.hex(page.hashes, 32 * hash, 32);
      writer.byte(0x22);
    }
    writer.put(END);
    hasher.hash(writer.bytes, 0, writer.length, out, at);
    return true;
  };
}

const NUMBER_2016 = ascii('\0{"entry-number":"');
const HASH_2016 = ascii('","item-hash":"sha-256:');
const END_2016 = ascii('"}');

function itemLeaf2016(hasher: BulkHasher): HashLeaf {
  const writer = new ByteWriter();
  return (page, index, out, at) => {
    const { from, to } = hashesOf(page, index);
    if (to - from !== 1) return false;
    writer.clear();
    writer.put(NUMBER_2016);
    writer.digits(page.numbers[index] as number);
    putText(writer, STAMP, page, page.stamps, index);
    writer.put(HASH_2016);
    writer.hex(page.hashes, 32 * from, 32);
    putText(writer, KEY, page, page.keys, index);
    writer.put(END_2016);
    hasher.hash(writer.bytes, 0, writer.length, out, at);
    return true;
  };
}

/** The objecthash list of number, key, timestamp and blob hash (hashing.md, "Blob variant"), `raw` writing the bytes of the last. */
function blobLeaf(
  hasher: BulkHasher,
  raw: (writer: ByteWriter, hashes: Uint8Array, at: number) => void,
): HashLeaf {
  const writer = new ByteWriter();
  const list = Uint8Array.of(0x6c, ...new Uint8Array(4 * 32));
  const leaf = new Uint8Array(33);
  const tagged = (tag: number, at: number): void => {
    writer.bytes[0] = tag;
    hasher.hash(writer.bytes, 0, writer.length, list, at);
    writer.clear();
    writer.byte(0);
  };
  return (page, index, out, at) => {
    const { from, to } = hashesOf(page, index);
    if (to - from !== 1) return false;
    writer.clear();
    writer.byte(0);
    writer.digits(page.numbers[index] as number);
    tagged(0x69, 1);
    writer.put(page.bytes, page.keys[2 * index], page.keys[2 * index + 1]);
    tagged(0x75, 33);
    writer.put(page.bytes, page.stamps[2 * index], page.stamps[2 * index + 1]);
    tagged(0x74, 65);
    raw(writer, page.hashes, 32 * from);
    tagged(0x72, 97);
    hasher.hash(list, 0, list.length, leaf, 1);
    hasher.hash(leaf, 0, leaf.length, out, at);
    return true;
  };
}

function putText(
  writer: ByteWriter,
  before: Uint8Array,
  { bytes }: ScannedEntries,
  spans: Uint32Array,
  index: number,
): void {
  writer.put(before);
  writer.put(bytes, spans[2 * index], spans[2 * index + 1]);
}

function hashesOf({ hashEnds }: ScannedEntries, index: number): { from: number; to: number } {
  return { from: index === 0 ? 0 : (hashEnds[index - 1] as number), to: hashEnds[index] as number };
}
