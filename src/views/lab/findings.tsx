import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import {
  type Change,
  type Copy,
  type CopyChecks,
  type Original,
  readHash,
  rowsOf,
  textOf,
  wholeNumber,
} from './lab-model.ts';
import styles from './lab.module.css';

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
  const number = textOf(copy, 'entry-number');
  const entry = /^\d+$/.test(number) ? `Entry ${number}` : 'The entry';
  const root = rootVerdict(state);
  const finding = (
    id: Finding['id'],
    verdict: Verdict,
    [holds, bad, cannot]: readonly [string, string, string],
    why: ReactNode,
  ): Finding => ({
    id,
    verdict,
    title: verdict.outcome === 'holds' ? holds : verdict.outcome === 'does-not-match' ? bad : cannot,
    why,
  });
  return [
    finding(
      'data',
      checks.data.verdict,
      ['Data matches its fingerprint', 'Data does not match its fingerprint', 'Data could not be checked'],
      dataWhy(state),
    ),
    finding(
      'entry',
      checks.entry.verdict,
      [
        `${entry} connects to the root hash of the copy`,
        `${entry} does not connect to the root hash of the copy`,
        `${entry} could not be checked`,
      ],
      entryWhy(state),
    ),
    finding(
      'root',
      root,
      [
        'The root hash is the published one',
        'The root hash is not the published one',
        'The root hash could not be compared',
      ],
      rootWhy(state, root),
    ),
  ];
}

function dataWhy(state: CheckedState): ReactNode {
  const { original, copy, checks } = state;
  const { verdict, items } = checks.data;
  if ('reason' in verdict) return sentence(verdict.reason);
  const noun = original.variant;
  const number = textOf(copy, 'entry-number');
  if (verdict.outcome === 'does-not-match')
    return (
      <>
        The {noun} hashes to <Digits hash={verdict.computed} other={verdict.expected} />, but entry {number}{' '}
        records <Digits hash={verdict.expected} other={verdict.computed} />.
      </>
    );
  const hash = items[0]?.computed;
  const recorded = (
    <>
      The {noun} hashes to {hash && <Digits hash={hash} />}, which entry {number} records.
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
  const sent = new Set(original.items.flatMap((item) => [...item.values()].flat()));
  return rowsOf(copy, 'item').some(({ value }) =>
    [value].flat().some((text) => text !== null && isRedacted(text) && !sent.has(text)),
  );
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
    return `For entry ${textOf(copy, 'entry-number')} the path takes the same turns in a log of ${textOf(copy, 'log size')} entries, so it gives the same root hash. A proof alone does not settle the log size.`;
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
  const all: readonly (readonly [boolean, string])[] = [
    [has(state, 'entry', 'item-hash'), 'The leaf has other bytes, so every hash above it is another.'],
    [
      has(state, 'order'),
      'The side from which a hash joins follows from the entry number and the log size, so a hash in another place joins the wrong neighbour.',
    ],
    [has(state, 'proof'), 'From the changed hash upwards, every result is another.'],
    [has(state, 'size'), 'In a log of that size the path takes other turns.'],
    [
      has(state, 'root') && !has(state, 'entry', 'item-hash', 'order', 'proof', 'size'),
      'The path is unchanged.',
    ],
    [state.changes.length === 0, 'You changed nothing: this is what the register sent.'],
  ];
  return all.flatMap(([applies, words]) => (applies ? [words] : []));
}

/** rootVerdict compares the head of the copy with the one that the register publishes: two roots of one size are equal or not. */
function rootVerdict({ original: { checkpoint }, copy }: CheckedState): Verdict {
  const root = readHash(textOf(copy, 'root hash'));
  const size = wholeNumber(textOf(copy, 'log size'));
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

function has({ changes }: CheckedState, ...parts: readonly Change['part'][]): boolean {
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

/** FindingsPanel shows the three checks of the copy, each with why it came out so, and what was changed. */
export function FindingsPanel({
  findings,
  changes,
  isStale,
  isCompared,
}: {
  findings: readonly Finding[];
  changes: readonly Change[];
  /** Whether the copy has been changed since these were found. */
  isStale: boolean;
  /** Whether the roots are what is to be looked at now. */
  isCompared: boolean;
}) {
  return (
    <div
      className={styles['panel']}
      role="region"
      aria-label="Checks of the copy"
      aria-busy={isStale}
      tabIndex={0}
    >
      <h2>Checks</h2>
      <ol className={styles['findings']}>
        {findings.map(({ id, verdict: { outcome }, title, why }) => (
          <li
            key={id}
            className={styles['finding']}
            data-outcome={outcome}
            data-pointed={(isCompared && id === 'root') || undefined}
          >
            <CheckBadge state={outcome} label={stateInWords(outcome)} />
            <div>
              <h3>{title}</h3>
              <p>{why}</p>
            </div>
          </li>
        ))}
      </ol>
      <h2>What you changed</h2>
      {changes.length === 0 ? (
        <p className={styles['quiet']}>Nothing yet: the copy is what the register sent.</p>
      ) : (
        <ul className={styles['findings']}>
          {changes.map(({ verb, what, was, is }, index) => (
            <li key={index} className={styles['finding']}>
              <span className={styles['delta']} aria-hidden="true">
                Δ
              </span>
              <div>
                <p>
                  {verb} <Literal text={what} />
                </p>
                <dl className={styles['values']}>
                  <OldOrNew term="was" text={was} other={is} />
                  <OldOrNew term="is" text={is} other={was} />
                </dl>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OldOrNew({
  term,
  text,
  other,
}: {
  term: string;
  text: string | undefined;
  other: string | undefined;
}) {
  if (text === undefined) return null;
  const hash = readHash(text);
  const compareWith = other === undefined ? undefined : readHash(other);
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {hash !== undefined ? (
          <HashText hash={hash} digits="long" {...(compareWith && { compareWith })} />
        ) : text === '' ? (
          'empty'
        ) : (
          <Literal text={text} />
        )}
      </dd>
    </div>
  );
}
