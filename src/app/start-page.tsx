import { SiteContext } from '../query/site.ts';
import { StartView } from '../views/start/start-view.tsx';
import { site } from './site.ts';

/** StartPage is the start view with what it is built on; a reader who follows a link to a record does not fetch it. */
export function StartPage() {
  return (
    <SiteContext value={site}>
      <StartView />
    </SiteContext>
  );
}
