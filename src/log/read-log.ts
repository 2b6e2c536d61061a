import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, RawPage } from '../core/model.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../core/verdict.ts';
import { type AuditFinding, MOST_FINDINGS } from '../verify/audit-result.ts';
import { locateFault } from './locate-fault.ts';
import type { AddResult, Findings, LogProgress } from './log-host.ts';
import { IncompleteListError, type ItemsRef, type LogPages } from './pages.ts';
import type { RemoteLog } from './remote-log.ts';

/** Reading is one reading of a log, and how far it is: what is not final is saved and taken up again. */
export interface Reading {
  readonly host: RemoteLog;
  readonly pages: LogPages;
  /** How many entries are read: the log size of `head`, where one is published. */
  readonly size: number;
  readonly head: Checkpoint | undefined;
  signal: AbortSignal;
  /** Whether data that cannot be read is left out, up to so many items asked for one by one; else the reading fails. */
  readonly oneByOne?: number;
  /** changed hears how far it is, and how many bytes were read. */
  changed(phase: Phase, held: LogProgress, bytes: number): void;
  /** What the server did that was read another way, in sentences. */
  readonly remarks: string[];
  /** Where in the item list to go on; 'done' where that has been read, or is not to be. */
  list: { at: ItemsRef } | 'done';
}

/** Phase is what a reading is at: reading entries, reading data, or asking for proofs to name what differs. */
export type Phase = 'entries' | 'items' | 'comparing';

/** LogReport is what a log that was read came to. */
export interface LogReport extends LogProgress {
  /** holds: the root of all entries is the published one, and data of every hash that they name was seen. */
  readonly verdict: Verdict;
  readonly leafRule?: LeafRuleId;
  readonly computedRoot?: Hash;
  readonly findings: Findings;
}

/** MOST_AT_ONCE is how many entries are asked for in one page: the most that servers are known to give. */
const MOST_AT_ONCE = 5000;

/** REQUESTS_AT_ONCE is how many requests are under way: as many as browsers and the transport let through to one server, less one for the list of items. */
const REQUESTS_AT_ONCE = 5;

/** PAGES_WAITING is how many pages of the list may wait for the worker. */
const PAGES_WAITING = 3;

/** FEW is up to how many items are asked for one by one rather than by a list that may be long. */
const FEW = 50;

/** BATCH is how many hashes are asked for one by one before it is looked what is left. */
const BATCH = 1000;

/** FAILURES are after how many failed requests for single items no more are made, where data may be left out. */
const FAILURES = 12;

const MOST_REMARKS = 5;

/** readLog reads a log, and says what it comes to. Rejects with what a request failed with, with the signal's reason, or where the list of entries ends early: it may then be gone on with. */
export async function readLog(reading: Reading): Promise<LogReport> {
  const { host, size, head, signal } = reading;
  const start = await host.begin();
  reading.changed('entries', start, 0);
  // The list of items leads from page to page: for an index it is read beside the entries, of which many pages are asked for at once.
  const beside = reading.oneByOne === undefined && start.size === 0 && size > FEW;
  const stop = new AbortController();
  const own = { ...reading, signal: AbortSignal.any([signal, stop.signal]) };
  const list = beside
    ? readList(reading, own.signal).catch((error: unknown) => stop.abort(error))
    : undefined;
  await readEntries(own, start).catch((error: unknown) => stop.abort(error));
  if (!own.signal.aborted) reading.changed('items', await host.held(), 0);
  await list;
  own.signal.throwIfAborted();
  const held = await readData(reading);
  const found = head && (await host.rootFor(head));
  const findings = await host.findings();
  const report = {
    ...held,
    findings,
    ...(found && { computedRoot: found.root }),
    ...(found?.leafRule && { leafRule: found.leafRule }),
  };
  if (head === undefined)
    return { ...report, verdict: notChecked('no-root-published', 'no root hash is published') };
  return { ...report, verdict: verdictOf(head, report) };
}

