import type { ComponentProps } from 'react';
import { toneOf } from './path-model.ts';
import { ProofLegend } from './proof-legend.tsx';
import { StepList } from './step-list.tsx';

/** ProofAside stands beside a drawn path: its steps in words, and what its shapes mean. */
export function ProofAside(props: ComponentProps<typeof StepList>) {
  return (
    <>
      <StepList {...props} />
      <ProofLegend
        tone={toneOf(props.verdict)}
        root={props.rootHolds === undefined ? 'published root' : 'root'}
      />
    </>
  );
}
