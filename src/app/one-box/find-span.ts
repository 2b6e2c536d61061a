import type { QueryClient } from '@tanstack/react-query';
import { headQuery } from '../../query/register-queries.ts';
import type { RegisterSession } from '../../query/session.ts';
import { sizeAtDateQuery } from '../../query/size-at-date.ts';
import type { FoundSpan } from './box-context.ts';
import type { DateSpan } from './date-span.ts';

/** findSpan looks for a span of time in a log: the size at its end, and the first entry that came after its beginning. Rejects where the log cannot be read. */
export async function findSpan(
  queries: QueryClient,
  session: RegisterSession,
  span: DateSpan,
): Promise<FoundSpan> {
  const { logSize } = await queries.ensureQueryData(headQuery(session));
  const sizeAt = async (untilMs: number): Promise<number> =>
    (await queries.ensureQueryData(sizeAtDateQuery(session, untilMs, logSize))).size;
  const [before, last] = await Promise.all([sizeAt(span.fromMs - 1), sizeAt(span.untilMs)]);
  return { span, first: before + 1, last };
}
