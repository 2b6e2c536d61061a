import type { Hash } from '../../core/hash.ts';
import { free } from './free.ts';
import type { AuditFinding, ItemsRef, RawPage } from './audit-types.ts';
import { addFinding, addRemark, hasRoomFor, MOST_NAMED, SENT_AT_MOST } from './findings.ts';
import type { ItemMismatch, ItemsAnswer, ItemsJob } from './job-types.ts';
import { digest, type Links, type Run, Trouble } from './run.ts';
import { workThrough } from './work-through.ts';

/** FEW is how many items are asked for one by one rather than by reading a list that may be long. */
const FEW = 50;

/** AT_ONCE is how many single items are asked for at a time. */
const AT_ONCE = 6;

/** MOST_LISTED bounds a list that does not end: this many pages beyond one for each item. */
const MOST_LISTED = 1000;

/**
 * readItems looks for data of every hash that the entries name: in the list first, where there is one, then one by one. Data that has another hash, and data
 * that the server does not have, become findings. Throws what fetching throws, and Trouble.
 */
export async function readItems(run: Run, links: Links): Promise<void> {
  const { items } = run.books;
  if (items.count - items.seen <= FEW) run.listDone = true;
  if (!run.listDone) await readList(run, links);
  run.listDone = true;
  let from = 0;
  let batch: Hash[] = [];
  const nextHash = (): Hash | undefined => {
    if (batch.length === 0) ({ hashes: batch, next: from } = items.unseen(from, 1000));
    return batch.shift();
  };
  await workThrough(nextHash, AT_ONCE, (hash) => readItem(run, links, hash));
}

/** One page leads to the next, so they are fetched one after the other, while the workers are at those before. */
async function readList(run: Run, links: Links): Promise<void> {
  const { items } = run.books;
  const unfinished: { at: ItemsRef }[] = [];
  const working = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let next: { at: ItemsRef } | undefined = { at: run.itemsAt };
  const begin = (page: RawPage, here: { at: ItemsRef }): void => {
    unfinished.push(here);
    const finish = (): void => {
      unfinished.splice(unfinished.indexOf(here), 1);
      // After a reload the list is taken up at the first page that is not finished.
      run.itemsAt = (unfinished[0] ?? next ?? here).at;
    };
    const own: Promise<void> = digestList(run, links, page, here.at)
      .then(finish)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => working.delete(own));
    working.add(own);
  };
  try {
    for (let pages = 1; next && errors.length === 0 && items.seen < items.count; pages += 1) {
      const here: { at: ItemsRef } = next;
      const page = await links.pages.itemsPage(here.at, links.signal);
      if (page === 'none') break;
      if (page.remark !== undefined) addRemark(run.remarks, page.remark);
      const isLast = page.next === undefined || pages > items.count + MOST_LISTED;
      next = isLast ? undefined : { at: page.next };
      begin(page, here);
      if (working.size >= 2 * links.workers) await Promise.race(working);
    }
  } finally {
    await Promise.all(working);
  }
  if (errors.length > 0) throw errors[0];
}

async function digestList(run: Run, links: Links, page: RawPage, at: ItemsRef): Promise<void> {
  let fetched: RawPage | undefined = page;
  const fetch = async (): Promise<RawPage> => {
    const again = fetched ?? (await links.pages.itemsPage(at, links.signal));
    fetched = undefined;
    if (again === 'none') throw new Trouble('The server had a list of items before, and now has none.');
    return again;
  };
  const { variant } = run;
  const { answer } = await digest(run, links, fetch, (bytes): ItemsJob => ({
    kind: 'items',
    bytes,
    variant,
  }));
  await note(run, links, answer, 'lists');
}

async function readItem(run: Run, links: Links, hash: Hash): Promise<void> {
  const { variant } = run;
  const page = await links.pages.item(hash, links.signal);
  if (page === 'none')
    return find(run, 'item-missing', hash, `the server says that it has no data of that hash`);
  let fetched: RawPage | undefined = page;
  const fetch = async (): Promise<RawPage> => {
    const again = fetched ?? (await links.pages.item(hash, links.signal));
    fetched = undefined;
    if (again === 'none') throw new Trouble('The server had this item before, and now says it has not.');
    return again;
  };
  const { answer } = await digest(run, links, fetch, (bytes): ItemsJob => ({
    kind: 'items',
    bytes,
    variant,
    expected: hash,
  }));
  await note(run, links, answer, 'sends');
}

async function note(
  run: Run,
  links: Links,
  { hashes, mismatches, unreadable }: Exclude<ItemsAnswer, { outcome: 'refused' }>,
  does: 'lists' | 'sends',
): Promise<void> {
  await run.books.see(hashes);
  free(hashes);
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
  const { items } = run.books;
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
