import type { Hash } from '../../../core/hash.ts';
import { type NodeSource, rootAt } from '../../../core/merkle-log.ts';
import { type App, createApp } from '../../app.ts';
import { createRegister } from '../../engine/register.ts';
import { browserPremises } from './premises-tools.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { fetchRsf, type Progress, rsfName } from '../../rsf/fetch-rsf.ts';
import { readRsf } from '../../rsf/read-rsf.ts';
import { RsfError, type RsfErrorCode } from '../../rsf/rsf-error.ts';
import { unpack } from '../../rsf/unpack.ts';

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

/** RsfSource is the source of an RSF file: a file of this computer, or a web address. */
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
  /** Whether it is the copy in the browser's HTTP cache, because its host could not be asked for changes. */
  readonly isKept: boolean;
}

/** RsfProblem says in a sentence why an RSF file cannot be opened. */
export interface RsfProblem {
  readonly problem: string;
  readonly code: RsfErrorCode;
}

/** OpenRequest asks to read a file; its progress is posted to the port, which is closed at the end. */
export interface OpenRequest {
  readonly id: number;
  readonly source: RsfSource;
  readonly progress?: MessagePort;
}

/** DirectMount is the worker's methods. */
export interface DirectMount {
  fetch(request: DirectRequest): Promise<DirectAnswer>;
  abort(id: number): void;
  openRsf(request: OpenRequest): Promise<OpenedRsf | RsfProblem>;
  /** rsfRoot is the root that the log of an opened file had at a size; undefined beyond its end. */
  rsfRoot(at: { readonly name: string; readonly logSize: number }): Hash | undefined;
}

const MAX_REDIRECTS = 20;

/** createDirectMount hosts the app in a worker of the page that calls it by messages: where there is no service worker, and for RSF files. */
export function createDirectMount(): DirectMount {
  const registers = bundledRegisters(browserPremises);
  const apps = new Map<string, App>();
  /** The logs of the RSF files that were opened. */
  const logs = new Map<string, NodeSource>();
  const underWay = new Map<number, AbortController>();
  return {
    async fetch(request) {
      const app = apps.get(request.basePath) ?? createApp({ registers, basePath: request.basePath });
      apps.set(request.basePath, app);
      const controller = new AbortController();
      underWay.set(request.id, controller);
      try {
        // Node may collect a Request's own signal before the abort reaches it.
        return await Promise.race([
          follow(app, request, controller.signal),
          rejectOnAbort(controller.signal),
        ]);
      } finally {
        underWay.delete(request.id);
      }
    },
    abort: (id) => underWay.get(id)?.abort(),
    async openRsf({ id, source, progress }) {
      const controller = new AbortController();
      underWay.set(id, controller);
      const { signal } = controller;
      let last: Progress = { bytes: 0 };
      const post = throttled(progress);
      const onProgress = (soFar: Progress): void => post((last = soFar));
      try {
        const isAddress = typeof source === 'string';
        let isKept = false;
        const chunks = isAddress
          ? fetchRsf(source, { signal, onProgress, onKept: () => (isKept = true) })
          : chunksOf(source, signal, onProgress);
        const read = await readRsf(unpack(chunks), { name: rsfName(isAddress ? source : source.name) });
        progress?.postMessage({ ...last, isRead: true } satisfies Progress);
        const register = createRegister(read);
        const nodes = register.log('item').nodes('item-json');
        const root = rootAt(nodes, nodes.size);
        // Two files of one register, one older than the other, stand side by side; the same file always gets the same address.
        const name = isAddress ? source : `${read.name}-${root.slice(0, 8)}`;
        registers.set(name, () => register);
        logs.set(name, nodes);
        const title = read.title ?? read.name;
        return { name, title, logSize: nodes.size, root, odd: read.odd ?? [], isKept };
      } catch (error) {
        signal.throwIfAborted();
        return {
          problem: error instanceof Error ? error.message : String(error),
          code: error instanceof RsfError ? error.code : 'content',
        };
      } finally {
        underWay.delete(id);
        progress?.close();
      }
    },
    rsfRoot({ name, logSize }) {
      const nodes = logs.get(name);
      return nodes === undefined || logSize > nodes.size ? undefined : rootAt(nodes, logSize);
    },
  };
}

/** The shortest time between two messages of progress. */
const PROGRESS_MS = 100;

function throttled(port: MessagePort | undefined): (progress: Progress) => void {
  let last = -PROGRESS_MS;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    port?.postMessage(progress);
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Redirects are followed here, as a browser would: no page sees them. */
async function follow(
  app: App,
  { url: asked, method, headers }: DirectRequest,
  signal: AbortSignal,
): Promise<DirectAnswer> {
  let url = asked;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await app.fetch(new Request(url, { method, headers: copy(headers), signal }));
    if (response.type === 'error') break;
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null)
      return {
        status: response.status,
        headers: [...response.headers],
        body: await textOf(response, signal),
        url,
      };
    url = new URL(location, url).href;
  }
  return { status: 0, headers: [], body: '', url };
}

/** MOST_BYTES is more than any page reads of one answer; a body that never ends is cut there. */
const MOST_BYTES = 40 * 1024 * 1024;

/** Rejects if the body breaks off, or the caller gives up waiting for the rest of it. */
async function textOf({ body }: Response, signal: AbortSignal): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; length < MOST_BYTES;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return text + decoder.decode();
    length += value.length;
    text += decoder.decode(value, { stream: true });
  }
  stop();
  return text;
}

function copy(headers: DirectRequest['headers']): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}

/** A stream is read by its reader: not every browser lets one iterate over it. */
async function* chunksOf(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): AsyncIterable<Uint8Array> {
  const reader = file.stream().getReader();
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return;
    bytes += value.length;
    onProgress({ bytes, total: file.size });
    yield value;
  }
}
