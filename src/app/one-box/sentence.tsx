import { Literal } from '../../ui/literal.tsx';
import type { Words } from './understood.ts';
import styles from './one-box.module.css';

/** Sentence shows words; what was typed or came from a server is set apart and shown literally. */
export function Sentence({ of }: { of: Words }) {
  return of.map((word, index) =>
    typeof word === 'string' ? (
      word
    ) : (
      <span key={index} className={styles['said']}>
        <Literal text={word.said} most={400} />
      </span>
    ),
  );
}
