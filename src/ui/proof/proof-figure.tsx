import { type ComponentProps, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { Item } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { Card } from '../card.tsx';
import { countOf, formatNumber } from '../format.ts';
import { Link } from '../link.tsx';
import { FailureNotice } from '../notice.tsx';
import { parsePlace, pathTo } from '../paths.ts';
import { Skeleton } from '../skeleton.tsx';
import { type Source, SOURCE_WORDS, useSource } from '../source.ts';
import { useContradiction } from './contradiction.ts';
import type { PathData, PathOptions } from './finding.ts';
import { type InclusionCheck, proofCost } from './inclusion-check.ts';
import { pathGraph } from './path-graph.ts';
import styles from './proof-figure.module.css';
import { ProofLegend } from './proof-node.tsx';
import { ProofPicture } from './proof-picture.tsx';
import type { ProveAnother } from './tree-figure.tsx';

// The path is what a pasted link shows; the other two are fetched when they are asked for.
const TreeFigure = lazy(async () => ({ default: (await import('./tree-figure.tsx')).TreeFigure }));
const StepsFigure = lazy(async () => ({ default: (await import('./steps-figure.tsx')).StepsFigure }));

/** DataCheck is the check of the data that an entry names. */
interface DataCheck {
  readonly verdict: Verdict;
  readonly items: readonly {
    readonly item: Item;
    readonly expected: Hash;
    readonly computed?: Hash;
    readonly hashedText: string;
  }[];
}

interface ProofFigureProps extends Pick<ComponentProps<typeof ProofPicture>, 'changed' | 'played'> {
  readonly check: InclusionCheck;
  /** The data shown on the page, with which the path begins once it was hashed. */
  readonly data?: DataCheck | undefined;
  /** What a check that holds has found of the root, where that is not that it equals the published one. */
  readonly rootHolds?: string | undefined;
  /** Where the proof comes from; the source of the register on view when not given. */
  readonly source?: Source | undefined;
  /** The register's spelling of hashes, for full and copied text; `item` when not given. */
  readonly spelling?: HashSpelling | undefined;
  /** Links to other views of the same proof, at the end of the heading row. */
  readonly tabs?: ReactNode;
  /** Another view in the place of the path, of the same finding. */
  readonly renderPicture?: ((options: PathOptions) => ReactNode) | undefined;
}

/** ProofFigure is the card of an entry proof: the path drawn, or another view of it, and what it cost. */
export function ProofFigure({
  check,
  data,
  rootHolds,
  source,
  spelling = 'item',
  tabs,
  renderPicture,
  ...played
}: ProofFigureProps) {
  const titleId = useId();
  const remembered = useContradiction(check.checkpoint.rootHash);
  const ofRegister = useSource();
  const options = {
    ...SOURCE_WORDS[source ?? ofRegister],
    rootHolds,
    remembered,
    data: pathData(data, check.entry.itemHashes),
  };
  const graph = pathGraph(check, options);
  return (
    <section
      className={styles.figure}
      aria-labelledby={titleId}
      data-wide={renderPicture !== undefined || undefined}
    >
      <header className={styles.header}>
        <h2 id={titleId}>Entry proof</h2>
        {tabs}
      </header>
      {renderPicture?.(options) ?? (
        <div className={styles.picture}>
          <ProofPicture graph={graph} spelling={spelling} {...played} />
        </div>
      )}
      <footer className={styles.foot}>
        {renderPicture === undefined && <ProofLegend graph={graph} />}
        <div className={styles.cost}>
          <p>{proofCost(check.steps.length, check.checkpoint.logSize, check.computedInMs)}</p>
          <ToLab entryNumber={check.entry.entryNumber} />
        </div>
      </footer>
    </section>
  );
}

/**
 * pathData is where the path begins: what one side has more where items and recorded hashes are not equally many, else the item that does not match, or could not be
 * hashed, or the first. Where hashed data could not be judged, as an answer of another age, nothing is said of it.
 */
export function pathData(
  data: DataCheck | undefined,
  /** The hashes that the entry records. */
  recorded: readonly Hash[],
): PathData | undefined {
  if (data === undefined) return undefined;
  const { items, verdict } = data;
  if (verdict.outcome === 'does-not-match' && verdict.code === 'item-count') {
    const surplus = recorded.length > items.length ? 'hash' : 'item';
    const left = recorded.find((hash) => items.every(({ expected }) => expected !== hash));
    const text =
      surplus === 'item'
        ? `More than ${countOf(recorded.length, 'item')}`
        : `${countOf(items.length, 'item')} shown on this page`;
    return { text, computed: undefined, recorded: left, surplus };
  }
  const isJudged = /^(?:holds|does-not-match)$/.test(verdict.outcome);
  const differing = items.find(({ computed, expected }) => computed !== undefined && computed !== expected);
  const unhashed = items.find(({ computed }) => computed === undefined);
  const shown = isJudged ? (differing ?? unhashed ?? items[0]) : unhashed;
  if (shown === undefined) return undefined;
  const which =
    items.length === 1 ? 'Data' : `Item ${formatNumber(items.indexOf(shown) + 1)} of ${items.length}`;
  return {
    text: `${which} · ${countOf(shown.item.size, 'value')} shown on this page`,
    // Of a blob no one text is hashed.
    whole: shown.hashedText || JSON.stringify(Object.fromEntries(shown.item)),
    computed: shown.computed,
    recorded: shown.expected,
  };
}

/** ToLab leads to the tamper lab with a copy of this entry, where the address names a register that it can be copied from. */
function ToLab({ entryNumber }: { entryNumber: number }) {
  const { pathname, search } = useLocation();
  const place = parsePlace(pathname, search);
  if (!('register' in place)) return null;
  const lab = pathTo({ view: 'lab', register: place.register });
  return (
    <p className="unprinted">
      <Link to={`${lab}?entry=${entryNumber}`}>Open in the lab</Link>
    </p>
  );
}

interface ProofCardProps extends Omit<ProofFigureProps, 'check' | 'source' | 'tabs' | 'renderPicture'> {
  readonly check: InclusionCheck | undefined;
  readonly failure: ComponentProps<typeof FailureNotice>['failure'] | undefined;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Proves other entries of the same log, so that the whole tree can be unfolded; without it only the proof shown is drawn. */
  readonly proveAnother?: ProveAnother | undefined;
}

/** ProofCard is the place of an entry proof on a page: on its way, failed as a request, or drawn in the way that the address asks for. */
export function ProofCard({ check, failure, retrying, onRetry, proveAnother, ...looks }: ProofCardProps) {
  const asked = new URLSearchParams(useLocation().search).get('proof');
  const view = asked === 'tree' || asked === 'steps' ? asked : 'path';
  const [arrivedAt] = useState(view);
  if (check === undefined)
    return (
      <Card title="Entry proof">
        {failure === undefined ? (
          <Skeleton lines={8} label="Fetching and computing the proof" />
        ) : (
          <FailureNotice failure={failure} retrying={retrying} onRetry={onRetry} />
        )}
      </Card>
    );
  const Other = { path: undefined, tree: TreeFigure, steps: StepsFigure }[view];
  return (
    <ProofFigure
      check={check}
      {...looks}
      tabs={<ProofTabs shown={view} />}
      renderPicture={
        Other &&
        ((options) => (
          <Suspense fallback={<Skeleton lines={8} label="Loading the picture" />}>
            <Other check={check} options={options} spelling={looks.spelling} proveAnother={proveAnother} />
            {arrivedAt === view && <span ref={showPicture} />}
          </Suspense>
        ))
      }
    />
  );
}

/** showPicture scrolls to the card that an element is in, for an address that asks for its picture. A reader who has scrolled is not moved. */
function showPicture(element: HTMLElement | null): void {
  if (window.scrollY === 0) element?.closest('section')?.scrollIntoView();
}

const VIEWS = { path: 'Path', tree: 'Whole tree', steps: 'Steps' } as const;

/** ProofTabs links to each way of showing the proof of this page; the rest of the address stays. */
function ProofTabs({ shown }: { shown: keyof typeof VIEWS }) {
  const { search } = useLocation();
  return (
    <nav className={styles.tabs} aria-label="Ways to show this proof">
      {Object.entries(VIEWS).map(([view, name]) => {
        const query = new URLSearchParams(search);
        if (view === 'path') query.delete('proof');
        else query.set('proof', view);
        return (
          <Link key={view} to={`?${query}`} aria-current={view === shown ? 'page' : undefined}>
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
