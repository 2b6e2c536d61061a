import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import type { Change, ChangedPart } from './changes.ts';
import { type Copy, type CopyChecks, type Original, readHash, wholeNumber } from './copy.ts';

/** Finding is one check of the copy, with why it came out so. */
export interface Finding {
  readonly id: 'data' | 'entry' | 'root';
  readonly verdict: Verdict;
  readonly title: string;
  readonly why: ReactNode;
}

/** CheckedState is a copy with what was found of it, and all that an explanation may draw on. */
export interface CheckedState {
  readonly original: Original;
  readonly copy: Copy;
  readonly checks: CopyChecks;
  readonly changes: readonly Change[];
  /** The root that this browser remembers of the register, where it does. */
  readonly remembered?: Checkpoint | undefined;
}

/** findingsOf says of data, entry proof and root how each check came out and why; checks and changes must be those of this very copy. */
export function findingsOf(state: CheckedState): readonly Finding[] {
  const { copy, checks } = state;
  const entry = /^\d+$/.test(copy.entryNumber) ? `Entry ${copy.entryNumber}` : 'The entry';
  const root = rootVerdict(state);
  return [
    {
      id: 'data',
      verdict: checks.data.verdict,
      title: titled(
        checks.data.verdict,
        'Data matches its fingerprint',
        'Data does not match its fingerprint',
        'Data could not be checked',
      ),
      why: dataWhy(state),
    },
    {
      id: 'entry',
      verdict: checks.entry.verdict,
      title: titled(
        checks.entry.verdict,
        `${entry} connects to the root hash of the copy`,
        `${entry} does not connect to the root hash of the copy`,
        `${entry} could not be checked`,
      ),
      why: entryWhy(state),
    },
    {
      id: 'root',
      verdict: root,
      title: titled(
        root,
        'The root hash is the published one',
        'The root hash is not the published one',
        'The root hash could not be compared',
      ),
      why: rootWhy(state, root),
    },
  ];
}

function titled({ outcome }: Verdict, holds: string, bad: string, cannot: string): string {
  return outcome === 'holds' ? holds : outcome === 'does-not-match' ? bad : cannot;
}

function dataWhy(state: CheckedState): ReactNode {
  const { original, copy, checks } = state;
  const { verdict, items } = checks.data;
  if ('reason' in verdict) return sentence(verdict.reason);
  const noun = original.variant;
  if (verdict.outcome === 'does-not-match')
    return (
      <>
        The {noun} hashes to <Digits hash={verdict.computed} other={verdict.expected} />, but entry{' '}
        {copy.entryNumber} records <Digits hash={verdict.expected} other={verdict.computed} />.
      </>
    );
  const hash = items[0]?.computed;
  const recorded = (
    <>
      The {noun} hashes to {hash && <Digits hash={hash} />}, which entry {copy.entryNumber} records.
    </>
  );
  if (!has(state, 'item')) return recorded;
  if (has(state, 'item-hash'))
    return (
      <>
        {recorded} They match again: anybody can compute a hash. Whether the log holds this entry is the next
        check.
      </>
    );
  return redactedAnew(state)
    ? 'A redacted value is represented by its hash, so the hash of the blob stays the same. A register can withhold a value, and the rest can still be checked.'
    : 'What you changed is not among the hashed bytes, so the hash stays the same.';
}

/** redactedAnew tells whether a value of the copy was withheld that the register sent: the blobs API hashes its hash in its place. */
function redactedAnew({ original, copy }: CheckedState): boolean {
  return copy.items.some((item, index) => {
    const sent = new Set([...(original.items[index] ?? new Map()).values()].flat());
    return [...item.values()].flat().some((value) => value !== null && isRedacted(value) && !sent.has(value));
  });
}

function entryWhy(state: CheckedState): ReactNode {
  const { original, copy, checks } = state;
  const { verdict, computedRoot } = checks.entry;
  if ('reason' in verdict)
    return verdict.code === 'path-length'
      ? `${sentence(verdict.reason)} How many hashes a proof has follows from the entry number and the log size alone, so nothing is hashed.`
      : sentence(verdict.reason);
  if (verdict.outcome === 'does-not-match')
    return (
      <>
        {effects(state).join(' ')} The path gives{' '}
        <Digits hash={computedRoot ?? verdict.computed} other={verdict.expected} />; the root hash of the copy
        is <Digits hash={verdict.expected} other={verdict.computed} />.
      </>
    );
  if (has(state, 'root'))
    return 'Everything in the copy matches, because the root hash was computed to match. A root hash that nobody else has seen costs nothing.';
  if (has(state, 'size'))
    return `For entry ${copy.entryNumber} the path takes the same turns in a log of ${copy.logSize} entries, so it gives the same root hash. A proof alone does not settle the log size.`;
  if (has(state, 'entry', 'item-hash', 'proof', 'order'))
    return 'What you changed is not among the hashed bytes.';
  return (
    <>
      {has(state, 'item') &&
        `The proof never reads the ${original.variant}, only the hash that the entry records. Entry and proof are unchanged. `}
      The path gives {computedRoot === undefined ? 'the root hash' : <Digits hash={computedRoot} />}.
    </>
  );
}

