import { sha256 } from '../core/sha256.ts';
import type { LogCopy } from './log-copy.ts';
import { cellOf, membersOf } from './records-at.ts';
import { readTime } from './size-at-time.ts';

/** FINGERPRINT_BYTES is how long the fingerprint of one entry is. */
const FINGERPRINT_BYTES = 32;

/** FingerprintsAsk asks for the fingerprints of the first `at` entries, 0 <= at <= size. */
export interface FingerprintsAsk {
  readonly at: number;
}

/**
 * fingerprints are hashes of the first entries, one behind the other, that are equal for entries of one meaning in either variant of the API: of their keys, times and
 * data. Attributes and lists are sets, and what is not set is left out. They prove nothing of a root.
 */
export function fingerprints(log: LogCopy, { at }: FingerprintsAsk): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(at * FINGERPRINT_BYTES);
  for (let number = 1; number <= at; number += 1) {
    const { key, timestamp, itemHashes } = log.entry(number);
    const data = itemHashes.map((hash) => {
      const set = [...(log.item(hash) ?? [])].flatMap(([name, value]) => {
        const members = [...new Set(membersOf(cellOf(value)))].sort();
        return members.length === 0 ? [] : [[name, ...members]];
      });
      return JSON.stringify(set.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
    });
    const said = JSON.stringify([key, readTime(timestamp) ?? timestamp, data.sort()]);
    all.set(sha256(said), (number - 1) * FINGERPRINT_BYTES);
  }
  return all;
}
