import { type Caller, createCaller, type Port } from './calls.ts';
import type { Checks } from './protocol.ts';
import { type Silence, startSilence } from './silence.ts';
import { VerifierError } from './verifier-error.ts';

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
export class RunningWorker {
  alive = true;
  readonly #worker: VerifierWorker;
  readonly #ask: Caller;
  readonly #limitMs: number;
  readonly #lost: (jobs: readonly Job[], error: VerifierError) => void;
  readonly #waiting = new Set<Job>();
  #started = false;
  #silence: Silence | undefined;

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
      this.#silence?.heard();
    });
  }

  /** run makes one check; `answered` is called before its result is. */
  async run(job: Job, answered: () => void): Promise<void> {
    this.#waiting.add(job);
    this.#silence ??= startSilence(
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
    this.#silence?.end();
    this.#silence = undefined;
  }
}

/** weigh counts the characters in a request. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const members = value instanceof Map ? [...value] : Object.values(value);
  return members.reduce<number>((sum, member) => sum + weigh(member), 0);
}
