import { ApiError, isNotFound } from './api-error.ts';
import type { Connection } from './connection.ts';
import { inOrder, readOne } from './entries.ts';
import { firstPlace, type Onward, onwardFrom, readNextLink } from './pages.ts';
import type { Received } from './transport.ts';
import { ShapeError } from './wire.ts';
import type { Entry } from '../core/model.ts';

/** EntryLog is the address of a register's entries and what the client has learnt about its server. */
export interface EntryLog {
  readonly connection: Connection;
  /** Address of /entries. */
  readonly address: string;
  /** Whether to send `limit`, which the API document does not know but most servers do (wire notes). */
  sendsLimit: boolean;
}

/** Reading is one request for entries; `remarked` is called with faults of the list. */
interface Reading {
  readonly log: EntryLog;
  readonly signal: AbortSignal | undefined;
  readonly remarked: (remark: string) => void;
}

/** The log size that the server last stated. */
function totalOf({ log }: Reading): number | undefined {
  return log.connection.counts.entries;
}

/** MAX_LIMIT is the most entries that servers are known to send in one page (wire notes). */
const MAX_LIMIT = 5000;

/** MOST_SINGLES is how many entries missing from a page are requested one by one, SINGLES_AT_ONCE how many at a time. */
const MOST_SINGLES = 1000;
const SINGLES_AT_ONCE = 4;

interface EntryPage {
  /** The entries as listed. */
  readonly listed: readonly Entry[];
  readonly next: Onward;
}

const END: EntryPage = { listed: [], next: { kind: 'none' } };

/**
 * readEntries reads the entries start..start+count-1, fewer only at the end of the log. Follows a next link that advances, else counts on by
 * `start`; stops at an empty page. A page that skips, repeats or swaps entries is put in order, missing entries are read one by one, and `remarked` is called with
 * a sentence about the fault. The same applies to entries missing at the end of a list shorter than the log is known to be, as far as the server sends them. Rejects if
 * a missing entry cannot be read, and with BAD_SHAPE if the list does not advance.
 * @throws RangeError unless start >= 1, count >= 0, all safe integers
 */
export async function readEntries(reading: Reading, start: number, count: number): Promise<readonly Entry[]> {
  const end = start + count;
  if (![start, count, end].every(Number.isSafeInteger) || start < 1 || count < 0)
    throw new RangeError(`no such run of entries: ${count} from ${start} on`);
  const found: Entry[] = [];
  let link: string | undefined;
  let followsLinks = true;
  while (start + found.length < end) {
    const wanted = start + found.length;
    const page: EntryPage = await readEntryPage(reading, wanted, end, link, found.length > 0);
    if (page.listed.length === 0) break;
    if (link !== undefined && !page.listed.some(({ entryNumber }) => entryNumber === wanted)) {
      // The link did not lead to the next entries: count from here on.
      link = undefined;
      followsLinks = false;
      continue;
    }
    const entries = await wantedOf(page.listed, reading, wanted, end);
    if (entries.length === 0) break;
    for (const entry of entries) found.push(entry);
    link = followsLinks && page.next.kind === 'next' ? page.next.place.address : undefined;
    const total = totalOf(reading);
    const last = start + found.length - 1;
    if (link === undefined && (total === undefined ? page.next.kind === 'none' : last >= total)) break;
  }
  return [...found, ...(await readBeyondList(reading, start + found.length, end))];
}

/** readBeyondList reads one by one the entries that the log is known to have after its list ended, as far as possible, and calls `remarked`. */
async function readBeyondList(reading: Reading, first: number, end: number): Promise<readonly Entry[]> {
  const total = totalOf(reading) ?? 0;
  const last = Math.min(end - 1, total);
  if (first > last) return [];
  const remark = `The list of entries ends ${first === 1 ? 'before entry 1' : `with entry ${first - 1}`}, and the log has ${total}.`;
  if (last - first >= MOST_SINGLES) throw tooManyMissing(reading, remark);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const { entries, failed } = await readSingles(reading, numbers);
  if (failed !== undefined && !isNotFound(failed.error)) throw failed.error;
  reading.remarked(
    failed === undefined ? remark : `${remark} Entry ${failed.number} could not be read on its own either.`,
  );
  return entries;
}

function tooManyMissing({ log }: Reading, remark: string): ApiError {
  const message = `${remark} More than ${MOST_SINGLES} entries are missing from it: too many to read one by one.`;
  return new ApiError('BAD_SHAPE', message, { address: log.address });
}

