import { type Remote, wrap } from 'comlink';

/** DirectRequest is one request as it travels to the worker. */
export interface DirectRequest {
  /** Unique among the requests that are under way, to abort it by. */
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The path before `/registers`, without a slash at its end. */
  readonly basePath: string;
}

/** DirectAnswer is a response as it travels back; a broken connection is `{ status: 0 }`. */
export interface DirectAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** OpenedFile says where the register of an RSF file is served. */
export interface OpenedFile {
  /** The name under which the register is served now, `<basePath>/registers/<name>/…`: its own and the first 8 digits of its root hash. */
  readonly name: string;
}

/** FileProblem says in a sentence why an RSF file cannot be opened. */
export interface FileProblem {
  readonly problem: string;
}

/** DirectMount is what the worker offers to its page. */
export interface DirectMount {
  fetch(request: DirectRequest): Promise<DirectAnswer>;
  abort(id: number): void;
  openRsf(fileName: string, file: Blob | ReadableStream<Uint8Array>): Promise<OpenedFile | FileProblem>;
}

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
