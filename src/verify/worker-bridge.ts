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
 * Answer is the result of a call, or the text of a fault in this program. The first one, of id 0, reports the
 * result of the preparation, or that the worker cannot work.
 */
type Answer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly fault: string }
  | { readonly broken: string }
);

/** Methods are the methods of a worker: each takes one request. */
type Methods<M> = { readonly [Name in keyof M]: (request: never) => unknown };

/**
 * answerCalls answers calls of the methods named in `offered`. Calls wait until `prepare` is done;
 * if it fails, none is answered.
 */
export async function answerCalls<M extends Methods<M>>(
  offered: M,
  port: Port,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  // Listen at once: messages that arrive before a listener is added are lost.
  port.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    void ready
      .then(() => answer(offered, data))
      .then((made) => port.postMessage(made))
      // A result that cannot be sent.
      .catch((error: unknown) => port.postMessage({ id: data.id, fault: messageOf(error) } satisfies Answer));
  });
  try {
    port.postMessage({ id: 0, result: await prepare() } satisfies Answer);
    isReady();
  } catch (error) {
    port.postMessage({ id: 0, broken: messageOf(error) } satisfies Answer);
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

/** Supervision is how long a worker may be silent, and the callbacks for changes of its state. */
interface Supervision {
  /** How long the worker may be silent while busy, in milliseconds. */
  readonly limitMs: (isStarted: boolean) => number;
  /** Called with the result of the worker's preparation. */
  readonly ready?: (result: unknown) => void;
  /** Called with the reason if the worker cannot work. */
  readonly broken?: (reason: string) => void;
  /**
   * Called once, with the reason, when the worker crashed or timed out; returns the error with
   * which waiting calls reject.
   */
  readonly lost: (reason: string) => Error;
}

/** How often the clock is read while a worker is busy. */
const LOOK_MS = 2_000;

/**
 * WorkerBridge calls the methods that one worker offers, and watches it. A worker that crashes, or is silent
 * while busy, is ended for good.
 */
export class WorkerBridge<M extends Methods<M>> {
  readonly #worker: BridgeWorker;
  readonly #supervision: Supervision;
  readonly #pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  #lastId = 0;
  #isStarted = false;
  #endedBy: Error | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often the clock was read since the last answer. */
  #looks = 0;

  constructor(worker: BridgeWorker, supervision: Supervision) {
    this.#worker = worker;
    this.#supervision = supervision;
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#hear(data));
    const crashed = (event: Event): void =>
      this.#lose('message' in event && typeof event.message === 'string' ? event.message : 'it crashed');
    worker.addEventListener('error', crashed);
    worker.addEventListener('messageerror', crashed);
  }

  get isEnded(): boolean {
    return this.#endedBy !== undefined;
  }

  /**
   * call calls one method. It rejects with the error of `lost` or `end`, or with an Error if the method threw
   * or the request cannot be sent.
   */
  async call<Name extends keyof M & string>(
    name: Name,
    request: Parameters<M[Name]>[0],
    transfer: Transferable[] = [],
  ): Promise<Awaited<ReturnType<M[Name]>>> {
    if (this.#endedBy) throw this.#endedBy;
    const id = (this.#lastId += 1);
    this.#worker.postMessage({ id, name, request } satisfies Call, transfer);
    return new Promise<Awaited<ReturnType<M[Name]>>>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#watch();
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
    this.#looks = 0;
    if ('broken' in answer) return this.#supervision.broken?.(answer.broken);
    if (answer.id === 0 && 'result' in answer) return this.#supervision.ready?.(answer.result);
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#rest();
    if ('fault' in answer) pending?.reject(new Error(answer.fault));
    else pending?.resolve(answer.result as never);
  }

  #lose(reason: string): void {
    if (!this.#endedBy) this.end(this.#supervision.lost(reason));
  }

  /**
   * Ends a worker that is silent for too long. Time in which this page was asleep or blocked does not count,
   * because the worker was, too: a late look counts as one.
   */
  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const silentMs = (this.#looks += 1) * LOOK_MS;
      if (silentMs < this.#supervision.limitMs(this.#isStarted)) this.#watch();
      else this.#lose(`it gave no answer for ${silentMs / 1000} s`);
    }, LOOK_MS);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#looks = 0;
  }
}
