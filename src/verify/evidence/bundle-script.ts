import { explainBlobHash, type BlobAttributeStep } from '../../core/blob-hash.ts';
import type { ProofBundle } from './bundle.ts';
import { ladderLines } from './ladder-lines.ts';
import { climbLines, upLines } from './climb-lines.ts';
import { leafLines } from './leaf-lines.ts';
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
    ...leafLines(bundle),
    '',
    ...upLines(),
    ...climbLines(bundle, '$leaf'),
    ...growthLines(bundle),
    '',
    `echo 'Left to do: compare this root with one from elsewhere. The register signs nothing, so that'`,
    `echo 'this file alone cannot show that its root is the root that other people are shown.'`,
    ...ending('All that was computed matches.', 'Something does not match: see above.'),
  ];
  return `${lines.join('\n')}\n`;
}

/** growthLines show that the log of the checkpoint is the beginning of the published one. */
function growthLines({ checkpoint, growth }: ProofBundle): string[] {
  if (growth === undefined) return [];
  const { head, path } = growth;
  return [
    '',
    `from_size=${numberWord(checkpoint.logSize)}; from_root=${hexWord(checkpoint.rootHash)}`,
    `to_size=${numberWord(head.logSize)}; to_root=${hexWord(head.rootHash)}`,
    ...(checkpoint.logSize < head.logSize
      ? ladderLines(path)
      : [`echo 'The later log is not the larger one.'; wrong=1`]),
  ];
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
  const steps = explainBlobHash(new Map(Object.entries(blob)), entry.itemHashes[0]);
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
