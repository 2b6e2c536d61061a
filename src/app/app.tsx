import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react';
import {
  BrowserRouter,
  HashRouter,
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigationType,
} from 'react-router';
import { dragged } from '../query/drag.ts';
import { SiteContext } from '../query/site.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { Pages } from './pages.tsx';
import { site } from './site.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service worker and the direct mount answer without a network: never wait for one.
      networkMode: 'always',
      // The transport repeats what may succeed; repeating it here too would be too often.
      retry: false,
      refetchOnWindowFocus: false,
      // A failed request is repeated when the reader asks for it, not whenever another part of the page wants the same thing.
      retryOnMount: false,
      // Maps are not structurally shared; sharing the rest would only cost time.
      structuralSharing: false,
    },
  },
});

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
            <Arrival />
            <WhereDragged>
              <Pages />
            </WhereDragged>
          </Router>
        </SiteContext>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/**
 * Arrival brings a reader who followed a link to the top of the place it leads to, with the focus on its content, so that a keyboard goes on and a screen
 * reader speaks from there. After going back or forward, or a reload, the view is as it was left.
 */
function Arrival() {
  const { pathname, key } = useLocation();
  const arrived = useNavigationType();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    if (arrived === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, key, arrived]);
  return null;
}

/** WhereDragged shows the page at the moment that its reader is dragging to, before the address bar has it. A route would not do: no pattern matches a key with a line feed. */
function WhereDragged({ children }: { children: ReactNode }) {
  const context = use(LocationContext);
  const { location } = context;
  const drag = useSyncExternalStore(dragged.subscribe, dragged.get);
  const isThere = drag?.pathname === location.pathname;
  const there = { ...context, location: { ...location, ...drag } };
  return <LocationContext value={isThere ? there : context}>{children}</LocationContext>;
}
