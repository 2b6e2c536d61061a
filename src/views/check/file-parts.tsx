import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { CheckedFile } from './file-queries.ts';
import { type NamedCheck, type CheckText, wordsFrom } from '../../ui/check-list.tsx';
import type { FactLine } from '../../ui/facts.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { seenPart } from '../../ui/seen-part.ts';
import { Time } from '../../ui/time.tsx';
import type { CheckedSignatures } from '../../verify/evidence/signatures.ts';
import styles from './check.module.css';

/** ReadFile is an evidence file that could be read, with its checks. */
export type ReadFile = Exclude<CheckedFile, { kind: 'unreadable' }>;

/** File is such a file of one kind. */
export type File<Kind extends ReadFile['kind']> = Extract<ReadFile, { kind: Kind }>;

/** FileView is the display of a file of any kind. */
export interface FileView {
  readonly title: string;
  /** The verdict on a report; that on a proof follows from its checks and its root hash. */
  readonly verdict?: CheckText;
  readonly checks: readonly NamedCheck[];
  /** The hashed parts; and those that the file only states. */
  readonly facts: readonly FactLine[];
  readonly stated: readonly FactLine[];
  /** What no file of this kind can prove, to end the sentence "What this does not prove:". */
  readonly limits: string;
  /** The published head that a proof leads to. */
  readonly root?: Checkpoint;
  /** Pages of the register that the file states, if it states one. */
  readonly links: (register: RegisterId) => readonly (readonly [to: string, text: string])[];
  readonly items?: readonly Item[];
  readonly figure: ReactNode;
}

/** entries counts entries in words. */
export const entries = (count: number): string => countOf(count, 'entry');

/** comparePath returns a link to the register that has it compare a head with its own, as one that its sender saw. */
export function comparePath(register: RegisterId, head: Checkpoint): string {
  return `${pathTo({ view: 'overview', register })}#${seenPart(head)}`;
}

/** rootFact shows a root hash of a file, with its evidence. */
export function rootFact(term: string, hash: Hash, more: ReactNode, compareWith?: Hash): FactLine {
  return [
    term,
    <>
      <span className={styles.hash}>
        <CopyHash hash={hash} digits="long" what={`the ${term}`} compareWith={compareWith} />
        <span className="printed">{hash}</span>
      </span>{' '}
      {more}
    </>,
  ];
}

/** addressFact shows an address in a file, which may be anything, as text. */
export function addressFact(term: string, address: string | undefined): FactLine {
  return [
    term,
    address !== undefined && (
      <span key={term} className={styles.address}>
        <Literal text={address} />
      </span>
    ),
  ];
}

/** timeFact shows a time that a file states. */
export const timeFact = (term: string, at: string): FactLine => [term, <Time key={term} at={at} />];

/**
 * namedCheck chooses the text of one check by its verdict; the detail of `bad` and `open` is the reason of
 * the verdict. `open` fits both what could not be checked and what was not.
 */
export function namedCheck(
  id: string,
  verdict: Verdict,
  holds: readonly [title: string, detail?: string],
  bad: string,
  open: string,
  kind?: Pick<NamedCheck, 'kind' | 'why'>,
): NamedCheck {
  const table = { holds, 'does-not-match': [bad], otherwise: [open] } as const;
  return { id, ...kind, ...wordsFrom({ verdict }, table) };
}

/** signedCheck describes the signatures under `what`. */
export function signedCheck(
  id: string,
  what: string,
  { verdict, by, signers: count }: CheckedSignatures,
): NamedCheck {
  const signers = by.map(
    ({ name, atMs }) => isolated(name) + (atMs === undefined ? '' : ` on ${formatDay(atMs)}`),
  );
  return namedCheck(
    id,
    verdict,
    [
      `${countOf(count, 'witness', 'witnesses')} signed ${what}`,
      `${signers.join(', ')}. The keys are in the file: ask the witnesses whether they are theirs.`,
    ],
    `The signatures are not of ${what}`,
    `The signatures under ${what}`,
    { why: 'others' },
  );
}
