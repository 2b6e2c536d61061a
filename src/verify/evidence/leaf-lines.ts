import { BLOB_PREFIX } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { utf8 } from '../../core/utf8.ts';
import type { ProofBundle } from './bundle.ts';
import { hexOf } from './file-parts.ts';
import { hashOf, hexWord, numberWord, textLines } from './shell.ts';

/** Leaf is an entry with the leaf bytes that a file states for it. */
type Leaf = Pick<ProofBundle, 'entry' | 'leaf'>;

/**
 * leafLines writes the commands that set `leaf` to the leaf hash of an entry and compare the leaf bytes with those stated. Throws UnhashableError for half a
 * surrogate pair, RangeError for an entry that the rule cannot write.
 */
export function leafLines(entry: Leaf): string[] {
  return leafRule(entry.leaf.rule).variant === 'blob' ? entryHashLines(entry) : entryTextLines(entry);
}

function entryTextLines({ entry, leaf }: Leaf): string[] {
  const leafBytes = leafRule(leaf.rule).leafBytes(entry);
  if (leafBytes === undefined) throw new RangeError(`the leaf rule ${leaf.rule} cannot write this entry`);
  const leafText = new TextDecoder('utf-8', { ignoreBOM: true }).decode(leafBytes);
  return [
    '# The entry is hashed as a leaf of the tree: one byte 00, then the entry as JSON.',
    ...hashOf('leaf', ['bytes 00', ...textLines(leafText)]),
    ...hashOf('stated', ['bytes 00', ...hexLines(leaf.bytes)]),
    `compare 'Leaf hash of the entry, against that of the leaf bytes in the file' "$leaf" "$stated"`,
  ];
}

/** hexLines writes the commands that print the bytes of hexadecimal digits, some at a time. */
function hexLines(digits: string): string[] {
  return (hexWord(digits).match(/.{1,72}/g) ?? []).map((piece) => `bytes ${piece}`);
}

function entryHashLines({ entry, leaf }: Leaf): string[] {
  const raw = rawBytes(leaf.rule, entry.itemHashes[0] ?? '');
  return [
    '# The entry hash is over its number, key, timestamp and blob hash.',
    ...hashOf('number', ['bytes 69', ...textLines(numberWord(entry.entryNumber))]),
    ...hashOf('key', ['bytes 75', ...textLines(entry.key)]),
    ...hashOf('time', ['bytes 74', ...textLines(entry.timestamp)]),
    ...hashOf('data', [`bytes ${hexWord(`72${raw}`)}`]),
    'entry=$(bytes "6c$number$key$time$data" | sha256)',
    `compare 'Entry hash, against the leaf bytes in the file' "$entry" ${hexWord(leaf.bytes)}`,
    '# It is hashed as a leaf of the tree: one byte 00, then the entry hash.',
    'leaf=$(bytes "00$entry" | sha256)',
    `step 'Leaf hash of the entry' "$leaf"`,
  ];
}

/** rawBytes writes a blob hash as the leaf rule has it (hashing.md, "Leaf bytes"), in hexadecimal. */
function rawBytes(rule: LeafRuleId, hash: string): string {
  switch (rule) {
    case 'blob-multihash':
      return BLOB_PREFIX + hash;
    case 'blob-hex':
      return hexOf(utf8(hash));
    case 'blob-digest':
      return hash;
    case 'item-json':
    case 'item-json-2016':
      throw new RangeError(`${rule} is no leaf rule of blobs`);
  }
}
