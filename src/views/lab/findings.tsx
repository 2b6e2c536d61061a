import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { CheckBadge, stateInWords } from '../../ui/check-badge.tsx';
import { explained } from '../../ui/check-text.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Literal } from '../../ui/literal.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import {
  type Change,
  type Copy,
  type CopyChecks,
  type Original,
  readField,
  readHash,
  textOf,
  wholeNumber,
} from './lab-model.ts';
import styles from './lab.module.css';

/** Finding is one check of the copy, with the reason for its outcome. */
export interface Finding {
  readonly id: 'data' | 'entry' | 'root';
  readonly verdict: Verdict;
  readonly title: string;
  readonly why: ReactNode;
}

/** CheckedState is a copy with its checks, and everything an explanation needs. */
interface CheckedState {
  readonly original: Original;
  readonly copy: Copy;
  readonly checks: CopyChecks;
  readonly changes: readonly Change[];
  /** The name of the register's root hash: `published root hash`. */
  readonly rootHash: string;
  /** The root that this browser remembers of the register, if any. */
  readonly remembered?: Checkpoint | undefined;
}

/** findingsOf returns the outcomes of data, entry proof and root, with reasons; checks and changes must be those of this copy. */
export function findingsOf(state: CheckedState): readonly Finding[] {
  const { copy, checks, rootHash } = state;
  const number = textOf(copy, 'entry-number');
  const entry = /^\d+$/.test(number) ? `Entry ${number}` : 'The entry';
  const root = rootVerdict(state);
  const finding = (
    id: Finding['id'],
    verdict: Verdict,
    why: () => ReactNode,
    [holds, bad, cannot]: readonly [holds: string, bad: string, cannot: string],
  ): Finding => {
    const { outcome } = verdict;
    const reason = explained({ verdict });
    const isLength = 'code' in verdict && verdict.code === 'path-length';
    const more = isLength
      ? ' How many hashes a proof has follows from the entry number and the log size alone, so nothing is hashed.'
      : '';
    return {
      id,
      verdict,
      title: outcome === 'holds' ? holds : outcome === 'does-not-match' ? bad : cannot,
      why: reason ? reason + more : why(),
    };
  };
  return [
    finding('data', checks.data.verdict, () => dataWhy(state), [
      'Data matches its fingerprint',
      'Data does not match its fingerprint',
      'Data could not be checked',
    ]),
    finding('entry', checks.entry.verdict, () => entryWhy(state), [
      `${entry} connects to the root hash of the copy`,
      `${entry} does not connect to the root hash of the copy`,
      `${entry} could not be checked`,
    ]),
    finding('root', root, () => rootWhy(state, root), [
      `The root hash is the ${rootHash}`,
      `The root hash is not the ${rootHash}`,
      'The root hash could not be compared',
    ]),
  ];
}

function dataWhy(state: CheckedState): ReactNode {
  const { original, copy, checks } = state;
  const { verdict, items } = checks.data;
  const entry = `entry ${textOf(copy, 'entry-number')}`;
  if ('expected' in verdict) {
    const [computed, expected] = bothHashes(verdict);
    return (
      <>
        The {original.variant} hashes to {computed}, but {entry} records {expected}.
      </>
    );
  }
  if (has(state, 'data') && !has(state, 'hashes'))
    return isRedactedHere(state)
      ? 'A redacted value is represented by its hash, so the hash of the blob stays the same. A register can withhold a value, and the rest can still be checked.'
      : 'What you changed is not among the hashed bytes, so the hash stays the same.';
  const hash = items[0]?.computed;
  return (
    <>
      The {original.variant} hashes to {hash && <HashText hash={hash} />}, which {entry} records.
      {has(state, 'data') &&
        ' They match again: anybody can compute a hash. Whether the log holds this entry is the next check.'}
    </>
  );
}

/** isRedactedHere reports whether the copy withholds a value that the register sent: the blobs API then hashes its hash. */
function isRedactedHere({ original, copy }: CheckedState): boolean {
  const sent = new Set(original.items.flatMap((item) => [...item.values()].flat()));
  const values = [...copy].flatMap(([field, value]) => (readField(field).part === 'data' ? value : []));
  return values.some((text) => text !== null && isRedacted(text) && !sent.has(text));
}

/** EFFECTS describes the effect of each kind of change on the path. */
const EFFECTS: readonly (readonly [words: string, ...parts: readonly Change['part'][]])[] = [
  [
    'The leaf has other bytes, so every hash above it is another.',
    'entry-number',
    'key',
    'entry-timestamp',
    'hashes',
  ],
  ['From the changed hash upwards, every result is another.', 'proof'],
  ['In a log of that size the path takes other turns.', 'log-size'],
];

