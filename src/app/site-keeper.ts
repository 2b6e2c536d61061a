import type { WorkerRequest } from '../mock/hosts/browser/service-worker.ts';

declare const __SINGLE_FILE__: boolean;

/**
 * BUILD_ID is the id of this page's build, 32 hexadecimal digits as src/tools/build-id.mjs computes them;
 * undefined in the dev server.
 */
export const BUILD_ID = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

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

/** watchUpdates calls `ready` with the waiting worker of a newer build. Returns the function to stop. */
export function watchUpdates(ready: (waiting: ServiceWorker) => void): () => void {
  const watch = new AbortController();
  // Where site data is blocked there is no registration to ask for.
  watchRegistration(ready, watch.signal).catch(() => undefined);
  return () => watch.abort();
}

async function watchRegistration(
  ready: (waiting: ServiceWorker) => void,
  signal: AbortSignal,
): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(import.meta.env.BASE_URL);
  // On a first visit there is no controller: the worker installed then is no update.
  if (registration === undefined || navigator.serviceWorker.controller === null || signal.aborted) return;
  const notify = (): void => {
    if (registration.waiting !== null) ready(registration.waiting);
  };
  const found = (): void => registration.installing?.addEventListener('statechange', notify, { signal });
  // It may already be installed or installing.
  notify();
  found();
  registration.addEventListener('updatefound', found, { signal });
}

/**
 * beginUpdate activates the waiting worker and reloads the page. Resolves with how
 * many other pages prevent it.
 */
export function beginUpdate(waiting: ServiceWorker): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  return new Promise((resolve) => {
    port1.addEventListener('message', (event) => resolve(event.data as number));
    port1.start();
    post(waiting, { type: 'begin' }, [port2]);
  });
}

function post(worker: ServiceWorker | null, request: WorkerRequest, ports: MessagePort[] = []): void {
  worker?.postMessage(request, ports);
}
