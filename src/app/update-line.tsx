import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/format.ts';
import { post } from './site-keeper.ts';

/**
 * UpdateLine shows that a newer version of this site is ready, and starts it if no other
 * page of the old one is open.
 */
export function UpdateLine() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  const [others, setOthers] = useState(0);
  useEffect(() => watchUpdates(setWaiting), []);
  if (waiting === undefined) return null;
  return (
    <div className="bar boxed">
      <span data-announce="">
        A newer version of this page is ready. It begins when no tab of this one is open any more.
        {others > 0 && ` First close ${countOf(others, 'other tab', 'other tabs')} of this page.`}
      </span>
      <Button onClick={() => void beginUpdate(waiting).then(setOthers)}>Begin with it now</Button>
    </div>
  );
}

/** watchUpdates calls `ready` with the waiting worker of a newer build. Returns the function to stop. */
function watchUpdates(ready: (waiting: ServiceWorker) => void): () => void {
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
  if (registration === undefined || signal.aborted) return;
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
function beginUpdate(waiting: ServiceWorker): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  return new Promise((resolve) => {
    port1.addEventListener('message', (event) => resolve(event.data as number));
    port1.start();
    post(waiting, { type: 'begin' }, [port2]);
  });
}
