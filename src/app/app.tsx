import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { Arrival } from './arrival.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Pages } from './pages.tsx';

/** mayRetry repeats a failed request once where a second try can help: the network, a time-out, a server in trouble. */
function mayRetry(failures: number, error: Error): boolean {
  if (failures >= 1 || !(error instanceof ApiError)) return false;
  if (error.code === 'NETWORK' || error.code === 'TIMEOUT') return true;
  return (
    error.code === 'HTTP_STATUS' &&
    error.status !== undefined &&
    (error.status >= 500 || error.status === 429)
  );
}

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service worker and the direct mount answer without a network: never wait for one.
      networkMode: 'always',
      retry: mayRetry,
      retryDelay: 400,
      refetchOnWindowFocus: false,
      // A failed request is repeated when the reader asks for it, not whenever another part of the page wants the same thing.
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
        <BrowserRouter basename={import.meta.env.BASE_URL}>
          <Arrival />
          <Pages />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
