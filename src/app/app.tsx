import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { dragged } from '../query/drag.ts';
import { SiteContext } from '../query/site.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { Pages } from './pages.tsx';
import { site } from './site.ts';
import { LocationContext, Router, useLocation } from '../ui/router.tsx';

/** queries is the cache of the page. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service worker and the direct mount answer without a network: never wait for one.
      networkMode: 'always',
      // The transport retries; retrying here too would be too often.
      retry: false,
      refetchOnWindowFocus: false,
      // Repeat a failed request at the reader's request, not when another part of the page mounts.
      retryOnMount: false,
      // Maps are not structurally shared; sharing the rest would only cost time.
      structuralSharing: false,
    },
  },
});

/** App is the whole page: cache, router, the places. */
export function App() {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queries}>
        <SiteContext value={site}>
          <Router>
            <FocusOnNavigation />
            <DraggedLocation>
              <Pages />
            </DraggedLocation>
          </Router>
        </SiteContext>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/**
 * FocusOnNavigation scrolls to the top of a page reached by a link and focuses its content, so that keyboard and screen reader continue there. After Back, Forward
 * or a reload, the view is as it was left.
 */
function FocusOnNavigation() {
  const { pathname, key, isReturn } = useLocation();
  const from = useRef(pathname);
  useEffect(() => {
    // The address changes before the page does; journeys wait for this.
    document.documentElement.dataset['shown'] = key;
  }, [key]);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    if (isReturn) return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, key, isReturn]);
  return null;
}

/** DraggedLocation shows the page at the size the reader is dragging to, before the address bar has it. A route cannot: no pattern matches a key with a line feed. */
function DraggedLocation({ children }: { children: ReactNode }) {
  const location = useLocation();
  const drag = useSyncExternalStore(dragged.subscribe, dragged.get);
  const isThere = drag?.pathname === location.pathname;
  return <LocationContext value={isThere ? { ...location, ...drag } : location}>{children}</LocationContext>;
}
