import { useState, type KeyboardEvent } from 'react';
import { formatHash, type HashSpelling } from '../../core/hash.ts';
import { formatNumber } from '../format.ts';
import { CopyButton } from '../hash/copy-button.tsx';
import { layoutTree, type PlacedTreeNode } from './layout-tree.ts';
import { moveInTree } from './move-in-tree.ts';
import { rootComputedFrom, toneOf } from './path-model.ts';
import { inRem } from './place-style.ts';
import type { DrawnCheck } from './proof-figure.tsx';
import { PublishedRoot, TreeNodeButton } from './tree-node-button.tsx';
import { treeNodeTitle } from './tree-words.ts';
import type { TreeNode } from './tree-model.ts';
import styles from './tree-picture.module.css';
import { focusNode } from './use-open-node.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { useWidth } from './use-width.ts';
import { OUTCOME_SIGN, rootSentence } from './words.ts';
import { isolated, Literal } from '../literal.tsx';

/** The room between the picture and the sides of its box. */
const SIDES = 18;

/** TreePicture draws a tree in a box of its own that scrolls. Every node is a button: the arrow keys walk along the lines, Enter folds and unfolds. */
export function TreePicture({
  root,
  check,
  rootHolds,
  spelling,
  onPress,
}: {
  root: TreeNode;
  check: DrawnCheck;
  rootHolds: string | undefined;
  spelling: HashSpelling;
  onPress: (node: TreeNode) => void;
}) {
  const { entry, verdict, checkpoint } = check;
  const [scroller, hold] = useSteadyScroll();
  const width = useWidth(scroller, 1096) - 2 * SIDES;
  const [currentId, setCurrent] = useState<string>();
  const computedRoot = rootComputedFrom(check);
  const compared =
    verdict.outcome === 'does-not-match' &&
    computedRoot !== undefined &&
    computedRoot !== checkpoint.rootHash;
  const layout = layoutTree(
    root,
    `Entry ${formatNumber(entry.entryNumber)} · ${isolated(entry.key)}`,
    compared,
    width,
  );
  const current = layout.nodes.find(({ node }) => node.id === currentId) ?? layout.nodes[0];
  const move = (event: KeyboardEvent, from: PlacedTreeNode) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = moveInTree(layout.nodes, from, event.key);
    if (next === undefined) return;
    event.preventDefault();
    focusNode(scroller.current, next.node.id);
  };
  return (
    <>
      <p className={styles.caption} data-tone={toneOf(verdict)}>
        <span aria-hidden="true">{OUTCOME_SIGN[verdict.outcome]} </span>
        {computedRoot !== undefined &&
          /holds|does-not-match/.test(verdict.outcome) &&
          'The root computed here '}
        {rootSentence(verdict, rootHolds)}
      </p>
      <div
        className={styles.scroller}
        ref={scroller}
        role="region"
        aria-label="The tree, which may be wider than this page"
      >
        <figure
          className={styles.picture}
          aria-label={`Tree of ${formatNumber(checkpoint.logSize)} entries with the path of entry ${formatNumber(entry.entryNumber)}; ${rootSentence(verdict, rootHolds)}`}
          style={{ inlineSize: inRem(layout.width), blockSize: inRem(layout.height) }}
          data-tone={toneOf(verdict)}
        >
          <svg className={styles.lines} viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
            {layout.links
              .toSorted((one, other) => Number(one.onPath) - Number(other.onPath))
              .map((link) => (
                <polyline
                  key={link.id}
                  points={link.points.map((point) => point.join(' ')).join(' ')}
                  data-path={link.onPath || undefined}
                />
              ))}
          </svg>
          {layout.published !== undefined && computedRoot !== undefined && (
            <PublishedRoot
              place={layout.published}
              hash={checkpoint.rootHash}
              compareWith={computedRoot}
              spelling={spelling}
            />
          )}
          {layout.nodes.map((placed) => (
            <TreeNodeButton
              key={placed.node.id}
              placed={placed}
              entry={entry}
              labelLine={layout.labelLine}
              compareWith={compared && placed.node.kind === 'root' ? checkpoint.rootHash : undefined}
              judged={verdict.outcome === 'holds'}
              current={placed === current}
              onFocus={() => setCurrent(placed.node.id)}
              onKeyDown={(event) => move(event, placed)}
              onPress={() => {
                hold(placed.node.id);
                onPress(placed.node);
              }}
            />
          ))}
        </figure>
      </div>
      {current !== undefined && (
        <Chosen node={current.node} entry={entry} spelling={spelling} kept={currentId !== undefined} />
      )}
    </>
  );
}

/** Chosen shows the whole text of the node that was chosen last, at first the root, to read and to copy. */
function Chosen({
  node,
  entry,
  spelling,
  kept,
}: {
  node: TreeNode;
  entry: DrawnCheck['entry'];
  spelling: HashSpelling;
  /** Whether it stays in sight while the picture is scrolled. */
  kept: boolean;
}) {
  const text = node.kind === 'entry' ? entry.key : node.known && formatHash(node.known.hash, spelling);
  return (
    <div className={styles.chosen} data-chosen="" data-kept={kept || undefined}>
      <p className={styles.title}>{treeNodeTitle(node, entry)}</p>
      {text !== undefined && (
        <p className={styles.text}>
          <Literal text={text} />
          <CopyButton text={text} label={node.kind === 'entry' ? 'Copy the key' : 'Copy the hash'} />
        </p>
      )}
    </div>
  );
}
