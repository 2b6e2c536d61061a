import type { Hash } from '../core/hash.ts';
import {
  directFetch,
  isAwake,
  type OpenedRsf,
  openRsf,
  type RsfProblem,
  rsfRoot,
  type RsfSource,
  type RsfWatch,
} from '../mock/hosts/browser/direct-fetch.ts';
import { startWatchdog } from '../verify/worker-bridge.ts';

/** How long a worker may be silent that is asked nothing but whether it is there. */
const PULSE_MS = 20_000;

/** MockWorker is the mock in a worker of this page, whichever worker that is at the moment. */
export interface MockWorker {
  /** fetch asks it in place of the network. Rejects with an error named WorkerStopped where the worker stops; the next one starts a new worker. */
  readonly fetch: typeof fetch;
  /** openRsf lets it read a file and serve its register; a new worker reads it again before it is asked for it. */
  openRsf(source: RsfSource, watch?: RsfWatch): Promise<OpenedRsf | RsfProblem>;
  /** rsfRoot is the root that the log of an opened file had at a size; undefined beyond its end. */
  rsfRoot(name: string, logSize: number): Promise<Hash | undefined>;
}

/** createMockWorker starts a worker with `makeWorker` at the first request, and another one after it crashed, or gave no sign of life when a request was given up. One that has not answered yet, or reads a file, is busy. */
export function createMockWorker(makeWorker: () => Worker, basePath: string): MockWorker {
  let running: RunningWorker | undefined;
  const files = new Map<string, RsfSource>();

  const start = (): RunningWorker => {
    if (running !== undefined) return running;
    const worker = makeWorker();
    let reject = (_why: Error): void => undefined;
    const broken = new Promise<never>((_resolve, give) => (reject = give));
    broken.catch(() => undefined);
    const stop = (reason: string): void => {
      worker.terminate();
      if (running?.worker === worker) running = undefined;
      reject(stopped(reason));
    };
    worker.addEventListener('error', ({ message }) => stop(message || 'it could not be started'));
    worker.addEventListener('messageerror', () => stop('its answer could not be read'));
    return (running = { worker, broken, stop, served: new Map(), hasAnswered: false, reading: 0 });
  };
  const serve = async (
    own: RunningWorker,
    source: RsfSource,
    watch?: RsfWatch,
  ): Promise<OpenedRsf | RsfProblem> => {
    own.reading += 1;
    try {
      const opened = await Promise.race([openRsf(own.worker, source, watch), own.broken]);
      own.hasAnswered = true;
      return opened;
    } finally {
      own.reading -= 1;
    }
  };
  /** Resolves once the worker has read the file of that percent-encoded name. */
  const readAgain = async (own: RunningWorker, name: string, source: RsfSource): Promise<void> => {
    const again = own.served.get(name) ?? serve(own, source);
    own.served.set(name, again);
    const opened = await again;
    if (!('problem' in opened)) return;
    // What is at an address may be gone by now. The next request tries again.
    own.served.delete(name);
    throw stopped(`the file could not be read again. ${opened.problem}`);
  };

  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const own = start();
      const name = /\/registers\/([^/?]+)/.exec(request.url)?.[1] ?? '';
      const source = files.get(name);
      if (source !== undefined) await readAgain(own, name, source);
      let answered = false;
      request.signal.addEventListener('abort', () => {
        if (answered || !own.hasAnswered || own.reading > 0) return;
        const watchdog = startWatchdog(
          PULSE_MS,
          () => own.stop('it gave no sign of life'),
          () => (own.reading > 0 ? Infinity : 1),
        );
        void Promise.race([isAwake(own.worker), own.broken]).then(watchdog.end, watchdog.end);
      });
      try {
        const response = await Promise.race([directFetch(own.worker, basePath)(request), own.broken]);
        own.hasAnswered = true;
        return response;
      } finally {
        answered = !request.signal.aborted;
      }
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
    async rsfRoot(name, logSize) {
      const own = start();
      const encoded = encodeURIComponent(name);
      const source = files.get(encoded);
      if (source !== undefined) await readAgain(own, encoded, source);
      return Promise.race([rsfRoot(own.worker, name, logSize), own.broken]);
    },
  };
}

function stopped(reason: string): Error {
  const why = new Error(
    `The part of this page that serves the register stopped: ${reason.replace(/\.$/, '')}.`,
  );
  return Object.assign(why, { name: 'WorkerStopped' });
}

interface RunningWorker {
  readonly worker: Worker;
  readonly broken: Promise<never>;
  readonly stop: (reason: string) => void;
  /** The files that this very worker has read. */
  readonly served: Map<string, Promise<OpenedRsf | RsfProblem>>;
  hasAnswered: boolean;
  /** How many files it reads at the moment; it cannot answer meanwhile. */
  reading: number;
}
