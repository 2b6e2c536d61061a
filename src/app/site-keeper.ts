import type { WorkerRequest } from '../mock/hosts/browser/worker-request.ts';
import { BUILD_ID } from './build-id.ts';

const CONTROL_MS = 4_000;

/**
 * keepSite installs the service worker that answers for the bundled registers and keeps the site for offline use. Resolves true once the worker of this
 * page's own build is in control of it, false where it may not run, takes too long, or is of another build; `serviceWorker.ready` alone may wait for ever.
 */
export async function keepSite(): Promise<boolean> {
  if (BUILD_ID === undefined) return false;
  const scope = import.meta.env.BASE_URL;
  try {
    await navigator.serviceWorker.register(`${scope}service-worker.js`, { scope });
    const control = controlled();
    void navigator.serviceWorker.ready.then(({ active }) =>
      ask(active, { type: 'claim', build: BUILD_ID ?? '' }),
    );
    return await control;
  } catch {
    return false;
  }
}

function controlled(): Promise<boolean> {
  if (navigator.serviceWorker.controller !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CONTROL_MS);
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(timer);
        resolve(true);
      },
      { once: true },
    );
  });
}

/** watchUpdates calls `ready` with the worker of a newer build once it waits to begin. Returns what ends the watch. */
export function watchUpdates(ready: (waiting: ServiceWorker) => void): () => void {
  const watch = new AbortController();
  void watchRegistration(ready, watch.signal);
  return () => watch.abort();
}

async function watchRegistration(
  ready: (waiting: ServiceWorker) => void,
  signal: AbortSignal,
): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(import.meta.env.BASE_URL);
  // On a first visit nothing is in control: what is installed then is no news.
  if (registration === undefined || navigator.serviceWorker.controller === null || signal.aborted) return;
  const tell = (): void => {
    if (registration.waiting !== null) ready(registration.waiting);
  };
  tell();
  const found = (): void => registration.installing?.addEventListener('statechange', tell, { signal });
  registration.addEventListener('updatefound', found, { signal });
}

/** beginUpdate lets the waiting worker begin and reloads the page with it. Resolves with how many other pages keep it from doing so. */
export function beginUpdate(waiting: ServiceWorker): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  return new Promise((resolve) => {
    port1.addEventListener('message', (event) => resolve(event.data as number));
    port1.start();
    ask(waiting, { type: 'begin' }, [port2]);
  });
}

function ask(worker: ServiceWorker | null, request: WorkerRequest, ports: MessagePort[] = []): void {
  worker?.postMessage(request, ports);
}
