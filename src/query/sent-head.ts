import { queryOptions } from '@tanstack/react-query';
import type { Checkpoint, SentHead } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { checkSentHead } from '../verify/check-heads.ts';
import { rootAtQuery } from './inclusion-queries.ts';
import { freshHead } from './register-queries.ts';
import { ensureChecked } from './report-check.ts';
import { CHECK, queryKey, type RegisterSession } from './session.ts';

/** PAUSE_MS is how long after a log that is shorter than the sender's was read again, it is read once more. */
const PAUSE_MS = 3_000;

/** SentFinding is the comparison of the head that the sender of a link saw with the log shown here. */
export interface SentFinding {
  readonly verdict: Verdict;
  /** The head of the sender's size here; absent if there is none, or its proofs do not hold. */
  readonly own?: Checkpoint;
  readonly atMs: number;
}

/**
 * sentHeadQuery compares what the sender of a link saw with a head, once: the root of the sender's size is the
 * head's, or is proved to begin its log, by one entry proof and one consistency proof. A shorter log is read again, and
 * once more after a pause: if it has grown, the comparison is made with its new head.
 */
export function sentHeadQuery(session: RegisterSession, sent: SentHead, head: Checkpoint) {
  const { logSize, digits } = sent;
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'sent', logSize, digits, head.logSize, head.rootHash),
    queryFn: async ({ client: queries, signal }): Promise<SentFinding> => {
      if (logSize > head.logSize) {
        let now = await freshHead({ queries, session });
        if (logSize > now.logSize) {
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          signal.throwIfAborted();
          now = await freshHead({ queries, session });
        }
        return { verdict: checkSentHead(sent, undefined, now.logSize), atMs: Date.now() };
      }
      if (logSize === head.logSize)
        return { verdict: checkSentHead(sent, head, logSize), own: head, atMs: Date.now() };
      const { verdict, checkpoint } = await ensureChecked(
        queries,
        rootAtQuery(session, logSize, head),
        signal,
      );
      if (verdict.outcome !== 'holds') return { verdict, atMs: Date.now() };
      const own = { logSize, rootHash: checkpoint.rootHash };
      return { verdict: checkSentHead(sent, own, head.logSize), own, atMs: Date.now() };
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // A log may have grown by then, and a server that refused may answer.
    refetchOnWindowFocus: ({ state: { data, error } }) =>
      (error !== null || data?.verdict.outcome === 'cannot-check') && 'always',
  });
}
