import type { Hash } from '../core/hash.ts';
import type { AuditFinding } from '../verify/audit-result.ts';
import type { ItemsRef, RawPage } from './audit-types.ts';
import { addFinding, addRemark, hasRoomFor, MOST_NAMED, SENT_AT_MOST } from './findings.ts';
import type { ItemMismatch, ItemsAnswer, ItemsJob, RecordsJob } from './jobs.ts';
import { HASH_BYTES } from './log-index.ts';
import { digest, type Links, PendingError, type Run, workThrough } from './run.ts';

/** FEW is how many items are asked for one by one rather than by reading a list that may be long. */
export const FEW = 50;

/** AT_ONCE is how many pages of records, or single items, are asked for at a time. */
const AT_ONCE = 6;

/** PAGES_WAITING is how many pages of the list may wait for a worker. */
const PAGES_WAITING = 4;

/** MOST_LISTED bounds a list that does not end: this many pages beyond one for each item. */
const MOST_LISTED = 1000;

/** MOST_POSTPONED is how many findings about items that no entry names yet are kept; the others are asked for once more. */
const MOST_POSTPONED = 10_000;

/**
 * readItems looks for data of every hash that the entries name and that was not seen yet: in the list, where there is one, else in the records, which have the data
 * of the latest entries, then one by one. Data that has another hash, and data that the server does not have, become findings. Throws what fetching throws, and
 * PendingError.
 */
export async function readItems(run: Run, links: Links): Promise<void> {
  const { items } = run.index;
  for (const find of run.postponed.splice(0)) find();
  const isLong = (): boolean => items.count - items.seen > FEW;
  if (isLong() && !run.listDone) await readItemList(run, links);
  run.listDone = true;
  if (isLong()) await readRecords(run, links);
  const unseen = items.unseen();
  await workThrough(
    () => unseen.next().value,
    AT_ONCE,
    (hash) => readItem(run, links, hash),
  );
}

/** readItemList reads the list of items as far as it is needed. One page leads to the next, so they are fetched one after the other, while the workers are at those before. */
export async function readItemList(run: Run, links: Links): Promise<void> {
  const { items } = run.index;
  const { logSize } = run.head;
  const unfinished: { at: ItemsRef }[] = [];
  const working = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let next: { at: ItemsRef } | undefined = { at: run.itemsAt };
  const list = { isOver: false };
  const begin = (page: RawPage, here: { at: ItemsRef }): void => {
    unfinished.push(here);
    const finish = (listed: number): void => {
      // A list of empty pages does not end.
      list.isOver ||= listed === 0;
      unfinished.splice(unfinished.indexOf(here), 1);
      // After a reload the list is taken up at the first page that is not finished.
      run.itemsAt = (unfinished[0] ?? next ?? here).at;
    };
    const again = (): Promise<Answered> => links.pages.itemsPage(here.at, links.signal);
    const own: Promise<void> = lookAt(run, links, page, again, { kind: 'items' }, 'lists')
      .then(finish)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => working.delete(own));
    working.add(own);
  };
  const isNeeded = (): boolean => run.tree.size < logSize || items.seen < items.count;
  try {
    for (let pages = 1; next && !list.isOver && errors.length === 0 && isNeeded(); pages += 1) {
      const here: { at: ItemsRef } = next;
      const page = await links.pages.itemsPage(here.at, links.signal);
      if (page === 'none') break;
      if (page.remark !== undefined) addRemark(run.remarks, page.remark);
      const most = Math.max(items.count, logSize) + MOST_LISTED;
      const isLast = page.next === undefined || pages > most || items.earlyCount > 4 * most;
      next = isLast ? undefined : { at: page.next };
      begin(page, here);
      if (working.size >= PAGES_WAITING) await Promise.race(working);
    }
  } finally {
    await Promise.all(working);
  }
  if (errors.length > 0) throw errors[0];
  run.listDone = true;
}

