import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { Button } from '../button.tsx';
import { FailureNotice } from '../notice.tsx';
import { countOf, formatNumber } from '../format.ts';
import { computedRootOf, type InclusionCheck } from './inclusion-check.ts';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';
import { useWidth } from '../use-width.ts';
import { treeGraph } from './tree-graph.ts';
import {
  entryToAsk,
  firstUnknown,
  isOneEntry,
  knowledgeOf,
  mergeKnowledge,
  nodesOf,
  openAtFirst,
  type TreeKnowledge,
  treeModel,
  type TreeNode,
} from './tree-model.ts';
import styles from './proof-figure.module.css';

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
) => Promise<{ readonly check: InclusionCheck } | { readonly failure: AskFailure }>;

interface TreeFigureProps {
  readonly check: InclusionCheck;
  readonly rootHolds?: string | undefined;
  readonly spelling?: HashSpelling | undefined;
  readonly proveAnother?: ProveAnother | undefined;
}

/** TreeFigure is the whole tree around one entry, folded off its path. Unfolding fetches the proof of another entry, whose hashes are drawn only if it gives this root. */
export function TreeFigure(props: TreeFigureProps) {
  const { entry, checkpoint } = props.check;
  return <Tree key={`${entry.entryNumber} ${checkpoint.logSize} ${checkpoint.rootHash}`} {...props} />;
}

function Tree({ check, rootHolds, spelling = 'item', proveAnother }: TreeFigureProps) {
  const { entry, checkpoint } = check;
  const { entryNumber } = entry;
  const { logSize } = checkpoint;
  const [atFirst] = useState(() => openAtFirst(entryNumber, logSize));
  const [open, setOpen] = useState(atFirst);
  const reached = computedRootOf(check) === checkpoint.rootHash;
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
  const scroller = useRef<HTMLDivElement>(null);
  const wished = useWidth(scroller, 1096) / 16;
  const hold = useSteadyScroll(scroller, wished);
  const graph = treeGraph(root, check, rootHolds, wished);
  const missing = drawn.filter((node) => node.known === undefined).length;
  return (
    <div>
      <p className={`quiet ${styles.hint}`}>
        Each node is the hash of the two below it. A triangle is a folded subtree, drawn wider the more
        entries it holds: press it to unfold it, and a box to fold it.{' '}
        {asking.possible && 'Hashes that are missing then are fetched and proved against this root.'}
      </p>
      <ProofPicture
        graph={graph}
        spelling={spelling}
        width={graph.width}
        scroller={scroller}
        onPress={({ id }) => {
          const pressed = nodesOf(root).find((node) => node.id === id);
          if (pressed === undefined || pressed.kind === 'entry') return;
          hold(id);
          press(pressed);
        }}
      />
      <div className={styles.foot}>
        <ProofLegend graph={graph} />
        <p className="quiet">
          {countOf(drawn.length, 'node')} drawn, {countOf(known(drawn), 'hash', 'hashes')} known of{' '}
          {formatNumber(2 * logSize - 1)} in the whole tree.
        </p>
        <p className="quiet" role="status">
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
              Fetch the {countOf(missing, 'missing hash', 'missing hashes')}
            </Button>
          )}
          {open !== atFirst && (
            <Button kind="quiet" onClick={() => setOpen(atFirst)}>
              Fold again
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
function useAsking(check: InclusionCheck, proveAnother: ProveAnother | undefined) {
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
      setStatus('Missing hashes are not fetched here: only the shape of the tree is drawn.');
      return;
    }
    setBusy(true);
    setFailed(undefined);
    let found = knowledge;
    let wanted = next(found);
    while (wanted !== undefined) {
      const asked = wanted;
      setStatus(`Fetching the proof of entry ${formatNumber(asked)} …`);
      const answer = await proveAnother(asked, checkpoint);
      const trouble = refusal(answer, asked, checkpoint);
      if ('failure' in answer) setFailed({ failure: answer.failure, again: () => void askAll(next) });
      if (trouble !== undefined || 'failure' in answer) {
        setStatus(trouble ?? '');
        break;
      }
      const proved = knowledgeOf({ ...answer.check, entryNumber: asked });
      const more = mergeKnowledge(found, proved);
      const added = more.size - found.size;
      found = more;
      setKnowledge((before) => mergeKnowledge(before, proved));
      setStatus(
        `The proof of entry ${formatNumber(asked)} gives the same root: ${countOf(added, 'more hash', 'more hashes')} known.`,
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
    check.checkpoint.logSize === checkpoint.logSize && computedRootOf(check) === checkpoint.rootHash;
  if (same && check.entry.entryNumber === asked) return undefined;
  return `The proof of entry ${formatNumber(asked)} gives another root, so its hashes are not drawn here. Open that entry to see its own proof.`;
}

/**
 * useSteadyScroll scrolls a wide picture so that its first node is in the middle of the box, at first and whenever the box has another width, and keeps a node
 * that was held where it was on the screen when the picture is drawn anew.
 */
function useSteadyScroll(box: RefObject<HTMLDivElement | null>, boxWidth: number): (id: string) => void {
  const held = useRef<{ readonly id: string; readonly left: number }>(undefined);
  useLayoutEffect(() => {
    const scrolled = box.current;
    const first = scrolled?.querySelector<HTMLElement>('[data-node]')?.getBoundingClientRect();
    if (!scrolled || !first) return;
    const { left, width } = scrolled.getBoundingClientRect();
    scrolled.scrollBy({ left: first.left + first.width / 2 - left - width / 2, behavior: 'instant' });
  }, [box, boxWidth]);
  useLayoutEffect(() => {
    const before = held.current;
    const node = before && nodeIn(box.current, before.id);
    if (!before || !node) return;
    held.current = undefined;
    const { left } = node.getBoundingClientRect();
    box.current?.scrollBy({ left: left - before.left, behavior: 'instant' });
  });
  return (id) => {
    const node = nodeIn(box.current, id);
    if (node) held.current = { id, left: node.getBoundingClientRect().left };
  };
}

function nodeIn(box: HTMLElement | null, id: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-node="${id}"]`) ?? null;
}
