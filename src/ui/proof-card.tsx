import { lazy, Suspense, type ComponentProps } from 'react';
import { Card } from './card.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { ProofFigure } from './proof/proof-figure.tsx';
import { ProofTabs, useProofView } from './proof/proof-tabs.tsx';
import type { ProveAnother } from './proof/tree-figure.tsx';
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