/** verdictOf decides what a log came to. Only a root, an entry or data that is not right is a mismatch; what could not be looked at leaves the question open. */
export function verdictOf(
  { rootHash }: Checkpoint,
  {
    computedRoot: computed,
    named,
    seen,
    findings: { list, count },
  }: Pick<LogReport, 'computedRoot' | 'named' | 'seen' | 'findings'>,
): Verdict {
  if (computed !== undefined && computed !== rootHash)
    return { outcome: 'does-not-match', code: 'hash-differs', expected: rootHash, computed };
  const ofKind = (kind: AuditFinding['kind']) => list.find((finding) => finding.kind === kind);
  const wrong = ofKind('item');
  if (wrong)
    return doesNotMatch('data-differs', `the data of entry ${wrong.entries?.[0]} does not match its hash`);
  const unwritable = ofKind('unreadable');
  if (unwritable) {
    const { entryNumber, entries, text } = unwritable;
    const ofData = `the data of entry ${entries?.[0]} cannot be hashed: it holds half a surrogate pair, which UTF-8 cannot write`;
    return cannotCheck('unhashable', entryNumber === undefined ? ofData : text);
  }
  if (computed === undefined)
    return cannotCheck('unknown-leaf-rule', 'no known leaf rule gives the published root');
  if (named > seen || count > 0)
    return cannotCheck(
      'incomplete',
      `the data of ${named - seen} of the ${named} hashes recorded in the log could not be read`,
    );
  return { outcome: 'holds' };
}

/** withFault names the entry where the root of a report is not the published one. Rejects with what a request failed with. */
export async function withFault(reading: Reading, report: LogReport): Promise<LogReport> {
  const { head, host } = reading;
  const { computedRoot, leafRule, findings } = report;
  if (head === undefined || leafRule === undefined || computedRoot === head.rootHash) return report;
  reading.changed('comparing', report, 0);
  const faults = await locateFault({ ...reading, head, leafRule }, await host.tree());
  const list = [...faults, ...findings.list].slice(0, MOST_FINDINGS);
  return { ...report, findings: { list, count: faults.length + findings.count } };
}

/** take has the worker take in a page, and tells how far the reading is then; undefined where the worker refused it and `orElse` lets that be. Throws what was refused, with the address that sent it. */
async function take(
  { changed, size }: Reading,
  { bytes, address }: RawPage,
  give: (bytes: Uint8Array) => Promise<AddResult>,
  orElse?: (refused: Extract<AddResult, { ok: false }>) => boolean,
): Promise<Extract<AddResult, { ok: true }> | undefined> {
  // Bytes that were given are gone.
  const { length } = bytes;
  const answer = await give(bytes);
  if (answer.ok) {
    changed(answer.size < size ? 'entries' : 'items', answer, length);
    return answer;
  }
  if (orElse?.(answer) === true) return undefined;
  throw Object.assign(new Error(answer.problem), { address });
}

/** readEntries reads the entries after those that are held, several pages at a time, and has them entered in order. The first page tells how long pages are. */
async function readEntries(reading: Reading, start: LogProgress): Promise<void> {
  const { host, pages, size, signal, remarks } = reading;
  const ahead = new Map<number, Promise<RawPage>>();
  let length = Infinity;
  let next = Infinity;
  const ask = (from: number): Promise<RawPage> =>
    pages.entriesPage(from, Math.min(MOST_AT_ONCE, size - from + 1), signal);
  for (let held = start.size; held < size;) {
    const from = held + 1;
    for (; next <= size && ahead.size < REQUESTS_AT_ONCE; next += length) {
      const page = ask(next);
      // Whoever comes to it hears of its failure.
      page.catch(() => undefined);
      ahead.set(next, page);
    }
    const asked = ahead.get(from) ?? ask(from);
    let page = await asked;
    signal.throwIfAborted();
    const give = (bytes: Uint8Array): Promise<AddResult> => host.entries(bytes, size);
    let now = await take(reading, page, give, ({ outOfOrder }) => outOfOrder === true);
    // A list that is out of order, or that ends early, is put together out of single entries.
    if (now === undefined || now.size < from) {
      const remarked = (remark: string): void => addRemark(remarks, remark);
      page = await pages.entriesInOrder(from, Math.min(MOST_AT_ONCE, size - held), signal, remarked);
      now = await take(reading, page, give);
    }
    held = now?.size ?? held;
    if (held < from) throw new IncompleteListError(held, size, page.address);
    if (length === Infinity) {
      length = held - from + 1;
      next = held + 1;
    }
    // A page that was shorter than the first leaves a gap, which is asked for by itself.
    for (const place of ahead.keys()) if (place <= held) ahead.delete(place);
  }
}

