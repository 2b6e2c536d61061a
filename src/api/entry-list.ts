import { ApiError, isNotFound } from './api-error.ts';
import { type Connection, inOrder, readEntry } from './connection.ts';
import type { Entry } from '../core/model.ts';

/** ListRequest is one request for entries; `remarked` is called with faults of the list. */
interface ListRequest {
  readonly connection: Connection;
  readonly signal: AbortSignal | undefined;
  readonly remarked: (remark: string) => void;
}

/**
 * MOST_SINGLES is how many entries missing from a list are requested one by one,
 * SINGLES_AT_ONCE how many at a time.
 */
const MOST_SINGLES = 1000;
const SINGLES_AT_ONCE = 4;

/**
 * readEntries reads the entries start..start+count-1, fewer only at the end of the log, by counting on from
 * page to page: next links of entries say no more (API document, "Entries"). A page that skips, repeats or
 * swaps entries is put in order, missing entries are read one by one, and `remarked` is called with a
 * sentence about the fault; so are entries after the end of a list shorter than the log is known to be, as
 * far as the server sends them. Rejects if a missing entry cannot be read.
 * @throws RangeError unless start >= 1, count >= 0, all safe integers
 */
export async function readEntries(
  request: ListRequest,
  start: number,
  count: number,
): Promise<readonly Entry[]> {
  const end = start + count;
  if (![start, count, end].every(Number.isSafeInteger) || start < 1 || count < 0)
    throw new RangeError(`no such run of entries: ${count} from ${start} on`);
  const { counts } = request.connection;
  const found: Entry[] = [];
  for (let wanted = start; wanted < end; wanted = start + found.length) {
    const listed = await readPage(request, wanted, end, found.length > 0);
    const entries = await wantedOf(listed, request, wanted, end);
    if (entries.length === 0) break;
    for (const entry of entries) found.push(entry);
    if (wanted + entries.length > (counts.entries ?? Infinity)) break;
  }
  return [...found, ...(await readBeyondList(request, start + found.length, end))];
}

/**
 * readPage reads the page that should begin with entry `wanted`. Errors after the end of a log are ignored.
 */
async function readPage(
  request: ListRequest,
  wanted: number,
  end: number,
  hasSome: boolean,
): Promise<readonly Entry[]> {
  const { connection, signal } = request;
  const { base, transport, wire, counts, limited } = connection;
  try {
    return await limited(`${base}/entries?start=${wanted}`, end - wanted, (address) =>
      transport.get(address, wire.entries, { signal }),
    );
  } catch (error) {
    const mayEnd = counts.entries === undefined ? hasSome : wanted > counts.entries;
    if (mayEnd && error instanceof ApiError && (error.status === 404 || error.status === 400)) return [];
    throw error;
  }
}

/**
 * wantedOf returns the entries of a page from `wanted` on, without a gap: the page may begin earlier, as from
 * a server that ignores `start`, or be out of order.
 */
async function wantedOf(
  listed: readonly Entry[],
  request: ListRequest,
  wanted: number,
  end: number,
): Promise<readonly Entry[]> {
  const isWanted = ({ entryNumber }: Entry): boolean => entryNumber >= wanted && entryNumber < end;
  const remark = disorderIn(listed, wanted, end);
  if (remark === undefined) return listed.filter(isWanted).slice(0, end - wanted);
  const known = inOrder(listed).entries.filter(isWanted);
  const numbers = new Set(known.map(({ entryNumber }) => entryNumber));
  const highest = listed.reduce((most, { entryNumber }) => Math.max(most, entryNumber), 0);
  const last = Math.min(highest, end - 1);
  const { entries, failed } = await readSingles(request, remark, wanted, last, numbers);
  if (failed !== undefined) {
    const message = `${remark} Entry ${failed.number} could not be read on its own either: ${failed.error.message}`;
    throw Object.assign(new ApiError(failed.error.code, message, failed.error), { summary: remark });
  }
  request.remarked(remark);
  return inOrder([...known, ...entries]).entries;
}

/**
 * readBeyondList reads one by one the entries that the log is known to have after its list ended, as far as
 * possible, and calls `remarked`.
 */
async function readBeyondList(request: ListRequest, first: number, end: number): Promise<readonly Entry[]> {
  const total = request.connection.counts.entries ?? 0;
  const last = Math.min(end - 1, total);
  if (first > last) return [];
  const remark = `The list of entries ends before entry ${first}, and the log has ${total}.`;
  const { entries, failed } = await readSingles(request, remark, first, last);
  if (failed !== undefined && !isNotFound(failed.error)) throw failed.error;
  const missing = failed && ` Entry ${failed.number} could not be read on its own either.`;
  request.remarked(remark + (missing ?? ''));
  return entries;
}

/**
 * readSingles reads the entries first..last one by one, a few at a time, except the known ones, up to the
 * first that cannot be read (`failed`).
 */
async function readSingles(
  { connection, signal }: ListRequest,
  remark: string,
  first: number,
  last: number,
  known: ReadonlySet<number> = new Set(),
) {
  const numbers: number[] = [];
  for (let number = first; number <= last; number += 1) {
    if (!known.has(number)) numbers.push(number);
    if (numbers.length <= MOST_SINGLES) continue;
    const message = `${remark} More than ${MOST_SINGLES} entries are missing from it: too many to read one by one.`;
    throw new ApiError('BAD_SHAPE', message, { address: `${connection.base}/entries`, summary: remark });
  }
  const entries: Entry[] = [];
  for (let at = 0; at < numbers.length; at += SINGLES_AT_ONCE) {
    const batch = numbers.slice(at, at + SINGLES_AT_ONCE);
    const answers = await Promise.allSettled(batch.map((number) => readEntry(connection, number, signal)));
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') entries.push(answer.value);
      else if (answer.reason instanceof ApiError)
        return { entries, failed: { number: batch[index] ?? 0, error: answer.reason } };
      else throw answer.reason;
    }
  }
  return { entries };
}

/**
 * disorderIn returns a sentence about wrong numbers in a list of entries that should begin at `wanted`;
 * undefined if they are in order, without a gap, up to entry `end` - 1 or as far as the list goes. The list
 * may begin earlier. Entries from `end` on are never reported missing.
 */
function disorderIn(listed: readonly Entry[], wanted: number, end: number): string | undefined {
  let due = Math.min(listed[0]?.entryNumber ?? wanted, wanted);
  for (const { entryNumber } of listed) {
    if (due >= end) return undefined;
    if (entryNumber !== due)
      return `The list of entries has entry ${entryNumber} where entry ${due} belongs.`;
    due += 1;
  }
  return undefined;
}
