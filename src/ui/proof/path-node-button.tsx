import type { Hash } from '../../core/hash.ts';
import { formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import { nodeName, type NodeEntry } from './node-text.ts';
import styles from './path-node.module.css';
import { placeStyle } from './place-style.ts';
import type { PlacedNode } from './placed.ts';
import { Literal } from '../literal.tsx';

interface PathNodeButtonProps {
  readonly node: PlacedNode;
  readonly entry: NodeEntry;
  /** The other root, where two are compared. */
  readonly comparedWith: Hash | undefined;
  /** Whether the node is the one that Tab reaches. */
  readonly current: boolean;
  /** Whether the list points at the node. */
  readonly active: boolean;
  readonly open: boolean;
  readonly onPress: () => void;
  readonly onFocus: () => void;
  /** Told whether the node is pointed at, by mouse or by focus. */
  readonly onPoint: (pointed: boolean) => void;
}

/** PathNodeButton is one box of the path, with the label of what it covers. */
export function PathNodeButton(props: PathNodeButtonProps) {
  const { node, entry, comparedWith, onPoint } = props;
  return (
    <>
      <button
        type="button"
        className={styles.node}
        style={placeStyle(node, node.row)}
        data-node={node.id}
        data-kind={node.kind}
        data-active={props.active || undefined}
        tabIndex={props.current ? 0 : -1}
        aria-label={nodeName(node, entry, comparedWith !== undefined)}
        aria-expanded={props.open}
        onClick={props.onPress}
        onFocus={() => {
          props.onFocus();
          onPoint(true);
        }}
        onBlur={() => onPoint(false)}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
      >
        <NodeText node={node} entry={entry} comparedWith={comparedWith} />
      </button>
      {node.label === undefined ? null : (
        <span
          className={styles.label}
          style={placeStyle(node.label, node.row)}
          data-align={node.label.align}
          data-active={props.active || undefined}
          aria-hidden="true"
        >
          {node.label.lines.map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </span>
      )}
    </>
  );
}

function NodeText({
  node,
  entry,
  comparedWith,
}: Pick<PathNodeButtonProps, 'node' | 'entry' | 'comparedWith'>) {
  if (node.hash === undefined) {
    return (
      <span className={styles.entry}>
        Entry <b>{formatNumber(entry.entryNumber)}</b> · key{' '}
        <code>
          <Literal text={entry.key} most={300} />
        </code>
      </span>
    );
  }
  const letter =
    node.kind === 'sent' ? 'S' : node.kind === 'computed' || node.kind === 'leaf' ? 'C' : undefined;
  return (
    <>
      {letter === undefined ? null : (
        <span className={styles.letter} aria-hidden="true">
          {letter}
        </span>
      )}
      <HashText hash={node.hash} {...(comparedWith === undefined ? {} : { compareWith: comparedWith })} />
    </>
  );
}
