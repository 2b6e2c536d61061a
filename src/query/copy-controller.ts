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

/**
 * createCopyController makes the controller of one register; `load` fetches the code
 * when a copy is first wanted, and `left` is called some time after its last follower left.
 */
export function createCopyController(
  session: RegisterSession,
  queries: QueryClient,
  load: () => Promise<Pick<LogTools, 'start' | 'source' | 'readWholeLog'>>,
  left: () => void = () => undefined,
) {
  const shown = createStore<CopyPhase>({ phase: 'absent' });
  let followers = 0;
  let held: CopyWorker | undefined;
  let readings = 0;
  /** How many copies were lost since the reader last asked for one, and why the second was, until that is reported. */
  let losses = 0;
  let lost: WorkerFailure | undefined;
  let busy: RunningReading | undefined;
  let wanted: CopyRequest | undefined;

  const currentCopy = (): RegisterCopy | undefined => copyIn(shown.get());
  // A copy stays readable until the next one is complete.
  const follow = (phase: CopyPhase): void => {
    if (currentCopy() === undefined) shown.set(phase);
  };

  const readTo = async (request: CopyRequest, signal: AbortSignal): Promise<void> => {
    const [tools, { readCopyTo }] = await Promise.all([load(), import('./read-copy.ts')]);
    const before = held;
    const { copy, worker } = await readCopyTo({
      session,
      queries,
      tools,
      request,
      signal,
      // A log shorter than the copy is another log.
      held: (currentCopy()?.size ?? Infinity) <= request.size ? before : undefined,
      missing: currentCopy()?.missing,
      onPhase(phase) {
        const copy = currentCopy();
        if (request.isAgain === true && phase.done === 0) return;
        if (phase.what === 'entries' || copy === undefined || !request.isRequested) follow(phase);
        else shown.set({ phase: 'ready', copy, missing: phase.of - phase.done });
      },
      start() {
        const reading = String((readings += 1));
        return { ...tools.start((why) => lose(reading, why)), reading };
      },
    });
    if (before !== worker) before?.end();
    held = worker;
    shown.set({ phase: 'ready', copy });
    if (copy.unanswered !== undefined && !request.isRequested) throw copy.unanswered;
  };

  /**
   * lose drops the copy whose worker stopped, and reads it again for the views that follow it, but not a
   * second time unless the reader asks. A reading under way rejects on its own.
   */
  const lose = (reading: string, why: WorkerFailure): void => {
    const copy = currentCopy();
    if (held?.reading !== reading || copy === undefined) return;
    held = undefined;
    losses += 1;
    if (losses > 1) lost = why;
    shown.set(losses === 1 ? { phase: 'absent' } : { phase: 'failed', failure: describeFailure(why) });
    if (losses === 1 && followers > 0 && busy === undefined)
      void read({ size: copy.size, head: copy.head, isRequested: wanted?.isRequested ?? false });
  };

  const read = (mine: CopyRequest): Promise<RegisterCopy | undefined> => {
    wanted = mine;
    const copy = currentCopy();
    if (busy === undefined) {
      const isDone =
        copy && isSame(copy, mine) && (copy.missing === 0 || (!mine.isRequested && !copy.unanswered));
      if (isDone) return Promise.resolve(copy);
      busy = begin(mine);
    } else if (!covers(busy, mine)) {
      const next = () => wanted && read(wanted);
      return handled(busy.done.then(next, next));
    }
    return busy.done;
  };

  const begin = (request: CopyRequest): RunningReading => {
    const stop = new AbortController();
    if (request.isAgain !== true) follow({ phase: 'reading', what: 'entries', done: 0, of: request.size });
    const done = readTo(request, stop.signal)
      .then(currentCopy, (error: unknown) => {
        const now = shown.get();
        if (now.phase === 'ready' && now.missing !== undefined) shown.set({ phase: 'ready', copy: now.copy });
        follow(
          stop.signal.aborted ? { phase: 'absent' } : { phase: 'failed', failure: describeFailure(error) },
        );
        if (!stop.signal.aborted) throw error;
        return undefined;
      })
      .finally(() => (busy = undefined));
    return { request, stop, done: handled(done) };
  };

  const giveUp = (why: string): void => {
    wanted = undefined;
    busy?.stop.abort(new Error(why));
  };

  return {
    phase: shown.get,
    subscribe(listener: () => void): () => void {
      const end = shown.subscribe(listener);
      followers += 1;
      return () => {
        end();
        followers -= 1;
        // A reader who changed views follows again at once; one who left needs no more requests.
        setTimeout(() => {
          if (followers > 0) return;
          giveUp('Nobody follows the reading any more.');
          left();
        }, LEFT_MS);
      };
    },
    isFollowed: () => followers > 0,
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
      const twice = isRequested ? undefined : lost;
      if (isRequested || lost !== undefined) losses = 0;
      lost = undefined;
      return twice === undefined
        ? read({ size, head, isRequested, isAgain })
        : handled(Promise.reject(twice));
    },
    /**
     * host answers questions about this copy. Throws if the register was reread: the worker
     * then holds another copy.
     */
    host(copy: Pick<RegisterCopy, 'id'>): RemoteLog {
      if (held === undefined || !copy.id.startsWith(`${held.reading}/`))
        throw new Error('This copy of the register is no longer held. Try again.');
      return held.host;
    },
    /** end drops the copy. */
    end(): void {
      giveUp('The register was closed.');
      held?.end();
      held = undefined;
      shown.set({ phase: 'absent' });
    },
  };
}

/** CopyController reads a register's copy and reports its progress. It lasts as long as the page. */
export type CopyController = ReturnType<typeof createCopyController>;

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
