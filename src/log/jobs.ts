import { canonicalItemJson } from '../core/canonical-json.ts';
import { dataHash, dataHashesIfAny } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import { hashFromBytes } from '../core/hash-bytes.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { type LeafRule, leafRule as ruleOf } from '../core/leaf-rules.ts';
import type { Entry, Item, Variant } from '../core/model.ts';
import { assertWellFormed, UnhashableError } from '../core/utf8.ts';
import { GrowingBytes } from './byte-table.ts';
import { foldLeaf, type Subtree } from './log-tree.ts';

/** Decoded is what a body holds, or in words why it is not what the API document describes. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** ListedItem is an item with the hash under which the server sent it. */
export interface ListedItem {
  readonly hash: Hash;
  readonly item: Item;
}

/** PageDecoder reads the bodies of a register's answers. */
export interface PageDecoder {
  /** Hands over one entry of a page after another; or returns why it refuses the page, of which some may then have been handed over. */
  eachEntry(
    variant: Variant,
    bytes: Uint8Array,
    take: (entry: Entry) => void,
  ): { readonly problem: string } | undefined;
  /** The same for a page of the item or blob list. */
  eachItem(
    variant: Variant,
    bytes: Uint8Array,
    take: (item: ListedItem) => void,
  ): { readonly problem: string } | undefined;
  item(variant: Variant, bytes: Uint8Array, hash: Hash): Decoded<Item>;
  /** The data of a page of records. */
  records(variant: Variant, bytes: Uint8Array): Decoded<readonly Item[]>;
}

interface JobBase {
  readonly bytes: Uint8Array;
  readonly variant: Variant;
}

/** EntriesJob asks for what the entries from..to of a page come to; 1 <= from <= to. */
export interface EntriesJob extends JobBase {
  readonly kind: 'entries';
  readonly leafRule: LeafRuleId;
  readonly from: number;
  readonly to: number;
  /** Whether each leaf hash is wanted, too. */
  readonly wantLeaves?: boolean;
}

/** EntriesDigest is what the entries from..from+count-1 came to. */
export interface EntriesDigest {
  readonly outcome: 'entries';
  readonly from: number;
  /** At least 1. */
  readonly count: number;
  /** The perfect subtrees that they make, in order. */
  readonly subtrees: readonly Subtree[];
  readonly leaves?: readonly Hash[];
  /** The hashes that the entries name, 32 bytes each, and how many there are up to the end of each entry. */
  readonly hashes: Uint8Array;
  readonly hashEnds: Uint32Array;
  /** The UTF-8 of the keys, one behind the other, and where each ends. */
  readonly keys: Uint8Array;
  readonly keyEnds: Uint32Array;
}

/** Refused is a page that is not what the API document describes. */
interface Refused {
  readonly outcome: 'refused';
  readonly problem: string;
}

/** EntriesAnswer is the digest, or what stands against it. */
export type EntriesAnswer =
  | EntriesDigest
  /** The page holds nothing of what was asked for: none at all, or only from `first` to `last`. */
  | { readonly outcome: 'elsewhere'; readonly first?: number; readonly last?: number }
  /** Within the page, `found` stands where `due` should follow. */
  | { readonly outcome: 'misnumbered'; readonly found: number; readonly due: number }
  /** An entry that has no leaf bytes. */
  | { readonly outcome: 'unreadable'; readonly entryNumber: number; readonly reason: string }
  | Refused;

/** ItemsJob asks whether the data of a page has the hashes under which it is listed, or with `expected`, whether one item has that hash. */
export interface ItemsJob extends JobBase {
  readonly kind: 'items';
  readonly expected?: Hash;
}

/** RecordsJob asks for the hashes of the data of records, which come without any. */
export interface RecordsJob extends JobBase {
  readonly kind: 'records';
}

/** ItemMismatch is data that hashes to something else than what it is listed under. */
export interface ItemMismatch {
  readonly listed: Hash;
  readonly computed: Hash;
  /** What came, as canonical JSON: of the first few of a page. */
  readonly sent?: string;
}

/** ItemsAnswer is what the data came to. */
export type ItemsAnswer =
  | {
      readonly outcome: 'items';
      /** How many members the page has. */
      readonly listed: number;
      /** The hashes that data was found to have, 32 bytes each. */
      readonly hashes: Uint8Array;
      readonly mismatches: readonly ItemMismatch[];
      readonly unreadable: readonly { readonly listed: Hash; readonly reason: string }[];
    }
  | Refused;

/** EntryJob asks for one entry of the page. */
export interface EntryJob extends JobBase {
  readonly kind: 'entry';
  readonly entryNumber: number;
}

/** EntryAnswer is that entry. */
export type EntryAnswer =
  | { readonly outcome: 'entry'; readonly entry: Entry }
  | { readonly outcome: 'elsewhere' }
  | Refused;

/** Jobs is what a worker does with pages: plain data in, plain data out. */
export interface Jobs {
  entries(job: EntriesJob): EntriesAnswer;
  items(job: ItemsJob): ItemsAnswer;
  records(job: RecordsJob): ItemsAnswer;
  entry(job: EntryJob): EntryAnswer;
}

/** Job is any of them. */
export type Job = EntriesJob | ItemsJob | RecordsJob | EntryJob;

/** AnswerTo is the answer to a kind of job. */
export type AnswerTo<J extends Job> = ReturnType<Jobs[J['kind']]>;

/** MOST_SENT is of how many mismatches of a page the data is sent along. */
const MOST_SENT = 20;

