import type { Hash } from '../core/hash.ts';
import { createListGuard, PAGE_SIZE } from '../core/list-guard.ts';
import type { Checkpoint, RawPage, LeafRuleId } from '../core/model.ts';
import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';
import { type AuditFinding, MOST_FINDINGS } from '../verify/audit-result.ts';
import { locateFault } from './locate-fault.ts';
import type { AddResult, Findings, LogProgress } from './log-host.ts';
import { IncompleteListError, type ListRef, type LogPages } from './log-pages.ts';
import { verdictOf } from './log-verdict.ts';
import { type RemoteLog, WorkerFailure } from './remote-log.ts';
import { workThrough } from './work-through.ts';

/** LogReading is one reading of a log. */
export interface LogReading {
  readonly host: RemoteLog;
  readonly pages: LogPages;
  /** The number of entries to read: the log size of `head` if one is published. */
  readonly size: number;
  readonly head: Checkpoint | undefined;
  readonly signal: AbortSignal;
  /**
   * The most items to request one by one. Data that cannot be read is then left out; without this
   * number it fails the reading.
   */
  readonly oneByOne?: number;
  /** changed is called with the progress, and the number of bytes read since the last call. */
  changed(phase: Phase, progress: LogProgress, bytes: number): void;
  /** Faults of the server that were worked around, in sentences. */
  readonly remarks: string[];
  /** Why data could not be read that may be left out, in the order in which that was found. */
  readonly unread?: Error[];
}

/** Phase is the step of a reading: entries, data, or the proofs that locate a fault. */
export type Phase = 'entries' | 'items' | 'comparing';

/** LogReport is the result of reading a log. */
export interface LogReport extends LogProgress {
  /** holds: the entries give the published root, and data was seen for every hash they name. */
  readonly verdict: Verdict;
  readonly leafRule?: LeafRuleId;
  readonly computedRoot?: Hash;
  readonly findings: Findings;
  /** Why data that was left out could not be read. */
  readonly unread: readonly Error[];
}

/**
 * REQUESTS_AT_ONCE is the number of concurrent requests: as many as browsers and the transport allow for one
 * server, less one for the item list.
 */
const REQUESTS_AT_ONCE = 5;

/** PAGES_WAITING is the number of pages of a list that may wait for the worker. */
const PAGES_WAITING = 3;

/** FEW is the most missing items to request one by one before a list is read, which may be long. */
const FEW = 50;

/** BATCH is the number of items to request before asking the worker again which are missing. */
const BATCH = 1000;

/**
 * FAILURES is the number of failed requests for single items after which no more are made,
 * if data may be left out.
 */
const FAILURES = 12;

const MOST_REMARKS = 5;

/**
 * readLog reads a log. Rejects with the error of a failed request, with the signal's reason, or if the list
 * of entries ends early.
 */
export async function readLog(asked: LogReading): Promise<LogReport> {
  const reading = { ...asked, unread: [] as Error[] };
  const { host, head } = reading;
  const start = await host.begin();
  reading.changed('entries', start, 0);
  await readEntries(reading, start);
  const progress = await readData(reading);
  const found = head && (await host.rootFor(head));
  const findings = await host.findings();
  const report = {
    ...progress,
    findings,
    unread: reading.unread,
    ...(found && { computedRoot: found.root }),
    ...(found?.leafRule && { leafRule: found.leafRule }),
  };
  if (head === undefined)
    return { ...report, verdict: notChecked('no-root-published', 'no root hash is published') };
  return { ...report, verdict: verdictOf(head, report, reading.unread[0]?.message) };
}

/**
 * withFault adds the entries at fault to a report whose root is not the published one. It reads the entries
 * again, now keeping their whole tree: if they give the published root this time, the first answers were at
 * fault, and nothing is accused, unless the first `continuedFrom` entries were audited before: then they are
 * no longer the same. A failed request leaves the mismatch, without the entry.
 */
