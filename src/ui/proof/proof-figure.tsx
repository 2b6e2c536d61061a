import { type ComponentProps, useId, useState } from 'react';
import { lazyParts, Part } from '../part.tsx';
import { useLocation } from 'react-router';
import type { HashSpelling } from '../../core/hash.ts';
import { Card } from '../card.tsx';
import { Link } from '../link.tsx';
import { FailureNotice, Skeleton } from '../notice.tsx';
import { type Source, SOURCE_WORDS, useSource } from '../source.ts';
import { usePrinting } from '../use-printing.ts';
import {
  checkAtEarlierSize,
  type DataCheck,
  type InclusionCheck,
  pathData,
  useRememberedAbove,
} from './inclusion-check.ts';
import { pathGraph } from './path-graph.ts';
import styles from './proof-figure.module.css';
import { ProofLegend, ProofPicture } from './proof-picture.tsx';
import type { ProveAnother } from './tree-figure.tsx';

// A pasted link shows the path; the other two views are loaded on demand.
const { TreeFigure, StepsFigure } = lazyParts(async () => ({
  ...(await import('./tree-figure.tsx')),
  ...(await import('./steps-figure.tsx')),
}));

const VIEWS = { path: 'Path', tree: 'Tree', steps: 'Steps' } as const;

const TITLE = { proved: 'How it was proved', checked: 'How it was checked' };

interface ProofFigureProps extends Pick<ComponentProps<typeof ProofPicture>, 'changed' | 'played'> {
  readonly check: InclusionCheck;
  /** The data shown on the page, the start of the path once hashed. */
  readonly data?: DataCheck | undefined;
  /** The source of the proof; by default that of the register on view. */
  readonly source?: Source | undefined;
  /** The register's spelling of hashes, for full and copied text. */
  readonly spelling?: HashSpelling | undefined;
  /** Whether a long path is drawn with all of its steps from the start. */
  readonly isWhole?: boolean;
  /** The view of the proof in the address, if any: then there are links to the others. */
  readonly view?: keyof typeof VIEWS;
  /** Proves other entries of the same log, to unfold the whole tree; without it only this proof is drawn. */
  readonly proveAnother?: ProveAnother | undefined;
  /** Lets a copy of the data be changed. */
  readonly onTamper?: (() => void) | undefined;
}

/** ProofFigure is the card of an entry proof: the path, or another view of it. */
export function ProofFigure({
  check: original,
  data,
  source,
  spelling = 'item',
  isWhole = false,
  view,
  proveAnother,
  onTamper,
  ...played
}: ProofFigureProps) {
  const titleId = useId();
  const [arrivedAt] = useState(view);
  const remembered = useRememberedAbove(original.checkpoint.rootHash);
  const ofRegister = useSource();
  const { check, rootHolds, above } = checkAtEarlierSize(original);
  const { entry, checkpoint } = check;
  const words = SOURCE_WORDS[source ?? ofRegister];
  const shown = pathData(data);
  const options = {
    ...words,
    rootHolds,
    above: remembered ?? above,
    data: shown && { ...shown, isCopy: played.changed !== undefined },
  };
  const isProved =
    check.verdict.outcome === 'holds' &&
    options.above === undefined &&
    data?.verdict.outcome !== 'does-not-match';
  const Other = { path: undefined, tree: TreeFigure, steps: StepsFigure }[view ?? 'path'];
  const [isUnfolded, setUnfolded] = useState(isWhole);
  // Nothing on paper can be unfolded.
  const isPrinting = usePrinting();
  const graph = pathGraph(check, options, !isUnfolded && !isPrinting);
  const press = (pressed: string) => {
    if (graph.nodes.some(({ id, isFold }) => isFold && id === pressed)) setUnfolded(true);
  };
  return (
    <section className={styles.figure} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>{isProved ? TITLE.proved : TITLE.checked}</h2>
        {view && <ProofTabs shown={view} />}
      </header>
      {Other ? (
        <Part fallback={<Skeleton lines={8} label="Loading the picture" />}>
          <Other
            key={`${entry.entryNumber} ${checkpoint.logSize} ${checkpoint.rootHash}`}
            {...{ check, options, spelling, proveAnother }}
          />
          {arrivedAt === view && <span ref={showPicture} />}
        </Part>
      ) : (
        <div className={styles.picture}>
          <ProofPicture graph={graph} spelling={spelling} onPress={press} {...played} />
        </div>
      )}
      <footer className={styles.foot}>
        {Other === undefined && <ProofLegend graph={graph} changed={played.changed} />}
        {onTamper && (
          <button type="button" className="more end" data-tamper="" onClick={onTamper}>
            Tamper with a copy
          </button>
        )}
      </footer>
    </section>
  );
}

interface ProofCardProps extends Omit<ProofFigureProps, 'check' | 'source' | 'view'> {
  readonly check: InclusionCheck | undefined;
  readonly failure: ComponentProps<typeof FailureNotice>['failure'] | undefined;
  readonly retrying: boolean;
  readonly onRetry: (() => void) | undefined;
}

/** ProofCard is an entry proof on a page: loading, failed, or drawn in the view of the address. */
export function ProofCard({ check, failure, retrying, onRetry, ...looks }: ProofCardProps) {
  const parameter = new URLSearchParams(useLocation().search).get('proof');
  if (check !== undefined)
    return (
      <ProofFigure
        check={check}
        {...looks}
        view={parameter === 'tree' || parameter === 'steps' ? parameter : 'path'}
      />
    );
  return (
    <Card title={failure === undefined ? TITLE.proved : TITLE.checked}>
      {failure === undefined ? (
        <Skeleton lines={8} label="Fetching and computing the proof" />
      ) : (
        <FailureNotice failure={failure} retrying={retrying} onRetry={onRetry} />
      )}
    </Card>
  );
}

/**
 * showPicture scrolls to the card of an element, for an address that requests its picture, unless
 * the reader has scrolled.
 */
function showPicture(element: HTMLElement | null): void {
  if (window.scrollY === 0) element?.closest('section')?.scrollIntoView();
}

/** ProofTabs links to each way of showing the proof of this page; the rest of the address stays. */
function ProofTabs({ shown }: { shown: keyof typeof VIEWS }) {
  const { search } = useLocation();
  return (
    <nav className="row pills end" aria-label="Ways to show this proof">
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
