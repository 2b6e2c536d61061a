import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { BrowserRouter, HashRouter, NavigationType, useLocation, useNavigationType } from 'react-router';
import { createQueries } from '../query/ask-again.ts';
import { SiteContext } from '../query/site-context.ts';
import { focusPage } from '../ui/focus-page.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { FileDrop } from './file-drop.tsx';
import { Status } from './status.tsx';
import { ViewRoutes } from './view-routes.tsx';
import { site } from './site.ts';

/** queries is the cache of the page. */
export const queries = createQueries();

declare const __SINGLE_FILE__: boolean;

/** A file on disk has one path only, so its addresses are behind the #. */
const Router = __SINGLE_FILE__ ? HashRouter : BrowserRouter;

/** App is the whole page: cache, router, the places. */
export function App() {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queries}>
        <SiteContext value={site}>
          <Router basename={import.meta.env.BASE_URL}>
            <FocusOnNavigation />
            <ViewRoutes />
            <FileDrop />
            <Status />
          </Router>
        </SiteContext>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/**
 * FocusOnNavigation scrolls to the top of a page reached by a link and focuses its heading, so that keyboard
 * and screen reader continue there. After Back, Forward or a reload, the view is as it was left.
 */
function FocusOnNavigation() {
  const { pathname, key } = useLocation();
  const arrived = useNavigationType();
  const from = useRef(pathname);
  useEffect(() => {
    // The address changes before the page does; journeys wait for this.
    document.documentElement.dataset['shown'] = key;
  }, [key]);
  useEffect(() => {
    if (from.current === pathname) return undefined;
    from.current = pathname;
    if (arrived === NavigationType.Pop) return undefined;
    window.scrollTo(0, 0);
    let heard: string | undefined;
    const follow = (): void => {
      const { activeElement } = document;
      const words = document.querySelector('main h1')?.textContent;
      if (words === heard || !(activeElement === document.body || activeElement?.matches('main, main h1')))
        return;
      heard = words;
      // What has the focus already is not read again.
      (activeElement as HTMLElement).blur();
      focusPage();
    };
    (document.activeElement as HTMLElement | null)?.blur();
    follow();
    // A view that comes later, or the name of a record, is another heading, until the reader goes on.
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    const gone = new AbortController();
    for (const event of ['keydown', 'pointerdown'])
      addEventListener(event, () => observer.disconnect(), { signal: gone.signal });
    return () => {
      observer.disconnect();
      gone.abort();
    };
  }, [pathname, key, arrived]);
  return null;
}
