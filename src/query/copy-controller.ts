import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import type { Verdict } from '../core/verdict.ts';
import type { RemoteLog, StartedLog, WorkerFailure } from '../log/remote-log.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { LogTools } from './log-tools.ts';
import { memoryOf } from './memory-queries.ts';
import type { RegisterSession } from './session.ts';
import type { Check } from '../core/check-result.ts';
import { checkQuery } from './report-check.ts';

/** RegisterCopy is a whole register held in a worker of this page, as it was read for one head. */
export interface RegisterCopy {
  /** Unique for every head and reading; part of the keys of questions about the copy. */
  readonly id: string;
  /** The number of entries: the log size of `head` if the server publishes one. */
  readonly size: number;
  readonly head: Checkpoint | undefined;
  /**
   * holds: the entries give the published root, which continues the remembered one, and all
   * data has its listed hash.
   */
  readonly verdict: Verdict;
  /** The same ignoring the remembered root, which may become known later. */
  readonly own?: Verdict;
  /** How many different items or blobs could not be read. */
  readonly missing: number;
  /** The failure for which some of them could not, if a request got no answer: then they are asked for again. */
  readonly unanswered?: Error;
  /**
   * A sentence about a fault of the server's list of entries. They were put in order, and
   * missing ones read one by one.
   */
  readonly remark?: string;
}

/** CopyPhase is the progress of reading a register. */
export type CopyPhase =
  | { readonly phase: 'absent' }
  | {
      readonly phase: 'reading';
      readonly what: 'entries' | 'data';
      readonly done: number;
      readonly of: number;
    }
  | { readonly phase: 'failed'; readonly failure: Failure }
  /** `missing`: how many items are left to read, while the reader waits for the missing ones. */
  | { readonly phase: 'ready'; readonly copy: RegisterCopy; readonly missing?: number };

/** LEFT_MS is how long a reading continues after its last view was left. */
const LEFT_MS = 3_000;

/** CopyWorker is the worker of a copy, with the number of the reading. */
export type CopyWorker = StartedLog & { readonly reading: string };

/** CopyRequest is what a copy is to hold. */
export interface CopyRequest {
  readonly size: number;
  readonly head: Checkpoint | undefined;
  /** Whether the reader asked for it, not only a view. */
  readonly isRequested: boolean;
  /** Whether it is tried again by itself: then what failed before is shown until something was read. */
  readonly isAgain?: boolean;
}

/** RunningReading is a reading under way. */
interface RunningReading {
  readonly request: CopyRequest;
  readonly stop: AbortController;
  readonly done: Promise<RegisterCopy | undefined>;
}

/** covers reports whether a reading under way is what is asked for. */
function covers({ request, stop }: RunningReading, asked: CopyRequest): boolean {
  return isSame(request, asked) && !stop.signal.aborted && (request.isRequested || !asked.isRequested);
}

/** handled marks a promise as one whose failure is shown elsewhere, too. */
function handled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** CopyController reads a register's copy and reports its progress. It lasts as long as the page. */
export class CopyController {
  readonly #session: RegisterSession;
  readonly #queries: QueryClient;
  readonly #load: () => Promise<Pick<LogTools, 'start' | 'source' | 'readWholeLog'>>;
  readonly #left: () => void;
  readonly #shown = createStore<CopyPhase>({ phase: 'absent' });
  #followers = 0;
  #held: CopyWorker | undefined;
  #readings = 0;
  /** How many copies were lost since the reader last asked for one, and why the second was, until that is reported. */
  #losses = 0;
  #lost: WorkerFailure | undefined;
  #busy: RunningReading | undefined;
  #wanted: CopyRequest | undefined;

  /**
   * The controller of one register; `load` fetches the code when a copy is first wanted, and `left` is called some
   * time after its last follower left.
   */
  constructor(
    session: RegisterSession,
    queries: QueryClient,
    load: () => Promise<Pick<LogTools, 'start' | 'source' | 'readWholeLog'>>,
    left: () => void = () => undefined,
  ) {
    this.#session = session;
    this.#queries = queries;
    this.#load = load;
    this.#left = left;
  }

  readonly phase = this.#shown.get;

