import type {
  DirectMount,
  OpenedRsf,
  Progress,
  RsfProblem,
  RsfSource,
} from '../../mock/hosts/browser/direct-mount.ts';
import { type BridgeWorker, WorkerBridge } from '../../verify/worker-bridge.ts';

/** RsfWatch follows the reading of a file, and may stop it. */
export interface RsfWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** MockWorker is the mock in the current worker of this page. */
interface MockWorker {
  /**
   * fetch asks it in place of the network. Like fetch it rejects with TypeError if the connection breaks, and
   * with the signal's reason if the caller aborts; with an error named WorkerFailure where the worker stops;
   * the next one starts a new worker. Request bodies are not sent.
   */
  readonly fetch: typeof fetch;
  /** openRsf makes it read a file and serve its register; a new worker rereads it first. */
  openRsf(source: RsfSource, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem>;
}

/** createMockWorker starts a worker with `makeWorker` at the first request, and another one after a crash. */
export function createMockWorker(makeWorker: () => BridgeWorker, basePath: string): MockWorker {
  let running: RunningWorker | undefined;
  const files = new Map<string, RsfSource>();

  const start = (): RunningWorker => {
    if (running?.bridge.isEnded === false) return running;
    const bridge = new WorkerBridge<DirectMount>(makeWorker(), {
      // A register's answer has no time limit.
      limitMs: () => Infinity,
      lost: stopped,
    });
    return (running = { bridge, served: new Map() });
  };
  /** Makes a call with a port, by which it is aborted and reports its progress. */
  const call = async <Answer>(
    call: (port: MessagePort) => Promise<Answer>,
    { signal, onProgress }: RsfWatch = {},
  ): Promise<Answer> => {
    signal?.throwIfAborted();
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<Progress>) => onProgress?.(data));
    port1.start();
    let giveUp = (): void => undefined;
    const givenUp = new Promise<never>((_resolve, reject) => {
      giveUp = () => {
        reject(signal?.reason as Error);
        port1.postMessage('abort');
      };
    });
    signal?.addEventListener('abort', giveUp);
    try {
      return await Promise.race([call(port2), givenUp]);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };
  const serve = (
    { bridge }: RunningWorker,
    source: RsfSource,
    watch?: RsfWatch,
  ): Promise<OpenedRsf | RsfProblem> =>
    call((port) => bridge.call('openRsf', { port, source }, [port]), watch);
  /** Resolves with a worker that has read the file of that percent-encoded name, if any. */
  const startWith = async (name: string): Promise<RunningWorker> => {
    const own = start();
    const source = files.get(name);
    if (source === undefined) return own;
    const again = own.served.get(name) ?? serve(own, source);
    own.served.set(name, again);
    const opened = await again;
    if (!('problem' in opened)) return own;
    // The file at an address may be gone. The next request tries again.
    own.served.delete(name);
    throw stopped(`the file could not be read again. ${opened.problem}`);
  };

  return {
    async fetch(input, init) {
      const { url: requestUrl, method, headers: sent, signal } = new Request(input, init);
      const own = await startWith(/\/registers\/([^/?]+)/.exec(requestUrl)?.[1] ?? '');
      const { status, headers, body, url } = await call(
        (port) =>
          own.bridge.call('fetch', { port, url: requestUrl, method, headers: [...sent], basePath }, [port]),
        { signal },
      );
      if (status === 0) throw new TypeError('Failed to fetch');
      const response = new Response(body === '' ? null : body, {
        status,
        headers: headers.map(([name, value]) => [name, value]),
      });
      Object.defineProperties(response, { url: { value: url }, redirected: { value: url !== requestUrl } });
      return response;
    },
    async openRsf(source, watch) {
      const own = start();
      const opened = await serve(own, source, watch);
      if (!('problem' in opened)) {
        const name = encodeURIComponent(opened.name);
        files.set(name, source);
        own.served.set(name, Promise.resolve(opened));
      }
      return opened;
    },
  };
}

function stopped(reason: string): Error {
  const why = new Error(
    `The part of this page that serves the register stopped: ${reason.replace(/\.$/, '')}. It says nothing about the register. Try again, or reload the page.`,
  );
  return Object.assign(why, { name: 'WorkerFailure' });
}

interface RunningWorker {
  readonly bridge: WorkerBridge<DirectMount>;
  /** The files that this worker has read. */
  readonly served: Map<string, Promise<OpenedRsf | RsfProblem>>;
}