/** readData looks for the data that entries name and that was not seen yet: in the list, where there is one, else in the records, which have that of the latest entries, then one by one. */
async function readData(reading: Reading): Promise<LogProgress> {
  const { host, pages, size, signal, oneByOne } = reading;
  let held = await host.held();
  reading.changed('items', held, 0);
  const missing = (): number => held.named - held.seen;
  if (missing() > FEW && reading.list !== 'done') await readList(reading, signal);
  reading.list = 'done';
  held = await host.held();
  // Pages that cannot be read are as good as none, where data may be left out.
  const orElse = (): boolean => oneByOne !== undefined;
  const failed = leftOut(reading);
  for (let index = 1, listed = 0; missing() > Math.max(FEW, oneByOne ?? 0) && listed <= size; index += 1) {
    const page = await pages.recordsPage(index, signal).catch(failed);
    if (page === 'none') break;
    const before = held.seen;
    const now = await take(reading, page, (bytes) => host.records(bytes), orElse);
    if (now === undefined) break;
    held = now;
    listed += now.listed;
    if (now.listed === 0 || now.seen === before) break;
  }
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
        if (page === 'none') return host.lack(hash);
        const now = await take(reading, page, (bytes) => host.items(bytes, hash), orElse);
        if (now === undefined) return host.lack(hash);
        held = now;
      },
    );
  }
  return held;
}

/** leftOut takes a request that failed for one that brought nothing, where data may be left out. */
function leftOut({ oneByOne, signal }: Reading): (error: unknown) => 'none' {
  return (error) => {
    signal.throwIfAborted();
    if (oneByOne === undefined) throw error;
    return 'none';
  };
}

/** readList reads the list of items or blobs as far as it brings what is missing. One page leads to the next, so they are fetched one after the other, while the worker is at those before. */
async function readList(reading: Reading, signal: AbortSignal): Promise<void> {
  const { host, pages, size, oneByOne, remarks } = reading;
  const list = { isOver: false, listed: 0 };
  const waiting: { readonly at: ItemsRef; readonly work: Promise<void> }[] = [];
  const work = async (page: RawPage): Promise<void> => {
    // A list that cannot be read is as good as none, where data may be left out.
    const orElse = (): boolean => oneByOne !== undefined;
    const held = await take(reading, page, (bytes) => host.items(bytes), orElse);
    if (held === undefined) return void (list.isOver = true);
    list.listed += held.listed;
    // One with far more members than the log has entries, or with an empty page, does not end.
    list.isOver ||=
      held.listed === 0 ||
      list.listed > 4 * size + MOST_AT_ONCE ||
      (held.size === size && held.seen === held.named);
  };
  for (let here = reading.list; here !== 'done' && !list.isOver;) {
    const page: Awaited<ReturnType<LogPages['itemsPage']>> = await pages.itemsPage(here.at, signal);
    signal.throwIfAborted();
    if (page === 'none') break;
    if (page.remark !== undefined) addRemark(remarks, page.remark);
    const next: Reading['list'] = page.next === undefined ? 'done' : { at: page.next };
    const finish = (): void => {
      waiting.shift();
      // After a reload the list is taken up at the first page that is not finished.
      reading.list = waiting[0] === undefined ? next : { at: waiting[0].at };
    };
    const begun = { at: here.at, work: work(page).then(finish) };
    begun.work.catch(() => undefined);
    waiting.push(begun);
    if (waiting.length >= PAGES_WAITING || next === 'done') await waiting[0]?.work;
    here = next;
  }
  await Promise.all(waiting.map(({ work }) => work));
  reading.list = 'done';
}

function addRemark(remarks: string[], remark: string): void {
  if (remarks.length < MOST_REMARKS && !remarks.includes(remark)) remarks.push(remark);
}

/**
 * workThrough does tasks, at most `limit` at a time, until none is under way and `next` has none to give: it is asked again after each that is done.
 * After a failure no task is begun; when those under way have ended, it rejects with the first error.
 */
export async function workThrough<T>(
  next: () => T | undefined,
  limit: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let task = next(); task !== undefined && errors.length === 0; task = next())
      await work(task).catch((error: unknown) => void errors.push(error));
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (errors.length > 0) throw errors[0];
}