export async function withFault(
  reading: LogReading,
  report: LogReport,
  continuedFrom: number,
): Promise<LogReport> {
  const { head, host } = reading;
  const { computedRoot, leafRule, findings } = report;
  const isEqual = head === undefined || computedRoot === undefined || computedRoot === head.rootHash;
  if (isEqual || leafRule === undefined) return report;
  const changed = (): void => reading.changed('comparing', report, 0);
  changed();
  let faults: readonly AuditFinding[];
  try {
    await readEntries({ ...reading, changed }, await host.readAgain());
    const again = (await host.rootFor(head))?.root;
    if (again === head.rootHash && continuedFrom === 0) {
      const found = { ...report, computedRoot: again };
      const verdict = verdictOf(head, found);
      return { ...found, verdict: verdict.outcome === 'holds' ? READ_DIFFERENTLY : verdict };
    }
    const text =
      again === head.rootHash
        ? `The first ${continuedFrom} entries are not the ones that were audited before. The entries of now give the published root hash.`
        : 'The server sent different entries the second time, so this page cannot say which entry is at fault.';
    faults =
      again === computedRoot ? await locateFault({ ...reading, head }, leafRule) : [{ kind: 'root', text }];
  } catch (error) {
    if (reading.signal.aborted || error instanceof WorkerFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    faults = [{ kind: 'root', text: `The entry at fault could not be found: ${reason}` }];
  }
  const list = [...faults, ...findings.list].slice(0, MOST_FINDINGS);
  return { ...report, findings: { list, count: faults.length + findings.count } };
}

const READ_DIFFERENTLY: Verdict = cannotCheck(
  'answers-disagree',
  'the entries gave a different root hash at first, and the published one when they were read again: check them once more',
);

/** OnRefusal says what is done about a page that the worker refuses; without either, the refusal is thrown. */
interface OnRefusal {
  /** Requests once more a page that is refused for anything but its order: it may have been cut on its way. */
  readonly again?: () => Promise<RawPage | 'none'>;
  /** orElse reports whether to go on without the page. */
  readonly orElse?: ((refused: Extract<AddResult, { ok: false }>) => boolean) | undefined;
}

/**
 * take gives a page to the worker and reports the progress. Undefined if it goes on without the page. A refusal is
 * thrown with the address of the page.
 */
async function take(
  reading: LogReading,
  { bytes, address }: RawPage,
  give: (bytes: Uint8Array) => Promise<AddResult>,
  { again, orElse }: OnRefusal = {},
): Promise<Extract<AddResult, { ok: true }> | undefined> {
  // The bytes are moved to the worker.
  const { length } = bytes;
  const answer = await give(bytes);
  if (answer.ok) {
    reading.changed(answer.size < reading.size ? 'entries' : 'items', answer, length);
    return answer;
  }
  if (again !== undefined && answer.outOfOrder !== true) {
    const page = await again();
    return page === 'none' ? undefined : take(reading, page, give, { orElse });
  }
  if (orElse?.(answer) === true) return undefined;
  throw Object.assign(new Error(answer.problem), { address });
}

/**
 * readEntries reads the entries after those that are held, several pages at a time, and adds them in order.
 * The first page shows the page size.
 */
async function readEntries(reading: LogReading, start: LogProgress): Promise<void> {
  const { host, pages, size, signal, remarks } = reading;
  const ahead = new Map<number, Promise<RawPage>>();
  let length = Infinity;
  let next = Infinity;
  const ask = (from: number): Promise<RawPage> => pages.entriesPage(from, size - from + 1, signal);
  for (let progress = start.size; progress < size;) {
    const from = progress + 1;
    for (; next <= size && ahead.size < REQUESTS_AT_ONCE; next += length) {
      const page = ask(next);
      // A failure is reported when the page is awaited.
      page.catch(() => undefined);
      ahead.set(next, page);
    }
    const request = ahead.get(from) ?? ask(from);
    const page = await request;
    signal.throwIfAborted();
    let now = await take(reading, page, (bytes) => host.entries(bytes, size), {
      again: () => ask(from),
      orElse: ({ outOfOrder }) => outOfOrder === true,
    });
    // A list that is out of order or ends early is completed from single entries.
    if (now === undefined || now.size < from) {
      const remarked = (remark: string): void => addRemark(remarks, remark);
      const entries = await pages.entriesInOrder(from, size - progress, signal, remarked);
      const { address } = page;
      now = await take(reading, { bytes: new Uint8Array(), address }, () => host.entries(entries, size));
    }
    progress = now?.size ?? progress;
    if (progress < from) throw new IncompleteListError(progress, size, page.address);
    if (length === Infinity) {
      length = progress - from + 1;
      next = progress + 1;
    }
    // A page shorter than the first leaves a gap, which needs its own request.
    for (const place of ahead.keys()) if (place <= progress) ahead.delete(place);
  }
}

/**
 * readData reads the missing data that entries name: from the item list; from the records, which have the data
 * of the latest entries; then one by one. A server that does not answer for a list is asked for nothing more:
 * what is missing is left out.
 */
async function readData(reading: LogReading): Promise<LogProgress> {
  const { host, pages, signal, oneByOne } = reading;
  let progress = await host.progress();
  reading.changed('items', progress, 0);
  const missing = (): number => progress.named - progress.seen;
  const few = Math.min(FEW, oneByOne ?? FEW);
  for (const name of ['items', 'records'] as const) {
    if (missing() <= few) break;
    const list = await readList(reading, name);
    progress = await host.progress();
    if (list === 'unanswered') return progress;
  }
  const failed = leftOut(reading);
  const orElse = refusedIn(reading);
  const left = { requests: oneByOne ?? Infinity, failures: FAILURES };
  while (missing() > 0 && left.requests > 0 && left.failures > 0) {
    const hashes = [...(await host.missing(Math.min(BATCH, left.requests)))];
    if (hashes.length === 0) break;
    left.requests -= hashes.length;
    await workThrough(
      () => (left.failures > 0 ? hashes.shift() : undefined),
      REQUESTS_AT_ONCE,
      async (hash) => {
        const page = await pages.item(hash, signal).catch((error: unknown) => {
          left.failures -= 1;
          return failed(error);
        });
        signal.throwIfAborted();
        if (page === 'none') return host.noteAbsent(hash);
        const again = () => pages.item(hash, signal);
        const now = await take(reading, page, (bytes) => host.items(bytes, hash), { again, orElse });
        if (now === undefined) return host.noteAbsent(hash);
        progress = now;
      },
    );
  }
  return progress;
}

/** leftOut treats a failed request as one that found nothing, if data may be left out. */
function leftOut({ oneByOne, signal, unread }: LogReading): (error: unknown) => 'none' {
  return (error) => {
    signal.throwIfAborted();
    if (oneByOne === undefined) throw error;
    unread?.push(error instanceof Error ? error : new Error(String(error)));
    return 'none';
  };
}

/** refusedIn does so with a page that the worker refuses. */
const refusedIn = (reading: LogReading) => (refused: { readonly problem: string }) =>
  reading.oneByOne !== undefined && leftOut(reading)(refused.problem) === 'none';

/**
 * readList reads the list of items or blobs, or that of records, until no data is missing. Each page names
 * the next one; of the items it is requested while the worker reads those before. `unanswered`: a page was not
 * answered, and data may be left out. A list that is refused is over.
 */
async function readList(reading: LogReading, name: 'items' | 'records'): Promise<'over' | 'unanswered'> {
  const { host, pages, size, remarks, signal } = reading;
  const isItems = name === 'items';
  const list = { isOver: false, isUnanswered: false, seen: (await host.progress()).seen };
  const guard = createListGuard({ members: 4 * size + PAGE_SIZE });
  const waiting: Promise<void>[] = [];
  const ask = (ref: ListRef): ReturnType<LogPages['listPage']> =>
    pages.listPage(name, ref, signal).catch((error: unknown) => {
      const none = leftOut(reading)(error);
      list.isUnanswered = pages.isUnanswered(error);
      return none;
    });
  const work = async (page: RawPage, ref: ListRef): Promise<void> => {
    const again = () => ask(ref);
    const progress = await take(reading, page, (bytes) => host[name](bytes), {
      again,
      orElse: refusedIn(reading),
    });
    if (progress === undefined) return void (list.isOver = true);
    // Items may be those of entries that an earlier audit read.
    const fresh = isItems ? undefined : progress.seen - list.seen;
    list.seen = progress.seen;
    list.isOver ||= guard(progress.listed, fresh) !== 'goes-on' || progress.seen === progress.named;
  };
  let at: ListRef;
  do {
    const page = await ask(at);
    signal.throwIfAborted();
    if (page === 'none') break;
    if (page.remark !== undefined) addRemark(remarks, page.remark);
    const begun = work(page, at).then(() => void waiting.shift());
    begun.catch(() => undefined);
    waiting.push(begun);
    if (waiting.length >= (isItems ? PAGES_WAITING : 1)) await waiting[0];
    at = page.next;
  } while (at !== undefined && !list.isOver);
  await Promise.all(waiting);
  return list.isUnanswered ? 'unanswered' : 'over';
}

function addRemark(remarks: string[], remark: string): void {
  if (remarks.length < MOST_REMARKS && !remarks.includes(remark)) remarks.push(remark);
}
