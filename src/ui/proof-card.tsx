import { type ComponentProps, lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Card } from './card.tsx';
import { FailureNotice } from './notice.tsx';
import { Link } from './link.tsx';
import { ProofFigure } from './proof/proof-figure.tsx';
import type { ProveAnother } from './proof/tree-figure.tsx';
import styles from './proof/proof-figure.module.css';
import { Skeleton } from './skeleton.tsx';

// The path is what a pasted link shows; the other two are fetched when they are asked for.
const TreeFigure = lazy(async () => ({ default: (await import('./proof/tree-figure.tsx')).TreeFigure }));
const StepsFigure = lazy(async () => ({ default: (await import('./proof/steps-figure.tsx')).StepsFigure }));

interface ProofCardProps extends Pick<ComponentProps<typeof ProofFigure>, 'spelling' | 'rootHolds'> {
  readonly check: ComponentProps<typeof ProofFigure>['check'] | undefined;
  readonly failure: ComponentProps<typeof FailureNotice>['failure'] | undefined;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Proves other entries of the same log, so that the whole tree can be unfolded; without it only the proof shown is drawn. */
  readonly proveAnother?: ProveAnother | undefined;
}

/** ProofCard is the place of an entry proof on a page: on its way, failed as a request, or drawn in the way that the address asks for. */
export function ProofCard({ check, failure, retrying, onRetry, proveAnother, ...looks }: ProofCardProps) {
  const view = useProofView();
  if (check !== undefined) {
    const Other = { path: undefined, tree: TreeFigure, steps: StepsFigure }[view];
    return (
      <ProofFigure
        check={check}
        {...looks}
        tabs={<ProofTabs shown={view} />}
        picture={
          Other && (
            <Suspense fallback={<Skeleton lines={8} label="Loading the picture" />}>
              <Other check={check} {...looks} proveAnother={proveAnother} />
            </Suspense>
          )
        }
      />
    );
  }
  return (
    <Card title="Entry proof">
      {failure === undefined ? (
        <Skeleton lines={8} label="Fetching and computing the proof" />
      ) : (
        <FailureNotice failure={failure} retrying={retrying} onRetry={onRetry} />
      )}
    </Card>
  );
}

/** ProofView is a way of showing a proof. */
type ProofView = 'path' | 'tree' | 'steps';

const NAMES: Record<ProofView, string> = { path: 'Path', tree: 'Whole tree', steps: 'Steps' };

/** useProofView is the way that the address asks for: `?proof=tree`, `?proof=steps`, else the path. */
function useProofView(): ProofView {
  const asked = new URLSearchParams(useLocation().search).get('proof');
  return asked === 'tree' || asked === 'steps' ? asked : 'path';
}

/** ProofTabs links to each way of showing the proof of this page; the rest of the address stays. */
function ProofTabs({ shown }: { shown: ProofView }) {
  const { search } = useLocation();
  return (
    <nav className={styles.tabs} aria-label="Ways to show this proof">
      {(['path', 'tree', 'steps'] as const).map((view) => {
        const query = new URLSearchParams(search);
        if (view === 'path') query.delete('proof');
        else query.set('proof', view);
        return (
          <Link key={view} to={`?${query}`} aria-current={view === shown ? 'page' : undefined}>
            {NAMES[view]}
          </Link>
        );
      })}
    </nav>
  );
}
