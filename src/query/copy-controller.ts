import type { QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import { cannotCheck, type Verdict, notChecked } from '../core/verdict.ts';
import type { LogReport } from '../log/read-log.ts';
import { type RemoteLog, restartedOnce, type StartedLog, type WorkerFailure } from '../log/remote-log.ts';
import { clientOf } from './client-query.ts';
import { describeFailure, type Failure } from './failure.ts';
import { findLeafRule } from './inclusion-queries.ts';
import type { LogTools } from './log-tools.ts';
import { memoryQuery, judged, memoryOf } from './memory-queries.ts';
import { type RegisterSession, headKey } from './session.ts';
import { isNotFound } from '../api/api-error.ts';
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

/**
 * ONE_BY_ONE is the most items that are requested one by one from a server without a list; ONE_BY_ONE_UNASKED
 * if the reader did not ask for the copy. A reader who asks for the missing ones agrees to as many as they are.
 */
const ONE_BY_ONE = 2_000;
const ONE_BY_ONE_UNASKED = 300;

/** LEFT_MS is how long a reading continues after its last view was left. */
const LEFT_MS = 3_000;

/** CopyWorker is the worker of a copy, with the number of the reading. */
type CopyWorker = StartedLog & { readonly reading: string };

interface CopyRequest {
  readonly size: number;
  readonly head: Checkpoint | undefined;
  /** Whether the reader asked for it, not only a view. */
  readonly isRequested: boolean;
}

/**
 * createCopyController makes the controller of one register; `load` fetches the code
 * when a copy is first wanted.
 */
export function createCopyController(
  session: RegisterSession,
  queries: QueryClient,
  load: () => Promise<Pick<LogTools, 'start' | 'pages' | 'readLog'>>,
) {
  const shown = createStore<CopyPhase>({ phase: 'absent' });
  let followers = 0;
  let held: CopyWorker | undefined;
  let readings = 0;
  /** How many copies were lost since the reader last asked for one. */
  let losses = 0;
  let busy: AbortController | undefined;
  let wanted: CopyRequest | undefined;

  const currentCopy = (): RegisterCopy | undefined => copyIn(shown.get());
  // A copy stays readable until the next one is complete.
  const follow = (phase: CopyPhase): void => {
    if (currentCopy() === undefined) shown.set(phase);
  };

  const readTo = async ({ size, head, isRequested }: CopyRequest, signal: AbortSignal): Promise<void> => {
    // The remembered root has the leaf rule, which never changes.
    const [tools, client] = await Promise.all([
      load(),
      clientOf(queries, session),
      queries.ensureQueryData(memoryQuery(session)),
    ]);
    const start = async (): Promise<CopyWorker> => {
      const reading = String((readings += 1));
      const opened = tools.start((why) => lose(reading, why));
      await opened.host.open({ variant: client.variant, leafRule: session.trust.leafRule(), keeps: 'all' });
      return { ...opened, reading };
    };
    const remarks: string[] = [];
    const before = held;
    // A log shorter than the copy is another log.
    let used = (currentCopy()?.size ?? Infinity) <= size ? before : undefined;
    const fill = async (from: CopyWorker) => {
      used = from;
      return tools.readLog({
        host: from.host,
        pages: tools.pages(session, client),
        size,
        head,
        signal,
        remarks,
        oneByOne: isRequested ? (currentCopy()?.missing ?? ONE_BY_ONE) : ONE_BY_ONE_UNASKED,
        changed(what, { size: done, named, seen }) {
          if (what === 'entries') return follow({ phase: 'reading', what, done, of: size });
          const copy = currentCopy();
          if (copy !== undefined && isRequested) shown.set({ phase: 'ready', copy, missing: named - seen });
          else follow({ phase: 'reading', what: 'data', done: seen, of: named });
        },
      });
    };
    const fillFrom = async (worker: CopyWorker): Promise<LogReport> => {
      const state = await fill(worker);
      // No rule gives the root: this register has another rule, or these are not its entries.
      if (state.leafRule !== undefined || head === undefined || size === 0) return state;
      const proving = { session, queries, api: client, signal };
      const rule = await findLeafRule(proving, 0, head).catch(() => undefined);
      if (rule === undefined) return state;
      await worker.host.settle(rule);
      return fill(worker);
    };
    try {
      const { verdict, leafRule, named, seen } = await restartedOnce(async (isAgain) => {
        const continued = isAgain ? undefined : used;
        const state = continued && (await fill(continued));
        // The copy may be of another log: this head is then judged by its own entries, and by how it
        // continues the last one that held.
        const isOfThisLog = state !== undefined && (state.verdict.outcome === 'holds' || head === undefined);
        const found = isOfThisLog ? state : await fillFrom(await start());
        return isAgain ? { ...found, verdict: { ...found.verdict, madeAgain: true as const } } : found;
      });
      if (leafRule !== undefined) session.trust.learnLeafRule(leafRule);
      const own = head === undefined ? withoutHead(session, queries) : verdict;
      const compared = head === undefined ? own : await comparedWithMemory(head, own);
      signal.throwIfAborted();
      if (used === undefined) return;
      if (before !== used) before?.end();
      held = used;
      const missing = named - seen;
      const id = `${used.reading}/${size}/${head?.rootHash ?? ''}/${missing}`;
      const [remark] = remarks;
      const copy = { id, size, head, own, verdict: compared, missing };
      shown.set({ phase: 'ready', copy: { ...copy, ...(remark && { remark }) } });
    } catch (error) {
      if (used !== before) used?.end();
      throw error;
    }
  };

  /**
   * comparedWithMemory is the verdict on a copy whose head was compared with what was seen before. If it
   * could not be compared nothing holds, and it is tried again when the copy is next used.
   */
  const comparedWithMemory = async (head: Checkpoint, own: Verdict): Promise<Verdict> => {
    try {
      return (await queries.fetchQuery({ ...copyCheckQuery(session, head, own), staleTime: 0 })).verdict;
    } catch (error) {
      const { message, summary = message } = describeFailure(error);
      const text = 'the published root could not be compared with the one seen before';
      return cannotCheck('head-not-compared', `${text}: ${message}`, `${text}: ${summary}`);
    }
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
    shown.set(losses === 1 ? { phase: 'absent' } : { phase: 'failed', failure: describeFailure(why) });
    if (losses === 1 && followers > 0 && busy === undefined)
      read({ size: copy.size, head: copy.head, isRequested: wanted?.isRequested ?? false });
  };

  const read = (mine: CopyRequest): void => {
    wanted = mine;
    const copy = currentCopy();
    const isThere = copy !== undefined && isSame(copy, mine) && !(mine.isRequested && copy.missing > 0);
    if (busy !== undefined || isThere) return;
    const { signal } = (busy = new AbortController());
    follow({ phase: 'reading', what: 'entries', done: 0, of: mine.size });
    readTo(mine, signal)
      .catch((error: unknown) => {
        const now = shown.get();
        if (now.phase === 'ready' && now.missing !== undefined) shown.set({ phase: 'ready', copy: now.copy });
        follow(signal.aborted ? { phase: 'absent' } : { phase: 'failed', failure: describeFailure(error) });
      })
      .finally(() => {
        busy = undefined;
        // The log may have grown meanwhile.
        if (wanted !== undefined && !isSame(wanted, mine) && !signal.aborted) read(wanted);
      });
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
          if (followers === 0) busy?.abort(new Error('Nobody follows the reading any more.'));
        }, LEFT_MS);
      };
    },
    /**
     * read brings the copy to `size` entries, starting from the present copy, which stays until the next one
     * is complete. A call during a reading is served after it, the last one only. With `isRequested`, missing
     * data is requested again.
     */
    read(size: number, head: Checkpoint | undefined, isRequested = false): void {
      if (isRequested) losses = 0;
      read({ size, head, isRequested });
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
      busy?.abort(new Error('The register was closed.'));
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

function isSame(one: Omit<CopyRequest, 'isRequested'>, other: Omit<CopyRequest, 'isRequested'>): boolean {
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
    return judged(session, head, { verdict: found });
  });
}

/**
 * withoutHead is the verdict on a copy without a head: the server publishes none, or
 * the request for it failed.
 */
function withoutHead(session: RegisterSession, queries: QueryClient): Verdict {
  const error = queries.getQueryState(headKey(session))?.error;
  if (!(error instanceof Error) || isNotFound(error))
    return notChecked('no-root-published', 'no root hash is published');
  const { message, summary = message } = describeFailure(error);
  const text = 'the root hash could not be read';
  return cannotCheck('request-failed', `${text}: ${message}`, `${text}: ${summary}`);
}
