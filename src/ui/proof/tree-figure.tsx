import { useState } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { Button } from '../button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { countOf, formatNumber } from '../format.ts';
import { rootComputedFrom } from './path-model.ts';
import type { DrawnCheck } from './proof-figure.tsx';
import {
  entryToAsk,
  firstUnknown,
  isOneEntry,
  knowledgeOf,
  mergeKnowledge,
  nodesOf,
  openAtFirst,
  treeModel,
  type TreeKnowledge,
  type TreeNode,
} from './tree-model.ts';
import { TreeLegend } from './tree-legend.tsx';
import { TreePicture } from './tree-picture.tsx';
import styles from './tree-figure.module.css';

/** AskFailure is a request that failed while more of the tree was asked for. */
interface AskFailure {
  readonly title: string;
  readonly message: string;
  readonly address?: string;
}

/** ProveAnother proves any entry against the head of the tree that is drawn. A request that failed is not a check. */
export type ProveAnother = (
  entryNumber: number,
  head: Checkpoint,
) => Promise<{ readonly check: DrawnCheck } | { readonly failure: AskFailure }>;

interface TreeFigureProps {
  readonly check: DrawnCheck;
  readonly rootHolds?: string | undefined;
  readonly spelling?: HashSpelling | undefined;
  readonly proveAnother?: ProveAnother | undefined;
}

/** TreeFigure is the whole tree around one entry, folded where nobody has looked; unfolding asks for another entry's proof and lets its hashes in only if it leads to this root. */
export function TreeFigure(props: TreeFigureProps) {
  const { entry, checkpoint } = props.check;
  return <Tree key={`${entry.entryNumber} ${checkpoint.logSize} ${checkpoint.rootHash}`} {...props} />;
}

function Tree({ check, rootHolds, spelling = 'item', proveAnother }: TreeFigureProps) {
  const { entry, checkpoint, verdict } = check;
  const { entryNumber } = entry;
  const { logSize } = checkpoint;
  const [atFirst] = useState(() => openAtFirst(entryNumber, logSize));
  const [open, setOpen] = useState(atFirst);
  const reached = rootComputedFrom(check) === checkpoint.rootHash;
  const asking = useAsking(check, reached ? proveAnother : undefined);
  const { knowledge } = asking;
  const root = treeModel(entryNumber, logSize, knowledge, open);
  const drawn = nodesOf(root).filter((node) => node.kind !== 'entry');
  const press = (node: TreeNode) => {
    const unfolded = open.has(node.id);
    const missing = entryToAsk(node, knowledge);
    if (missing !== undefined && (!unfolded || node.known === undefined))
      void asking.askAll((found) => entryToAsk(node, found));
    // A node that is unfolded but not known yet is asked for, and stays unfolded.
    if (isOneEntry(node.covers) || (unfolded && node.known === undefined && asking.possible)) return;
    const next = new Set(open);
    if (unfolded) next.delete(node.id);
    else next.add(node.id);
    setOpen(next);
  };
  const missing = drawn.filter((node) => node.known === undefined).length;
  return (
    <div className={styles.tree}>
      <p className={styles.hint}>
        Each node is the hash of the two below it. A triangle is a folded subtree: press it to unfold it, and
        a box to fold it.{' '}
        {asking.possible && 'What is not known yet is asked for then, and proved against this root.'}
      </p>
      <TreePicture root={root} check={check} rootHolds={rootHolds} spelling={spelling} onPress={press} />
      <div className={styles.foot}>
        <TreeLegend
          verdict={verdict}
          rootHolds={rootHolds}
          unknown={missing > 0}
          uneven={drawn.some(({ kind, perfect }) => kind === 'subtree' && !perfect)}
        />
        <p className={styles.count}>
          {countOf(drawn.length, 'node')} drawn, {countOf(known(drawn), 'hash', 'hashes')} known of{' '}
          {formatNumber(2 * logSize - 1)} in the whole tree.
        </p>
        <p className={styles.status} role="status">
          {asking.status}
        </p>
        {asking.failure !== undefined && (
          <FailureNotice failure={asking.failure} retrying={asking.busy} onRetry={asking.again} />
        )}
        <div className={styles.buttons}>
          {missing > 0 && asking.possible && (
            <Button
              onClick={() =>
                void asking.askAll(
                  (found) => firstUnknown(treeModel(entryNumber, logSize, found, open))?.covers.first,
                )
              }
              aria-disabled={asking.busy}
            >
              Ask for the {countOf(missing, 'missing hash', 'missing hashes')}
            </Button>
          )}
          {open !== atFirst && (
            <Button kind="quiet" onClick={() => setOpen(atFirst)}>
              Fold as at first
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function known(nodes: readonly TreeNode[]): number {
  return nodes.filter((node) => node.known !== undefined).length;
}

/** useAsking keeps what is known of the tree, and asks for more by proving other entries against the same root. */
function useAsking(check: DrawnCheck, proveAnother: ProveAnother | undefined) {
  const { entry, checkpoint } = check;
  const [knowledge, setKnowledge] = useState<TreeKnowledge>(() =>
    knowledgeOf({ ...check, entryNumber: entry.entryNumber }),
  );
  const [status, setStatus] = useState('');
  const [failed, setFailed] = useState<{ readonly failure: AskFailure; readonly again: () => void }>();
  const [busy, setBusy] = useState(false);
  const askAll = async (next: (found: TreeKnowledge) => number | undefined): Promise<void> => {
    if (busy) return;
    if (proveAnother === undefined) {
      setStatus('Hashes that are not known are not asked for here: only the form of the tree is drawn.');
      return;
    }
    setBusy(true);
    setFailed(undefined);
    let found = knowledge;
    let wanted = next(found);
    while (wanted !== undefined) {
      const asked = wanted;
      setStatus(`Asking for the proof of entry ${formatNumber(asked)} …`);
      const answer = await proveAnother(asked, checkpoint);
      const trouble = refusal(answer, asked, checkpoint);
      if ('failure' in answer) setFailed({ failure: answer.failure, again: () => void askAll(next) });
      if (trouble !== undefined || 'failure' in answer) {
        setStatus(trouble ?? '');
        break;
      }
      const told = knowledgeOf({ ...answer.check, entryNumber: asked });
      const more = mergeKnowledge(found, told);
      const added = more.size - found.size;
      found = more;
      setKnowledge((before) => mergeKnowledge(before, told));
      setStatus(
        `The proof of entry ${formatNumber(asked)} leads to the same root: ${countOf(added, 'more hash', 'more hashes')} known.`,
      );
      const following = next(found);
      wanted = following === asked ? undefined : following;
    }
    setBusy(false);
  };
  return {
    knowledge,
    status,
    busy,
    possible: proveAnother !== undefined,
    failure: failed?.failure,
    again: () => failed?.again(),
    askAll,
  };
}

/** refusal says why the hashes of an answer are not let in: only those of a proof that leads to the very root that is drawn are. */
function refusal(
  answer: Awaited<ReturnType<ProveAnother>>,
  asked: number,
  checkpoint: Checkpoint,
): string | undefined {
  if ('failure' in answer) return undefined;
  const { check } = answer;
  const same =
    check.checkpoint.logSize === checkpoint.logSize && rootComputedFrom(check) === checkpoint.rootHash;
  if (same && check.entry.entryNumber === asked) return undefined;
  return `The proof of entry ${formatNumber(asked)} does not lead to the root drawn here, so that its hashes are not put into the picture. Open that entry to see its own proof.`;
}
