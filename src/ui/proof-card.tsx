import type { ComponentProps } from 'react';
import { Card } from './card.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { ProofFigure } from './proof/proof-figure.tsx';
import { Skeleton } from './skeleton.tsx';

/** ProofCard is the place of an entry proof on a page: on its way, failed as a request, or drawn. */
export function ProofCard({
  check,
  failure,
  retrying,
  onRetry,
  spelling,
  rootHolds,
}: {
  check:
    | (ComponentProps<typeof ProofFigure>['check'] & { readonly leafRuleTitle?: string | undefined })
    | undefined;
  failure: ComponentProps<typeof FailureNotice>['failure'] | undefined;
  retrying: boolean;
  onRetry: () => void;
  spelling?: ComponentProps<typeof ProofFigure>['spelling'];
  /** See ProofFigure. */
  rootHolds?: string | undefined;
}) {
  if (check !== undefined)
    return (
      <ProofFigure
        check={check}
        leafRuleTitle={check.leafRuleTitle}
        spelling={spelling}
        rootHolds={rootHolds}
      />
    );
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
