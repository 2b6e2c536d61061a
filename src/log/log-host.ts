import { canonicalItemJson, parseCanonicalItem } from '../core/canonical-json.ts';
import { CompactRange } from '../core/compact-range.ts';
import { dataHash, dataHashesIfAny, itemTextHash } from '../core/data-hash.ts';
import { type Hash, hashFromBytes } from '../core/hash.ts';
import { leafRule, leafRulesFor } from '../core/leaf-rules.ts';
import { MerkleLog, rootAt, subtreeHash } from '../core/merkle-log.ts';
import type { Checkpoint, Entry, Item, Variant, LeafRuleId } from '../core/model.ts';
import { assertWellFormed, UnhashableError } from '../core/utf8.ts';
import type { EntryRange } from '../core/verdict.ts';
import { type AuditFinding, MOST_FINDINGS } from '../verify/audit-result.ts';
import type { SavedLog } from './audit-store.ts';
import { type ExportRequest, exported, type ExportPiece } from './export.ts';
import { LogCopy } from './log-copy.ts';
import { LogIndex } from './log-index.ts';
import type { PageDecoder } from './log-pages.ts';
import { type QuestionName, QUESTIONS } from './questions.ts';

/** OpenLog describes the log to hold. */
interface OpenLog {
  readonly variant: Variant;
  /** The only rule to try; by default all of the variant. */
  readonly leafRule?: LeafRuleId | undefined;
  /**
   * 'all' keeps entries and data for questions; 'index' only which data was seen, and
   * each key's newest entry.
   */
  readonly keeps: 'all' | 'index';
  readonly expected?: number;
  /** A saved index. */
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

/** MOST_NAMED is the most entries that a finding lists for an item. */
const MOST_NAMED = 20;

/** SENT_AT_MOST is the most characters of wrong data that a finding keeps. */
const SENT_AT_MOST = 4000;

/** MOST_REFUSED is the most refused data to record: perhaps no entry names it. */
const MOST_REFUSED = 10_000;

export type LogHost = ReturnType<typeof createLogHost>;

/**
 * createLogHost holds one log in a worker. Its methods are called from another thread, so what they take and
 * return can be cloned. Calls before `open` throw.
 */
export function createLogHost(decoder: PageDecoder) {
  let log: LogCopy | LogIndex = new LogIndex();
  let variant: Variant = 'item';
  /** The tree under each possible leaf rule: a MerkleLog while a fault is located. */
  let trees = new Map<LeafRuleId, CompactRange | MerkleLog>();
  const refused = new Map<Hash, Refusal>();
  let pieces: Iterator<ExportPiece> | undefined;
  let unwritable: AuditFinding | undefined;

  const isCopy = (): boolean => log instanceof LogCopy;
  const progress = (): LogProgress => ({ size: log.size, named: log.named, seen: log.seen });
  const added = (listed: number): AddResult => ({ ok: true, ...progress(), listed });
  const append = (entry: Entry): void => {
    for (const [id, tree] of trees) {
      const leaf = leafOf(entry, id);
      if (typeof leaf !== 'string') {
        tree.append(leaf);
        continue;
      }
      // A rule that cannot write an entry is not the register's.
      trees.delete(id);
      const { entryNumber } = entry;
      const text = `Entry ${entryNumber} cannot be written as bytes to hash: ${leaf}.`;
      if (trees.size === 0) unwritable = { kind: 'unreadable', entryNumber, text };
    }
    log.append(entry);
  };
  /** offer keeps data that has its listed hash, and records why other data is refused. */
  const offer = (name: Hash, item: Item | string): void => {
    if (!log.wants(name)) return;
    const refusal = hashed(variant, name, item);
    if (refusal === undefined) {
      if (log instanceof LogIndex) log.keep(name);
      else log.keep(name, typeof item === 'string' ? parseCanonicalItem(item) : item);
      refused.delete(name);
    } else if (refused.size < MOST_REFUSED || log.names(name)) refused.set(name, refusal);
  };
  return {
    /**
     * open begins a log or restores a saved one. Returns false if the saved one is
     * damaged; nothing is held then.
     */
    open(options: OpenLog): LogProgress | false {
      ({ variant } = options);
      const rules = options.leafRule === undefined ? leafRulesFor(variant) : [leafRule(options.leafRule)];
      const { saved, keeps, expected = 0 } = options;
      try {
        const tree = (): CompactRange =>
          saved === undefined ? new CompactRange() : CompactRange.from(saved.tree);
        trees = new Map(rules.map(({ id }) => [id, tree()]));
        unwritable = undefined;
        log = keeps === 'all' ? new LogCopy(variant) : new LogIndex(expected, saved?.index);
        if ([...trees.values()].some(({ size }) => size !== log.size))
          throw new RangeError('the tree has other entries than the index');
        return progress();
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    },
    /** progress returns the progress of the log. */
    progress,
    /** begin clears the record of missing or wrong data, so that it is requested again. */
    begin(): LogProgress {
      refused.clear();
      return progress();
    },
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
        listed += 1;
        due ??= Math.min(entryNumber, log.size + 1);
        if (entryNumber !== due)
          problem ??= `The list of entries has entry ${entryNumber} where entry ${due} belongs.`;
        due += 1;
        if (problem === undefined && entryNumber > log.size && entryNumber <= upTo) append(entry);
      };
      if (page instanceof Uint8Array) {
        // Add each entry as it is decoded: a whole page would outlive the young generation.
        const wrong = decoder.eachEntry(variant, page, take, isCopy());
        if (wrong) return { ok: false, problem: wrong.problem };
      } else for (const entry of page) take(entry);
      return problem === undefined ? added(listed) : { ok: false, problem, outOfOrder: true };
    },
    /** items adds a page of the item or blob list, or with `name` the answer to a request for one. */
    items(bytes: Uint8Array, name?: Hash): AddResult {
      if (name !== undefined) {
        const one = decoder.item(variant, bytes, name);
        if (!one.ok) return one;
        offer(name, one.value);
        return added(1);
      }
      let listed = 0;
      const wrong = decoder.eachItem(
        variant,
        bytes,
        ({ hash, item }) => {
          listed += 1;
          offer(hash, item);
        },
        isCopy(),
      );
      return wrong ? { ok: false, problem: wrong.problem } : added(listed);
    },
    /**
     * records adds the data of a page of records, which is listed without hashes: any data
     * whose hash an entry names.
     */
    records(bytes: Uint8Array): AddResult {
      const page = decoder.records(variant, bytes);
      if (!page.ok) return page;
      for (const item of page.value)
        for (const hash of dataHashesIfAny(variant, item)) if (log.names(hash)) log.keep(hash, item);
      return added(page.value.length);
    },
    /** missing lists the first hashes that entries name and for which nothing was received. */
    missing(most: number): readonly Hash[] {
      const found: Hash[] = [];
      for (const hash of log.missing()) {
        if (found.length === most) break;
        if (!refused.has(hash)) found.push(hash);
      }
      return found;
    },
    /** noteAbsent records that the server has no data of a hash. */
    noteAbsent(hash: Hash): void {
      refused.set(hash, 'absent');
    },
    /**
     * rootFor is the root of all entries under the rule that gives the root of the head, or under the only
     * rule there is; undefined if there is neither.
     */
    rootFor({
      logSize,
      rootHash,
    }: Checkpoint): { readonly root: Hash; readonly leafRule?: LeafRuleId } | undefined {
      if (logSize !== log.size)
        throw new RangeError(`a log of ${log.size} entries compared with a head of ${logSize}`);
      const roots = [...trees].map(([leafRule, tree]) => ({ leafRule, root: rootOf(tree) }));
      // Every rule gives the root of an empty log.
      if (logSize === 0 && roots[0] !== undefined) return { root: roots[0].root };
      const found =
        roots.find(({ root }) => root === rootHash) ?? (roots.length === 1 ? roots[0] : undefined);
      if (found !== undefined) settle(found.leafRule);
      return found;
    },
    /** settle drops all leaf rules except the register's. */
    settle,
    /** findings lists data that is wrong or missing, and an entry that no rule can write. */
    findings(): Findings {
      const wrong: [Hash, Refusal][] = [];
      const open: [Hash, Refusal][] = [];
      let count = 0;
      for (const hash of log.missing()) {
        count += 1;
        const refusal = refused.get(hash) ?? 'absent';
        const list = typeof refusal === 'object' && 'computed' in refusal ? wrong : open;
        if (list.length < MOST_FINDINGS) list.push([hash, refusal]);
      }
      const list = [...wrong, ...open]
        .slice(0, MOST_FINDINGS)
        .map(([hash, refusal]) => findingOf(variant, hash, log.entriesNaming(hash, MOST_NAMED), refusal));
      return unwritable === undefined
        ? { list, count }
        : { list: [unwritable, ...list].slice(0, MOST_FINDINGS), count: count + 1 };
    },
    /** readAgain begins the log anew under its leaf rule, and keeps the whole tree of its entries. */
    readAgain(): LogProgress {
      const [leafRule] = onlyTree();
      log = new LogIndex();
      trees = new Map([[leafRule, new MerkleLog()]]);
      return progress();
    },
    /** subtree is the hash of a node of that tree. */
    subtree: (range: EntryRange): Hash => subtreeHash(wholeTree()[1], range),
    /** entry returns an entry in a page if it is the one in that tree; else undefined. */
    entry(bytes: Uint8Array, entryNumber: number): Entry | undefined {
      const [leafRule, tree] = wholeTree();
      const found: Entry[] = [];
      const take = (entry: Entry): void => {
        if (entry.entryNumber === entryNumber) found.push(entry);
      };
      decoder.eachEntry(variant, bytes, take, true);
      const computed = hashFromBytes(tree.node(0, entryNumber - 1));
      return found.find((entry) => {
        const leaf = leafOf(entry, leafRule);
        return typeof leaf !== 'string' && hashFromBytes(leaf) === computed;
      });
    },
    /** save returns an index that was read whole in a form to store, to continue it when the log has grown. */
    save(): SavedLog {
      if (!(log instanceof LogIndex)) throw new Error('a copy is not saved');
      const [leafRule, tree] = onlyTree();
      if (!(tree instanceof CompactRange)) throw new Error('a tree that is kept whole is not saved');
      return { leafRule, tree: tree.toJSON(), index: log.toState() };
    },
    /** answer answers one of QUESTIONS. Throws RangeError for a size that the copy has not reached. */
    answer(name: QuestionName, question: unknown): unknown {
      return (QUESTIONS[name] as (log: LogCopy, question: unknown) => unknown)(
        reached(log, question),
        question,
      );
    },
    /** beginExport begins to write a file in place of any other. */
    beginExport(request: ExportRequest): void {
      pieces = exported(reached(log, request), request)[Symbol.iterator]();
    },
    /**
     * nextPiece returns the next piece of the file; undefined after the last one. Not every
     * browser can transfer a stream.
     */
    nextPiece: (): ExportPiece | undefined => pieces?.next().value as ExportPiece | undefined,
  };

