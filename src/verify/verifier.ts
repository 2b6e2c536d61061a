import type { Checks, Verifier } from './protocol.ts';
import { type Caller, createCaller, type Port, type Watchdog, startWatchdog } from './worker-bridge.ts';

/**
 * VerifierErrorCode says what became of the worker. CRASHED: it could not be started, or died. TIMEOUT: it gave no answer within the time limit.
 * CLOSED: the verifier was closed. FAILED: one check threw, which is a bug of this program.
 */
export type VerifierErrorCode = 'CRASHED' | 'TIMEOUT' | 'CLOSED' | 'FAILED';

/** VerifierError says that a check was not made. It is never a finding about the register. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError';
  readonly code: VerifierErrorCode;

  constructor(code: VerifierErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** TIME_LIMIT_MS is how long a worker with work to do may stay silent; more where it has to be started first, or has much to hash. */
const TIME_LIMIT_MS = 20_000;

/** After how many workers in a row that stopped without an answer nothing is made again by itself. */
const HOPELESS = 3;

/**
 * createVerifier makes checks in a worker, which `makeWorker` starts at the first call. A worker that crashes, or is silent for `timeLimitMs` while it has work, is
 * ended, and what it was at is made again in a new one, once, and its verdict says so (`madeAgain`); a check that loses two workers rejects. An answer to any call
 * counts as a sign of life, so that calls that only queue behind others do not run out of time.
 */
export function createVerifier(makeWorker: () => VerifierWorker, timeLimitMs = TIME_LIMIT_MS): Verifier {
  let running: RunningWorker | undefined;
  let closed = false;
  let stopped = 0;
  let remaking = false;
  const again: Job[] = [];

  const lost = (jobs: readonly Job[], error: VerifierError): void => {
    stopped += 1;
    const giveUp = closed || stopped >= HOPELESS;
    const failed = jobs.filter((job) => giveUp || job.again);
    for (const job of jobs) if (!failed.includes(job)) again.push({ ...job, again: true });
    if (giveUp) failed.push(...again.splice(0));
    for (const job of failed) job.reject(closed ? error : inLastWords(error));
    remakeNext();
  };
  /** One after the other: the one that makes a worker stop takes no other along. */
  const remakeNext = (): void => {
    if (remaking) return;
    const job = again.shift();
    if (job === undefined) return;
    remaking = true;
    const settled = (settle: (value: never) => void) => (value: unknown) => {
      remaking = false;
      settle(value as never);
      remakeNext();
    };
    if (job.signal?.aborted) return settled(job.reject)(job.signal.reason);
    run({
      ...job,
      resolve: settled((result) => job.resolve(marked(result) as never)),
      reject: settled(job.reject),
    });
  };
  const run = (job: Job): void => {
    let worker = running;
    try {
      if (!worker?.alive) worker = running = new RunningWorker(makeWorker(), timeLimitMs, lost);
    } catch (error) {
      return lost([job], new VerifierError('CRASHED', 'the worker could not be started', error));
    }
    void worker.run(job, () => void (stopped = 0));
  };

  const call = async <Name extends keyof Checks>(
    check: Name,
    request: Parameters<Checks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Checks[Name]>> => {
    signal?.throwIfAborted();
    if (closed) throw new VerifierError('CLOSED', 'the verifier was closed');
    const work = new Promise<ReturnType<Checks[Name]>>((resolve, reject) => {
      run({ check, request, resolve, reject, signal, again: false });
    });
    return unlessAborted(work, signal);
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
      closed = true;
      const error = new VerifierError('CLOSED', 'the verifier was closed');
      if (running?.alive) running.end(error);
      else lost([], error);
    },
  };
}

function inLastWords(error: VerifierError): VerifierError {
  const message =
    `The part of this page that checks stopped twice (${error.message}), so that this could not be checked. Reload the page. If it ` +
    'stays so, close other tabs, or use another browser. It says nothing about the register.';
  return new VerifierError(error.code, message, error.cause);
}

type Marked = { readonly verdict: object };

/** marked notes in the verdict of a check, or of several, that it was made again. */
function marked(result: Marked | readonly Marked[]): unknown {
  if (Array.isArray(result)) return result.map(marked);
  const check = result as Marked;
  return { ...check, verdict: { ...check.verdict, madeAgain: true } };
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

/** VerifierWorker is the part of Worker that is used. */
export interface VerifierWorker extends Port {
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: MessageEvent) => void): void;
  terminate(): void;
}

/** Job is one check that somebody waits for. */
export interface Job {
  readonly check: keyof Checks;
  readonly request: unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
  /** Whether it is made again, because a worker stopped while it was at it. */
  readonly again: boolean;
}

/** What a worker may need beyond the limit: to be fetched and started, which a slow network makes long; and to hash much data, at the pace of a very slow machine. */
const STARTING = 3;
const CHARACTERS_A_LIMIT = 4_000_000;

/** RunningWorker is one worker with the checks that wait for its answer. Once ended it stays ended, and hands over what it was at. */
class RunningWorker {
  alive = true;
  readonly #worker: VerifierWorker;
  readonly #ask: Caller;
  readonly #limitMs: number;
  readonly #lost: (jobs: readonly Job[], error: VerifierError) => void;
  readonly #waiting = new Set<Job>();
  #started = false;
  #watchdog: Watchdog | undefined;

  constructor(
    worker: VerifierWorker,
    limitMs: number,
    lost: (jobs: readonly Job[], error: VerifierError) => void,
  ) {
    this.#worker = worker;
    this.#ask = createCaller(worker);
    this.#limitMs = limitMs;
    this.#lost = lost;
    const crashed = (event: Event): void => {
      const message = 'message' in event && typeof event.message === 'string' ? `: ${event.message}` : '';
      this.end(new VerifierError('CRASHED', `the worker stopped${message}`));
    };
    worker.addEventListener('error', crashed);
    worker.addEventListener('messageerror', crashed);
    worker.addEventListener('message', () => {
      this.#started = true;
      this.#watchdog?.restart();
    });
  }

  /** run makes one check; `answered` is called before its result is. */
  async run(job: Job, answered: () => void): Promise<void> {
    this.#waiting.add(job);
    this.#watchdog ??= startWatchdog(
      this.#limitMs,
      () => this.end(new VerifierError('TIMEOUT', `the worker gave no answer for ${this.#limitMs / 1000} s`)),
      () => (this.#started ? 1 : STARTING) + Math.floor(weigh([...this.#waiting]) / CHARACTERS_A_LIMIT),
    );
    try {
      const result: unknown = await this.#ask(job.check, job.request as never);
      answered();
      job.resolve(result as never);
    } catch (error) {
      job.reject(new VerifierError('FAILED', 'the check failed inside this program', error));
    } finally {
      this.#waiting.delete(job);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  end(error: VerifierError): void {
    if (!this.alive) return;
    this.alive = false;
    this.#rest();
    this.#worker.terminate();
    const jobs = [...this.#waiting];
    this.#waiting.clear();
    this.#lost(jobs, error);
  }

  #rest(): void {
    this.#watchdog?.end();
    this.#watchdog = undefined;
  }
}

/** weigh counts the characters in a request. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const members = value instanceof Map ? [...value] : Object.values(value);
  return members.reduce<number>((sum, member) => sum + weigh(member), 0);
}
