import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter, HashRouter } from 'react-router';
import { Arrival } from './arrival.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Pages } from './pages.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service worker and the direct mount answer without a network: never wait for one.
      networkMode: 'always',
      // The transport tries again what may pass; twice over would be too often.
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

/** Without a server no path leads anywhere but to the file: the place is behind the #. */
const Router = __SINGLE_FILE__ ? HashRouter : BrowserRouter;

/** App is the whole page: cache, router, the places. */
export function App() {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queries}>
        <Router basename={import.meta.env.BASE_URL}>
          <Arrival />
          <Pages />
        </Router>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
