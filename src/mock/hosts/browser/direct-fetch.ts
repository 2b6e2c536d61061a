import { proxy, type Remote, wrap } from 'comlink';
import type { Hash } from '../../../core/hash.ts';
import type { Progress } from '../../rsf/fetch-rsf.ts';
import type { RsfErrorCode } from '../../rsf/rsf-error.ts';

export type { Progress };

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

/** RsfSource is where an RSF file comes from: a file of this computer, or a web address. */
export type RsfSource = File | string;

/** OpenedRsf is an RSF file that was read. */
export interface OpenedRsf {
  /** Under which name the register is served, `<basePath>/registers/<name>/…`: its address, or its own name and the first 8 digits of its root hash. */
  readonly name: string;
  /** What the register is called. */
  readonly title: string;
  readonly logSize: number;
  /** The root hash of all its entries, by the leaf rule `item-json`: the one that the file states. */
  readonly root: Hash;
  /** What was odd, each a clause: nothing that the root depends on. */
  readonly odd: readonly string[];
  /** It is the copy in the HTTP cache of the browser: its host could not be asked whether it changed. */
  readonly isKept: boolean;
}

/** RsfProblem says in a sentence why an RSF file cannot be opened. */
export interface RsfProblem {
  readonly problem: string;
  readonly code: RsfErrorCode;
}

/** RsfWatch follows the reading of a file, and may stop it. */
export interface RsfWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** DirectMount is what the worker offers to its page. */
export interface DirectMount {
  fetch(request: DirectRequest): Promise<DirectAnswer>;
  abort(id: number): void;
  openRsf(
    id: number,
    source: RsfSource,
    onProgress?: (progress: Progress) => void,
  ): Promise<OpenedRsf | RsfProblem>;
  /** rsfRoot is the root that the log of an opened file had at a size; undefined beyond its end. */
  rsfRoot(name: string, logSize: number): Hash | undefined;
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
      rejectOnAbort(signal, () => mount.abort(id)),
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

/** openRsf lets the worker read an RSF file and serve its register. Rejects with the signal's reason where that stops it. */
export async function openRsf(
  worker: Worker,
  source: RsfSource,
  { signal, onProgress }: RsfWatch = {},
): Promise<OpenedRsf | RsfProblem> {
  signal?.throwIfAborted();
  const mount = mountOf(worker);
  const id = (lastId += 1);
  const opened = mount.openRsf(id, source, onProgress && proxy(onProgress));
  return signal === undefined ? opened : Promise.race([opened, rejectOnAbort(signal, () => mount.abort(id))]);
}

/** rsfRoot asks for the root that the log of an opened file had at a size; undefined beyond its end. */
export function rsfRoot(worker: Worker, name: string, logSize: number): Promise<Hash | undefined> {
  return mountOf(worker).rsfRoot(name, logSize);
}

/** isAwake resolves when the worker answers at all. */
export async function isAwake(worker: Worker): Promise<void> {
  await mountOf(worker).abort(0);
}

/** rejectOnAbort rejects with the signal's reason once it is aborted, after `abort`. */
export function rejectOnAbort(signal: AbortSignal, abort = async (): Promise<void> => {}): Promise<never> {
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