  function settle(id: LeafRuleId): void {
    for (const other of trees.keys()) if (other !== id) trees.delete(other);
  }

  function wholeTree(): [LeafRuleId, MerkleLog] {
    const [leafRule, tree] = onlyTree();
    if (!(tree instanceof MerkleLog)) throw new Error('the whole tree is not kept');
    return [leafRule, tree];
  }

  function onlyTree(): [LeafRuleId, CompactRange | MerkleLog] {
    const [only, another] = trees;
    if (only === undefined || another !== undefined) throw new Error('the leaf rule is not known');
    return only;
  }
}

function rootOf(tree: CompactRange | MerkleLog): Hash {
  return tree instanceof CompactRange ? tree.root() : rootAt(tree, tree.size);
}

/** leafOf returns the hash of an entry's leaf under a leaf rule, or a sentence that says why it has none. */
function leafOf(entry: Entry, id: LeafRuleId): Uint8Array | string {
  try {
    // A key without bytes is invalid under any rule.
    assertWellFormed(entry.key);
    return leafRule(id).leafHash(entry) ?? `the leaf rule ${id} cannot write this entry`;
  } catch (error) {
    if (error instanceof UnhashableError) return error.message;
    throw error;
  }
}

/** hashed hashes data and returns why it does not belong to its name; undefined if it does. */
function hashed(variant: Variant, name: Hash, item: Item | string): Refusal | undefined {
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

/** reached refuses questions about a size that the copy has not reached. */
function reached(log: LogCopy | LogIndex, question: unknown): LogCopy {
  if (!(log instanceof LogCopy)) throw new Error('an index answers no questions');
  const sizes =
    typeof question === 'object' && question !== null ? (question as Readonly<Record<string, unknown>>) : {};
  for (const size of [sizes['at'], sizes['to']])
    if (typeof size === 'number' && size > log.size)
      throw new RangeError(`The copy of this register has ${log.size} entries, not yet ${size}.`);
  return log;
}
