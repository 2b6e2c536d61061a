import { ApiError } from '../api/api-error.ts';
import type { Checkpoint } from '../core/model.ts';
import type { LogPages } from '../log/audit-types.ts';
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
  await readEntries(reading);
  await readItems(reading);
  return reading.host.check(head);
}

async function readEntries({ host, base, pages, size, signal, show, remarked }: Reading): Promise<void> {
  // An answer of no entries tells how far the copy is.
  let held = taken(await host.addEntries(EMPTY_LIST.slice(), size), '').size;
  while (held < size) {
    let { bytes, address } = await pages.entriesPage(held + 1, ENTRIES_AT_ONCE, signal);
    signal.throwIfAborted();
    let answer = await host.addEntries(bytes, size);
    // A list that is out of order, or that ends early, is put together out of single entries.
    if (answer.ok ? answer.size === held : answer.outOfOrder) {
      const count = Math.min(ENTRIES_AT_ONCE, size - held);
      ({ bytes, address } = await pages.entriesInOrder(held + 1, count, signal, remarked));
      signal.throwIfAborted();
      answer = await host.addEntries(bytes, size);
    }
    const after = taken(answer, address).size;
    if (after === held) throw new IncompleteListError(held, size, base);
    held = after;
    show({ phase: 'reading', what: 'entries', done: held, of: size });
  }
}

const EMPTY_LIST = new TextEncoder().encode('[]');

async function readItems(reading: Reading): Promise<void> {
  const { host, size, show } = reading;
  const of = taken(await host.addEntries(EMPTY_LIST.slice(), size), '').missing;
  const follow = (missing: number): void => show({ phase: 'reading', what: 'data', done: of - missing, of });
  const listed = await readList(reading, of, follow);
  if (listed > reading.oneByOne) await readRecords(reading, listed, follow);
  await readOneByOne(reading, follow);
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

/** Where there is no list, the records bring the data of all latest versions in a few pages. */
async function readRecords(
  { host, pages, size, signal }: Reading,
  before: number,
  follow: (missing: number) => void,
): Promise<void> {
  let missing = before;
  for (let index = 1, seen = 0; seen <= size && missing > 0; index += 1) {
    const page = await orNone(pages.recordsPage(index, signal), signal);
    if (page === 'none') return;
    const now = await host.addRecords(page.bytes);
    if (!now.ok || now.listed === 0 || now.missing === missing) return;
    ({ missing } = now);
    seen += now.listed;
    follow(missing);
  }
}

/** FAILURES are after how many failed requests for single items no more are made. */
const FAILURES = 12;

/** What the list did not show is asked for by its hash. An item that cannot be had is left out; the copy says how many. */
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
