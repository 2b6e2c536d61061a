import { SiteContext } from '../query/site.ts';
import { CompareView } from '../views/compare/compare-view.tsx';
import { site } from './site.ts';

/** ComparePage is the view that compares a register with others, with what opens those. */
export function ComparePage() {
  return (
    <SiteContext value={site}>
      <CompareView />
    </SiteContext>
  );
}
