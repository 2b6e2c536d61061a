import type { Hash } from '../../../core/hash.ts';
import { rootAt } from '../../../core/merkle-log.ts';
import { type App, createApp } from '../../app.ts';
import { createRegister } from '../../engine/register.ts';
import { browserPremises } from './premises-tools.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { chunksOf, fetchRsf, type Progress, rsfName, unpack } from '../../../rsf/fetch-rsf.ts';
import { readRsf } from '../../../rsf/read-rsf.ts';
import { RsfError, type RsfErrorCode, unstatedWords } from '../../../rsf/rsf-error.ts';

export type { Progress };

/** DirectRequest is one request as it travels to the worker. Any message to the port aborts it. */
interface DirectRequest {
  readonly port: MessagePort;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The path before `/registers`, without a slash at its end. */
  readonly basePath: string;
}

/** DirectAnswer is a response as it travels back; a broken connection is `{ status: 0 }`. */
interface DirectAnswer {
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
  /**
   * Under which name the register is served, `<basePath>/registers/<name>/…`: its address, or its own name
   * and the first 8 digits of its root hash.
   */
  readonly name: string;
  /** What the register is called. */
  readonly title: string;
  readonly logSize: number;
  /** The root hash of all its entries, by the leaf rule `item-json`: the one that the file states, if it does. */
  readonly root: Hash;
  /** How far the root hashes that it states reach, as a clause; absent if its last line states one. */
  readonly unstated?: string;
  /** What was odd, each a clause: nothing that the root depends on. */
  readonly odd: readonly string[];
  /** Whether it is the copy in the browser's HTTP cache, because its host could not be asked for changes. */
  readonly isCached: boolean;
}

/** RsfProblem says in a sentence why an RSF file cannot be opened. */
export interface RsfProblem {
  readonly problem: string;
  /** Set if more can be said about the reason. */
  readonly code?: RsfErrorCode | undefined;
}

/**
 * OpenRequest asks to read a file. Its progress is posted to the port; any message to it aborts the reading.
 */
interface OpenRequest {
  readonly port: MessagePort;
  readonly source: RsfSource;
}

/** DirectMount is the worker's methods. */
export interface DirectMount {
  fetch(request: DirectRequest): Promise<DirectAnswer>;
  openRsf(request: OpenRequest): Promise<OpenedRsf | RsfProblem>;
}

const MAX_REDIRECTS = 20;

/** The shortest time between two messages of progress. */
const PROGRESS_MS = 100;

/** More than any page reads of one answer; a body that never ends is cut there. */
const MOST_BYTES = 40 * 1024 * 1024;

/**
 * createDirectMount hosts the app in a worker of the page that calls it by messages: where there is no
 * service worker, and for RSF files.
 */
export function createDirectMount(): DirectMount {
  const registers = bundledRegisters(browserPremises);
  let app: App | undefined;

  async function open(
    source: RsfSource,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<OpenedRsf | RsfProblem> {
    let isCached = false;
    try {
      const isAddress = typeof source === 'string';
      const chunks = isAddress
        ? fetchRsf(source, {
            signal,
            onProgress,
            onCached: () => (isCached = true),
          })
        : chunksOfFile(source, signal, onProgress);
      const read = await readRsf(unpack(chunks), { name: rsfName(isAddress ? source : source.name) });
      onProgress({ bytes: 0, isRead: true });
      const register = createRegister(read, read.hashed);
      const nodes = register.log('item').nodes('item-json');
      const root = rootAt(nodes, nodes.size);
      // Two files of one register, one older than the other, stand side by side; the same file
      // always gets the same address.
      const name = isAddress ? source : `${read.name}-${root.slice(0, 8)}`;
      registers.set(name, () => register);
      return {
        name,
        title: read.title ?? read.name,
        logSize: nodes.size,
        root,
        odd: read.odd ?? [],
        isCached,
        ...(read.unstated !== undefined && { unstated: unstatedWords(read.unstated, nodes.size) }),
      };
    } catch (error) {
      signal.throwIfAborted();
      return {
        problem: error instanceof Error ? error.message : String(error),
        code: error instanceof RsfError ? error.code : undefined,
      };
    }
  }

  return {
    fetch(request) {
      const served = (app ??= createApp({ registers, basePath: request.basePath }));
      return abortable(request.port, (signal) => follow(served, request, signal));
    },
    openRsf: ({ port, source }) => abortable(port, (signal) => open(source, signal, throttled(port))),
  };
}

/** Rejects as soon as it is aborted, and closes the port at the end. */
async function abortable<T>(port: MessagePort, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    port.addEventListener('message', () => {
      stop.abort();
      reject(stop.signal.reason as Error);
    });
  });
  port.start();
  try {
    return await Promise.race([work(stop.signal), aborted]);
  } finally {
    port.close();
  }
}

/** Posts progress, the end of it with the bytes read. */
function throttled(port: MessagePort): (progress: Progress) => void {
  let [postedAt, latest]: [number, Progress] = [-PROGRESS_MS, { bytes: 0 }];
  return (progress) => {
    latest = progress.isRead ? { ...latest, isRead: true } : progress;
    const now = performance.now();
    if (now - postedAt < PROGRESS_MS && !latest.isRead) return;
    postedAt = now;
    port.postMessage(latest);
  };
}

/** Redirects are followed here, as a browser would: no page sees them. */
async function follow(
  app: App,
  { url: requestUrl, method, headers }: DirectRequest,
  signal: AbortSignal,
): Promise<DirectAnswer> {
  let url = requestUrl;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await app.fetch(
      new Request(url, { method, headers: new Headers([...headers] as [string, string][]), signal }),
    );
    const { status } = response;
    if (response.type === 'error') break;
    const location = response.headers.get('location');
    if (status < 300 || status > 399 || location === null)
      return { status, headers: [...response.headers], body: await textOf(response, signal), url };
    url = new URL(location, url).href;
  }
  return { status: 0, headers: [], body: '', url };
}

/** Rejects if the body breaks off, or the caller gives up waiting for the rest of it. */
async function textOf({ body }: Response, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for await (const chunk of body ? chunksOf(body, signal) : []) {
    text += decoder.decode(chunk, { stream: true });
    length += chunk.length;
    if (length > MOST_BYTES) return text;
  }
  return text + decoder.decode();
}

async function* chunksOfFile(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  for await (const chunk of chunksOf(file.stream(), signal)) {
    onProgress({ bytes: (bytes += chunk.length), total: file.size });
    yield chunk;
  }
}
