import { canonicalItemJson } from '../core/canonical-json.ts';
import { dataHash, dataHashesIfAny, itemTextHash } from '../core/data-hash.ts';
import { type Hash, hashFromBytes } from '../core/hash.ts';
import { leafRulesFor } from '../core/leaf-rules.ts';
import { subtreeHash } from '../core/merkle-log.ts';
import type { Checkpoint, Entry, Item, Variant, LeafRuleId } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { EntryRange } from '../core/verdict.ts';
import { type AuditFinding, MOST_FINDINGS } from '../verify/audit-result.ts';
import type { SavedLog } from './audit-store.ts';
import { type ExportRequest, exported, type ExportPiece } from './export.ts';
import { leafOf, LeafTrees, type RootOfRule } from './leaf-trees.ts';
import { LogCopy } from './log-copy.ts';
import type { PageDecoder } from './log-pages.ts';
import { type QuestionName, QUESTIONS } from './questions.ts';

/** OpenLog describes the log to hold. */
interface OpenLog {
  readonly variant: Variant;
  /** The only rule to try; by default all of the variant. */
  readonly leafRule?: LeafRuleId | undefined;
  /** Whether entries and data are kept for questions; else only the key of each entry. */
  readonly keepsData: boolean;
  /** A saved log without data, to go on from. */
  readonly saved?: SavedLog | undefined;
}

/** Refusal is why there is no data for a hash: it was wrong, unhashable, or absent. */
type Refusal =
  | { readonly computed: Hash; readonly sent: string }
  | { readonly unhashable: string }
  | 'absent';

/** LogProgress is the progress of reading a log. */
export interface LogProgress {
  readonly size: number;
  /** How many different items or blobs the entries name, and how many were seen. */
  readonly named: number;
  readonly seen: number;
}

/**
 * AddResult is the progress after a page was added and the number of its members, or
 * why the page was refused.
 */
export type AddResult =
  | (LogProgress & { readonly ok: true; readonly listed: number })
  | {
      readonly ok: false;
      readonly problem: string;
      /** The page is valid, but its entries are not consecutive. */
      readonly outOfOrder?: true;
    };

/** Findings are the faults of a log: their number and the first MOST_FINDINGS, mismatches first. */
export interface Findings {
  readonly list: readonly AuditFinding[];
  readonly count: number;
}

/** SENT_AT_MOST is the most characters of wrong data that a finding keeps. */
const SENT_AT_MOST = 4000;

/**
 * LogHost holds one log in a worker. Its methods are called from another thread, so what they take and
 * return can be cloned.
 */
export class LogHost {
  readonly #decoder: PageDecoder;
  #log = new LogCopy('item');
  #trees = new LeafTrees([]);
  readonly #refused = new Map<Hash, Refusal>();
  #pieces: Iterator<ExportPiece> | undefined;

  constructor(decoder: PageDecoder) {
    this.#decoder = decoder;
  }

