import type { ReactNode } from 'react';
import type { Hash } from '../core/hash.ts';
import { HashText } from './hash/hash-text.tsx';

/** Fact is a term with what is said of it, within a list (`dl`) of them. */
export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** TwoHashes are two hashes that should be equal, each under its name, with the first digit that differs marked in both. */
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
