import type { CopyHost } from '../log/copy-host.ts';
import { type BridgeWorker, WorkerBridge } from '../verify/worker-bridge.ts';
import type { RemoteHost } from './copy-desk.ts';
import { WorkerStopped } from './failure.ts';

/** How long a worker with work to do may stay silent: as long again for each so many entries that it holds, and until it has begun. */
const TIME_LIMIT_MS = 30_000;
const ENTRIES_A_LIMIT = 20_000;
const STARTING = 2;

const METHODS: readonly Exclude<keyof CopyHost, 'stream'>[] = [
  'open',
  'addEntries',
  'addItems',
  'addItem',
  'addRecords',
  'missing',
  'check',
  'ask',
];

type Method = (args: readonly unknown[]) => unknown;

/**
 * hostCalls are what the worker of a copy can be asked for: the methods of its host, and the pieces of a stream one by one, because not every browser hands a
 * stream itself to another thread.
 */
export function hostCalls(host: CopyHost) {
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  const methods = METHODS.map((name): [string, Method] => [
    name,
    (args) => (host[name] as (...args: readonly unknown[]) => unknown)(...args),
  ]);
  return {
    ...(Object.fromEntries(methods) as Record<(typeof METHODS)[number], Method>),
    /** Begins a stream and returns its number. */
    stream: (args: Parameters<CopyHost['stream']>) => readers.push(host.stream(...args).getReader()),
    /** The next piece of a stream; undefined after the last one. */
    piece: async (stream: number) => (await readers[stream - 1]?.read())?.value,
    cancel: (stream: number) => readers[stream - 1]?.cancel(),
  };
}

/**
 * remoteHost asks the host in a worker; bytes are moved there, not copied. A worker that crashes or is stuck is ended: what is asked of it rejects with WorkerStopped,
 * and `stopped` is called once. `breakOff` ends it from outside.
 */
export function remoteHost(
  worker: BridgeWorker,
  stopped: (why: WorkerStopped) => void,
): { readonly host: RemoteHost; readonly breakOff: (why: Error) => void } {
  let entries = 0;
  const stop = (reason: string): WorkerStopped => {
    const why = new WorkerStopped(`The part of this page that holds the register stopped: ${reason}.`);
    bridge.end(why);
    stopped(why);
    return why;
  };
  const bridge = new WorkerBridge<ReturnType<typeof hostCalls>>(worker, {
    limitMs: TIME_LIMIT_MS,
    allowance: (_waiting, isStarted) => (isStarted ? 1 + entries / ENTRIES_A_LIMIT : STARTING),
    broken: stop,
    lost: ({ message }) => stop(message),
  });
  const methods = METHODS.map((name) => [
    name,
    async (...args: readonly unknown[]): Promise<unknown> => {
      const moved = args.flatMap((arg) => (arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : []));
      const answer = await bridge.call(name, args, moved);
      entries = Math.max(entries, sizeIn(answer));
      return answer;
    },
  ]);
  const host: RemoteHost = {
    ...(Object.fromEntries(methods) as Omit<RemoteHost, 'stream'>),
    async stream(...asked) {
      const stream = await bridge.call('stream', asked);
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const piece = await bridge.call('piece', stream);
            if (piece === undefined) controller.close();
            else controller.enqueue(piece);
          },
          cancel: () => bridge.call('cancel', stream),
        },
        { highWaterMark: 0 },
      );
    },
  };
  return { host, breakOff: (why) => bridge.end(why) };
}

/** Every page that is taken in is answered with how many entries there are. */
function sizeIn(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null || !('size' in answer)) return 0;
  return typeof answer.size === 'number' ? answer.size : 0;
}
