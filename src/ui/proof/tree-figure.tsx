import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { Button } from '../button.tsx';
import { FailureNotice } from '../notice.tsx';
import { countOf, formatNumber } from '../format.ts';
import { dataState, type PathOptions } from './finding.ts';
import { computedRootOf, type InclusionCheck } from './inclusion-check.ts';
import { ProofLegend } from './proof-node.tsx';
import { ProofPicture } from './proof-picture.tsx';
import { useWidth } from '../use-width.ts';
import { LEAST_COLUMN, treeGraph } from './tree-graph.ts';
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
  readonly options: PathOptions;
  readonly spelling?: HashSpelling | undefined;
  readonly proveAnother?: ProveAnother | undefined;
}

/** TreeFigure is the whole tree around one entry, folded off its path. Unfolding fetches the proof of another entry, whose hashes are drawn only if it gives this root. */
export function TreeFigure(props: TreeFigureProps) {
  const { entry, checkpoint } = props.check;
  return <Tree key={`${entry.entryNumber} ${checkpoint.logSize} ${checkpoint.rootHash}`} {...props} />;
}

function Tree({ check, options, spelling = 'item', proveAnother }: TreeFigureProps) {
  const { entryNumber } = check.entry;
  const { logSize, rootHash } = check.checkpoint;
  const [unfolded, setOpen] = useState<ReadonlySet<string>>();
  const asking = useAsking(check, computedRootOf(check) === rootHash ? proveAnother : undefined);
  const { knowledge, isPossible, failed } = asking;
  const scroller = useRef<HTMLDivElement>(null);
  const wished = useWidth(scroller, 1096) / 16;
  const hold = useSteadyScroll(scroller);
  const open = unfolded ?? openAtFirst(entryNumber, logSize, wished / LEAST_COLUMN);
  const root = treeModel(entryNumber, logSize, knowledge, open);
  const graph = treeGraph(root, check, options, wished);
  const press = (id: string) => {
    const node = nodesOf(root).find((one) => one.id === id);
    if (node === undefined || node.kind === 'entry') return;
    hold(id);
    const isOpen = open.has(id);
    if (!isOpen || node.known === undefined) void asking.askAll((found) => entryToAsk(node, found));
    // A node that is unfolded but not known yet is asked for, and stays unfolded.
    if (isOneEntry(node.covers) || (isOpen && node.known === undefined && isPossible)) return;
    setOpen(isOpen ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]));
  };
  const drawn = nodesOf(root).filter(({ kind }) => kind !== 'entry');
  const missing = drawn.filter(({ known }) => known === undefined).length;
  return (
    <div>
      <p className={`quiet ${styles.hint}`}>
        Each hash combines the two below it. A triangle is a folded subtree, as wide as its entries: press it
        to unfold it{isPossible && ', which fetches what is missing and proves it against this root'}.
        {dataState(options.data) !== 'matches' && ' The data is not part of this view: see Path.'}
      </p>
      <ProofPicture graph={graph} spelling={spelling} scroller={scroller} onPress={press} />
      <div className={styles.foot}>
        <ProofLegend graph={graph} />
        <p className="quiet">
          {countOf(drawn.length, 'node')} drawn, {countOf(drawn.length - missing, 'hash', 'hashes')} known of{' '}
          {formatNumber(2 * logSize - 1)} in the whole tree.
        </p>
        <p className="quiet" role="status">
          {asking.status}
        </p>
        {failed && <FailureNotice failure={failed.failure} retrying={asking.isBusy} onRetry={failed.again} />}
        <div className={styles.buttons}>
          {missing > 0 && isPossible && (
            <Button
              onClick={() =>
                void asking.askAll(
                  (found) => firstUnknown(treeModel(entryNumber, logSize, found, open))?.covers.first,
                )
              }
              aria-disabled={asking.isBusy}
            >
              Fetch the {countOf(missing, 'missing hash', 'missing hashes')}
            </Button>
          )}
          {unfolded !== undefined && (
            <Button kind="quiet" onClick={() => setOpen(undefined)}>
              Fold again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** useAsking keeps what is known of the tree, and asks for more by proving other entries against the same root: those that `next` wants, one after another. */
function useAsking(check: InclusionCheck, proveAnother: ProveAnother | undefined) {
  const { entry, checkpoint } = check;
  const [knowledge, setKnowledge] = useState<TreeKnowledge>(() =>
    knowledgeOf({ ...check, entryNumber: entry.entryNumber }),
  );
  const [status, setStatus] = useState('');
  const [failed, setFailed] = useState<{ readonly failure: AskFailure; readonly again: () => void }>();
  const [isBusy, setBusy] = useState(false);
  const ask = async (
    asked: number,
    prove: ProveAnother,
    known: TreeKnowledge,
  ): Promise<{ readonly known?: TreeKnowledge; readonly failure?: AskFailure; readonly status: string }> => {
    const number = formatNumber(asked);
    setStatus(`Fetching the proof of entry ${number} …`);
    const answer = await prove(asked, checkpoint);
    if ('failure' in answer) return { failure: answer.failure, status: '' };
    const { check: proved } = answer;
    // Only hashes of a proof that leads to the very root that is drawn are let in.
    if (
      proved.checkpoint.logSize !== checkpoint.logSize ||
      computedRootOf(proved) !== checkpoint.rootHash ||
      proved.entry.entryNumber !== asked
    ) {
      return {
        status: `The proof of entry ${number} gives another root, so its hashes are not drawn here. Open that entry to see its own proof.`,
      };
    }
    const more = mergeKnowledge(known, knowledgeOf({ ...proved, entryNumber: asked }));
    return {
      known: more,
      status: `The proof of entry ${number} gives the same root: ${countOf(more.size - known.size, 'more hash', 'more hashes')} known.`,
    };
  };
  const askAll = async (next: (found: TreeKnowledge) => number | undefined): Promise<void> => {
    let wanted = next(knowledge);
    if (isBusy || wanted === undefined) return;
    if (proveAnother === undefined) {
      setStatus('Missing hashes are not fetched here: only the shape of the tree is drawn.');
      return;
    }
    setBusy(true);
    setFailed(undefined);
    let known = knowledge;
    while (wanted !== undefined) {
      const answer = await ask(wanted, proveAnother, known);
      const { failure } = answer;
      setStatus(answer.status);
      if (failure !== undefined) setFailed({ failure, again: () => void askAll(next) });
      if (answer.known === undefined) break;
      const more = answer.known;
      known = more;
      setKnowledge((before) => mergeKnowledge(before, more));
      const following = next(known);
      wanted = following === wanted ? undefined : following;
    }
    setBusy(false);
  };
  return { knowledge, status, isBusy, isPossible: proveAnother !== undefined, failed, askAll };
}

/** useSteadyScroll keeps a node that was held where it was on the screen when a wide picture is drawn again. */
function useSteadyScroll(box: RefObject<HTMLDivElement | null>): (id: string) => void {
  const held = useRef<{ readonly id: string; readonly left: number }>(undefined);
  const leftOf = (id: string) =>
    box.current?.querySelector(`[data-node="${id}"]`)?.getBoundingClientRect().left;
  useLayoutEffect(() => {
    const before = held.current;
    const left = before && leftOf(before.id);
    if (before === undefined || left === undefined) return;
    held.current = undefined;
    box.current?.scrollBy({ left: left - before.left, behavior: 'instant' });
  });
  return (id) => {
    const left = leftOf(id);
    if (left !== undefined) held.current = { id, left };
  };
}
