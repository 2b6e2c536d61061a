import { explainBlobHash, type BlobAttributeStep } from '../../core/blob-hash.ts';
import { utf8 } from '../../core/utf8.ts';
import { BLOB_PREFIX } from '../../core/hash.ts';
import { leafRule, type LeafRuleId } from '../../core/leaf-rules.ts';
import type { ProofBundle } from './bundle.ts';
import { hexOf } from './file-parts.ts';
import { comment, ending, hashOf, hexWord, numberWord, PREAMBLE, textLines } from './shell.ts';

/**
 * bundleScript writes a POSIX shell script that makes every check of a bundle again with openssl, from the bytes themselves, and prints each step. It exits with
 * 0 where all match, 1 where something does not, 2 where openssl is missing. Throws UnhashableError where the bundle holds half a surrogate pair.
 */
export function bundleScript(bundle: ProofBundle): string {
  const { entry, checkpoint, register } = bundle;
  const lines = [
    '#!/bin/sh',
    comment(`Checks entry ${entry.entryNumber} of the register at ${register.address}, key ${entry.key}`),
    comment(`against the root of its log of ${checkpoint.logSize} entries. Saved ${bundle.madeAt}.`),
    '# It sends nothing and reads nothing: all it needs is openssl and what is written here.',
    ...PREAMBLE,
    '',
    ...(bundle.items === undefined ? blobLines(bundle) : itemLines(bundle)),
    '',
    ...(bundle.items === undefined ? entryHashLines(bundle) : entryTextLines(bundle)),
    '',
    ...climbLines(bundle),
    '',
    `echo 'Left to do: compare this root with one from elsewhere. The register signs nothing, so that'`,
    `echo 'this file alone cannot show that its root is the root that other people are shown.'`,
    ...ending('All that was computed matches.', 'Something does not match: see above.'),
  ];
  return `${lines.join('\n')}\n`;
}

function itemLines({ items = [], entry }: ProofBundle): string[] {
  return [
    `compare 'Number of items, against that of the hashes in the entry' ${numberWord(items.length)} ${numberWord(entry.itemHashes.length)}`,
    ...items.flatMap((text, index) => itemHashLines(text, entry.itemHashes[index])),
  ];
}

function itemHashLines(text: string, named: string | undefined): string[] {
  return [
    '# The item is hashed as it is written: canonical JSON, UTF-8.',
    ...hashOf('item', textLines(text)),
    // Items stand in the order of the entry's hashes in every file of this page; in another order this comparison fails, which is the safe side.
    `compare 'Hash of the item, against the one the entry names' "$item" ${hexWord(named ?? '00')}`,
  ];
}

function blobLines({ blob = {}, entry }: ProofBundle): string[] {
  const steps = explainBlobHash(new Map(Object.entries(blob)));
  const attributes = steps.filter((step) => step.kind === 'attribute');
  return [
    '# The blob is hashed attribute by attribute: name and value, then all pairs in ascending order.',
    'pairs=',
    ...attributes.flatMap(attributeLines),
    `item=$(bytes "64$(printf '%s' "$pairs" | sort | tr -d '\\n')" | sha256)`,
    `compare 'Hash of the blob, against the one the entry names' "$item" ${hexWord(entry.itemHashes[0] ?? '00')}`,
  ];
}

function attributeLines(step: BlobAttributeStep): string[] {
  return [
    ...hashOf('name', ['bytes 75', ...textLines(step.name)]),
    ...valueLines(step),
    `pairs="$pairs$name$value`,
    '"',
  ];
}

function valueLines({ value, valueHash, redacted, members }: BlobAttributeStep): string[] {
  if (redacted) return ['# This value is withheld; its hash stands for it.', `value=${hexWord(valueHash)}`];
  if (members === undefined) return hashOf('value', ['bytes 75', ...textLines(String(value))]);
  return [
    'set_of=',
    ...members.flatMap(({ text, hash, redacted: withheld }) => [
      ...(withheld ? [`member=${hexWord(hash)}`] : hashOf('member', ['bytes 75', ...textLines(text)])),
      `set_of="$set_of$member`,
      '"',
    ]),
    `value=$(bytes "73$(printf '%s' "$set_of" | sort | tr -d '\\n')" | sha256)`,
  ];
}

function entryTextLines({ entry, leaf }: ProofBundle): string[] {
  const leafBytes = leafRule(leaf.rule).leafBytes(entry);
  if (leafBytes === undefined) throw new RangeError(`the leaf rule ${leaf.rule} cannot write this entry`);
  const leafText = new TextDecoder('utf-8', { ignoreBOM: true }).decode(leafBytes);
  return [
    '# The entry is hashed as a leaf of the tree: one byte 00, then the entry as JSON.',
    ...hashOf('leaf', ['bytes 00', ...textLines(leafText)]),
    ...hashOf('stated', ['bytes 00', ...hexLines(leaf.bytes)]),
    `compare 'Leaf hash of the entry, against that of the leaf bytes in the bundle' "$leaf" "$stated"`,
  ];
}

/** hexLines writes the commands that print the bytes of hexadecimal digits, some at a time. */
function hexLines(digits: string): string[] {
  return (hexWord(digits).match(/.{1,72}/g) ?? []).map((piece) => `bytes ${piece}`);
}

function entryHashLines({ entry, leaf }: ProofBundle): string[] {
  const raw = rawBytes(leaf.rule, entry.itemHashes[0] ?? '');
  return [
    '# The entry hash is over its number, key, timestamp and blob hash.',
    ...hashOf('number', ['bytes 69', ...textLines(numberWord(entry.entryNumber))]),
    ...hashOf('key', ['bytes 75', ...textLines(entry.key)]),
    ...hashOf('time', ['bytes 74', ...textLines(entry.timestamp)]),
    ...hashOf('data', [`bytes ${hexWord(`72${raw}`)}`]),
    'entry=$(bytes "6c$number$key$time$data" | sha256)',
    `compare 'Entry hash, against the leaf bytes in the bundle' "$entry" ${hexWord(leaf.bytes)}`,
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

/** climbLines climbs as RFC 9162 2.1.3.2 says: the side of each hash follows from the entry number and the log size alone, and the shell works it out. */
function climbLines({ entry, checkpoint, auditPath }: ProofBundle): string[] {
  return [
    '# up joins the next hash of the audit path, RFC 9162 2.1.3.2. Its side follows from entry number and log size.',
    `at=$((${numberWord(entry.entryNumber)} - 1)); last=$((${numberWord(checkpoint.logSize)} - 1)); hash=$leaf`,
    'up() {',
    '  if [ "$last" -eq 0 ]; then echo "there are more hashes than levels"; wrong=1; return; fi',
    '  if [ $((at % 2)) -eq 1 ] || [ "$at" -eq "$last" ]; then',
    '    hash=$(node "$1" "$hash")',
    '    while [ $((at % 2)) -eq 0 ] && [ "$at" -ne 0 ]; do at=$((at / 2)); last=$((last / 2)); done',
    '  else',
    '    hash=$(node "$hash" "$1")',
    '  fi',
    '  at=$((at / 2)); last=$((last / 2))',
    `  step "Joined with $1" "$hash"`,
    '}',
    ...auditPath.map((sent) => `up ${hexWord(sent)}`),
    `if [ "$last" -ne 0 ]; then echo 'there are fewer hashes than levels'; wrong=1; fi`,
    `compare 'Root of the log of ${numberWord(checkpoint.logSize)} entries' "$hash" ${hexWord(checkpoint.rootHash)}`,
  ];
}
