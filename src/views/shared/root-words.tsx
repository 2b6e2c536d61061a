import type { Hash } from '../../core/hash.ts';
import { useRootWords } from '../../query/compare-query.ts';
import styles from './root-words.module.css';

/** RootWords shows a root hash in words, numbered, for comparison by eye. */
export function RootWords({ hash }: { hash: Hash }) {
  const words = useRootWords(hash) ?? Array.from({ length: 24 }, () => '…');
  return (
    <ol className={styles.words} aria-label="Root hash in words">
      {words.map((word, index) => (
        <li key={index}>{word}</li>
      ))}
    </ol>
  );
}
