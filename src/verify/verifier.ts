import { type Caller, createCaller, type Port } from './calls.ts';
import type { Checks, Verifier } from './protocol.ts';
import { VerifierError } from './verifier-error.ts';

/** TIME_LIMIT_MS is how long a worker with work to do may stay silent. */
const TIME_LIMIT_MS = 20_000;

/** VerifierWorker is the part of Worker that is used. */
export interface VerifierWorker extends Port {
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: MessageEvent) => void): void;
  terminate(): void;
}

/**
 * createVerifier makes checks in a worker, which `makeWorker` starts at the first call and again at the first call after a crash or a hang. A
 * worker that is silent for `timeLimitMs` while it has work is taken for stuck: an answer to any call counts as a sign of life, so that calls
 * that only queue behind others do not run out of time.
 */
export function createVerifier(makeWorker: () => VerifierWorker, timeLimitMs = TIME_LIMIT_MS): Verifier {
  let running: RunningWorker | undefined;
  let closed = false;

  const call = async <Name extends keyof Checks>(
    check: Name,
    request: Parameters<Checks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Checks[Name]>> => {
    signal?.throwIfAborted();
    if (closed) throw new VerifierError('CLOSED', 'the verifier was closed');
    if (!running?.alive) running = startWorker(makeWorker, timeLimitMs);
    return unlessAborted(running.call(check, request), signal);
  };

  return {
    checkEntry: (request, signal) => call('checkEntry', request, signal),
    checkItem: (request, signal) => call('checkItem', request, signal),
    checkItems: (requests, signal) => call('checkItems', requests, signal),
    checkRecordData: (request, signal) => call('checkRecordData', request, signal),
    checkEarlierEntry: (request, signal) => call('checkEarlierEntry', request, signal),
    checkConsistency: (request, signal) => call('checkConsistency', request, signal),
    checkGrowth: (request, signal) => call('checkGrowth', request, signal),
    close() {
      closed = true;
      running?.end(new VerifierError('CLOSED', 'the verifier was closed'));
    },
  };
}

function startWorker(makeWorker: () => VerifierWorker, timeLimitMs: number): RunningWorker {
  try {
    return new RunningWorker(makeWorker(), timeLimitMs);
  } catch (error) {
    throw new VerifierError('CRASHED', 'the worker could not be started', error);
  }
}

/** RunningWorker is one worker with the calls that wait for its answer. Once ended it stays ended. */
class RunningWorker {
  alive = true;
  readonly #worker: VerifierWorker;
  readonly #ask: Caller;
  readonly #timeLimitMs: number;
  readonly #waiting = new Set<(error: VerifierError) => void>();
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: VerifierWorker, timeLimitMs: number) {
    this.#worker = worker;
    this.#ask = createCaller(worker);
    this.#timeLimitMs = timeLimitMs;
    const crashed = (event: Event): void => {
      const message = 'message' in event && typeof event.message === 'string' ? `: ${event.message}` : '';
      this.end(new VerifierError('CRASHED', `the worker stopped${message}`));
    };
    worker.addEventListener('error', crashed);
    worker.addEventListener('messageerror', crashed);
  }

  call: Caller = (check, request) =>
    new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      if (this.#waiting.size === 1) this.#watch();
      this.#answer(this.#ask(check, request), () => this.#waiting.delete(reject)).then(resolve, reject);
    });

  end(error: VerifierError): void {
    this.alive = false;
    clearTimeout(this.#watchdog);
    this.#worker.terminate();
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  async #answer<T>(work: Promise<T>, answered: () => void): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw new VerifierError('FAILED', 'the check failed inside this program', error);
    } finally {
      answered();
      this.#watch();
    }
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    if (!this.alive || this.#waiting.size === 0) return;
    const seconds = this.#timeLimitMs / 1000;
    const stuck = (): void =>
      this.end(new VerifierError('TIMEOUT', `the worker gave no answer for ${seconds} s`));
    this.#watchdog = setTimeout(stuck, this.#timeLimitMs);
  }
}

/** unlessAborted rejects with the signal's reason at once; the worker finishes its work all the same. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
