import { HashText } from '../hash.tsx';
import { Literal } from '../literal.tsx';
import type { Content } from './proof-graph.ts';
import styles from './proof-node.module.css';

/** TONES is the class of elements around nodes, which get their colours by its `data-tone`. */
export const TONES = styles.tones;

/** looksOf returns the attributes for the style sheet. */
export function looksOf({ shape, source, letter, tone }: Content) {
  return {
    className: styles.node,
    'data-shape': shape,
    'data-source': source,
    'data-letter': letter,
    'data-tone': tone,
  };
}

/** Digits shows a hash with the letter of its source, or a text in its place. */
export function Digits({ node: { letter, hash, compareWith, text } }: { node: Content }) {
  if (text !== undefined)
    return (
      <span className={styles.text}>
        <Literal text={text} most={300} />
      </span>
    );
  return (
    <span className={styles.digits}>
      {letter !== undefined && (
        <span className={styles.letter} aria-hidden="true">
          {letter}
        </span>
      )}
      {hash === undefined ? (
        '?'
      ) : compareWith === undefined ? (
        // Without room for its end, only the first six digits.
        <span title={hash} translate="no">
          {hash.slice(0, 6)}
          <span className={styles.tail}>…{hash.slice(-4)}</span>
        </span>
      ) : (
        <HashText hash={hash} compareWith={compareWith} />
      )}
    </span>
  );
}

/** Triangle is the outline of a folded subtree; one that is not full has its right corner cut off, aslant. */
export function Triangle({ shape }: Pick<Content, 'shape'>) {
  if (!shape.endsWith('triangle')) return null;
  const corner = shape === 'triangle' ? '50,1 99,99 1,99' : '50,1 88,76 70,99 1,99';
  return (
    <svg className={styles.triangle} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={corner} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** CHANGED_SIGN marks a node that differs from the server's data. */
export const CHANGED_SIGN = (
  <span className={styles.changed} aria-hidden="true">
    Δ
  </span>
);