/** createJobs makes what a worker does with pages. It keeps nothing between jobs. */
export function createJobs(decoder: PageDecoder): Jobs {
  return {
    entries: (job) => digestEntries(job, decoder),
    items: (job) => digestItems(job, decoder),
    records: (job) => digestRecords(job, decoder),
    entry: (job) => readEntry(job, decoder),
  };
}

/**
 * digestEntries hashes the entries that were asked for, as many of them as the page holds from `from` on. The page may begin earlier and end later, as from a
 * server that ignores `start` or `limit`; its numbers must follow each other throughout.
 */
function digestEntries(
  { bytes, variant, leafRule, from, to, wantLeaves = false }: EntriesJob,
  decoder: PageDecoder,
): EntriesAnswer {
  const rule = ruleOf(leafRule);
  const subtrees: Subtree[] = [];
  const leaves: Hash[] = [];
  const [hashes, keys] = [new GrowingBytes(), new GrowingBytes()];
  const [hashEnds, keyEnds]: [number[], number[]] = [[], []];
  let first: number | undefined;
  let due = 0;
  let misnumbered: EntriesAnswer | undefined;
  let unreadable: EntriesAnswer | undefined;
  const refused = decoder.eachEntry(variant, bytes, (entry) => {
    const { entryNumber } = entry;
    if (first === undefined) first = due = entryNumber;
    if (entryNumber !== due) misnumbered ??= { outcome: 'misnumbered', found: entryNumber, due };
    due += 1;
    if (misnumbered || unreadable || entryNumber < from || entryNumber > to) return;
    const leaf = leafOf(entry, rule);
    if (typeof leaf === 'string') {
      unreadable = { outcome: 'unreadable', entryNumber, reason: leaf };
      return;
    }
    foldLeaf(subtrees, entryNumber - 1, leaf);
    if (wantLeaves) leaves.push(hashFromBytes(leaf));
    for (const hash of entry.itemHashes) hashes.addHash(hash);
    hashEnds.push(hashes.length / 32);
    // Every leaf rule refuses a key that has no UTF-8.
    keys.addText(entry.key);
    keyEnds.push(keys.length);
  });
  if (refused) return { outcome: 'refused', problem: refused.problem };
  if (first === undefined) return { outcome: 'elsewhere' };
  if (misnumbered) return misnumbered;
  if (first > from || due <= from) return { outcome: 'elsewhere', first, last: due - 1 };
  if (unreadable) return unreadable;
  return {
    outcome: 'entries',
    from,
    count: keyEnds.length,
    subtrees,
    ...(wantLeaves && { leaves }),
    hashes: hashes.toBytes(),
    hashEnds: Uint32Array.from(hashEnds),
    keys: keys.toBytes(),
    keyEnds: Uint32Array.from(keyEnds),
  };
}

/** leafOf is the hash of an entry's leaf by a leaf rule, or in words why it has none. */
export function leafOf(entry: Entry, { id, leafHash }: LeafRule): Uint8Array | string {
  try {
    // A key without bytes is no key, whatever the rule makes of it.
    assertWellFormed(entry.key);
    return leafHash(entry) ?? `the leaf rule ${id} cannot write this entry`;
  } catch (error) {
    if (error instanceof UnhashableError) return error.message;
    throw error;
  }
}

/** digestItems hashes the data of a page of the item or blob list, or of one answer, and compares. */
function digestItems({ bytes, variant, expected }: ItemsJob, decoder: PageDecoder): ItemsAnswer {
  const hashes = new GrowingBytes();
  const mismatches: ItemMismatch[] = [];
  const unreadable: { listed: Hash; reason: string }[] = [];
  const take = ({ hash: listed, item }: ListedItem): void => {
    try {
      const computed = dataHash(variant, item, listed);
      if (computed === listed) hashes.addHash(listed);
      else
        mismatches.push({
          listed,
          computed,
          ...(mismatches.length < MOST_SENT && { sent: canonicalItemJson(item) }),
        });
    } catch (error) {
      if (!(error instanceof UnhashableError)) throw error;
      unreadable.push({ listed, reason: error.message });
    }
  };
  if (expected === undefined) {
    const refused = decoder.eachItem(variant, bytes, take);
    if (refused) return { outcome: 'refused', problem: refused.problem };
  } else {
    const one = decoder.item(variant, bytes, expected);
    if (!one.ok) return { outcome: 'refused', problem: one.problem };
    take({ hash: expected, item: one.value });
  }
  const listed = hashes.length / 32 + mismatches.length + unreadable.length;
  return { outcome: 'items', listed, hashes: hashes.toBytes(), mismatches, unreadable };
}

/** digestRecords hashes the data of records: nothing says which hash it should have, so that nothing of it can be wrong. */
function digestRecords({ bytes, variant }: RecordsJob, decoder: PageDecoder): ItemsAnswer {
  const page = decoder.records(variant, bytes);
  if (!page.ok) return { outcome: 'refused', problem: page.problem };
  const hashes = new GrowingBytes();
  for (const item of page.value) for (const hash of dataHashesIfAny(variant, item)) hashes.addHash(hash);
  const answer = { listed: page.value.length, hashes: hashes.toBytes(), mismatches: [], unreadable: [] };
  return { outcome: 'items', ...answer };
}

/** readEntry looks for an entry in a page. */
function readEntry({ variant, bytes, entryNumber }: EntryJob, decoder: PageDecoder): EntryAnswer {
  let entry: Entry | undefined;
  const refused = decoder.eachEntry(variant, bytes, (one) => {
    if (one.entryNumber === entryNumber) entry ??= one;
  });
  if (refused) return { outcome: 'refused', problem: refused.problem };
  return entry === undefined ? { outcome: 'elsewhere' } : { outcome: 'entry', entry };
}
