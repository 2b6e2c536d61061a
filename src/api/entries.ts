import { ApiError, isNotFound } from './api-error.ts';
import type { HashedItem, RegisterClient } from './client.ts';
import { type Connection, ask, demandAscending } from './connection.ts';
import { type NextLink, type PagedList, readNextLink, readPage } from './pages.ts';
import type { Received, Transport } from './transport.ts';
import { ShapeError } from './wire.ts';
import type { Entry } from '../core/model.ts';

/** EntryLog is where the entries of a register are, and what the client has learnt about how they are served. */
export interface EntryLog {
  /** Address of /entries. */
  readonly address: string;
  /** @throws ShapeError */
  decode(body: unknown): readonly Entry[];
  /** one reads a single entry, by its own address. */
  one(entryNumber: number, signal: AbortSignal | undefined): Promise<Entry>;
  /** The log size as the server last said it. */
  total(): number | undefined;
  /** Whether to send `limit`, which the API document does not know but most servers do (wire notes). */
  sendsLimit: boolean;
}

/** MAX_LIMIT is the most that servers are known to give in one page (wire notes). */
const MAX_LIMIT = 5000;

/** MOST_SINGLES is how many entries that a page lacks are asked for by themselves, SINGLES_AT_ONCE how many at a time. */
const MOST_SINGLES = 1000;
const SINGLES_AT_ONCE = 4;

interface Run {
  /** The entry that should come next. */
  readonly wanted: number;
  readonly count: number;
  /** The next link that is being followed, if any. */
  readonly link: string | undefined;
  /** Whether the log may end right before `wanted`, so that an error there is no error. */
  readonly mayEnd: boolean;
}

interface EntryPage {
  /** The entries as they were listed. */
  readonly listed: readonly Entry[];
  readonly next: NextLink;
}

const END: EntryPage = { listed: [], next: { kind: 'none' } };

/**
 * readEntries reads the entries start..start+count-1, fewer only at the end of the log. Follows the next link where there is one that gets on, else counts on by
 * `start`; stops at an empty page. A page that skips, repeats or swaps entries is put in order, entries that it lacks are read by themselves, and `remarked` hears
 * what was wrong, in a sentence. So are entries after the end of a list that is shorter than the log is known to be, as far as they can be had. Rejects where
 * those that a page lacks cannot be had, and with BAD_SHAPE where the list does not get on.
 * @throws RangeError unless start >= 1, count >= 0, all safe integers
 */
async function readEntries(
  transport: Transport,
  log: EntryLog,
  start: number,
  count: number,
  signal: AbortSignal | undefined,
  remarked: (remark: string) => void = () => undefined,
): Promise<readonly Entry[]> {
  const end = start + count;
  if (![start, count, end].every(Number.isSafeInteger) || start < 1 || count < 0)
    throw new RangeError(`no such run of entries: ${count} from ${start} on`);
  const found: Entry[] = [];
  let link: string | undefined;
  let followsLinks = true;
  while (start + found.length < end) {
    const wanted = start + found.length;
    const known = log.total();
    const mayEnd = known === undefined ? found.length > 0 : wanted > known;
    const run: Run = { wanted, count: end - wanted, link, mayEnd };
    const page: EntryPage = await readEntryPage(transport, log, run, signal);
    if (page.listed.length === 0) break;
    if (link !== undefined && !page.listed.some(({ entryNumber }) => entryNumber === wanted)) {
      // A link that leads elsewhere than on: from here on the entries are counted.
      link = undefined;
      followsLinks = false;
      continue;
    }
    const entries = await wantedOf(page.listed, log, run, signal, remarked);
    if (entries.length === 0) break;
    for (const entry of entries) found.push(entry);
    link = followsLinks && page.next.kind === 'next' ? page.next.address : undefined;
    const total = log.total();
    const last = start + found.length - 1;
    if (link === undefined && (total === undefined ? page.next.kind === 'none' : last >= total)) break;
  }
  const rest = await readBeyondList(log, start + found.length, end, signal, remarked);
  return [...found, ...rest];
}

