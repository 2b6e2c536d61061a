import { abbreviate, HashText } from '../hash/hash-text.tsx';
import { Literal } from '../literal.tsx';
import type { Content } from './proof-graph.ts';
import styles from './proof-node.module.css';

/** TONES is the class of what holds nodes: it gives them their colours by its `data-tone`. */
export const TONES = styles.tones;

/** looksOf is what the style sheet draws a node by. */
export function looksOf({ shape, source, letter, tone }: Content) {
  return {
    className: styles.node,
    'data-shape': shape,
    'data-source': source,
    'data-letter': letter,
    'data-tone': tone,
  };
}

/** nodeName is the name of a node for a screen reader; it begins with what the box shows. */
export function nodeName({ hash, text, compareWith, title }: Content): string {
  const digits = hash && `${abbreviate(hash, compareWith === undefined ? 'short' : 'long')}, `;
  return `${digits ?? ''}${text ?? title}`;
}

/** Digits are a hash, with the letter that says where it comes from, or a text in its place. */
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
        // Where there is no room for its end, the first six digits stand for it.
        <span title={hash}>
          {hash.slice(0, 6)}
          <span className={styles.tail}>…{hash.slice(-4)}</span>
        </span>
      ) : (
        <HashText hash={hash} compareWith={compareWith} />
      )}
    </span>
  );
}

/** Ticks are the hashes that a node folds, each for its turn in the place of it. */
export function Ticks({ nodes, turn }: { nodes: readonly Content[]; turn: number }) {
  return nodes.map((node, index) => (
    <span
      key={node.id}
      className={styles.tick}
      style={{ ['--turn' as string]: turn + index }}
      aria-hidden="true"
    >
      <Digits node={node} />
    </span>
  ));
}

/** Triangle is the outline of a folded subtree; one that is not full has its right corner cut off. */
export function Triangle({ shape }: Pick<Content, 'shape'>) {
  if (!shape.endsWith('triangle')) return null;
  const corner = shape === 'triangle' ? '50,1 99,99 1,99' : '50,1 88,76 88,99 1,99';
  return (
    <svg className={styles.triangle} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={corner} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** ChangedSign marks what differs from what the server sent. */
export function ChangedSign() {
  return (
    <span className={styles.changed} aria-hidden="true">
      Δ
    </span>
  );
}
