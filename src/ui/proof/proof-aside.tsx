import type { ComponentProps } from 'react';
import { useInRouterContext, useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { parsePlace, pathTo } from '../paths.ts';
import { toneOf } from './path-model.ts';
import { ProofLegend } from './proof-legend.tsx';
import { StepList } from './step-list.tsx';

/** ProofAside stands beside a drawn path: its steps in words, what its shapes mean, and the way to try it out on a copy. */
export function ProofAside(props: ComponentProps<typeof StepList>) {
  return (
    <>
      <StepList {...props} />
      <ProofLegend
        tone={toneOf(props.verdict)}
        root={props.rootHolds === undefined ? 'published root' : 'root'}
      />
      {useInRouterContext() && <ToLab entryNumber={props.entryNumber} />}
    </>
  );
}

/** ToLab leads to the tamper lab with a copy of this entry, where the address names a register that it can be copied from. */
function ToLab({ entryNumber }: { entryNumber: number }) {
  const { pathname, search } = useLocation();
  const place = parsePlace(pathname, search);
  if (!('register' in place)) return null;
  const { register } = place;
  return (
    <p>
      <Link to={`${pathTo({ view: 'lab', register })}?entry=${entryNumber}`}>Try changing it</Link>, on a copy
    </p>
  );
}