/** readEntryPage reads the page that should begin with entry `wanted`, by the next link being followed, if any. Errors after the end of a log are ignored. */
async function readEntryPage(
  reading: Reading,
  wanted: number,
  end: number,
  link: string | undefined,
  hasSome: boolean,
): Promise<EntryPage> {
  const { log, signal } = reading;
  const { transport, wire } = log.connection;
  const total = totalOf(reading);
  const url = new URL(log.address);
  url.searchParams.set('start', String(wanted));
  if (log.sendsLimit) url.searchParams.set('limit', String(Math.min(end - wanted, MAX_LIMIT)));
  const asked = link ?? url.href;
  const decode = (body: unknown, received: Received): EntryPage => {
    const listed = wire.entries(body);
    if (link === undefined) demandProgress(listed, wanted, total);
    // Some servers link a page to itself, or to another site; entries can be counted on without it.
    const next = readNextLink(received.link, received.address, log.address);
    return { listed, next: onwardFrom(firstPlace(asked), next, received.address) };
  };
  try {
    return await transport.get(asked, decode, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 400 && log.sendsLimit && link === undefined) {
      log.sendsLimit = false;
      return readEntryPage(reading, wanted, end, link, hasSome);
    }
    const mayEnd = total === undefined ? hasSome : wanted > total;
    if (mayEnd && (error.status === 404 || error.status === 400)) return END;
    throw error;
  }
}

/** demandProgress refuses a page that ends before the requested entry if the log goes on. @throws ShapeError */
function demandProgress(listed: readonly Entry[], wanted: number, total: number | undefined): void {
  const last = highest(listed);
  if (listed.length > 0 && last < wanted && wanted <= (total ?? 0))
    throw new ShapeError(
      '$',
      `asked for the entries from ${wanted} on, the server sent those up to ${last} again`,
    );
}

/** wantedOf returns the entries of a page from `wanted` on, without a gap: the page may begin earlier, as from a server that ignores `start`, or be out of order. */
async function wantedOf(
  listed: readonly Entry[],
  reading: Reading,
  wanted: number,
  end: number,
): Promise<readonly Entry[]> {
  const isWanted = ({ entryNumber }: Entry): boolean => entryNumber >= wanted && entryNumber < end;
  const remark = disorderIn(listed, wanted, end);
  if (remark === undefined) return listed.filter(isWanted).slice(0, end - wanted);
  const known = inOrder(listed).entries.filter(isWanted);
  const numbers = new Set(known.map(({ entryNumber }) => entryNumber));
  const missing: number[] = [];
  for (let number = wanted; number <= Math.min(highest(listed), end - 1); number += 1) {
    if (!numbers.has(number)) missing.push(number);
    if (missing.length > MOST_SINGLES) throw tooManyMissing(reading, remark);
  }
  const { entries, failed } = await readSingles(reading, missing);
  if (failed !== undefined) {
    const { number, error } = failed;
    if (!(error instanceof ApiError)) throw error;
    const message = `${remark} Entry ${number} could not be read on its own either: ${error.message}`;
    throw new ApiError(error.code, message, error);
  }
  reading.remarked(remark);
  return inOrder([...known, ...entries]).entries;
}

interface Failed {
  readonly number: number;
  readonly error: unknown;
}

/** readSingles reads entries one by one, a few at a time, up to the first that cannot be read (`failed`), of the numbers in ascending order. */
async function readSingles(
  { log, signal }: Reading,
  numbers: readonly number[],
): Promise<{ readonly entries: readonly Entry[]; readonly failed?: Failed }> {
  const entries: Entry[] = [];
  for (let at = 0; at < numbers.length; at += SINGLES_AT_ONCE) {
    const asked = numbers.slice(at, at + SINGLES_AT_ONCE);
    const answers = await Promise.allSettled(asked.map((number) => readOne(log.connection, number, signal)));
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected')
        return { entries, failed: { number: numbers[at + index] ?? 0, error: answer.reason } };
      entries.push(answer.value);
    }
  }
  return { entries };
}

function highest(listed: readonly Entry[]): number {
  return listed.reduce((most, { entryNumber }) => Math.max(most, entryNumber), 0);
}

/**
 * disorderIn returns a sentence about wrong numbers in a list of entries that should begin at `wanted`; undefined if they are in
 * order, without a gap, up to entry `end` - 1 or as far as the list goes. The list may begin earlier. Entries from `end` on are never reported missing.
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
