import type { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';
import { describeFailure } from './failure.ts';
import { headKey } from './keys.ts';
import { judged, memoryOf } from './memory-queries.ts';
import { checkQuery } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** copyCheck names the check that a copy of the whole log, read in this page, rebuilds the root of this head, and that all its data hashes to its name. */
export function copyCheck(head: Checkpoint): Check {
  return { kind: 'whole-log', subject: 'copy', head };
}

/** copyCheckQuery is the verdict on a copy that was found while it was read, as what was seen before lets it stand. Rejects if they could not be compared. */
export function copyCheckQuery(session: RegisterSession, head: Checkpoint, found: Verdict) {
  return checkQuery(session, copyCheck(head), async (queries) => {
    if (found.outcome === 'holds') await memoryOf(queries, session, head);
    return judged(session, head, { verdict: found });
  });
}

/** withoutHead is what a copy is worth for which there is no head: the server publishes none, or the request for it failed. */
export function withoutHead(session: RegisterSession, queries: QueryClient): Verdict {
  const error = queries.getQueryState(headKey(session))?.error;
  if (!(error instanceof Error) || isNotFound(error))
    return notChecked('no-root-published', 'no root hash is published');
  const reason = `the root hash could not be read (${describeFailure(error).message.replace(/\.$/, '')}). Reload the page to ask for it again`;
  return cannotCheck('request-failed', reason);
}
