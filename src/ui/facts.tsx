import type { ReactNode } from 'react';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import { countOf } from './format.ts';
import { CopyHash, HashText } from './hash.tsx';

/** Fact is a term with its value in a list (`dl`). */
export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** FactLine is a term with its value. */
export type FactLine = readonly [term: string, value: ReactNode];

/** Facts is a list of terms with values; terms without one are left out. */
export function Facts({
  facts,
  className = 'facts',
}: {
  facts: readonly FactLine[];
  className?: string | undefined;
}) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([term, value]) => (
          <Fact key={term} term={term}>
            {value}
          </Fact>
        ))}
    </dl>
  );
}

/**
 * TwoHashes are two hashes that should be equal, each under its name, with the first digit
 * that differs marked in both.
 */
export function TwoHashes({
  names: [one, other],
  hashes: [first, second],
}: {
  names: readonly [string, string];
  hashes: readonly [Hash, Hash];
}) {
  return (
    <dl className="facts">
      <Fact term={one}>
        <HashText hash={first} compareWith={second} />
      </Fact>
      <Fact term={other}>
        <HashText hash={second} compareWith={first} />
      </Fact>
    </dl>
  );
}

/**
 * Head shows the root hash of a log, which can be copied, with its size. `against` is a hash: the first
 * digit that differs is marked.
 */
export function Head({
  of: { rootHash, logSize },
  name,
  against,
  children,
}: {
  of: Checkpoint;
  /** Names the root for the button that copies it. */
  name: string;
  against?: Hash | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="line">
      <CopyHash hash={rootHash} digits="long" compareWith={against} what={`the ${name}`} />
      <span>
        {countOf(logSize, 'entry')}
        {children}
      </span>
    </div>
  );
}
