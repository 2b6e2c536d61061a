import { type Hash, parseHash } from '../core/hash.ts';
import type { Entry } from '../core/model.ts';

/** RsfLines is an RSF file taken apart for tests of hashing; it owes nothing to the mock server's reader. */
export interface RsfLines {
  /** The JSON texts of `add-item`, as they are in the file. */
  readonly itemTexts: readonly string[];
  /** The user entries, numbered from 1. */
  readonly entries: readonly Entry[];
  /** Each `assert-root-hash` with the number of user entries before it. */
  readonly roots: readonly { readonly logSize: number; readonly rootHash: Hash }[];
}

/** splitRsf splits a well-formed RSF text (wire notes, "RSF"). Throws if a line is not of the form that the notes give. */
export function splitRsf(text: string): RsfLines {
  const itemTexts: string[] = [];
  const entries: Entry[] = [];
  const roots: { logSize: number; rootHash: Hash }[] = [];
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [command = '', ...fields] = line.split('\t');
    if (command === 'add-item') itemTexts.push(fields.join('\t'));
    else if (command === 'assert-root-hash')
      roots.push({ logSize: entries.length, rootHash: hashOf(fields[0]) });
    else if (command !== 'append-entry') throw new Error(`unknown RSF command ${command}`);
    else if (fields[0] === 'user') entries.push(entryOf(fields, entries.length + 1));
  }
  return { itemTexts, entries, roots };
}

function entryOf([, key = '', timestamp = '', hashes = '']: readonly string[], entryNumber: number): Entry {
  const itemHashes = hashes.split(';').map(hashOf);
  return { entryNumber, indexEntryNumber: entryNumber, key, timestamp, itemHashes };
}

function hashOf(text: string | undefined): Hash {
  const hash = parseHash(text ?? '', 'item');
  if (!hash) throw new Error(`not a hash: ${text}`);
  return hash;
}
