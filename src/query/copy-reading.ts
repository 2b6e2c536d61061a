import { ApiError } from '../api/api-error.ts';
import type { Checkpoint } from '../core/model.ts';
import type { LogPages, RawPage } from '../log/audit-types.ts';
import type { CopyState, Taken } from '../log/copy-host.ts';
import { workThrough } from '../log/run.ts';
import { IncompleteListError } from './failure.ts';
import type { RemoteHost, CopyPhase } from './copy-desk.ts';

/** ENTRIES_AT_ONCE is how many entries are asked for at once; servers may send fewer (wire notes: up to 5,000). */
const ENTRIES_AT_ONCE = 5_000;

/** FEW is up to how many items are asked for one by one rather than by the whole list. */
const FEW = 20;

const REQUESTS_AT_ONCE = 6;

/** Reading is what one register is read with, and how far. */
export interface Reading {
  readonly host: RemoteHost;
  /** The address of the register, to be named where its list ends early. */
  readonly base: string;
  readonly pages: LogPages;
  readonly size: number;
  /** How many items are asked for one by one at most. */
  readonly oneByOne: number;
  readonly signal: AbortSignal;
  readonly show: (phase: CopyPhase) => void;
  /** Hears in a sentence what is wrong with the list of entries. */
  readonly remarked: (remark: string) => void;
}

/** readAll brings a host's copy to `size` entries with their data, and holds it against the head of that size. Rejects with ApiError, with the signal's reason, or where a list ends early. */
export async function readAll(reading: Reading, head: Checkpoint | undefined): Promise<CopyState> {
  const { host, show } = reading;
  const of = await readEntries(reading);
  const follow = (missing: number): void => show({ phase: 'reading', what: 'data', done: of - missing, of });
  let missing = await readList(reading, of, follow);
  if (missing > reading.oneByOne) missing = await readRecords(reading, missing, follow);
  if (missing > 0) await readOneByOne(reading, follow);
  return host.check(head);
}

/** readEntries returns how many different items the entries name that are not there yet. */
async function readEntries(reading: Reading): Promise<number> {
  const { host, base, pages, size, signal, show, remarked } = reading;
  // An answer of no entries tells how far the copy is.
  let held = taken(await host.addEntries(new TextEncoder().encode('[]'), size), '');
  while (held.size < size) {
    const from = held.size + 1;
    const take = async (asked: Promise<RawPage>) => {
      const { bytes, address } = await asked;
      signal.throwIfAborted();
      return { answer: await host.addEntries(bytes, size), address };
    };
    let { answer, address } = await take(pages.entriesPage(from, ENTRIES_AT_ONCE, signal));
    // A list that is out of order, or that ends early, is put together out of single entries.
    if (answer.ok ? answer.size < from : answer.outOfOrder) {
      const count = Math.min(ENTRIES_AT_ONCE, size - held.size);
      ({ answer, address } = await take(pages.entriesInOrder(from, count, signal, remarked)));
    }
    held = taken(answer, address);
    if (held.size < from) throw new IncompleteListError(held.size, size, base);
    show({ phase: 'reading', what: 'entries', done: held.size, of: size });
  }
  return held.missing;
}

/** readList reads the list of items or blobs as far as it brings what is missing, and returns how much still is. */
async function readList(
  { host, pages, size, signal }: Reading,
  of: number,
  follow: (missing: number) => void,
): Promise<number> {
  let missing = of;
  let ref: unknown;
  let seen = 0;
  while (missing > FEW || (missing > 0 && ref !== undefined)) {
    const page = await pages.itemsPage(ref, signal);
    signal.throwIfAborted();
    if (page === 'none') break;
    const now = await host.addItems(page.bytes);
    // A list that cannot be read is as good as none; one with far more members than the log has entries, or with an empty page, does not end.
    if (!now.ok) break;
    ({ missing } = now);
    follow(missing);
    seen += now.listed;
    if (page.next === undefined || now.listed === 0 || seen > 4 * size + 1_000) break;
    ref = page.next;
  }
  return missing;
}

/** Where there is no list, the records bring the data of all latest versions in a few pages. Returns how much is still missing. */
async function readRecords(
  { host, pages, size, signal }: Reading,
  before: number,
  follow: (missing: number) => void,
): Promise<number> {
  let missing = before;
  for (let index = 1, seen = 0; seen <= size && missing > 0; index += 1) {
    const page = await orNone(pages.recordsPage(index, signal), signal);
    const now = page === 'none' ? undefined : await host.addRecords(page.bytes);
    if (!now?.ok || now.listed === 0 || now.missing === missing) break;
    ({ missing } = now);
    seen += now.listed;
    follow(missing);
  }
  return missing;
}

/** FAILURES are after how many failed requests for single items no more are made. */
const FAILURES = 12;

/** What the list did not show is asked for by its hash. An item that cannot be read is left out; the copy says how many. */
async function readOneByOne(
  { host, pages, oneByOne, signal }: Reading,
  follow: (missing: number) => void,
): Promise<void> {
  const hashes = [...(await host.missing(oneByOne))];
  let failures = 0;
  await workThrough(
    () => (failures < FAILURES ? hashes.shift() : undefined),
    REQUESTS_AT_ONCE,
    async (hash) => {
      const page = await orNone(pages.item(hash, signal), signal, () => (failures += 1));
      const now = page === 'none' ? undefined : await host.addItem(hash, page.bytes);
      if (now?.ok) follow(now.missing);
    },
  );
}

/** orNone takes a request that fails for one that brings nothing. Rejects with the signal's reason. */
async function orNone<Page>(
  asked: Promise<Page | 'none'>,
  signal: AbortSignal,
  failed?: () => void,
): Promise<Page | 'none'> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failed?.();
    return 'none';
  } finally {
    signal.throwIfAborted();
  }
}

/** taken is what the host took in; throws what it refused, in words. */
function taken(answer: Taken, address: string): Taken & { readonly ok: true } {
  if (!answer.ok) throw new Error(address === '' ? answer.problem : `${answer.problem} (${address})`);
  return answer;
}
