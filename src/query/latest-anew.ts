import type { QueryClient } from '@tanstack/react-query';
import type { LatestCheck, Served } from './latest-standing.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * recheckAfterRefetch reads a record and its trail once more before they are held against the register: they may be older than the log that they do not fit. A mismatch stays one
 * only where the server answers the same again; of another answer nothing is known yet, and one that cannot be had makes it `cannot-check`.
 */
export async function recheckAfterRefetch(
  queries: QueryClient,
  session: RegisterSession,
  check: LatestCheck,
  { key, entryNumber, trailLength }: Served,
): Promise<LatestCheck> {
  if (check.verdict.outcome !== 'does-not-match') return check;
  const fresh = { staleTime: 0 };
  try {
    const [record, trail] = await Promise.all([
      queries.fetchQuery({ ...recordQuery(session, key), ...fresh }),
      trailLength === undefined ? undefined : queries.fetchQuery({ ...trailQuery(session, key), ...fresh }),
    ]);
    const same =
      trail === undefined
        ? record.entryNumber === entryNumber
        : trail.length === trailLength && trail.at(-1)?.entryNumber === entryNumber;
    if (same) return check;
    return {
      ...check,
      verdict: {
        outcome: 'not-checked',
        code: 'newer-answer',
        reason: 'the server has a newer answer by now',
      },
    };
  } catch {
    const reason =
      'what the server sent does not fit the log that was read here, and could not be read anew: it may be an older answer';
    return { ...check, verdict: { outcome: 'cannot-check', code: 'answers-disagree', reason } };
  }
}
