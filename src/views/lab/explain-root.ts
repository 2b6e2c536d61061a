import type { Verdict } from '../../core/verdict.ts';
import { readHash, wholeNumber } from './copy.ts';
import { saidOf, type Case } from './said.ts';
import { asSentence, type Words } from './words.ts';

/** ROOT_TITLE names the comparison of the roots by how it came out. */
export const ROOT_TITLE = {
  holds: 'The root is the published one',
  'does-not-match': 'The root is not the published one',
  'cannot-check': 'The root cannot be compared',
  'not-checked': 'The root was not compared',
} as const;

/** rootVerdict compares the head of the copy with the one that the register publishes: two roots of one size are equal or not. */
export function rootVerdict({ original, copy }: Case): Verdict {
  const root = readHash(copy.rootHash);
  const size = wholeNumber(copy.logSize);
  const published = original.checkpoint;
  if (root === undefined)
    return { outcome: 'cannot-check', code: 'malformed', reason: 'the root hash is malformed' };
  if (Number.isNaN(size)) {
    return {
      outcome: 'cannot-check',
      code: 'malformed',
      reason: 'the log size is not a whole number from 0 to 2^53-1',
    };
  }
  if (size !== published.logSize) {
    return {
      outcome: 'cannot-check',
      code: 'no-consistency-proof',
      reason: `the copy is of a log of ${size} entries, and the published root is of ${published.logSize}: roots of two sizes are compared by a consistency proof, which the copy has not`,
    };
  }
  if (root === published.rootHash) return { outcome: 'holds' };
  return { outcome: 'does-not-match', code: 'hash-differs', expected: published.rootHash, computed: root };
}

/** rootWhy says why the root of the copy is, or is not, the published one, and no more than the checks before it have shown. */
export function rootWhy(about: Case, verdict: Verdict): Words {
  const { checks, changes } = about;
  if ('reason' in verdict) return [...saidOf(changes, 'root', 'size'), asSentence(verdict.reason)];
  const broken = [checks.data, checks.entry].some((check) => check.verdict.outcome !== 'holds');
  if (verdict.outcome === 'does-not-match') {
    return [
      'The copy says ',
      { hash: verdict.computed, differsFrom: verdict.expected },
      ', and the register publishes ',
      { hash: verdict.expected, differsFrom: verdict.computed },
      broken
        ? '. '
        : '. All the rest of the forgery fits, and this cannot be made to fit: nobody knows how to find other data that leads to a given root. ',
      keptWhy(about),
    ];
  }
  const misled = [checks.data, checks.entry].some((check) => check.verdict.outcome === 'does-not-match');
  return [
    !broken
      ? 'The copy claims the root that the register publishes, and what it holds leads there.'
      : misled && changes.length > 0
        ? 'The copy still claims the root that the register publishes; what was changed no longer leads there.'
        : 'The copy claims the root that the register publishes. Whether the entry leads there is for the check before this one to say.',
    contradicted(about)
      ? ' But this browser remembers another root for a log of this size: the register itself is in doubt.'
      : '',
  ];
}

function contradicted({ original, kept }: Case): boolean {
  const { logSize, rootHash } = original.checkpoint;
  return kept?.logSize === logSize && kept.rootHash !== rootHash;
}

/** keptWhy says who would notice another root. */
function keptWhy({ original, kept }: Case): string {
  const { logSize, rootHash } = original.checkpoint;
  if (kept?.logSize === logSize && kept.rootHash === rootHash)
    return 'This browser remembers the published root and would notice, and so would everyone else who has kept it.';
  return 'Whoever has kept the published root notices.';
}
