import { type Remote, wrap } from 'comlink';
import type { DirectMount, FileProblem, OpenedFile } from './direct-protocol.ts';

export type { FileProblem, OpenedFile };

let lastId = 0;

// One proxy for as long as its worker: comlink ends a worker's service when the last proxy of it has been collected.
const mounts = new WeakMap<Worker, Remote<DirectMount>>();

function mountOf(worker: Worker): Remote<DirectMount> {
  const mount = mounts.get(worker) ?? wrap<DirectMount>(worker);
  mounts.set(worker, mount);
  return mount;
}

/**
 * directFetch makes a `fetch` that asks the worker (direct-worker.ts) in place of the network. Like fetch it rejects with TypeError where the
 * connection breaks, and with the signal's reason where the caller aborts. Request bodies are not sent.
 */
export function directFetch(worker: Worker, basePath = ''): typeof fetch {
  const mount = mountOf(worker);
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const id = (lastId += 1);
    const answer = mount.fetch({
      id,
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      basePath,
    });
    const { status, headers, body, url } = await Promise.race([
      answer,
      abortion(signal, () => mount.abort(id)),
    ]);
    if (status === 0) throw new TypeError('Failed to fetch');
    const response = new Response(body === '' ? null : body, {
      status,
      headers: headers.map(([name, value]) => [name, value]),
    });
    Object.defineProperties(response, { url: { value: url }, redirected: { value: url !== request.url } });
    return response;
  };
}

/** openRsf lets the worker read an RSF file and serve its register, under its name and the first 8 digits of its root hash. */
export function openRsf(worker: Worker, file: File): Promise<OpenedFile | FileProblem> {
  return mountOf(worker).openRsf(file.name, file);
}

/** isAwake resolves when the worker answers at all. */
export async function isAwake(worker: Worker): Promise<void> {
  await mountOf(worker).abort(0);
}

function abortion(signal: AbortSignal, abort: () => Promise<void>): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        abort().catch(() => undefined);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
