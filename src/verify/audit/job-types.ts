import type { Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, Entry, Item, Variant } from '../../core/model.ts';
import type { AuditHasher } from './audit-types.ts';

/** Decoded is what the ordinary decoders made of a body, or why they refuse it. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** ListedItem is an item with the hash under which the server sent it. */
export interface ListedItem {
  readonly hash: Hash;
  readonly item: Item;
}

/** PageDecoder is the ordinary way to read a page, for whatever is not of the form that the scanners know. */
export interface PageDecoder {
  entries(variant: Variant, bytes: Uint8Array): Decoded<readonly Entry[]>;
  items(variant: Variant, bytes: Uint8Array): Decoded<readonly ListedItem[]>;
  item(variant: Variant, bytes: Uint8Array, hash: Hash): Decoded<Item>;
}

/** EntriesJob asks for what the entries from..to of a page come to; 1 <= from <= to. */
export interface EntriesJob {
  readonly kind: 'entries';
  readonly bytes: Uint8Array;
  readonly variant: Variant;
  readonly leafRule: LeafRuleId;
  readonly from: number;
  readonly to: number;
  /** Whether each leaf hash is wanted, too. */
  readonly wantLeaves?: boolean;
}

/** EntriesDigest is what the entries from..from+count-1 came to, all of it in buffers that are moved, not copied, between threads. */
export interface EntriesDigest {
  readonly outcome: 'entries';
  readonly from: number;
  /** At least 1. */
  readonly count: number;
  /** The perfect subtrees of alignedSizes(from - 1, count), 32 bytes each. */
  readonly subtrees: Uint8Array;
  /** The leaf hashes where they were wanted, 32 bytes each. */
  readonly leaves?: Uint8Array;
  /** The hashes that the entries name, 32 bytes each, and how many there are up to the end of each entry. */
  readonly hashes: Uint8Array;
  readonly hashEnds: Uint32Array;
  /** The keys as UTF-8, one behind the other, and where each ends. */
  readonly keys: Uint8Array;
  readonly keyEnds: Uint32Array;
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
  /** A page that is not what the API document describes. */
  | { readonly outcome: 'refused'; readonly problem: string };

/** ItemsJob asks whether the data of a page has the hashes under which it is listed, or with `expected`, whether one item has that hash. */
export interface ItemsJob {
  readonly kind: 'items';
  readonly bytes: Uint8Array;
  readonly variant: Variant;
  readonly expected?: Hash;
}

/** ItemMismatch is data that hashes to something else than what it is listed under. */
export interface ItemMismatch {
  readonly listed: Hash;
  readonly computed: Hash;
  /** What came, as canonical JSON; missing where it came in a form that cannot be told again. */
  readonly sent?: string;
}

/** ItemsAnswer is what the data came to. */
export type ItemsAnswer =
  | {
      readonly outcome: 'items';
      /** The hashes that data was found to have, as listed: 32 bytes each. */
      readonly hashes: Uint8Array;
      readonly mismatches: readonly ItemMismatch[];
      readonly unreadable: readonly { readonly listed: Hash; readonly reason: string }[];
    }
  | { readonly outcome: 'refused'; readonly problem: string };

/** RuleJob asks by which leaf rule an entry of the page leads to the root. */
export interface RuleJob {
  readonly kind: 'rule';
  readonly bytes: Uint8Array;
  readonly variant: Variant;
  readonly entryNumber: number;
  readonly auditPath: readonly Hash[];
  readonly head: Checkpoint;
}

/** RuleAnswer names the rule; undefined where none leads to the root. */
export type RuleAnswer =
  | { readonly outcome: 'rule'; readonly leafRule: LeafRuleId | undefined }
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'refused'; readonly problem: string };

/** LeafJob asks for one entry of the page and the bytes of its leaf. */
export interface LeafJob {
  readonly kind: 'leaf';
  readonly bytes: Uint8Array;
  readonly variant: Variant;
  readonly leafRule: LeafRuleId;
  readonly entryNumber: number;
}

/** LeafAnswer is the entry with what is hashed of it. */
export type LeafAnswer =
  | {
      readonly outcome: 'leaf';
      readonly entry: Entry;
      readonly leafBytes: Uint8Array;
      readonly leafHash: Hash;
    }
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'refused'; readonly problem: string };

/** Jobs is what a worker of the audit does: plain data and buffers in, plain data and buffers out. */
export interface Jobs {
  entries(job: EntriesJob): EntriesAnswer;
  items(job: ItemsJob): ItemsAnswer;
  rule(job: RuleJob): RuleAnswer;
  leaf(job: LeafJob): LeafAnswer;
}

/** Job is any of them. */
export type Job = EntriesJob | ItemsJob | RuleJob | LeafJob;

/** AnswerTo is the answer to a kind of job. */
export type AnswerTo<J extends Job> = ReturnType<Jobs[J['kind']]>;

/** Hello is the first message of a worker: it is ready, and computes by this hasher. */
export interface Hello {
  readonly hello: AuditHasher;
}