  /** subscribe follows the copy until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#shown.subscribe(listener);
    this.#followers += 1;
    return () => {
      end();
      this.#followers -= 1;
      // A reader who changed views follows again at once; one who left needs no more requests.
      setTimeout(() => {
        if (this.isFollowed()) return;
        this.#busy?.stop.abort(new Error('Nobody follows the reading any more.'));
        this.#left();
      }, LEFT_MS);
    };
  };

  isFollowed(): boolean {
    return this.#followers > 0;
  }

  /**
   * read brings the copy to `size` entries, starting from the present copy, which stays until the next one
   * is complete. A call during a reading is served after it, the last one only. With `isRequested`, missing
   * data is requested again; without it what got no answer is, and the promise rejects while there is none. For
   * `isAgain` see CopyRequest. Rejects if the register cannot be read, or once if two copies were lost;
   * undefined if nobody follows the reading any more.
   */
  read(
    size: number,
    head: Checkpoint | undefined,
    isRequested = false,
    isAgain = false,
  ): Promise<RegisterCopy | undefined> {
    const twice = isRequested ? undefined : this.#lost;
    if (isRequested || this.#lost !== undefined) this.#losses = 0;
    this.#lost = undefined;
    const reading =
      twice === undefined ? this.#read({ size, head, isRequested, isAgain }) : Promise.reject(twice);
    // A reading that was given up may end after somebody follows it again.
    return handled(reading.then((copy) => copy ?? this.#readWanted()));
  }

  /**
   * host answers questions about this copy. Throws if the register was reread: the worker
   * then holds another copy.
   */
  host(copy: Pick<RegisterCopy, 'id'>): RemoteLog {
    if (this.#held === undefined || !copy.id.startsWith(`${this.#held.reading}/`))
      throw new Error('This copy of the register is no longer held. Try again.');
    return this.#held.host;
  }

  /** end drops the copy. */
  end(): void {
    this.#wanted = undefined;
    this.#busy?.stop.abort(new Error('The register was closed.'));
    this.#held?.end();
    this.#held = undefined;
    this.#shown.set({ phase: 'absent' });
  }

  #copy(): RegisterCopy | undefined {
    return copyIn(this.phase());
  }

  /** A copy stays readable until the next one is complete. */
  #show(phase: CopyPhase): void {
    if (this.#copy() === undefined) this.#shown.set(phase);
  }

  #read(mine: CopyRequest): Promise<RegisterCopy | undefined> {
    this.#wanted = mine;
    const copy = this.#copy();
    if (this.#busy === undefined) {
      const isDone =
        copy && isSame(copy, mine) && (copy.missing === 0 || (!mine.isRequested && !copy.unanswered));
      if (isDone) return Promise.resolve(copy);
      this.#busy = this.#begin(mine);
    } else if (!covers(this.#busy, mine)) {
      const next = () => this.#readWanted();
      return this.#busy.done.then(next, next);
    }
    return this.#busy.done;
  }

  /** readWanted reads what was last asked for, if somebody follows it. */
  async #readWanted(): Promise<RegisterCopy | undefined> {
    return this.#wanted && this.isFollowed() ? this.#read(this.#wanted) : undefined;
  }

  #begin(request: CopyRequest): RunningReading {
    const stop = new AbortController();
    if (request.isAgain !== true)
      this.#show({ phase: 'reading', what: 'entries', done: 0, of: request.size });
    const done = this.#readTo(request, stop.signal)
      .then(
        () => this.#copy(),
        (error: unknown) => {
          const now = this.phase();
          if (now.phase === 'ready' && now.missing !== undefined)
            this.#shown.set({ phase: 'ready', copy: now.copy });
          const { aborted } = stop.signal;
          this.#show(aborted ? { phase: 'absent' } : { phase: 'failed', failure: describeFailure(error) });
          if (!aborted) throw error;
          return undefined;
        },
      )
      .finally(() => (this.#busy = undefined));
    return { request, stop, done: handled(done) };
  }

  async #readTo(request: CopyRequest, signal: AbortSignal): Promise<void> {
    const [tools, { readCopyTo }] = await Promise.all([this.#load(), import('./read-copy.ts')]);
    const before = this.#held;
    const { copy, worker } = await readCopyTo({
      session: this.#session,
      queries: this.#queries,
      tools,
      request,
      signal,
      // A log shorter than the copy is another log.
      held: (this.#copy()?.size ?? Infinity) <= request.size ? before : undefined,
      missing: this.#copy()?.missing,
      onPhase: (phase) => {
        const copy = this.#copy();
        if (request.isAgain === true && phase.done === 0) return;
        if (phase.what === 'entries' || copy === undefined || !request.isRequested) this.#show(phase);
        else this.#shown.set({ phase: 'ready', copy, missing: phase.of - phase.done });
      },
      start: () => {
        const reading = String((this.#readings += 1));
        return { ...tools.start((why) => this.#lose(reading, why)), reading };
      },
    });
    if (before !== worker) before?.end();
    this.#held = worker;
    this.#shown.set({ phase: 'ready', copy });
    if (copy.unanswered !== undefined && !request.isRequested) throw copy.unanswered;
  }

  /**
   * lose drops the copy whose worker stopped, and reads it again for the views that follow it, but not a
   * second time unless the reader asks. A reading under way rejects on its own.
   */
  #lose(reading: string, why: WorkerFailure): void {
    const copy = this.#copy();
    if (this.#held?.reading !== reading || copy === undefined) return;
    this.#held = undefined;
    this.#losses += 1;
    const isFirst = this.#losses === 1;
    if (!isFirst) this.#lost = why;
    this.#shown.set(isFirst ? { phase: 'absent' } : { phase: 'failed', failure: describeFailure(why) });
    if (isFirst && this.isFollowed() && this.#busy === undefined)
      void this.#read({ size: copy.size, head: copy.head, isRequested: this.#wanted?.isRequested ?? false });
  }
}

/** copyIn returns the copy of a register; undefined until it is complete. */
export function copyIn(reading: CopyPhase | { readonly phase: 'too-large' }): RegisterCopy | undefined {
  return reading.phase === 'ready' ? reading.copy : undefined;
}

function isSame(one: Pick<CopyRequest, 'size' | 'head'>, other: Pick<CopyRequest, 'size' | 'head'>): boolean {
  return one.size === other.size && one.head?.rootHash === other.head?.rootHash;
}

/**
 * copyCheck names the check that a copy of the whole log, read in this page, gives the root of this head, and
 * that all its data has its listed hash.
 */
export function copyCheck(head: Checkpoint): Check {
  return { kind: 'whole-log', subject: 'copy', head };
}

/**
 * copyCheckQuery judges the verdict of reading a copy against the remembered root. Rejects if
 * they could not be compared.
 */
export function copyCheckQuery(session: RegisterSession, head: Checkpoint, found: Verdict) {
  return checkQuery(session, copyCheck(head), async (queries) => {
    if (found.outcome === 'holds') await memoryOf(queries, session, head);
    return { verdict: found };
  });
}
