import type { AuditHasher } from '../verify/audit-result.ts';
import { type BridgeWorker, WorkerBridge } from '../verify/worker-bridge.ts';
import type { ExportRequest, ExportPiece } from './export.ts';
import type { LogHost } from './log-host.ts';
import type { LogCalls } from './serve-log-host.ts';

/**
 * WorkerFailure is the failure of a worker that holds a log: it crashed, hangs or cannot compute hashes. It
 * says nothing about the register.
 */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}

/**
 * RemoteLog is a host in a worker. Bytes are transferred, not copied. Every method rejects with WorkerFailure
 * once the worker has stopped.
 */
export type RemoteLog = {
  readonly [Name in keyof LogHost]: (
    ...args: Parameters<LogHost[Name]>
  ) => Promise<ReturnType<LogHost[Name]>>;
};

/** StartedLog is a started worker with its host. */
export interface StartedLog {
  readonly host: RemoteLog;
  /** hasher is the hash function in use, once the worker has reported it. */
  readonly hasher: () => AuditHasher | undefined;
  /** end stops the worker. Calls under way, and later ones, reject. */
  readonly end: () => void;
}

/**
 * TIME_LIMIT_MS is how long a busy worker may stay silent; once more for every ENTRIES_A_LIMIT entries held,
 * and STARTING times as long on start.
 */
const TIME_LIMIT_MS = 30_000;
const ENTRIES_A_LIMIT = 20_000;
const STARTING = 2;

/** startLog starts a worker. One that crashes or hangs is ended, and `stopped` is called once. */
export function startLog(
  makeWorker: () => BridgeWorker,
  stopped: (why: WorkerFailure) => void = () => undefined,
): StartedLog {
  let entries = 0;
  let hasher: AuditHasher | undefined;
  const stop = (reason: string): WorkerFailure => {
    const why = new WorkerFailure(`The part of this page that holds the register stopped: ${reason}.`);
    bridge.end(why);
    stopped(why);
    return why;
  };
  const bridge = new WorkerBridge<LogCalls>(makeWorker(), {
    limitMs: (isStarted) => TIME_LIMIT_MS * (isStarted ? 1 + entries / ENTRIES_A_LIMIT : STARTING),
    ready: (name) => void (hasher = name as AuditHasher),
    broken: stop,
    lost: stop,
  });
  const call = async (name: keyof LogHost, args: readonly unknown[]): Promise<unknown> => {
    const moved = args.flatMap((arg) => (arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : []));
    const answer: unknown = await bridge.call(name, args as never, moved);
    if (typeof answer === 'object' && answer !== null && 'size' in answer) entries = Number(answer.size);
    return answer;
  };
  const host = new Proxy({} as RemoteLog, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        call(name as keyof LogHost, args),
  });
  return {
    host,
    hasher: () => hasher,
    end: () => bridge.end(new WorkerFailure('The register was given back.')),
  };
}

/** readExport reads a file that a host writes. Pieces are made on demand, so that none pile up. */
export async function readExport(
  host: RemoteLog,
  request: ExportRequest,
): Promise<ReadableStream<ExportPiece>> {
  await host.beginExport(request);
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await host.nextPiece();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
}
