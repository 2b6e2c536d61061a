import type { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import { isUnanswered } from '../api/retry.ts';
import type { Checkpoint } from '../core/model.ts';
import { notChecked, type Verdict } from '../core/verdict.ts';
import { clientOf } from './client-query.ts';
import {
  copyCheck,
  copyCheckQuery,
  type CopyPhase,
  type CopyRequest,
  type CopyWorker,
  type RegisterCopy,
} from './copy-controller.ts';
import type { LogTools } from './log-tools.ts';
import { memoryQuery } from './memory-queries.ts';
import { failedBecause } from './report-check.ts';
import { headKey, type RegisterSession } from './session.ts';

/**
 * ONE_BY_ONE is the most items that are requested one by one from a server without a list; ONE_BY_ONE_UNASKED, about a
 * screen of rows, if the reader did not ask for the copy. A reader who asks for the missing ones agrees to as many as
 * they are.
 */
const ONE_BY_ONE = 2_000;
const ONE_BY_ONE_UNASKED = 20;

/** CopyReading is one reading of a whole register. */
interface CopyReading {
  readonly session: RegisterSession;
  readonly queries: QueryClient;
  readonly tools: Pick<LogTools, 'source' | 'readWholeLog'>;
  readonly request: CopyRequest;
  readonly signal: AbortSignal;
  /** The worker of a copy that may be the beginning of this one. */
  readonly held: CopyWorker | undefined;
  /** How many items the present copy lacks; undefined without a copy. */
  readonly missing: number | undefined;
  readonly onPhase: (phase: Extract<CopyPhase, { phase: 'reading' }>) => void;
  /** Starts a worker. */
  readonly start: () => CopyWorker;
}

/**
 * readCopyTo reads a register to a size, from the copy that is held where it begins the same log. Rejects if it
 * cannot be read, or the signal aborts; a worker that it started is then ended.
 */
export async function readCopyTo({
  session,
  queries,
  tools,
  request: { size, head, isRequested },
  signal,
  held,
  missing: missingBefore = ONE_BY_ONE,
  onPhase,
  start,
}: CopyReading): Promise<{ readonly copy: RegisterCopy; readonly worker: CopyWorker }> {
  // The remembered root has the leaf rule, which never changes.
  const [api] = await Promise.all([
    clientOf(queries, session),
    queries.ensureQueryData(memoryQuery(session)),
  ]);
  const remarks: string[] = [];
  const found = await tools.readWholeLog({
    ...tools.source({ session, queries, api, signal }, head),
    size,
    head,
    keepsData: true,
    held,
    start,
    remarks,
    oneByOne: isRequested ? missingBefore : ONE_BY_ONE_UNASKED,
    changed(what, { size: done, named, seen }) {
      if (what === 'entries') onPhase({ phase: 'reading', what, done, of: size });
      else onPhase({ phase: 'reading', what: 'data', done: seen, of: named });
    },
  });
  const { worker, leafRule, named, seen, unread } = found;
  const unanswered = unread.find(isUnanswered);
  try {
    if (leafRule !== undefined) session.trust.learnLeafRule(leafRule);
    const own = head === undefined ? withoutHead(session, queries) : found.verdict;
    const verdict = head === undefined ? own : await comparedWithMemory(session, queries, head, own);
    signal.throwIfAborted();
    const missing = named - seen;
    const id = `${worker.reading}/${size}/${head?.rootHash ?? ''}/${missing}`;
    const [remark] = remarks;
    return {
      copy: {
        id,
        size,
        head,
        own,
        verdict,
        missing,
        ...(remark && { remark }),
        ...(unanswered && { unanswered }),
      },
      worker,
    };
  } catch (error) {
    if (worker !== held) worker.end();
    throw error;
  }
}

/**
 * comparedWithMemory is the verdict on a copy whose head was compared with what was seen before. If it
 * could not be compared nothing holds, and it is tried again when the copy is next used.
 */
async function comparedWithMemory(
  session: RegisterSession,
  queries: QueryClient,
  head: Checkpoint,
  own: Verdict,
): Promise<Verdict> {
  try {
    await queries.fetchQuery({ ...copyCheckQuery(session, head, own), staleTime: 0 });
    return session.trust.verdictOf(copyCheck(head)) ?? own;
  } catch (error) {
    const what = 'the published root could not be compared with the one seen before';
    return failedBecause('head-not-compared', what, error);
  }
}

/**
 * withoutHead is the verdict on a copy without a head: the server publishes none, or
 * the request for it failed.
 */
function withoutHead(session: RegisterSession, queries: QueryClient): Verdict {
  const error = queries.getQueryState(headKey(session))?.error;
  if (!(error instanceof Error) || isNotFound(error))
    return notChecked('no-root-published', 'no root hash is published');
  return failedBecause('request-failed', 'the root hash could not be read', error);
}