function entryWhy(state: CheckedState): ReactNode {
  const { original, copy, checks, changes } = state;
  const { verdict, computedRoot } = checks.entry;
  if ('expected' in verdict) {
    const effects = EFFECTS.flatMap(([words, ...parts]) => (has(state, ...parts) ? [words] : []));
    if (changes.length === 0) effects.push('You changed nothing: this is what the register sent.');
    else if (effects.length === 0) effects.push('The path is unchanged.');
    const [computed, expected] = bothHashes(verdict);
    return (
      <>
        {effects.join(' ')} The path gives {computed}; the root hash of the copy is {expected}.
      </>
    );
  }
  if (has(state, 'root-hash'))
    return 'Everything in the copy matches, because the root hash was computed to match. A root hash that nobody else has seen costs nothing.';
  if (has(state, 'log-size'))
    return `For entry ${textOf(copy, 'entry-number')} the path takes the same turns in a log of ${textOf(copy, 'log-size')} entries, so it gives the same root hash. A proof alone does not settle the log size.`;
  if (changes.some(({ part }) => part !== 'data')) return 'What you changed is not among the hashed bytes.';
  return (
    <>
      {has(state, 'data') &&
        `The proof never reads the ${original.variant}, only the hash that the entry records. Entry and proof are unchanged. `}
      The path gives {computedRoot ? <HashText hash={computedRoot} /> : 'the root hash'}.
    </>
  );
}

/** rootVerdict compares the head of the copy with that of the register: two roots of one size are equal or not. */
function rootVerdict({ original: { checkpoint }, copy, rootHash }: CheckedState): Verdict {
  const computed = readHash(textOf(copy, 'root-hash'));
  const size = wholeNumber(textOf(copy, 'log-size'));
  const malformed = (reason: string): Verdict => ({ outcome: 'cannot-check', code: 'malformed', reason });
  if (computed === undefined) return malformed('the root hash is malformed');
  if (Number.isNaN(size)) return malformed('the log size is not a whole number from 0 to 2^53-1');
  if (size !== checkpoint.logSize) {
    const reason = `the copy is of a log of ${size} entries, and the ${rootHash} of ${checkpoint.logSize}: comparing two sizes needs a consistency proof, which the copy does not have`;
    return { outcome: 'cannot-check', code: 'no-consistency-proof', reason };
  }
  const expected = checkpoint.rootHash;
  if (computed === expected) return { outcome: 'holds' };
  return { outcome: 'does-not-match', code: 'hash-differs', expected, computed };
}

/** rootWhy claims no more than the checks before it have shown. */
function rootWhy(
  { original, checks, changes, remembered, rootHash: name }: CheckedState,
  verdict: Verdict,
): ReactNode {
  const { logSize, rootHash } = original.checkpoint;
  const outcomes = [checks.data, checks.entry].map((check) => check.verdict.outcome);
  const allHold = outcomes.every((outcome) => outcome === 'holds');
  const rememberedRoot = remembered?.logSize === logSize ? remembered.rootHash : undefined;
  if ('expected' in verdict) {
    const [computed, expected] = bothHashes(verdict);
    return (
      <>
        The copy has {computed}; the {name} is {expected}.{' '}
        {allHold &&
          'All the rest of the forgery matches, and this cannot be made to match: nobody knows how to find other data that gives a given root hash. '}
        {rememberedRoot === rootHash
          ? `This browser remembers the ${name} and would notice, and so would everyone else who has it.`
          : `Everyone who has the ${name} notices.`}
      </>
    );
  }
  const end = allHold
    ? ', and its contents match it.'
    : changes.length > 0 && outcomes.includes('does-not-match')
      ? ', but what you changed no longer matches it.'
      : '. The check before this one says whether the entry matches it.';
  const doubt =
    rememberedRoot !== undefined && rememberedRoot !== rootHash
      ? ' But this browser remembers another root hash for a log of this size.'
      : '';
  return `The copy has the ${name}${end}${doubt}`;
}

function has({ changes }: CheckedState, ...parts: readonly Change['part'][]): boolean {
  return changes.some(({ part }) => parts.includes(part));
}

/** bothHashes shows the two hashes of a mismatch, with the first different digit marked. */
function bothHashes({ computed, expected }: { readonly computed: Hash; readonly expected: Hash }) {
  return [
    <HashText key="computed" hash={computed} compareWith={expected} />,
    <HashText key="expected" hash={expected} compareWith={computed} />,
  ] as const;
}

/** FindingsPanel shows the three checks of the copy, each with its reason, and the changes. */
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
  /** Whether to highlight the roots. */
  isCompared: boolean;
}) {
  return (
    <section className="sheet padded" aria-label="Checks of the copy" aria-busy={isStale}>
      <h2>Checks</h2>
      <ol className={`rows ${styles.findings}`}>
        {findings.map(({ id, verdict: { outcome }, title, why }) => (
          <li key={id} data-outcome={outcome} data-pointed={(isCompared && id === 'root') || undefined}>
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
        <p className="faint">Nothing yet: the copy is what the register sent.</p>
      ) : (
        <ul className={`rows ${styles.findings}`}>
          {changes.map(({ verb, what, was, is }, index) => (
            <li key={index}>
              <span className={styles.mark} data-changed aria-hidden="true">
                Δ
              </span>
              <div>
                <p>
                  {verb} <Literal text={what} />
                </p>
                <dl>
                  <OldOrNew term="was" text={was} other={is} />
                  <OldOrNew term="is" text={is} other={was} />
                </dl>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OldOrNew({
  term,
  text,
  other = '',
}: Record<'text' | 'other', string | undefined> & { term: string }) {
  if (text === undefined) return null;
  const hash = readHash(text);
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {hash ? (
          <HashText hash={hash} digits="long" compareWith={readHash(other)} />
        ) : (
          <Literal text={text === '' ? 'empty' : text} />
        )}
      </dd>
    </div>
  );
}
