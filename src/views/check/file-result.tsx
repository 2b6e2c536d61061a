import type { ReactNode } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge, type CheckState } from '../../ui/check-badge.tsx';
import { CheckList, type NamedCheck } from '../../ui/check-list.tsx';
import { CopyHash } from '../../ui/hash/copy-button.tsx';
import { Literal } from '../../ui/literal.tsx';
import { parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import styles from './check.module.css';

// What the results of all kinds of file are made of.

/** FileVerdict is what the checks of a file come to, in one sentence with a second one that says why. */
export interface FileVerdict {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/** FileCard begins the result of a file: its verdict, then the checks behind it, then what the file is about. */
export function FileCard({
  title,
  name,
  verdict,
  checks,
  children,
}: {
  title: string;
  name: string;
  verdict: FileVerdict;
  checks: readonly NamedCheck[];
  children: ReactNode;
}) {
  return (
    <Card title={title} note={`from ${name}`}>
      <p className={styles['verdict']} data-outcome={verdict.state}>
        <CheckBadge state={verdict.state} label="" size={28} />
        <span>
          <b>{verdict.title}</b>
          <br />
          {verdict.detail}
        </span>
      </p>
      <CheckList checks={checks} />
      {children}
    </Card>
  );
}

/**
 * proofVerdict sums up the checks of a bundle or tlog-proof. The best that a file can show is that it is consistent with the root hash in it, which is nothing
 * green: only a root hash that the register showed this browser makes it so.
 */
export function proofVerdict(
  outcome: CheckState,
  checks: readonly NamedCheck[],
  root: NamedCheck,
): FileVerdict {
  const state = outcome === 'not-checked' ? root.state : outcome;
  const cause = [...checks, root].find((check) => check.state === state)?.title ?? '';
  switch (state) {
    case 'holds':
      return {
        state,
        title: 'Consistent with the root hash that the register showed this browser',
        detail: `${cause}.`,
      };
    case 'does-not-match':
      return { state, title: 'Does not match', detail: `${cause}.` };
    case 'cannot-check':
      return { state, title: 'Could not check', detail: `${cause}.` };
    case 'not-checked':
    case 'checking':
      return {
        state,
        title: 'Consistent with the root hash stated in the file',
        detail: 'Compare that root hash with one you trust.',
      };
  }
}

/** NotProved says once what no file of this kind can show. */
export function NotProved({ children }: { children: ReactNode }) {
  return (
    <section className={styles['stated']} aria-label="What this does not prove">
      <p>
        <b>What this does not prove:</b> {children}
      </p>
    </section>
  );
}

/** Fact is one line of what a file says: a term and its value, within a list of class `facts`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** RootFact shows a root hash out of a file, with what stands behind it. */
export function RootFact({
  term,
  hash,
  spelling,
  compareWith,
  children,
}: {
  term: string;
  hash: Hash;
  spelling?: Variant;
  compareWith?: Hash | undefined;
  children?: ReactNode;
}) {
  return (
    <Fact term={term}>
      <span className={styles['hash']}>
        <CopyHash
          hash={hash}
          digits="long"
          what={`the ${term}`}
          {...(spelling && { spelling })}
          {...(compareWith && { compareWith })}
        />
      </span>{' '}
      {children}
    </Fact>
  );
}

/** AddressText shows an address out of a file as text: it may be anything. */
export function AddressText({ text }: { text: string }) {
  return (
    <span className={styles['address']}>
      <Literal text={text} />
    </span>
  );
}

/** worded picks the words of one check by its verdict; the reason of the verdict goes with the second and is the third's detail. */
export function worded(
  verdict: Verdict,
  holds: readonly [title: string, detail: string],
  bad: readonly [title: string, detail: string],
  otherwise: string,
): { state: CheckState; title: string; detail: string } {
  const state = verdict.outcome;
  switch (state) {
    case 'holds':
      return { state, title: holds[0], detail: holds[1] };
    case 'does-not-match':
      return { state, title: bad[0], detail: `${bad[1]} ${reasonOf(verdict)}`.trim() };
    case 'cannot-check':
    case 'not-checked':
      return { state, title: otherwise, detail: reasonOf(verdict) };
  }
}

/** reasonOf is the reason of a verdict as a sentence; empty where it has none. */
export function reasonOf(verdict: Verdict): string {
  if (!('reason' in verdict)) return '';
  const reason = verdict.reason.charAt(0).toUpperCase() + verdict.reason.slice(1);
  return reason.endsWith('.') ? reason : `${reason}.`;
}

/**
 * registerOf finds the register that a file states, to link to it. One below this site's own registers, and an opened file, are named by their place; any other by
 * its address, so that a file from another site does not lead to a register of this one that happens to have the same name. Undefined where neither can be read.
 */
export function registerOf(
  stated: { readonly address: string; readonly place: string },
  ownRegisters: string,
): RegisterId | undefined {
  const place = parseRegisterId(stated.place);
  if (place?.kind === 'file') return place;
  if (place?.kind === 'bundled' && stated.address.startsWith(`${ownRegisters}/`)) return place;
  const remote = parseRegisterId(stated.address);
  return remote?.kind === 'remote' ? remote : undefined;
}

/**
 * registerAtOrigin finds the register that the origin of a checkpoint states: an address without its scheme. One below this site's own registers is named by its
 * place. Undefined where no address can be made of it.
 */
export function registerAtOrigin(
  origin: string,
  ownRegisters: string,
): { readonly register: RegisterId; readonly address: string } | undefined {
  const own = new URL(ownRegisters);
  const ownOrigin = `${own.host}${own.pathname}/`;
  const address = `${origin.startsWith(`${own.host}/`) ? own.protocol : 'https:'}//${origin.replaceAll(/%2B/gi, '+')}`;
  if (!URL.canParse(address)) return undefined;
  const [name, mount, ...more] = origin.startsWith(ownOrigin)
    ? address.slice(`${ownRegisters}/`.length).split('/')
    : [];
  const place = name === undefined || mount === undefined || more.length > 0 ? address : `${name}~${mount}`;
  const register = parseRegisterId(place);
  return register && { register, address };
}
