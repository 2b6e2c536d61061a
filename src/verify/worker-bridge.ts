import type { Checks } from './protocol.ts';

/** Port is the part of a worker, or of the inside of one, that calls go through. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Call asks for one check by its name. */
interface Call {
  readonly id: number;
  readonly check: string;
  readonly request: unknown;
}

/** Answer is what became of a call: the check, or the text of a fault in this program. */
type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly fault: string });

/** Caller makes checks at the other end of a port. */
export type Caller = <Name extends keyof Checks>(
  check: Name,
  request: Parameters<Checks[Name]>[0],
) => Promise<ReturnType<Checks[Name]>>;

/** answerCalls makes the checks that are asked for through a port, and nothing else: what it can do is the list of names in `checks`. It says first that it is there. */
export function answerCalls(checks: Checks, port: Port): void {
  port.addEventListener('message', ({ data }: MessageEvent<Call>) => void answerCall(checks, port, data));
  port.postMessage({ id: 0 });
}

async function answerCall(checks: Checks, port: Port, { id, check, request }: Call): Promise<void> {
  let answer: Answer;
  try {
    if (!isCheck(checks, check)) throw new Error(`there is no check ${check}`);
    const make: (request: never) => unknown = checks[check];
    answer = { id, result: await make(request as never) };
  } catch (error) {
    answer = { id, fault: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(answer);
}

function isCheck(checks: Checks, name: string): name is keyof Checks {
  return Object.hasOwn(checks, name);
}

/** createCaller makes a Caller. A call rejects with Error where the check failed inside the program; one that is never answered stays pending. */
export function createCaller(port: Port): Caller {
  const pending = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  port.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    pending.get(data.id)?.(data);
    pending.delete(data.id);
  });
  return (check, request) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, (answer) => {
        if ('fault' in answer) reject(new Error(answer.fault));
        else resolve(answer.result as never);
      });
      port.postMessage({ id: lastId, check, request } satisfies Call);
    });
}

/** How many times the clock is looked at before a worker counts as stuck. */
const LOOKS = 10;

/** Watchdog tells a stuck worker by the time since its last sign of life. */
export interface Watchdog {
  /** restart begins to count again: the worker answered. */
  restart(): void;
  end(): void;
}

/**
 * startWatchdog calls `stuck` once after `limitMs` without a `restart`, and after as many times that as `allowance` says by then: 1 unless the work is large. Time in
 * which this page was asleep or held up itself does not count, for then the worker was, too: the clock is looked at ten times, and however late a look comes, it is one.
 */
export function startWatchdog(limitMs: number, stuck: () => void, allowance: () => number): Watchdog {
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
