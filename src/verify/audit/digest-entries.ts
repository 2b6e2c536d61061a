import type { BulkHasher } from './bulk-hasher.ts';
import type { EntriesAnswer, EntriesJob, PageDecoder } from './job-types.ts';
import { decodedPage, type ReadPage, scannedPage } from './read-page.ts';
import { type EntryColumns, scanEntries } from './scan-entries.ts';
import type { SubtreeFold } from './subtree-fold.ts';

/** DigestTools is what pages are digested with. */
export interface DigestTools {
  readonly hasher: BulkHasher;
  readonly fold: SubtreeFold;
  readonly decoder: PageDecoder;
  readonly columns: EntryColumns;
}

/**
 * digestEntries reads a page and hashes the entries that were asked for, as many of them as it holds from `from` on. The page may begin earlier and end
 * later, as from a server that ignores `start` or `limit`; its numbers must follow each other throughout.
 */
export function digestEntries(
  job: EntriesJob,
  { hasher, fold, decoder, columns }: DigestTools,
): EntriesAnswer {
  const { bytes, variant, leafRule, from, to, wantLeaves = false } = job;
  let page: ReadPage;
  const scanned = scanEntries(bytes, variant, columns);
  if (scanned) page = scannedPage(scanned, leafRule, hasher);
  else {
    const decoded = decoder.entries(variant, bytes);
    if (!decoded.ok) return { outcome: 'refused', problem: decoded.problem };
    page = decodedPage(decoded.value, leafRule, hasher);
  }
  if (page.count === 0) return { outcome: 'elsewhere' };
  const first = page.numberOf(0);
  for (let index = 1; index < page.count; index += 1) {
    const found = page.numberOf(index);
    if (found !== first + index) return { outcome: 'misnumbered', found, due: first + index };
  }
  const last = first + page.count - 1;
  if (first > from || last < from) return { outcome: 'elsewhere', first, last };
  const start = from - first;
  const count = Math.min(last, to) - from + 1;
  fold.begin(from - 1, count);
  for (let index = 0; index < count; index += 1) {
    const reason = page.hashLeaf(start + index, fold.leaves, fold.placeOf(index));
    if (reason !== undefined) return { outcome: 'unreadable', entryNumber: from + index, reason };
  }
  const hashes = page.hashes(start, start + count);
  const keys = page.keys(start, start + count);
  return {
    outcome: 'entries',
    from,
    count,
    subtrees: fold.fold(),
    ...(wantLeaves && { leaves: fold.leafHashes() }),
    hashes: hashes.bytes,
    hashEnds: hashes.ends,
    keys: keys.bytes,
    keyEnds: keys.ends,
  };
}