/** readBeyondList reads one by one what the log is known to have after its list ended, as far as those can be read, and calls `remarked`. */
async function readBeyondList(
  log: EntryLog,
  first: number,
  end: number,
  signal: AbortSignal | undefined,
  remarked: (remark: string) => void,
): Promise<readonly Entry[]> {
  const total = log.total() ?? 0;
  const last = Math.min(end - 1, total);
  if (first > last) return [];
  const remark = `The list of entries ends ${first === 1 ? 'before entry 1' : `with entry ${first - 1}`}, and the log has ${total}.`;
  if (last - first >= MOST_SINGLES) throw tooManyMissing(log, remark);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const { entries, failed } = await readSingles(log, numbers, signal);
  if (failed !== undefined && !isNotFound(failed.error)) throw failed.error;
  remarked(
    failed === undefined ? remark : `${remark} Entry ${failed.number} could not be read on its own either.`,
  );
  return entries.filter(({ entryNumber }) => entryNumber < (failed?.number ?? end));
}

function tooManyMissing(log: EntryLog, remark: string): ApiError {
  const message = `${remark} More than ${MOST_SINGLES} entries are missing from it: too many to read one by one.`;
  return new ApiError('BAD_SHAPE', message, { address: log.address });
}

async function readEntryPage(
  transport: Transport,
  log: EntryLog,
  run: Run,
  signal: AbortSignal | undefined,
): Promise<EntryPage> {
  const { wanted, count, link } = run;
  const url = new URL(log.address);
  url.searchParams.set('start', String(wanted));
  if (log.sendsLimit) url.searchParams.set('limit', String(Math.min(count, MAX_LIMIT)));
  const asked = link ?? url.href;
  const decode = (body: unknown, received: Received): EntryPage => {
    const listed = log.decode(body);
    if (link === undefined) demandProgress(listed, wanted, log.total());
    return { listed, next: onward(asked, received, log.address) };
  };
  try {
    return await transport.get(asked, decode, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 400 && log.sendsLimit && link === undefined) {
      log.sendsLimit = false;
      return readEntryPage(transport, log, run, signal);
    }
    if (run.mayEnd && (error.status === 404 || error.status === 400)) return END;
    throw error;
  }
}

/** A link to the very page that bears it, or to another site, occurs in the wild; entries can be counted on without it. */
function onward(asked: string, received: Received, listAddress: string): NextLink {
  const next = readNextLink(received.link, received.address, listAddress);
  const loops = next.kind === 'next' && (next.address === asked || next.address === received.address);
  return loops ? { kind: 'unknown' } : next;
}

/** demandProgress refuses a page that ends before the entry asked for, where the log goes on. @throws ShapeError */
function demandProgress(listed: readonly Entry[], wanted: number, total: number | undefined): void {
  const last = highest(listed);
  if (listed.length > 0 && last < wanted && wanted <= (total ?? 0))
    throw new ShapeError(
      '$',
      `asked for the entries from ${wanted} on, the server sent those up to ${last} again`,
    );
}

/** wantedOf takes the entries from `wanted` on, without a gap, out of a page: it may begin before them, as from a server that ignores `start`, or be out of order. */
async function wantedOf(
  listed: readonly Entry[],
  log: EntryLog,
  { wanted, count }: Run,
  signal: AbortSignal | undefined,
  remarked: (remark: string) => void,
): Promise<readonly Entry[]> {
  const end = wanted + count;
  const isWanted = ({ entryNumber }: Entry): boolean => entryNumber >= wanted && entryNumber < end;
  const remark = disorderIn(listed, wanted, end);
  if (remark === undefined) return listed.filter(isWanted).slice(0, count);
  const known = inOrder(listed).entries.filter(isWanted);
  const numbers = new Set(known.map(({ entryNumber }) => entryNumber));
  const missing: number[] = [];
  for (let number = wanted; number <= Math.min(highest(listed), end - 1); number += 1) {
    if (!numbers.has(number)) missing.push(number);
    if (missing.length > MOST_SINGLES) throw tooManyMissing(log, remark);
  }
  const { entries, failed } = await readSingles(log, missing, signal);
  if (failed !== undefined) {
    const { number, error } = failed;
    if (!(error instanceof ApiError)) throw error;
    const message = `${remark} Entry ${number} could not be read on its own either: ${error.message}`;
    throw new ApiError(error.code, message, error);
  }
  remarked(remark);
  return inOrder([...known, ...entries]).entries;
}

