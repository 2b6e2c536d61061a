import type { Checks, Verifier } from './protocol.ts';
import { type BridgeWorker, WorkerBridge, WorkerLost } from './worker-bridge.ts';

/**
 * VerifierErrorCode is why a worker gave no answer. CRASHED: it could not be started, or died. TIMEOUT: it gave no answer within the time limit.
 * CLOSED: the verifier was closed. FAILED: one check threw, which is a bug of this program.
 */
export type VerifierErrorCode = 'CRASHED' | 'TIMEOUT' | 'CLOSED' | 'FAILED';

/** VerifierError reports a check that was not made. It is never a finding about the register. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError';
  readonly code: VerifierErrorCode;

  constructor(code: VerifierErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** TIME_LIMIT_MS is how long a busy worker may stay silent. */
const TIME_LIMIT_MS = 20_000;

/** STARTING is how many times as long it may take to load, over a slow network. */
const STARTING = 3;

/** After this many workers in a row that stopped without an answer, nothing is repeated automatically. */
const HOPELESS = 3;

type Result<Name extends keyof Checks> = Awaited<ReturnType<Checks[Name]>>;

/**
 * createVerifier makes checks in a worker, which `makeWorker` starts at the first call. A worker that crashes, or is silent for `timeLimitMs` while busy, is
 * replaced, and its current check is repeated once, as its verdict says (`madeAgain`); a check that loses two workers rejects. An answer to any call
 * counts as a sign of life, so that queued calls do not time out.
 */
export function createVerifier(makeWorker: () => BridgeWorker, timeLimitMs = TIME_LIMIT_MS): Verifier {
  const closed = new VerifierError('CLOSED', 'the verifier was closed');
  let isClosed = false;
  let bridge: WorkerBridge<Checks> | undefined;
  let stopped = 0;
  let remaking: Promise<unknown> = Promise.resolve();

  const lost = (error: WorkerLost): WorkerLost => {
    stopped += 1;
    return error;
  };
  const startWorker = (): WorkerBridge<Checks> => {
    try {
      return new WorkerBridge<Checks>(makeWorker(), {
        limitMs: timeLimitMs,
        allowance: (isStarted) => (isStarted ? 1 : STARTING),
        lost,
      });
    } catch (error) {
      throw lost(new WorkerLost('CRASHED', 'it could not be started', error));
    }
  };
  const make = async <Name extends keyof Checks>(
    check: Name,
    request: Parameters<Checks[Name]>[0],
  ): Promise<Result<Name>> => {
    if (isClosed) throw closed;
    if (bridge === undefined || bridge.isEnded) bridge = startWorker();
    const result = await bridge.call(check, request);
    stopped = 0;
    return result;
  };
  const call = <Name extends keyof Checks>(
    check: Name,
    request: Parameters<Checks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Result<Name>> => {
    const work = async (): Promise<Result<Name>> => {
      signal?.throwIfAborted();
      try {
        return await make(check, request).catch((error: unknown): Promise<Result<Name>> => {
          if (!(error instanceof WorkerLost)) throw error;
          // One after another, so that a check that stops its worker affects no other.
          const again = remaking.then(async (): Promise<Result<Name>> => {
            signal?.throwIfAborted();
            if (stopped >= HOPELESS) throw error;
            return marked(await make(check, request));
          });
          remaking = again.catch(() => undefined);
          return again;
        });
      } catch (error) {
        if (signal?.aborted || error instanceof VerifierError) throw error;
        throw finalError(error);
      }
    };
    return unlessAborted(work(), signal);
  };

  return {
    checkEntry: (request, signal) => call('checkEntry', request, signal),
    checkItem: (request, signal) => call('checkItem', request, signal),
    checkItems: (requests, signal) => call('checkItems', requests, signal),
    checkRecordData: (request, signal) => call('checkRecordData', request, signal),
    checkEarlierEntry: (request, signal) => call('checkEarlierEntry', request, signal),
    checkConsistency: (request, signal) => call('checkConsistency', request, signal),
    checkHeadConsistency: (request, signal) => call('checkHeadConsistency', request, signal),
    checkRange: (request, signal) => call('checkRange', request, signal),
    close() {
      isClosed = true;
      bridge?.end(closed);
    },
  };
}

function finalError(error: unknown): VerifierError {
  if (!(error instanceof WorkerLost))
    return new VerifierError('FAILED', 'the check failed inside this program', error);
  const message =
    `The part of this page that checks stopped twice (${error.message}), so that this could not be checked. Reload the page. If it ` +
    'stays so, close other tabs, or use another browser. It says nothing about the register.';
  return new VerifierError(error.code, message, error.cause);
}

type HasVerdict = { readonly verdict: object };

/** marked sets `madeAgain` in the verdict of a check, or of several. */
function marked<Result>(result: Result): Result {
  const mark = (check: HasVerdict): HasVerdict => ({
    ...check,
    verdict: { ...check.verdict, madeAgain: true },
  });
  return (Array.isArray(result) ? result.map(mark) : mark(result as HasVerdict)) as Result;
}

/** unlessAborted rejects with the signal's reason at once; the worker still finishes its work. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
