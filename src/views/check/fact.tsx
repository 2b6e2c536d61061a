import type { ReactNode } from 'react';
import { Literal } from '../../ui/literal.tsx';
import styles from './check.module.css';

/** Fact is one line of what a file says: a term and its value, within a list of class `facts`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
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
