import { ApiError } from './api-error.ts';
import type { Entry } from '../core/model.ts';
import { at, ShapeError } from './decode.ts';
import { type NextLink, readNextLink } from './links.ts';
import type { Received, Transport } from './transport.ts';

/** EntryLog is where the entries of a register are, and what the client has learnt about how they are served. */
export interface EntryLog {
  /** Address of /entries. */
  readonly address: string;
  /** @throws ShapeError */
  decode(body: unknown): readonly Entry[];
  /** The log size as last heard from the server. */
  total(): number | undefined;
  /** Whether to send `limit`, which the API document does not know but most servers do (wire notes). */
  sendsLimit: boolean;
}

/** MAX_LIMIT is the most that servers are known to give in one page (wire notes). */
const MAX_LIMIT = 5000;

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
  /** The entries wanted, in order and without a gap. */
  readonly entries: readonly Entry[];
  readonly next: NextLink;
}

const END: EntryPage = { entries: [], next: { kind: 'none' } };

/**
 * readEntries reads the entries start..start+count-1, fewer only at the end of the log. Follows the next link where there is one
 * that gets on, else counts on by `start`; stops at an empty page. Each round adds an entry or ends. BAD_SHAPE where a page skips, repeats or
 * reverses entries or a link leads off the site. @throws RangeError unless start >= 1, count >= 0, all safe integers
 */
export async function readEntries(
  transport: Transport,
  log: EntryLog,
  start: number,
  count: number,
  signal: AbortSignal | undefined,
): Promise<readonly Entry[]> {
  const end = start + count;
  if (![start, count, end].every(Number.isSafeInteger) || start < 1 || count < 0)
    throw new RangeError(`no such run of entries: ${count} from ${start} on`);
  const found: Entry[] = [];
  let link: string | undefined;
  while (start + found.length < end) {
    const wanted = start + found.length;
    const heard = log.total();
    const mayEnd = heard === undefined ? found.length > 0 : wanted > heard;
    const run: Run = { wanted, count: end - wanted, link, mayEnd };
    const page: EntryPage = await readEntryPage(transport, log, run, signal);
    if (page.entries.length === 0) break;
    for (const entry of page.entries) found.push(entry);
    link = page.next.kind === 'next' ? page.next.address : undefined;
    const total = log.total();
    const last = start + found.length - 1;
    if (link === undefined && (total === undefined ? page.next.kind === 'none' : last >= total)) break;
  }
  return found;
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
    const entries = pick(log.decode(body), run, log.total());
    const enough = entries.length === 0 || entries.length >= count;
    return enough ? { ...END, entries } : { entries, next: onward(asked, received, log.address) };
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

/** A link to the very page that bears it occurs in the wild; entries can be counted on without it. */
function onward(asked: string, received: Received, listAddress: string): NextLink {
  const next = readNextLink(received.link, received.address, listAddress);
  const loops = next.kind === 'next' && (next.address === asked || next.address === received.address);
  return loops ? { kind: 'unknown' } : next;
}

/** Takes the wanted entries out of a page that may begin before them, as from a server that ignores `start`. @throws ShapeError */
function pick(
  page: readonly Entry[],
  { wanted, count, link }: Run,
  total: number | undefined,
): readonly Entry[] {
  for (const [index, { entryNumber }] of page.entries()) {
    const due = (page[index - 1]?.entryNumber ?? Math.min(entryNumber, wanted) - 1) + 1;
    if (entryNumber !== due)
      throw new ShapeError(
        at(at('$', index), 'entry-number'),
        `entry ${entryNumber} stands where entry ${due} should follow`,
      );
  }
  const entries = page.filter((entry) => entry.entryNumber >= wanted).slice(0, count);
  const last = page.at(-1);
  if (last !== undefined && entries.length === 0 && (link !== undefined || wanted <= (total ?? 0)))
    throw new ShapeError(
      '$',
      `asked for the entries from ${wanted} on, the server sent those up to ${last.entryNumber} again`,
    );
  return entries;
}
