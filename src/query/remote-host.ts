import { type Remote, transfer, wrap } from 'comlink';
import type { CopyHost } from '../log/copy-host.ts';
import { startWatchdog, type Watchdog } from '../verify/worker-bridge.ts';
import { type PieceReader, streamOf } from './piece-reader.ts';
import type { RemoteHost } from './copy-desk.ts';
import { WorkerStopped } from './failure.ts';

/** How long a worker with work to do may stay silent: as long again for each so many entries that it holds, and until it has begun. */
const TIME_LIMIT_MS = 30_000;
const ENTRIES_A_LIMIT = 20_000;
const STARTING = 2;

/** CopyWorker is the part of a Worker that is used. */
export type CopyWorker = Pick<
  Worker,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>;

/**
 * remoteHost asks the host in a worker; bytes are moved there, not copied. A worker that crashes or is stuck is ended: what is asked of it rejects with WorkerStopped,
 * and `stopped` is called once. `breakOff` ends it from outside.
 */
export function remoteHost(
  worker: CopyWorker,
  stopped: (why: WorkerStopped) => void,
): { readonly host: RemoteHost; readonly breakOff: (why: Error) => void } {
  let reject = (_why: Error): void => undefined;
  let ended = false;
  const broken = new Promise<never>((_resolve, give) => (reject = give));
  broken.catch(() => undefined);
  const breakOff = (why: Error): void => {
    if (ended) return;
    ended = true;
    worker.terminate();
    watch.end();
    reject(why);
  };
  const stop = (reason: string): void => {
    if (ended) return;
    const why = new WorkerStopped(`The part of this page that holds the register stopped: ${reason}.`);
    breakOff(why);
    stopped(why);
  };
  const watch = watchCalls(() => stop(`it gave no answer for ${TIME_LIMIT_MS / 1000} s`));
  worker.addEventListener('error', ({ message }) => stop(message || 'it could not be started'));
  worker.addEventListener('messageerror', () => stop('its answer could not be read'));
  const remote = wrap<CopyHost>(worker);
  const call =
    (name: keyof CopyHost) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      if (ended) return broken;
      const moved = args.map((arg) => (arg instanceof Uint8Array ? transfer(arg, [arg.buffer]) : arg));
      const answer = (remote[name] as (...args: unknown[]) => Promise<unknown>)(...moved);
      return watch.over(Promise.race([answer, broken]));
    };
  const methods = Object.fromEntries(METHODS.map((name) => [name, call(name)])) as unknown as RemoteHost;
  const host: RemoteHost = {
    ...methods,
    stream: async (...asked) =>
      streamOf((await methods.stream(...asked)) as unknown as Remote<PieceReader>, broken, watch.over),
  };
  return { host, breakOff };
}

/** watchCalls calls `stuck` where calls stay without an answer; each answer is a sign of life. */
function watchCalls(stuck: () => void): {
  over<T>(call: Promise<T>): Promise<T>;
  end(): void;
} {
  let waiting = 0;
  let allowance = STARTING;
  let watchdog: Watchdog | undefined;
  const rest = (): void => {
    watchdog?.end();
    watchdog = undefined;
  };
  return {
    async over(call) {
      waiting += 1;
      watchdog ??= startWatchdog(TIME_LIMIT_MS, stuck, () => allowance);
      try {
        const answer = await call;
        allowance = Math.max(allowance === STARTING ? 1 : allowance, 1 + sizeIn(answer) / ENTRIES_A_LIMIT);
        return answer;
      } finally {
        waiting -= 1;
        watchdog?.restart();
        if (waiting === 0) rest();
      }
    },
    end: rest,
  };
}

/** Every page that is taken in is answered with how many entries there are. */
function sizeIn(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null || !('size' in answer)) return 0;
  return typeof answer.size === 'number' ? answer.size : 0;
}

const METHODS: readonly (keyof CopyHost)[] = [
  'open',
  'addEntries',
  'addItems',
  'addItem',
  'addRecords',
  'missing',
  'check',
  'ask',
  'stream',
];
