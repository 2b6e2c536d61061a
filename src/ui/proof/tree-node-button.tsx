import type { KeyboardEvent } from 'react';
import { formatHash, type Hash, type HashSpelling } from '../../core/hash.ts';
import { formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { HashText } from '../hash/hash-text.tsx';
import type { PlacedTreeNode } from './layout-tree.ts';
import type { NodeEntry } from './node-text.ts';
import { inRem, placeStyle } from './place-style.ts';
import type { Rect } from './placed.ts';
import type { TreeNode } from './tree-model.ts';
import { triangleOf } from './triangle.ts';
import { treeNodeName } from './tree-words.ts';
import styles from './tree-node.module.css';
import { Literal } from '../literal.tsx';

/** How many digits fit into a box or a triangle; the whole hash is shown for the node that is chosen. */
const DIGITS = 6;

interface TreeNodeButtonProps {
  readonly placed: PlacedTreeNode;
  readonly entry: NodeEntry;
  readonly labelLine: number;
  /** The root to compare with, where two differ. */
  readonly compareWith: Hash | undefined;
  /** Whether the root holds. */
  readonly judged: boolean;
  /** Whether the node is the one that Tab reaches. */
  readonly current: boolean;
  readonly onPress: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** TreeNodeButton is one node of the tree: a box, a triangle where it is folded, a pill for the root that holds, a black square for the entry. */
export function TreeNodeButton(props: TreeNodeButtonProps) {
  const { placed, entry, compareWith, judged } = props;
  const { node, lines } = placed;
  const kind = node.kind === 'root' && !judged ? 'open-root' : node.kind;
  const foldable = node.covers.first !== node.covers.last;
  return (
    <>
      <button
        type="button"
        className={styles.node}
        style={placeStyle(placed)}
        data-node={node.id}
        data-kind={kind}
        data-source={node.known?.source ?? 'unknown'}
        data-path={node.onPath || undefined}
        data-chosen={props.current || undefined}
        tabIndex={props.current ? 0 : -1}
        aria-label={treeNodeName(node, entry, compareWith !== undefined)}
        aria-expanded={foldable ? node.children.length > 0 : undefined}
        onClick={props.onPress}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
      >
        {kind === 'subtree' && <Triangle placed={placed} />}
        {node.kind === 'entry' ? (
          <EntryText entry={entry} />
        ) : (
          <>
            <Digits node={node} compareWith={compareWith} />
            {kind !== 'subtree' && <Lines lines={lines} />}
          </>
        )}
      </button>
      {kind === 'subtree' && (
        <span
          className={styles.under}
          style={placeStyle({
            ...placed,
            y: placed.y + placed.height + 2,
            height: lines.length * props.labelLine,
          })}
          aria-hidden="true"
        >
          <Lines lines={lines} />
        </span>
      )}
    </>
  );
}

function Triangle({ placed: { node, width, height } }: { placed: PlacedTreeNode }) {
  const points = triangleOf(width, height, node.perfect).map((point) => point.join(' '));
  return (
    <svg className={styles.triangle} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polygon points={points.join(' ')} />
    </svg>
  );
}

function Digits({ node, compareWith }: { node: TreeNode; compareWith: Hash | undefined }) {
  const { known, kind } = node;
  if (known === undefined) return <span className={styles.unknown}>?</span>;
  if (kind === 'root')
    return (
      <span className={styles.digits}>
        <HashText hash={known.hash} {...(compareWith === undefined ? {} : { compareWith })} />
      </span>
    );
  return (
    <span className={styles.digits}>
      <b className={styles.letter}>{known.source === 'sent' ? 'S' : 'C'}</b>
      {known.hash.slice(0, DIGITS)}
    </span>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <span key={index} className={styles.line}>
      {line}
    </span>
  ));
}

function EntryText({ entry }: { entry: NodeEntry }) {
  return (
    <span className={styles.entry}>
      Entry <b>{formatNumber(entry.entryNumber)}</b> ·{' '}
      <code>
        <Literal text={entry.key} most={300} />
      </code>
    </span>
  );
}

/** PublishedRoot is the root to compare with, over the one that was computed: the only place where a mismatch shows. */
export function PublishedRoot({
  place,
  hash,
  compareWith,
  spelling,
}: {
  place: Rect;
  hash: Hash;
  compareWith: Hash;
  spelling: HashSpelling;
}) {
  return (
    <>
      <span className={styles.published} style={placeStyle(place)}>
        <HashText hash={hash} compareWith={compareWith} spelling={spelling} />
      </span>
      <span
        className={styles.whose}
        style={{ insetInlineStart: inRem(place.x + place.width + 6), insetBlockStart: inRem(place.y) }}
      >
        <CopyButton text={formatHash(hash, spelling)} label="Copy the published root">
          published
        </CopyButton>
      </span>
      <span
        className={styles.differs}
        style={{
          insetInlineStart: inRem(place.x),
          inlineSize: inRem(place.width),
          insetBlockStart: inRem(place.y + place.height),
        }}
        aria-hidden="true"
      >
        ≠
      </span>
    </>
  );
}
