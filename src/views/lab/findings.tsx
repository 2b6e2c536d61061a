import type { ReactNode } from 'react';
import type { Verdict } from '../../core/verdict.ts';
import { stateInWords } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { explained } from '../../ui/check-text.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import { type Copy, type CopyChecks, type Original, readHash, textOf, wholeNumber } from './lab-model.ts';

/**
 * findingsOf returns the outcomes of data, entry proof and root, with reasons. The checks must be those of
 * this copy; `rootName` is `published root hash`, for example.
 */
export function findingsOf(
  original: Original,
  copy: Copy,
  { data, entry }: CopyChecks,
  rootName: string,
): readonly NamedCheck[] {
  const { variant, checkpoint, items } = original;
  const number = textOf(copy, 'entry-number');
  const root = rootVerdict(original, copy, rootName);
  const sent = new Set(items.flatMap((item) => [...item.values()].flat()));
  const isRedactedHere = [...copy.values()]
    .flat()
    .some((text) => text !== null && isRedacted(text) && !sent.has(text));
  const isOtherSize = wholeNumber(textOf(copy, 'log-size')) !== checkpoint.logSize;
  const isForged = [data, entry].every(({ verdict }) => verdict.outcome === 'holds');
  return [
    finding('Data', data.verdict, [`The ${variant} hashes to `, `, but entry ${number} records `], () =>
      isRedactedHere
        ? 'A redacted value is represented by its hash, so the hash of the blob stays the same. A register can withhold a value, and the rest can still be checked.'
        : `The ${variant} has the hash that entry ${number} records.`,
    ),
    finding(
      'Proof',
      entry.verdict,
      [`The path from entry ${number} gives `, '; the root hash of the copy is '],
      () =>
        isOtherSize
          ? 'The path takes the same turns in a log of this size, so it gives the same root hash. A proof alone does not settle the log size.'
          : `The path from entry ${number} gives the root hash of the copy. It begins with the hash that the entry records, and never reads the ${variant}.`,
    ),
    finding(
      'Root',
      root,
      ['The copy has ', `; the ${rootName} is `],
      () => `The copy has the ${rootName}.`,
      isForged &&
        ` All the rest of the copy matches, and this cannot be made to match: nobody knows how to find other data that gives a given root hash. Everyone who remembers the ${rootName} notices.`,
    ),
  ];
}

/** finding explains a verdict: two hashes that differ, the verifier's reason, or what holds. */
function finding(
  id: string,
  verdict: Verdict,
  [before, between]: readonly [string, string],
  holds: () => string,
  after?: ReactNode,
): NamedCheck {
  const { outcome: state } = verdict;
  const title = `${id}: ${stateInWords(state).toLowerCase()}`;
  if (!('expected' in verdict)) return { id, state, title, detail: explained({ verdict }) || holds() };
  const { computed, expected } = verdict;
  const detail = (
    <>
      {before}
      <HashText hash={computed} compareWith={expected} />
      {between}
      <HashText hash={expected} compareWith={computed} />.{after}
    </>
  );
  return { id, state, title, detail };
}

/**
 * rootVerdict compares the head of the copy with that of the register: two roots of
 * one size are equal or not.
 */
function rootVerdict({ checkpoint }: Original, copy: Copy, rootName: string): Verdict {
  const computed = readHash(textOf(copy, 'root-hash'));
  if (computed === undefined)
    return { outcome: 'cannot-check', code: 'malformed', reason: 'the root hash is malformed' };
  if (wholeNumber(textOf(copy, 'log-size')) !== checkpoint.logSize) {
    const reason = `the log size is not that of the ${rootName}: comparing two sizes needs a consistency proof, which the copy does not have`;
    return { outcome: 'cannot-check', code: 'no-consistency-proof', reason };
  }
  const expected = checkpoint.rootHash;
  if (computed === expected) return { outcome: 'holds' };
  return { outcome: 'does-not-match', code: 'hash-differs', expected, computed };
}
