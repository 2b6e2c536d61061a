import type { Entry } from '../core/model.ts';
import type { EntryRange } from '../core/verdict.ts';
import type { RawPage } from './audit-types.ts';
import { addRemark } from './findings.ts';
import type { EntriesDigest, EntriesJob, EntryJob } from './jobs.ts';
import { CannotGoOn, digest, type Links, PendingError, type Run, workThrough } from './run.ts';

/** MOST_AT_ONCE is how many entries are asked for in one page: the most that servers are known to give. */
const MOST_AT_ONCE = 5000;

/** REQUESTS_AT_ONCE is how many pages are under way: as many as browsers and the transport let through to one server, less one for the list of items. */
const REQUESTS_AT_ONCE = 5;

/** PAGES_AHEAD bounds how many pages may wait for one before them. */
const PAGES_AHEAD = 12;

/**
 * readEntries reads the entries after those already in the tree, to the end of the log, several pages at a time, and enters them in order. The first
 * page tells how long pages are; one that turns out shorter leaves a gap, which is asked for like any other. Throws CannotGoOn, PendingError, and what fetching throws.
 */
export async function readEntries(run: Run, links: Links): Promise<void> {
  const { logSize } = run.head;
  const ready = new Map<number, EntriesDigest>();
  const gaps: EntryRange[] = [];
  let next = run.tree.size + 1;
  let pageLength: number | undefined;
  let asked = false;

  const nextRange = (): EntryRange | undefined => {
    const gap = gaps.shift();
    if (gap || next > logSize) return gap;
    if (pageLength === undefined) {
      if (asked) return undefined;
      asked = true;
      return { first: next, last: logSize };
    }
    if (next > run.tree.size + pageLength * PAGES_AHEAD) return undefined;
    const first = next;
    next = Math.min(first + pageLength, logSize + 1);
    return { first, last: next - 1 };
  };
  let entering = false;
  const enterReady = async (): Promise<void> => {
    if (entering) return;
    entering = true;
    try {
      for (let page = ready.get(run.tree.size + 1); page; page = ready.get(run.tree.size + 1)) {
        ready.delete(page.from);
        await enter(run, links, page);
      }
    } finally {
      entering = false;
    }
  };
  await workThrough(nextRange, REQUESTS_AT_ONCE, async (range) => {
    const page = await entriesOf(run, links, range, false);
    links.signal.throwIfAborted();
    if (pageLength === undefined) {
      pageLength = page.count;
      next = range.first + page.count;
    } else if (page.count < range.last - range.first + 1) {
      gaps.push({ first: range.first + page.count, last: range.last });
    }
    ready.set(range.first, page);
    await enterReady();
  });
}

/** entriesOf reads a page that begins with the first entry of a range, and digests as many of the range as it holds. */
export async function entriesOf(
  run: Run,
  links: Links,
  { first, last }: EntryRange,
  wantLeaves: boolean,
): Promise<EntriesDigest> {
  const { leafRule, variant } = run;
  if (leafRule === undefined) throw new Error('the leaf rule is not known');
  const count = Math.min(MOST_AT_ONCE, last - first + 1);
  const ask = (fetch: () => Promise<RawPage>) =>
    digest(run, links, fetch, (bytes): EntriesJob => ({
      kind: 'entries',
      bytes,
      variant,
      leafRule,
      from: first,
      to: last,
      wantLeaves,
    }));
  const { pages, signal } = links;
  let { answer, address } = await ask(() => pages.entriesPage(first, count, signal));
  const { outcome } = answer;
  const beginsTooLate = outcome === 'elsewhere' && answer.first !== undefined && answer.first > first;
  if (outcome === 'misnumbered' || beginsTooLate) {
    const remarked = (remark: string): void => addRemark(run.remarks, remark);
    ({ answer, address } = await ask(() => pages.entriesInOrder(first, count, signal, remarked)));
  }
  switch (answer.outcome) {
    case 'entries':
      return answer;
    case 'elsewhere':
      throw new PendingError(elsewhere(first, answer), address);
    case 'misnumbered':
      throw new PendingError(
        `The list of entries has entry ${answer.found} where entry ${answer.due} belongs.`,
        address,
      );
    case 'unreadable':
      throw new CannotGoOn({
        kind: 'unreadable',
        entryNumber: answer.entryNumber,
        text: `Entry ${answer.entryNumber} cannot be written as bytes to hash: ${answer.reason}.`,
      });
  }
}

/** entryOf reads one entry; undefined if what was sent does not hold it. */
export async function entryOf(run: Run, links: Links, entryNumber: number): Promise<Entry | undefined> {
  const { variant } = run;
  const { answer } = await digest(
    run,
    links,
    () => links.pages.entriesPage(entryNumber, 1, links.signal),
    (bytes): EntryJob => ({ kind: 'entry', bytes, variant, entryNumber }),
  );
  return answer.outcome === 'entry' ? answer.entry : undefined;
}

/** The index comes first, as it may pause between: tree and notes then change at once, and a run saved at any moment is whole. */
async function enter(run: Run, links: Links, page: EntriesDigest): Promise<void> {
  await run.index.enter(page);
  for (const subtree of page.subtrees) run.tree.appendSubtree(subtree);
  links.entered(page);
  links.changed();
}

function elsewhere(
  asked: number,
  { first, last }: { readonly first?: number; readonly last?: number },
): string {
  const answered =
    first === undefined ? 'no entries' : first === last ? `entry ${first}` : `entries ${first} to ${last}`;
  return `Asked for the entries from ${asked} on, the server sent ${answered}. Its list may be older than its root: try again later.`;
}