/** effects says what each kind of change does on the way up. */
function effects(state: CheckedState): readonly string[] {
  const path = ['entry', 'item-hash', 'order', 'proof', 'size'] as const;
  const all: readonly (readonly [boolean, string])[] = [
    [has(state, 'entry', 'item-hash'), 'The leaf has other bytes, so every hash above it is another.'],
    [
      has(state, 'order'),
      'The side from which a hash joins follows from the entry number and the log size, so a hash in another place joins the wrong neighbour.',
    ],
    [has(state, 'proof'), 'From the changed hash upwards, every result is another.'],
    [has(state, 'size'), 'In a log of that size the path takes other turns.'],
    [has(state, 'root') && !has(state, ...path), 'The path is unchanged.'],
    [state.changes.length === 0, 'You changed nothing: this is what the register sent.'],
  ];
  return all.flatMap(([applies, words]) => (applies ? [words] : []));
}

/** rootVerdict compares the head of the copy with the one that the register publishes: two roots of one size are equal or not. */
function rootVerdict({ original: { checkpoint }, copy }: CheckedState): Verdict {
  const root = readHash(copy.rootHash);
  const size = wholeNumber(copy.logSize);
  const malformed = (reason: string): Verdict => ({ outcome: 'cannot-check', code: 'malformed', reason });
  if (root === undefined) return malformed('the root hash is malformed');
  if (Number.isNaN(size)) return malformed('the log size is not a whole number from 0 to 2^53-1');
  if (size !== checkpoint.logSize) {
    const reason = `the copy is of a log of ${size} entries, and the published root hash of ${checkpoint.logSize}: two sizes are compared by a consistency proof, which the copy has not`;
    return { outcome: 'cannot-check', code: 'no-consistency-proof', reason };
  }
  if (root === checkpoint.rootHash) return { outcome: 'holds' };
  return { outcome: 'does-not-match', code: 'hash-differs', expected: checkpoint.rootHash, computed: root };
}

/** rootWhy claims no more than the checks before it have shown. */
function rootWhy({ original, checks, changes, remembered }: CheckedState, verdict: Verdict): ReactNode {
  if ('reason' in verdict) return sentence(verdict.reason);
  const { logSize, rootHash } = original.checkpoint;
  const outcomes = [checks.data, checks.entry].map((check) => check.verdict.outcome);
  const allHold = outcomes.every((outcome) => outcome === 'holds');
  const remembersSize = remembered?.logSize === logSize;
  if (verdict.outcome === 'does-not-match')
    return (
      <>
        The copy has <Digits hash={verdict.computed} other={verdict.expected} />; the register publishes{' '}
        <Digits hash={verdict.expected} other={verdict.computed} />.{' '}
        {allHold &&
          'All the rest of the forgery matches, and this cannot be made to match: nobody knows how to find other data that gives a given root hash. '}
        {remembersSize && remembered.rootHash === rootHash
          ? 'This browser remembers the published root hash and would notice, and so would everyone else who has it.'
          : 'Everyone who has the published root hash notices.'}
      </>
    );
  const doubt =
    remembersSize && remembered.rootHash !== rootHash
      ? ' But this browser remembers another root hash for a log of this size.'
      : '';
  if (allHold)
    return `The copy has the root hash that the register publishes, and its contents match it.${doubt}`;
  return changes.length > 0 && outcomes.includes('does-not-match')
    ? `The copy still has the root hash that the register publishes; what you changed no longer matches it.${doubt}`
    : `The copy has the root hash that the register publishes. The check before this one says whether the entry matches it.${doubt}`;
}

function has({ changes }: CheckedState, ...parts: readonly ChangedPart[]): boolean {
  return changes.some(({ part }) => parts.includes(part));
}

function Digits({ hash, other }: { hash: Hash; other?: Hash }) {
  return <HashText hash={hash} {...(other === undefined ? {} : { compareWith: other })} />;
}

/** sentence gives a reason of the verifier its capital and its full stop. */
function sentence(reason: string): string {
  const text = reason.trim().replace(/[.\s]+$/, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
