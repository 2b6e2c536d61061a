/** Port is the inner side of a worker. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** BridgeWorker is the used part of Worker. */
export interface BridgeWorker {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: MessageEvent) => void): void;
  terminate(): void;
}

/** Call asks for one method by its name. */
interface Call {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
}

/**
 * Answer is the result of a call, or the text of a fault in this program. The first one, of id 0, reports the result of the preparation,
 * or that the worker cannot work.
 */
type Answer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly fault: string }
  | { readonly broken: string }
);

/** Methods are the methods of a worker: each takes one request. */
type Methods<M> = { readonly [Name in keyof M]: (request: never) => unknown };

/** answerCalls answers calls of the methods named in `offered`. Calls wait until `prepare` is done; if it fails, none is answered. */
export async function answerCalls<M extends Methods<M>>(
  offered: M,
  port: Port,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const say = (answer: Answer): void => port.postMessage(answer);
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  // Listen at once: messages that arrive before a listener is added are lost.
  port.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    void ready.then(() => answer(offered, data)).then(say);
  });
  try {
    say({ id: 0, result: await prepare() });
    isReady();
  } catch (error) {
    say({ id: 0, broken: messageOf(error) });
  }
}

async function answer<M extends Methods<M>>(offered: M, { id, name, request }: Call): Promise<Answer> {
  try {
    if (!Object.hasOwn(offered, name)) throw new Error(`there is no method ${name}`);
    return { id, result: await offered[name as keyof M](request as never) };
  } catch (error) {
    return { id, fault: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** WorkerLost reports a worker that crashed or timed out before it answered. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  readonly code: 'CRASHED' | 'TIMEOUT';

  constructor(code: WorkerLost['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Supervision is how long a worker may be silent, and the callbacks for changes of its state. */
export interface Supervision {
  readonly limitMs: number;
  /** How many time limits the worker may be silent; by default 1. */
  readonly allowance?: (isStarted: boolean) => number;
  /** Called with the result of the worker's preparation. */
  readonly ready?: (result: unknown) => void;
  /** Called with the reason if the worker cannot work. */
  readonly broken?: (reason: string) => void;
  /** Called once when the worker is lost; returns the error with which waiting calls reject. */
  readonly lost: (error: WorkerLost) => Error;
}

/** WorkerBridge calls the methods that one worker offers, and watches it. A worker that crashes, or is silent while busy, is ended for good. */
export class WorkerBridge<M extends Methods<M>> {
  readonly #worker: BridgeWorker;
  readonly #supervision: Supervision;
  readonly #pending = new Map<
    number,
    {
      readonly resolve: (result: never) => void;
      readonly reject: (error: Error) => void;
    }
  >();
  #lastId = 0;
  #isStarted = false;
  #endedBy: Error | undefined;
  #watchdog: Watchdog | undefined;

  constructor(worker: BridgeWorker, supervision: Supervision) {
    this.#worker = worker;
    this.#supervision = supervision;
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#hear(data));
    const crashed = (event: Event): void =>
      this.#lose(
        'CRASHED',
        'message' in event && typeof event.message === 'string' ? event.message : 'it crashed',
      );
    worker.addEventListener('error', crashed);
    worker.addEventListener('messageerror', crashed);
  }

  get isEnded(): boolean {
    return this.#endedBy !== undefined;
  }

  /** call calls one method. It rejects with the error of `lost` or `end`, or with an Error if the method threw or the request cannot be sent. */
  call<Name extends keyof M & string>(
    name: Name,
    request: Parameters<M[Name]>[0],
    transfer: Transferable[] = [],
  ): Promise<Awaited<ReturnType<M[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#endedBy) return reject(this.#endedBy);
      this.#lastId += 1;
      this.#worker.postMessage({ id: this.#lastId, name, request } satisfies Call, transfer);
      this.#pending.set(this.#lastId, { resolve, reject });
      const { limitMs, allowance = () => 1 } = this.#supervision;
      this.#watchdog ??= startWatchdog(
        limitMs,
        () => this.#lose('TIMEOUT', `it gave no answer for ${limitMs / 1000} s`),
        () => allowance(this.#isStarted),
      );
    });
  }

  /** end ends the worker; waiting calls reject with the error. */
  end(error: Error): void {
    if (this.#endedBy) return;
    this.#endedBy = error;
    this.#rest();
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #hear(answer: Answer): void {
    if (this.#endedBy) return;
    this.#isStarted = true;
    this.#watchdog?.restart();
    if ('broken' in answer) return this.#supervision.broken?.(answer.broken);
    if (answer.id === 0 && 'result' in answer) return this.#supervision.ready?.(answer.result);
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#rest();
    if ('fault' in answer) pending?.reject(new Error(answer.fault));
    else pending?.resolve(answer.result as never);
  }

  #lose(code: WorkerLost['code'], reason: string): void {
    if (!this.#endedBy) this.end(this.#supervision.lost(new WorkerLost(code, reason)));
  }

  #rest(): void {
    this.#watchdog?.end();
    this.#watchdog = undefined;
  }
}

/** How many times the clock is read before a worker counts as stuck. */
const LOOKS = 10;

/** Watchdog finds a stuck worker by the time since its last answer. */
export interface Watchdog {
  /** restart resets the clock: the worker answered. */
  restart(): void;
  end(): void;
}

/**
 * startWatchdog calls `stuck` once after `limitMs` times `allowance` without a `restart`. Time in which this page was asleep or
 * blocked does not count, because the worker was, too: the clock is read ten times, and a late reading counts as one.
 */
function startWatchdog(limitMs: number, stuck: () => void, allowance: () => number): Watchdog {
  let looks = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    timer = setTimeout(look, limitMs / LOOKS);
  };
  const look = (): void => {
    looks += 1;
    if (looks < LOOKS || looks < LOOKS * allowance()) plan();
    else stuck();
  };
  plan();
  return {
    restart: () => void (looks = 0),
    end: () => clearTimeout(timer),
  };
}
