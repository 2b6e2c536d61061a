import { REGISTERS_ADDRESS } from '../ui/site-address.ts';

declare const __SINGLE_FILE__: boolean;

/** MockHost is who answers for the bundled registers: the network (a server, or the service worker in front of it), or a worker of this page. */
export type MockHost = 'network' | 'direct';

const PROBE_MS = 4_000;
const CONTROL_MS = 4_000;

let found: Promise<MockHost> | undefined;

/** mockHost finds out once who answers for the bundled registers. */
export function mockHost(): Promise<MockHost> {
  found ??= findHost();
  return found;
}

async function findHost(): Promise<MockHost> {
  if (__SINGLE_FILE__) return 'direct';
  if (hasServiceWorkers() && navigator.serviceWorker.controller !== null) return 'network';
  const registered = registerServiceWorker();
  if (await serverAnswers()) return 'network';
  return (await registered) ? 'network' : 'direct';
}

/** serverAnswers asks for the list of registers. A static host answers with a page or a 404, which is no list. */
async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch(REGISTERS_ADDRESS, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const body: unknown = answer.ok ? await answer.json() : undefined;
    return typeof body === 'object' && body !== null && 'registers' in body;
  } catch {
    return false;
  }
}

function hasServiceWorkers(): boolean {
  return 'serviceWorker' in navigator && isSecureContext;
}

/**
 * registerServiceWorker installs the service worker that answers for the bundled registers and keeps the site for offline use. Resolves true once it is in
 * control of this page, false where it may not run or takes too long; `serviceWorker.ready` alone may wait for ever.
 */
async function registerServiceWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !hasServiceWorkers()) return false;
  try {
    const registration = await navigator.serviceWorker.register(
      `${import.meta.env.BASE_URL}service-worker.js`,
      { scope: import.meta.env.BASE_URL },
    );
    // After a hard reload the page has no controller though the worker is active.
    registration.active?.postMessage({ type: 'claim' });
    return await controlled();
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