/** readRecords reads the data of the latest entries, several pages at a time, until a page brings none or all is seen. */
async function readRecords(run: Run, links: Links): Promise<void> {
  const { items } = run.index;
  const most = Math.ceil(run.index.trail.count / 100) + 1;
  let index = 0;
  let isOver = false;
  const nextIndex = (): number | undefined =>
    isOver || index >= most || items.seen === items.count ? undefined : (index += 1);
  await workThrough(nextIndex, AT_ONCE, async (own) => {
    const page = await links.pages.recordsPage(own, links.signal);
    if (page === 'none') return void (isOver = true);
    const before = items.seen;
    const again = (): Promise<Answered> => links.pages.recordsPage(own, links.signal);
    const listed = await lookAt(run, links, page, again, { kind: 'records' }, 'sends');
    isOver ||= listed === 0 || items.seen === before;
  });
}

type Answered = RawPage | 'none';

/** once gives a page that was fetched, and fetches it again where it is asked for again. */
function once(page: RawPage, again: () => Promise<Answered>): () => Promise<RawPage> {
  let fetched: RawPage | undefined = page;
  return async () => {
    const found = fetched ?? (await again());
    fetched = undefined;
    if (found === 'none') throw new PendingError('The server had this data before, and now says it has not.');
    return found;
  };
}

/** lookAt has a worker look at the data of a page, which is fetched again where a worker was lost with it; returns how many members it has. */
async function lookAt(
  run: Run,
  links: Links,
  page: RawPage,
  again: () => Promise<Answered>,
  job: Pick<ItemsJob, 'kind' | 'expected'> | Pick<RecordsJob, 'kind'>,
  does: 'lists' | 'sends',
): Promise<number> {
  const { variant } = run;
  const { answer } = await digest(run, links, once(page, again), (bytes): ItemsJob | RecordsJob => ({
    ...job,
    bytes,
    variant,
  }));
  note(run, links, answer, does);
  return answer.listed;
}

async function readItem(run: Run, links: Links, hash: Hash): Promise<void> {
  const again = (): Promise<Answered> => links.pages.item(hash, links.signal);
  const page = await again();
  if (page === 'none')
    return find(run, 'item-missing', hash, `the server says that it has no data of that hash`);
  await lookAt(run, links, page, again, { kind: 'items', expected: hash }, 'sends');
}

function note(
  run: Run,
  links: Links,
  { hashes, mismatches, unreadable }: Extract<ItemsAnswer, { outcome: 'items' }>,
  does: 'lists' | 'sends',
): void {
  const { items } = run.index;
  for (let at = 0; at < hashes.length; at += HASH_BYTES) items.see(hashes, at);
  for (const mismatch of mismatches)
    find(
      run,
      'item',
      mismatch.listed,
      `the data that the server ${does} under it hashes to ${mismatch.computed}`,
      mismatch,
    );
  for (const { listed, reason } of unreadable)
    find(run, 'unreadable', listed, `the data that the server ${does} under it cannot be hashed: ${reason}`);
  links.changed();
}

/** Only data that an entry names counts: a list may hold more. */
function find(
  run: Run,
  kind: AuditFinding['kind'],
  itemHash: Hash,
  what: string,
  mismatch?: ItemMismatch,
): void {
  const { items } = run.index;
  if (!items.names(itemHash) && run.tree.size < run.head.logSize) {
    // The list is ahead of the entries.
    if (run.postponed.length < MOST_POSTPONED)
      run.postponed.push(() => find(run, kind, itemHash, what, mismatch));
    return;
  }
  if (!items.giveUpOn(itemHash)) return;
  // To find the entries takes as long as there are: not for each of a million items.
  if (!hasRoomFor(run.findings, kind)) {
    run.findings.count += 1;
    return;
  }
  const entries = items.entriesNaming(itemHash, MOST_NAMED);
  const named = entries.length === 1 ? `entry ${entries[0]}` : `entries ${entries.join(', ')}`;
  const text = `Of ${itemHash}, named by ${named}: ${what}.`;
  const hashes = mismatch === undefined ? {} : { expected: itemHash, computed: mismatch.computed };
  const sent = mismatch?.sent === undefined ? {} : { sent: cut(mismatch.sent) };
  addFinding(run.findings, { kind, itemHash, entries, ...hashes, ...sent, text });
}

function cut(text: string): string {
  return text.length <= SENT_AT_MOST
    ? text
    : `${text.slice(0, SENT_AT_MOST).replace(/[\uD800-\uDBFF]$/, '')} …`;
}
