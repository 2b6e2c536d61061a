import { abbreviate, HashText } from '../hash/hash-text.tsx';
import { Literal } from '../literal.tsx';
import type { NodeContent, ProofGraph } from './proof-graph.ts';
import styles from './proof-node.module.css';

/** TONES is the class of what holds nodes: it gives them their colours by its `data-tone`. */
export const TONES = styles.tones;

/** looksOf is what the style sheet draws a node by. */
export function looksOf({ shape, source, letter, tone }: NodeContent) {
  return {
    className: styles.node,
    'data-shape': shape,
    'data-source': source,
    'data-letter': letter,
    'data-tone': tone,
  };
}

/** nodeName is the name of a node for a screen reader; it begins with what the box shows. */
export function nodeName({ hash, text, compareWith, title }: NodeContent): string {
  const digits = hash && abbreviate(hash, compareWith === undefined ? 'short' : 'long');
  return `${digits === undefined ? '' : `${digits}, `}${text ?? title}`;
}

/** NodeInside is what is drawn in the outline of a node. */
export function NodeInside({ node, changed }: { node: NodeContent; changed: boolean }) {
  const { shape, text, labelPlace } = node;
  return (
    <>
      <Triangle shape={shape} />
      {labelPlace === 'under' ? null : text === undefined ? (
        <Digits node={node} />
      ) : (
        <span className={styles.text}>
          <Literal text={text} most={300} />
        </span>
      )}
      {labelPlace === 'inside' && <NodeLabel node={node} />}
      {changed && <span className={styles.changed}>Δ</span>}
    </>
  );
}

/** Digits are a hash, with the letter that says where it comes from. */
function Digits({ node: { letter, hash, compareWith } }: { node: NodeContent }) {
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

/** NodeLabel is what is written in a box or beside it; the name of the node says the same. */
export function NodeLabel({ node }: { node: NodeContent }) {
  const { label, labelPlace } = node;
  if (label === undefined) return null;
  return (
    <span className={styles.label} aria-hidden="true">
      {labelPlace === 'under' && <Digits node={node} />}
      {label.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

/** Triangle is the outline of a folded subtree; one that is not full has its right corner cut off. */
function Triangle({ shape }: Pick<NodeContent, 'shape'>) {
  if (shape !== 'triangle' && shape !== 'cut-triangle') return null;
  const corners = shape === 'triangle' ? '50,1 99,99 1,99' : '50,1 88,76 88,99 1,99';
  return (
    <svg className={styles.triangle} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={corners} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** ProofLegend says what the shapes of a picture mean: those that are in it. */
export function ProofLegend({ graph }: { graph: ProofGraph }) {
  const byMeaning = new Map(graph.nodes.map((node) => [node.legend, node]));
  return (
    <ul className={styles.legend} data-tone={graph.tone} aria-label="Legend">
      {[...byMeaning].map(([meaning, node]) => {
        if (meaning === undefined) return null;
        const looks = looksOf({ ...node, tone: node.tone === 'bad' ? undefined : node.tone });
        return (
          <li key={meaning}>
            <span {...looks} data-swatch="" aria-hidden="true">
              <Triangle shape={node.shape} />
              {!node.shape.endsWith('triangle') && (node.letter ?? (node.source === 'unknown' && '?'))}
            </span>
            {meaning}
          </li>
        );
      })}
    </ul>
  );
}