/** readSingles reads entries one by one, a few at a time, and begins no further one after a failure. They come in order; `failed` is the first that could not be read. */
async function readSingles(
  log: EntryLog,
  numbers: readonly number[],
  signal: AbortSignal | undefined,
): Promise<{
  readonly entries: readonly Entry[];
  readonly failed: { readonly number: number; readonly error: unknown } | undefined;
}> {
  const left = [...numbers];
  const found: Entry[] = [];
  const failures: { readonly number: number; readonly error: unknown }[] = [];
  const readOn = async (): Promise<void> => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      try {
        found.push(await log.one(number, signal));
      } catch (error) {
        left.length = 0;
        failures.push({ number, error });
      }
    }
  };
  await Promise.all(Array.from({ length: SINGLES_AT_ONCE }, readOn));
  const [failed] = failures.sort((one, other) => one.number - other.number);
  return { entries: inOrder(found).entries, failed };
}

function highest(listed: readonly Entry[]): number {
  return listed.reduce((most, { entryNumber }) => Math.max(most, entryNumber), 0);
}

/**
 * disorderIn says in a sentence what is wrong with the numbers of a list of entries that should hold those from `wanted` on; undefined where they are listed in
 * order, without a gap, up to entry `end` - 1 or as far as the list goes. It may begin earlier. No number from `end` on is called missing.
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

/** inOrder sorts entries by their numbers and takes each once. Numbers under which there are two different entries are left out, and named. */
export function inOrder(listed: readonly Entry[]): {
  readonly entries: readonly Entry[];
  readonly contradicted: readonly number[];
} {
  const byNumber = new Map<number, Entry>();
  const contradicted = new Set<number>();
  for (const entry of listed) {
    const other = byNumber.get(entry.entryNumber);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(entry))
      contradicted.add(entry.entryNumber);
    byNumber.set(entry.entryNumber, entry);
  }
  const entries = [...byNumber.values()]
    .filter(({ entryNumber }) => !contradicted.has(entryNumber))
    .sort((one, other) => one.entryNumber - other.entryNumber);
  return { entries, contradicted: [...contradicted] };
}

/** logQuestions answers what a client is asked about entries and items. */
export function logQuestions(
  connection: Connection,
): Pick<RegisterClient, 'entry' | 'entries' | 'item' | 'items'> {
  const { base, wire, transport, counts } = connection;
  const readOne: EntryLog['one'] = (entryNumber, signal) =>
    ask(connection, `entries/${entryNumber}`, (body) => wire.entry(body, entryNumber), { signal });
  const log: EntryLog = {
    address: `${base}/entries`,
    decode: (body) => wire.entries(body),
    one: readOne,
    total: () => counts.entries,
    sendsLimit: true,
  };
  const items: PagedList<HashedItem> = {
    base,
    address: `${base}/${wire.itemsPath}`,
    decode: (body) => wire.items(body),
    keyOf: ({ hash }) => hash,
    byIndex: false,
  };
  return {
    async entry(entryNumber, signal) {
      demandAscending(1, entryNumber);
      return readOne(entryNumber, signal);
    },
    entries(start, count, signal, remarked) {
      return readEntries(transport, log, start, count, signal, remarked);
    },
    item: (hash, signal) => ask(connection, wire.itemPath(hash), (body) => wire.item(body, hash), { signal }),
    items: (page, signal) => readPage(transport, { ...items, total: counts.items }, page, signal),
  };
}
