import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EntryRange } from '../core/verdict.ts';
import { bestSize, readTime, type SizeAtTimeAnswer } from '../log/size-at-time.ts';
import { readQuery } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { queryKey } from './keys.ts';
import { type RegisterSession, useSession } from './session.ts';
import { copyIn } from './copy-controller.ts';
import { copyAnswer, useCopy } from './copy.ts';

/** READ_WHOLE is the longest log, in entries, whose timestamps are all read instead of searched. */
const READ_WHOLE = 1_000;
/** AROUND is the number of entries on either side of the place found that are compared. */
const AROUND = 25;
/** UNREADABLE is the number of entries in a row without a readable time after which a search gives up. */
const UNREADABLE = 8;

/** SizeAtDate is the log size at a moment, and how it was found. */
export interface SizeAtDate extends SizeAtTimeAnswer {
  /** The entries that were all compared with the moment: the whole log, or those around the place that a search found. */
  readonly compared: EntryRange;
  /** The number of single entries that a search read; 0 if the whole log was read. */
  readonly steps: number;
}

/**
 * sizeAtDateQuery finds the log size at a moment (milliseconds since 1970, that one included) without a copy of the register: a short log is read whole, in a
 * longer one the place is searched by halves, as if timestamps ordered it, and the entries around it are compared. Rejects if too many have no readable time.
 */
export function sizeAtDateQuery(session: RegisterSession, untilMs: number, logSize: number) {
  return readQuery(
    session,
    ['size-at-date', untilMs, logSize],
    async (api, signal, queries): Promise<SizeAtDate> => {
      const { place, steps, around } =
        logSize <= READ_WHOLE
          ? { place: Math.floor(logSize / 2), steps: 0, around: logSize }
          : { ...(await searchPlace(session, queries, untilMs, logSize, signal)), around: AROUND };
      const first = Math.max(1, place - around + 1);
      const last = Math.min(logSize, place + around);
      const entries = await api.entries(first, last - first + 1, signal);
      const timeOf = (entryNumber: number): string => entries[entryNumber - first]?.timestamp ?? '';
      const best = bestSize(untilMs, first - 1, first - 1 + entries.length, timeOf);
      return { ...best, compared: { first, last }, steps };
    },
  );
}

/** searchPlace halves the log down to the place between an entry that is not later than the moment and one that is. */
async function searchPlace(
  session: RegisterSession,
  queries: QueryClient,
  untilMs: number,
  logSize: number,
  signal: AbortSignal,
): Promise<{ readonly place: number; readonly steps: number }> {
  let steps = 0;
  let low = 0;
  let high = logSize;
  while (low < high) {
    const middle = Math.floor((low + high) / 2) + 1;
    let time: number | undefined;
    for (let number = middle; time === undefined && number <= logSize; number += 1) {
      signal.throwIfAborted();
      if (number - middle >= UNREADABLE)
        throw new Error(`The entries from ${middle} on have no timestamp that can be read as one.`);
      time = readTime((await queries.ensureQueryData(entryQuery(session, number))).timestamp);
      steps += 1;
    }
    // If all times up to the end of the log are unreadable, those entries count as later.
    if (time !== undefined && time <= untilMs) low = middle;
    else high = middle - 1;
  }
  return { place: low, steps };
}

/** useFindDate returns a function that finds a moment in a log of `logSize`: from the copy if there is one, else by search. */
export function useFindDate(logSize: number): (untilMs: number) => Promise<SizeAtDate> {
  const session = useSession();
  const queries = useQueryClient();
  const whole = copyIn(useCopy(session, false));
  const copy = whole?.size === logSize ? whole : undefined;
  return useCallback(
    async (untilMs: number): Promise<SizeAtDate> => {
      if (copy === undefined) return queries.fetchQuery(sizeAtDateQuery(session, untilMs, logSize));
      const exact = await queries.fetchQuery(copyAnswer(session, copy, 'sizeAtTime', { untilMs }));
      return { ...exact, compared: { first: 1, last: logSize }, steps: 0 };
    },
    [queries, session, copy, logSize],
  );
}

/** useSizeAtDate finds a moment as useFindDate does, if it is defined. */
export function useSizeAtDate(
  untilMs: number | undefined,
  logSize: number,
): { readonly found: SizeAtDate | undefined; readonly error: Error | null } {
  const session = useSession();
  const find = useFindDate(logSize);
  const copy = copyIn(useCopy(session, false));
  const { data, error } = useQuery({
    queryKey: queryKey(session, 'date', copy?.id ?? '', untilMs ?? 0, logSize),
    queryFn: () => find(untilMs ?? 0),
    enabled: untilMs !== undefined,
    staleTime: Infinity,
    networkMode: 'always',
  });
  return { found: data, error };
}
