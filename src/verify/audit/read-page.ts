import type { Entry } from '../../core/model.ts';
import { hashToBytes } from '../../core/hash-bytes.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { UnhashableError, utf8 } from '../../core/utf8.ts';
import type { BulkHasher } from './bulk-hasher.ts';
import { leafWriter } from './leaf-writer.ts';
import type { ScannedEntries } from './scan-entries.ts';

/** Column is bytes of several entries one behind the other, and for each entry where its part ends. */
export interface Column {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** ReadPage is a page of entries, however it was read. */
export interface ReadPage {
  readonly count: number;
  numberOf(index: number): number;
  /** hashLeaf writes a leaf hash to out[at, at + 32), or returns why the entry has none. */
  hashLeaf(index: number, out: Uint8Array, at: number): string | undefined;
  /** hashes are those that entries from..to-1 of the page name, 32 bytes each; the ends count hashes. */
  hashes(from: number, to: number): Column;
  /** keys are those of entries from..to-1, as UTF-8. */
  keys(from: number, to: number): Column;
}

/** scannedPage is a page as the scanner found it. Leaves are hashed once: it may overwrite the byte before an entry. */
export function scannedPage(page: ScannedEntries, rule: LeafRuleId, hasher: BulkHasher): ReadPage {
  const { bytes, count, numbers, hashEnds, hashes, keys } = page;
  const writeLeaf = leafWriter(rule, hasher);
  return {
    count,
    numberOf: (index) => numbers[index] as number,
    hashLeaf: (index, out, at) => (writeLeaf(page, index, out, at) ? undefined : noRoom(rule)),
    hashes(from, to) {
      const before = from === 0 ? 0 : (hashEnds[from - 1] as number);
      const last = to === 0 ? 0 : (hashEnds[to - 1] as number);
      return {
        bytes: hashes.slice(32 * before, 32 * last),
        ends: hashEnds.slice(from, to).map((end) => end - before),
      };
    },
    keys(from, to) {
      const ends = new Uint32Array(to - from);
      let length = 0;
      for (let index = from; index < to; index += 1) {
        length += (keys[2 * index + 1] as number) - (keys[2 * index] as number);
        ends[index - from] = length;
      }
      const joined = new Uint8Array(length);
      for (let index = from, at = 0; index < to; index += 1) {
        const end = keys[2 * index + 1] as number;
        for (let source = keys[2 * index] as number; source < end; source += 1, at += 1)
          joined[at] = bytes[source] as number;
      }
      return { bytes: joined, ends };
    },
  };
}

/** decodedPage is a page as the ordinary decoders read it. */
export function decodedPage(entries: readonly Entry[], id: LeafRuleId, hasher: BulkHasher): ReadPage {
  const rule = leafRule(id);
  const at = (index: number): Entry => entries[index] as Entry;
  return {
    count: entries.length,
    numberOf: (index) => at(index).entryNumber,
    hashLeaf(index, out, place) {
      try {
        // A key without bytes has no place in the trail index, whatever the rule makes of it.
        utf8(at(index).key);
        const leaf = rule.leafBytes(at(index));
        if (!leaf) return noRoom(id);
        const prefixed = new Uint8Array(leaf.length + 1);
        prefixed.set(leaf, 1);
        hasher.hash(prefixed, 0, prefixed.length, out, place);
        return undefined;
      } catch (error) {
        if (error instanceof UnhashableError) return error.message;
        throw error;
      }
    },
    hashes: (from, to) =>
      column(
        entries.slice(from, to).map(({ itemHashes }) => joinBytes(itemHashes.map(hashToBytes))),
        32,
      ),
    keys: (from, to) =>
      column(
        entries.slice(from, to).map(({ key }) => utf8(key)),
        1,
      ),
  };
}

function noRoom(rule: LeafRuleId): string {
  return `the leaf rule ${rule} cannot write this entry`;
}

function column(parts: readonly Uint8Array[], unit: number): Column {
  const ends = new Uint32Array(parts.length);
  let length = 0;
  for (const [index, part] of parts.entries()) {
    length += part.length;
    ends[index] = length / unit;
  }
  return { bytes: joinBytes(parts), ends };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