  /**
   * open begins a log or restores a saved one. Returns false if the saved one is
   * damaged; nothing is held then.
   */
  open({ variant, leafRule: only, keepsData, saved }: OpenLog): LogProgress | false {
    const rules = only === undefined ? leafRulesFor(variant).map(({ id }) => id) : [only];
    try {
      this.#trees = new LeafTrees(rules, { saved: saved?.tree });
      this.#log = new LogCopy(variant, keepsData);
      if (saved !== undefined) this.#log.restoreTrails(saved.trails);
      if (this.#trees.size() !== this.#log.size)
        throw new RangeError('the tree has other entries than the saved log');
      return this.progress();
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  /** progress returns the progress of the log. */
  progress(): LogProgress {
    const { size, named, seen } = this.#log;
    return { size, named, seen };
  }

  /** begin clears the record of missing or wrong data, so that it is requested again. */
  begin(): LogProgress {
    this.#refused.clear();
    return this.progress();
  }

  /**
   * entries adds a page of consecutive entries, or a list of them, without those that are held
   * already or lie beyond `upTo`.
   */
  entries(page: Uint8Array | readonly Entry[], upTo: number): AddResult {
    let listed = 0;
    let due: number | undefined;
    let problem: string | undefined;
    const take = (entry: Entry): void => {
      const { entryNumber } = entry;
      const { size } = this.#log;
      listed += 1;
      due ??= Math.min(entryNumber, size + 1);
      if (entryNumber !== due)
        problem ??= `The list of entries has entry ${entryNumber} where entry ${due} belongs.`;
      due += 1;
      if (problem !== undefined || entryNumber <= size || entryNumber > upTo) return;
      this.#trees.append(entry);
      this.#log.append(entry);
    };
    if (page instanceof Uint8Array) {
      // Add each entry as it is decoded: a whole page would outlive the young generation.
      const wrong = this.#decoder.eachEntry(this.#log.variant, page, take, this.#log.keepsData);
      if (wrong) return { ok: false, problem: wrong.problem };
    } else for (const entry of page) take(entry);
    return problem === undefined ? this.#added(listed) : { ok: false, problem, outOfOrder: true };
  }

  /** items adds a page of the item or blob list, or with `name` the answer to a request for one. */
  items(bytes: Uint8Array, name?: Hash): AddResult {
    const { variant, keepsData } = this.#log;
    if (name !== undefined) {
      const one = this.#decoder.item(variant, bytes, name);
      if (!one.ok) return one;
      this.#offer(name, one.value);
      return this.#added(1);
    }
    let listed = 0;
    const take = ({ hash, item }: { readonly hash: Hash; readonly item: Item | string }): void => {
      listed += 1;
      this.#offer(hash, item);
    };
    const wrong = this.#decoder.eachItem(variant, bytes, take, keepsData);
    return wrong ? { ok: false, problem: wrong.problem } : this.#added(listed);
  }

  /**
   * records adds the data of a page of records, which is listed without hashes: any data
   * whose hash an entry names.
   */
  records(bytes: Uint8Array): AddResult {
    const { variant } = this.#log;
    const page = this.#decoder.records(variant, bytes);
    if (!page.ok) return page;
    for (const item of page.value)
      for (const hash of dataHashesIfAny(variant, item)) this.#log.keep(hash, item);
    return this.#added(page.value.length);
  }

  /** missing lists the first hashes that entries name and for which nothing was received. */
  missing(most: number): readonly Hash[] {
    const found: Hash[] = [];
    for (const [hash] of this.#log.missing()) {
      if (found.length === most) break;
      if (!this.#refused.has(hash)) found.push(hash);
    }
    return found;
  }

  /** noteAbsent records that the server has no data of a hash. */
  noteAbsent(hash: Hash): void {
    this.#refused.set(hash, 'absent');
  }

  /**
   * rootFor is the root of all entries under the rule that gives the root of the head, or under the only
   * rule there is; undefined if there is neither.
   */
  rootFor(head: Checkpoint): RootOfRule | undefined {
    const { size } = this.#log;
    if (head.logSize !== size)
      throw new RangeError(`a log of ${size} entries compared with a head of ${head.logSize}`);
    return this.#trees.rootFor(head);
  }

  /** settle drops all leaf rules except the register's. */
  settle(id: LeafRuleId): void {
    this.#trees.settle(id);
  }

  /** findings lists data that is wrong or missing, and an entry that no rule can write. */
  findings(): Findings {
    const { unwritable } = this.#trees;
    const first = unwritable === undefined ? [] : [unwritable];
    const wrong: AuditFinding[] = [];
    const open: AuditFinding[] = [];
    let count = first.length;
    for (const [hash, entries] of this.#log.missing()) {
      count += 1;
      const refusal = this.#refused.get(hash) ?? 'absent';
      const list = typeof refusal === 'object' && 'computed' in refusal ? wrong : open;
      if (list.length < MOST_FINDINGS) list.push(findingOf(this.#log.variant, hash, entries, refusal));
    }
    return { list: [...first, ...wrong, ...open].slice(0, MOST_FINDINGS), count };
  }

  /** readAgain begins the log anew under its leaf rule, and keeps the whole tree of its entries. */
  readAgain(): LogProgress {
    this.#trees = new LeafTrees([this.#trees.only().leafRule], { keepsWhole: true });
    this.#log = new LogCopy(this.#log.variant, false);
    return this.progress();
  }

  /** subtree is the hash of a node of that tree. */
  subtree(range: EntryRange): Hash {
    return subtreeHash(this.#trees.whole(), range);
  }

  /** entry returns an entry in a page if it is the one in that tree; else undefined. */
  entry(bytes: Uint8Array, entryNumber: number): Entry | undefined {
    const { leafRule } = this.#trees.only();
    const computed = hashFromBytes(this.#trees.whole().node(0, entryNumber - 1));
    let found: Entry | undefined;
    const take = (entry: Entry): void => {
      if (entry.entryNumber !== entryNumber) return;
      const leaf = leafOf(entry, leafRule);
      if (typeof leaf !== 'string' && hashFromBytes(leaf) === computed) found = entry;
    };
    this.#decoder.eachEntry(this.#log.variant, bytes, take, this.#log.keepsData);
    return found;
  }

  /** save returns a log without data that was read whole in a form to store, to go on when it has grown. */
  save(): SavedLog {
    const { leafRule, tree } = this.#trees.only();
    return { leafRule, tree: tree.toJSON(), trails: this.#log.saveTrails() };
  }

  /** answer answers one of QUESTIONS. Throws RangeError for a size that the copy has not reached. */
  answer(name: QuestionName, question: unknown): unknown {
    const ask = QUESTIONS[name] as (log: LogCopy, question: unknown) => unknown;
    return ask(reached(this.#log, question), question);
  }

  /** beginExport begins to write a file in place of any other. */
  beginExport(request: ExportRequest): void {
    this.#pieces = exported(reached(this.#log, request), request)[Symbol.iterator]();
  }

  /**
   * nextPiece returns the next piece of the file; undefined after the last one. Not every
   * browser can transfer a stream.
   */
  nextPiece(): ExportPiece | undefined {
    return this.#pieces?.next().value as ExportPiece | undefined;
  }

  #added(listed: number): AddResult {
    return { ok: true, ...this.progress(), listed };
  }

  /** Keeps data that has its listed hash, and records why other data is refused. */
  #offer(name: Hash, item: Item | string): void {
    if (!this.#log.wants(name)) return;
    const refusal = refusalOf(this.#log.variant, name, item);
    if (refusal === undefined) {
      this.#log.keep(name, item);
      // In Chromium looking a hash up in a Map takes longer than hashing the data.
      if (this.#refused.size > 0) this.#refused.delete(name);
    } else this.#refused.set(name, refusal);
  }
}

/** refusalOf hashes data and returns why it does not belong to its name; undefined if it does. */
function refusalOf(variant: Variant, name: Hash, item: Item | string): Refusal | undefined {
  try {
    const computed = typeof item === 'string' ? itemTextHash(item) : dataHash(variant, item, name);
    if (computed === name) return undefined;
    const sent = typeof item === 'string' ? item : canonicalItemJson(item);
    const isLong = sent.length > SENT_AT_MOST;
    return {
      computed,
      sent: isLong ? `${sent.slice(0, SENT_AT_MOST).replace(/[\uD800-\uDBFF]$/, '')} …` : sent,
    };
  } catch (error) {
    if (!(error instanceof UnhashableError)) throw error;
    return { unhashable: error.message };
  }
}

function findingOf(
  variant: Variant,
  itemHash: Hash,
  entries: readonly number[],
  refusal: Refusal,
): AuditFinding {
  const data = `The ${variant} of ${entries.length === 1 ? 'entry' : 'entries'} ${entries.slice(0, 3).join(', ')}`;
  if (refusal === 'absent')
    return {
      kind: 'item-missing',
      itemHash,
      entries,
      text: `${data} could not be checked: it was not sent.`,
    };
  if ('unhashable' in refusal) {
    const text = `${data} could not be checked: ${refusal.unhashable}.`;
    return { kind: 'unreadable', itemHash, entries, text };
  }
  const text = `${data} does not match its hash.`;
  return { kind: 'item', itemHash, entries, expected: itemHash, ...refusal, text };
}

/** reached refuses questions about a size that the copy has not reached, and any if it keeps no data. */
function reached(log: LogCopy, question: unknown): LogCopy {
  if (!log.keepsData) throw new Error('a log without its data answers no questions');
  const sizes =
    typeof question === 'object' && question !== null ? (question as Readonly<Record<string, unknown>>) : {};
  for (const size of [sizes['at'], sizes['to']])
    if (typeof size === 'number' && size > log.size)
      throw new RangeError(`The copy of this register has ${log.size} entries, not yet ${size}.`);
  return log;
}
