import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { CheckedFile } from '../../query/check-file.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { type CheckText, wordsFrom } from '../../ui/check-text.ts';
import { countOf, formatDay } from '../../ui/format.ts';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { parseRegisterId, pathTo, type RegisterId } from '../../ui/paths.ts';
import type { CheckedSignatures } from '../../verify/evidence/signatures.ts';
import type { FactLine } from '../../ui/facts.tsx';
import styles from './check.module.css';

/** ReadFile is an evidence file that could be read, with its checks. */
export type ReadFile = Exclude<CheckedFile, { kind: 'unreadable' }>;
/** File is one of a certain kind. */
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
  readonly findings?: ReactNode;
  /** What no file of this kind can prove, to end the sentence "What this does not prove:". */
  readonly limits: string;
  /** The base address that the file states for its register, and its place on the site that wrote the file. */
  readonly address: string;
  readonly place?: string | undefined;
  /** The published head that a proof leads to. */
  readonly root?: Checkpoint;
  readonly links: (register: RegisterId) => readonly (readonly [to: string, text: string])[];
  readonly items?: readonly Item[];
  readonly figure: ReactNode;
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

/** Address shows an address of a file as text: it may be anything. */
export function Address({ text }: { text: string }) {
  return (
    <span className={styles.address}>
      <Literal text={text} />
    </span>
  );
}

/** Problems is a list of what is wrong. */
export function Problems({ problems }: { problems: readonly ReactNode[] }) {
  return (
    <ul className={styles.problems}>
      {problems.map((problem, index) => (
        <li key={index}>{problem}</li>
      ))}
    </ul>
  );
}

/** namedCheck chooses the text of one check by its verdict; the detail of `bad` and `otherwise` is the reason of the verdict. */
export function namedCheck(
  id: string,
  verdict: Verdict,
  words: Pick<NamedCheck, 'kind' | 'why'> & {
    readonly holds: readonly [title: string, detail?: string];
    readonly bad: string;
    readonly otherwise: string;
  },
): NamedCheck {
  const { kind, why, holds, bad, otherwise } = words;
  return {
    id,
    kind,
    why,
    ...wordsFrom({ verdict }, { holds, 'does-not-match': [bad], otherwise: [otherwise] }),
  };
}

/** signedCheck describes the signatures of a root hash in a file. */
export function signedCheck(id: string, what: string, { verdict, by }: CheckedSignatures): NamedCheck {
  const signers = by.map(
    ({ name, atMs }) => isolated(name) + (atMs === undefined ? '' : ` on ${formatDay(atMs)}`),
  );
  return namedCheck(id, verdict, {
    why: 'others',
    holds: [
      `${countOf(by.length, 'witness', 'witnesses')} signed ${what}`,
      `${signers.join(', ')}. The keys are in the file: ask the witnesses whether they are theirs.`,
    ],
    bad: `The signatures are not of ${what}`,
    otherwise: `The signatures under ${what} could not be checked`,
  });
}

/** comparePath returns the page that compares a head with the current register. */
export function comparePath(register: RegisterId, { logSize, rootHash }: Checkpoint): string {
  return `${pathTo({ view: 'compare', register })}?size=${logSize}&root=${rootHash}`;
}

/**
 * registerAt finds the register at the address that a file states, to link to it. One below this site's own registers is named by its place, an opened file by the
 * place that was stated. Undefined where it is no address of a register.
 */
export function registerAt(address: string, ownRegisters: string, place = ''): RegisterId | undefined {
  const stated = parseRegisterId(place);
  if (stated?.kind === 'file') return stated;
  const [name, mount, ...more] = address.startsWith(`${ownRegisters}/`)
    ? address.slice(ownRegisters.length + 1).split('/')
    : [];
  if (name !== undefined && mount !== undefined && more.length === 0)
    return parseRegisterId(`${name}~${mount}`);
  const remote = parseRegisterId(address);
  return remote?.kind === 'remote' ? remote : undefined;
}

/** addressAtOrigin makes an address of the origin of a checkpoint, which has no scheme and names the API behind a # (originOf in verify/witness/signed-note.ts): that of this site for what this site serves, else https. */
export function addressAtOrigin(origin: string, ownRegisters: string): string {
  const own = new URL(ownRegisters);
  const scheme = origin.startsWith(`${own.host}/`) ? own.protocol : 'https:';
  return `${scheme}//${origin.replace(/#(?:items|blobs)$/, '').replaceAll(/%2B/gi, '+')}`;
}
