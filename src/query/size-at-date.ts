import { useQuery } from '@tanstack/react-query';
import { instantOf } from '../core/datetime.ts';
import { readQuery } from './client-query.ts';
import { copyIn, type RegisterCopy } from './copy-controller.ts';
import { copyAnswer, useCopy } from './copy.ts';
import { entryQuery } from './record-queries.ts';
import { type RegisterSession, useSession } from './session.ts';

/** READ_WHOLE is the longest log, in entries, whose timestamps are all read instead of searched. */
const READ_WHOLE = 1_000;
/** AROUND is the number of entries on either side of the place found that are compared. */
const AROUND = 25;
/** UNREADABLE is the number of entries in a row without a readable time after which a search gives up. */
const UNREADABLE = 8;

/**
 * SizeAtDate is the log size with the fewest entries on the wrong side of a moment:
 * timestamps do not order entries.
 */
interface SizeAtDate {
  /** 0 if the log begins later. */
  readonly size: number;
  /** How many of the timestamps compared are on the wrong side. */
  readonly outOfOrder: number;
  /** How many timestamps around the size were compared; undefined if all were. */
  readonly around?: number;
}

/**
 * bestSize finds that size from the times of all entries, in milliseconds since 1970. NaN counts with the
 * entry before; of equally good sizes the largest is chosen.
 */
export function bestSize(untilMs: number, times: ArrayLike<number>): SizeAtDate {
  let outOfOrder = Array.from(times).filter((time) => time <= untilMs).length;
  let best: SizeAtDate = { size: 0, outOfOrder };
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? NaN;
    if (time > untilMs) outOfOrder += 1;
    if (time <= untilMs) outOfOrder -= 1;
    if (outOfOrder <= best.outOfOrder) best = { size: index + 1, outOfOrder };
  }
  return best;
}

/**
 * sizeAtDateQuery finds the log size at a moment (milliseconds since 1970, that one included): in a copy of
 * the log if there is one, a short log is read whole, in a longer one the place is searched by halves, as if
 * timestamps ordered it, and the entries around it are compared. Rejects if too many have no readable time.
 */
export function sizeAtDateQuery(
  session: RegisterSession,
  untilMs: number,
  logSize: number,
  copy?: RegisterCopy,
) {
  return readQuery(
    session,
    ['size-at-date', untilMs, logSize, copy?.id ?? ''],
    async (api, signal, queries): Promise<SizeAtDate> => {
      if (copy?.size === logSize)
        return bestSize(untilMs, await queries.fetchQuery(copyAnswer(session, copy, 'timestamps', {})));
      const timeOf = async (entryNumber: number): Promise<number | undefined> => {
        signal.throwIfAborted();
        return instantOf((await queries.ensureQueryData(entryQuery(session, entryNumber))).timestamp);
      };
      const isShort = logSize <= READ_WHOLE;
      const place = isShort ? 0 : await searchPlace(timeOf, untilMs, logSize);
      const before = isShort ? 0 : Math.max(0, place - AROUND);
      const last = isShort ? logSize : Math.min(logSize, place + AROUND);
      const entries = await api.entries(before + 1, last - before, signal);
      const times = entries.map(({ timestamp }) => instantOf(timestamp) ?? NaN);
      const { size, outOfOrder } = bestSize(untilMs, times);
      return { size: before + size, outOfOrder, ...(!isShort && { around: times.length }) };
    },
  );
}

/**
 * searchPlace halves the log down to the place between an entry that is not later than
 * the moment and one that is.
 */
async function searchPlace(
  timeOf: (entryNumber: number) => Promise<number | undefined>,
  untilMs: number,
  logSize: number,
): Promise<number> {
  let low = 0;
  let high = logSize;
  while (low < high) {
    const middle = Math.floor((low + high) / 2) + 1;
    let time: number | undefined;
    for (let number = middle; time === undefined && number <= logSize; number += 1) {
      if (number - middle >= UNREADABLE)
        throw new Error(`The entries from ${middle} on have no timestamp that can be read as one.`);
      time = await timeOf(number);
    }
    // If all times up to the end of the log are unreadable, those entries count as later.
    if (time !== undefined && time <= untilMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** useFindDate returns the query of a moment in a log of `logSize`. */
export function useFindDate(logSize: number) {
  const session = useSession();
  const copy = copyIn(useCopy(session, false));
  return (untilMs: number) => sizeAtDateQuery(session, untilMs, logSize, copy);
}

/** useSizeAtDate finds a moment if it is defined. */
export function useSizeAtDate(untilMs: number | undefined, logSize: number) {
  const query = useFindDate(logSize)(untilMs ?? 0);
  const { data: found, error, isFetching } = useQuery({ ...query, enabled: untilMs !== undefined });
  return { found, error, isFetching };
}
