import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import type { HashSpelling } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { FailureNotice } from '../notice.tsx';
import { useWidth } from '../use-width.ts';
import { computedRootOf, type InclusionCheck, type PathOptions } from './inclusion-check.ts';
import styles from './proof-figure.module.css';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';
import {
  entryToRequest,
  firstUnknown,
  knowledgeOf,
  LEAST_COLUMN,
  openAtFirst,
  treeGraph,
  type TreeKnowledge,
  treeNodes,
} from './tree-graph.ts';

type Failure = ComponentProps<typeof FailureNotice>['failure'];

/**
 * ProveAnother proves any entry against the head of the tree that is drawn. A request
 * that failed is not a check.
 */
export type ProveAnother = (
  entryNumber: number,
  head: Checkpoint,
) => Promise<{ readonly check: InclusionCheck } | { readonly failure: Failure }>;

interface TreeFigureProps {
  readonly check: InclusionCheck;
  readonly options: PathOptions;
  readonly spelling?: HashSpelling | undefined;
  readonly proveAnother?: ProveAnother | undefined;
}

/**
 * TreeFigure is the whole tree around one entry, folded off its path. Unfolding fetches the proof of another
 * entry, whose hashes are drawn only if it gives this root. Another check needs another `key`.
 */
export function TreeFigure({ check, options, spelling = 'item', proveAnother }: TreeFigureProps) {
  const { entryNumber } = check.entry;
  const { logSize, rootHash } = check.checkpoint;
  const [unfolded, setOpen] = useState<ReadonlySet<string>>();
  const [checks, setChecks] = useState([check]);
  const [status, setStatus] = useState('');
  const [failed, setFailed] = useState<{ readonly failure: Failure; readonly again: () => void }>();
  const [isBusy, setBusy] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const wished = useWidth(scroller, 1096) / 16;
  const open = unfolded ?? openAtFirst(entryNumber, logSize, wished / LEAST_COLUMN);
  const drawnOf = (known: TreeKnowledge) => treeNodes(entryNumber, logSize, known, open);
  const nodes = drawnOf(knowledgeOf(checks));
  const missing = nodes.filter(({ known }) => known === undefined).length;
  const prove = computedRootOf(check) === rootHash ? proveAnother : undefined;
  // Keep the pressed node on view if the picture becomes wider than its box.
  useLayoutEffect(() => {
    const pressed = document.activeElement;
    if (scroller.current?.contains(pressed)) pressed?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [unfolded]);
  /** Proves the entries that `next` returns against the same root, one after another. */
  const proveMissing = async (next: (known: TreeKnowledge) => number | undefined): Promise<void> => {
    if (isBusy || prove === undefined) return;
    setBusy(true);
    setFailed(undefined);
    let found = checks;
    for (let wanted = next(knowledgeOf(found)), last = 0; wanted !== undefined && wanted !== last;) {
      const proof = `The proof of entry ${formatNumber(wanted)}`;
      setStatus(`${proof} is being fetched …`);
      const answer = await prove(wanted, check.checkpoint);
      if ('failure' in answer) {
        setStatus('');
        setFailed({ failure: answer.failure, again: () => void proveMissing(next) });
        break;
      }
      const { entry, checkpoint } = answer.check;
      // Accept only hashes of a proof that gives the root drawn.
      const isSame = checkpoint.logSize === logSize && computedRootOf(answer.check) === rootHash;
      if (!isSame || entry.entryNumber !== wanted) {
        setStatus(`${proof} gives another root, so its hashes are not drawn here.`);
        break;
      }
      const before = knowledgeOf(found).size;
      found = found.concat(answer.check);
      const known = knowledgeOf(found);
      const more = countOf(known.size - before, 'more hash', 'more hashes');
      setStatus(`${proof} gives the same root: ${more}.`);
      setChecks(found);
      last = wanted;
      wanted = next(known);
    }
    setBusy(false);
  };
  const press = (id: string) => {
    const node = nodes.find((one) => one.id === id);
    if (node === undefined) return;
    const { covers, isOpen, known } = node;
    if (!isOpen || known === undefined) void proveMissing((found) => entryToRequest(covers, found));
    // An unfolded node that is not known yet is requested, and stays unfolded.
    if (covers.first === covers.last || (isOpen && known === undefined && prove)) return;
    setOpen(new Set(isOpen ? [...open].filter((one) => one !== id) : [...open, id]));
  };
  const graph = treeGraph(nodes, check, options, wished);
  return (
    <div>
      <p className={`quiet ${styles.hint}`}>
        Each hash combines the two below it. A triangle is a folded subtree: select it to unfold it
        {prove
          ? ', which fetches what is missing and proves it against this root'
          : '; missing hashes are not fetched here'}
        .
      </p>
      <ProofPicture graph={graph} spelling={spelling} scroller={scroller} onPress={press} />
      <div className={styles.foot}>
        <ProofLegend graph={graph} />
        <p className="quiet">
          {countOf(nodes.length, 'node')} drawn, {countOf(nodes.length - missing, 'hash', 'hashes')} known of{' '}
          {formatNumber(2 * logSize - 1)} in the whole tree.
        </p>
        <p className="quiet" data-announce="">
          {status}
        </p>
        {failed && <FailureNotice failure={failed.failure} retrying={isBusy} onRetry={failed.again} />}
        <div className="row">
          {missing > 0 && prove && (
            <Button
              disabled={isBusy && 'They are being fetched'}
              onClick={() => void proveMissing((known) => firstUnknown(drawnOf(known)))}
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
