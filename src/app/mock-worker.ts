import {
  directFetch,
  type FileProblem,
  isAwake,
  type OpenedFile,
  openRsf,
} from '../mock/hosts/browser/direct-fetch.ts';
import { startWatchdog } from '../verify/worker-bridge.ts';

/** How long a worker may be silent that is asked nothing but whether it is there. */
const PULSE_MS = 20_000;

/** MockWorker is the mock in a worker of this page, whichever worker that is at the moment. */
export interface MockWorker {
  /** fetch asks it in place of the network. Rejects with an error named WorkerStopped where the worker stops; the next one starts a new worker. */
  readonly fetch: typeof fetch;
  /** openRsf lets it read a file and serve its register; a new worker reads it again before it is asked for it. */
  openRsf(file: File): Promise<OpenedFile | FileProblem>;
}

/** createMockWorker starts a worker with `makeWorker` at the first request, and another one after it crashed, or gave no sign of life when a request was given up. One that has not answered yet, or reads a file, is busy. */
export function createMockWorker(makeWorker: () => Worker, basePath: string): MockWorker {
  let running: Running | undefined;
  const files = new Map<string, File>();

  const start = (): Running => {
    if (running !== undefined) return running;
    const worker = makeWorker();
    let reject = (_why: Error): void => undefined;
    const broken = new Promise<never>((_resolve, give) => (reject = give));
    broken.catch(() => undefined);
    const stop = (reason: string): void => {
      worker.terminate();
      if (running?.worker === worker) running = undefined;
      const why = new Error(`The part of this page that serves the register stopped: ${reason}.`);
      reject(Object.assign(why, { name: 'WorkerStopped' }));
    };
    worker.addEventListener('error', ({ message }) => stop(message || 'it could not be started'));
    worker.addEventListener('messageerror', () => stop('its answer could not be read'));
    return (running = { worker, broken, stop, served: new Map(), hasAnswered: false, reading: 0 });
  };
  const serve = async (own: Running, file: File): Promise<OpenedFile | FileProblem> => {
    own.reading += 1;
    try {
      const opened = await Promise.race([openRsf(own.worker, file), own.broken]);
      own.hasAnswered = true;
      return opened;
    } finally {
      own.reading -= 1;
    }
  };

  return {
    async fetch(input, init) {
      const own = start();
      const request = new Request(input, init);
      const name = /\/registers\/([^/]+)\//.exec(request.url)?.[1] ?? '';
      const file = files.get(name);
      if (file !== undefined) {
        const again = own.served.get(name) ?? serve(own, file);
        own.served.set(name, again);
        await again;
      }
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
    async openRsf(file) {
      const own = start();
      const opened = await serve(own, file);
      if (!('problem' in opened)) {
        files.set(opened.name, file);
        own.served.set(opened.name, Promise.resolve(opened));
      }
      return opened;
    },
  };
}

interface Running {
  readonly worker: Worker;
  readonly broken: Promise<never>;
  readonly stop: (reason: string) => void;
  /** The files that this very worker has read. */
  readonly served: Map<string, Promise<unknown>>;
  hasAnswered: boolean;
  /** How many files it reads at the moment; it cannot answer meanwhile. */
  reading: number;
}
