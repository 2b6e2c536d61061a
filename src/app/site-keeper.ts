import type { WorkerRequest } from '../mock/hosts/browser/service-worker.ts';
import { BUILD_ID } from './build-id.ts';

declare const __SINGLE_FILE__: boolean;

const QUIET_MS = 2_000;

/**
 * keepSite installs the service worker, which caches the site for offline use and answers for the
 * bundled registers from the next visit on. It waits until the page is quiet; if service workers are
 * forbidden, nothing happens.
 */
export async function keepSite(): Promise<void> {
  if (__SINGLE_FILE__ || BUILD_ID === undefined) return;
  const scope = import.meta.env.BASE_URL;
  try {
    if (navigator.serviceWorker.controller !== null) return;
    await whenQuiet();
    await navigator.serviceWorker.register(`${scope}service-worker.js`, { scope });
    const { active } = await navigator.serviceWorker.ready;
    navigator.serviceWorker.addEventListener('controllerchange', keepWorkers, { once: true });
    post(active, { type: 'claim', build: BUILD_ID });
  } catch {
    // Forbidden, or not available: the site works without it.
  }
}

/**
 * keepWorkers requests this page's workers again through the service worker, which caches rarely needed files
 * only on request; a page of a file needs its own.
 */
function keepWorkers(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (/\/assets\/.*worker\.js$/.test(name)) fetch(name).catch(() => undefined);
}

/** whenQuiet resolves once the page has fetched nothing for two seconds. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, QUIET_MS);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        observer.disconnect();
        resolve();
      }, QUIET_MS);
    });
    observer.observe({ type: 'resource' });
  });
}

/** post sends a request to a service worker. */
export function post(worker: ServiceWorker | null, request: WorkerRequest, ports: MessagePort[] = []): void {
  worker?.postMessage(request, ports);
}
