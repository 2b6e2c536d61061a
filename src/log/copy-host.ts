import { CompactRange } from '../core/compact-range.ts';
import { dataHashesIfAny, dataHashIfAny } from '../core/data-hash.ts';
import type { Hash } from '../core/hash.ts';
import { KNOWN_LOGS } from '../core/known-log.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { leafRule, leafRulesFor } from '../core/leaf-rules.ts';
import type { Checkpoint, Entry, Item, Variant } from '../core/model.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../core/verdict.ts';
import { leafOf, type PageDecoder } from './jobs.ts';
import { knownPages } from './known-pages.ts';
import { GrowingCopy, type LogCopy } from './log-copy.ts';
import { type QuestionName, QUESTIONS, type StreamName, STREAMS } from './questions.ts';

/** Taken is how far the copy is after a body was taken in, or why that was refused. */
export type Taken =
  | {
      readonly ok: true;
      readonly size: number;
      readonly missing: number;
      /** How many members the page had. */
      readonly listed: number;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether the page could be read and its entries do not follow each other, or the copy: they is available in order. */
      readonly outOfOrder?: true;
    };

/** CopyState is what the copy is worth: for a head of its own size, and for its data. */
export interface CopyState {
  readonly verdict: Verdict;
  readonly leafRule?: LeafRuleId;
  /** How many different items or blobs could not be had. */
  readonly missing: number;
}

/** CopyHost holds the copy of one register; it lives in a worker. */
export interface CopyHost {
  /** open begins an empty copy. A leaf rule that is known is the only one tried. */
  open(variant: Variant, leafRule: LeafRuleId | undefined): void;
  /** addEntries takes a page of entries that follow each other; those that are held already, or beyond `upTo`, are left out. */
  addEntries(bytes: Uint8Array, upTo: number): Taken;
  /** addItems takes a page of the item or blob list: what entries name, and hashes to its name. */
  addItems(bytes: Uint8Array): Taken;
  /** addItem takes the answer to a question for one item or blob. */
  addItem(hash: Hash, bytes: Uint8Array): Taken;
  /** addRecords takes a page of records: of their data what hashes to a name that an entry gives. */
  addRecords(bytes: Uint8Array): Taken;
  /** missing are the first of the hashes whose data is not here. */
  missing(count: number): readonly Hash[];
  /** check holds the copy against the head of its very size; `leafRule` is one that was found meanwhile, by proofs of single entries. */
  check(head: Checkpoint | undefined, leafRule?: LeafRuleId): CopyState;
  /** ask answers one of QUESTIONS. Throws RangeError for a size that the copy has not reached. */
  ask(name: QuestionName, ask: unknown): unknown;
  /** stream begins one of STREAMS, as UTF-8. */
  stream(name: StreamName, ask: unknown): ReadableStream<Uint8Array>;
}

/** createCopyHost makes the host; its methods may be called from another thread. Asking before open is a bug and throws. */
export function createCopyHost(decoder: PageDecoder): CopyHost {
  let copy = new GrowingCopy('item');
  let roots = new GrowingRoots('item', undefined);
  /** Names whose data was sent and is not it: it hashes to something else, or cannot be hashed, which is no mismatch. */
  const refused = new Map<Hash, 'differs' | 'unhashable'>();

  const taken = (listed: number): Taken => ({
    ok: true,
    size: copy.size,
    missing: copy.missingCount,
    listed,
  });
  const offer = (hash: Hash, item: Item): void => {
    if (!copy.wants(hash)) return;
    const own = dataHashIfAny(copy.variant, item, hash);
    if (own !== hash) return void refused.set(hash, own === undefined ? 'unhashable' : 'differs');
    copy.keep(hash, item);
    refused.delete(hash);
  };
  /** The first entry whose data was refused for this reason. */
  const firstRefused = (why: 'differs' | 'unhashable'): number | undefined => {
    if (refused.size === 0) return undefined;
    for (let number = 1; number <= copy.size; number += 1)
      if (copy.entry(number).itemHashes.some((hash) => refused.get(hash) === why)) return number;
    return undefined;
  };
  /** What the data is worth where the root is the published one. */
  const verdictOfData = (): Verdict => {
    const differs = firstRefused('differs');
    if (differs !== undefined)
      return doesNotMatch('data-differs', `the data of entry ${differs} does not match its hash`);
    const unhashable = firstRefused('unhashable');
    if (unhashable !== undefined) {
      const reason = `the data of entry ${unhashable} cannot be hashed: it holds half a surrogate pair, which UTF-8 cannot write`;
      return cannotCheck('unhashable', reason);
    }
    if (copy.missingCount === 0) return { outcome: 'holds' };
    const reason = `the data of ${copy.missingCount} ${copy.variant === 'item' ? 'items' : 'blobs'} recorded in the log could not be read`;
    return cannotCheck('incomplete', reason);
  };
  return {
    open(variant, leafRule) {
      copy = new GrowingCopy(variant);
      roots = new GrowingRoots(variant, leafRule);
      refused.clear();
    },
    addEntries(bytes, upTo) {
      const entries: Entry[] = [];
      const wrong = decoder.eachEntry(copy.variant, bytes, (entry) => entries.push(entry));
      if (wrong) return { ok: false, problem: wrong.problem };
      let due = Math.min(entries[0]?.entryNumber ?? 0, copy.size + 1);
      for (const { entryNumber } of entries) {
        if (entryNumber !== due) {
          const problem = `The list of entries has entry ${entryNumber} where entry ${due} belongs.`;
          return { ok: false, problem, outOfOrder: true };
        }
        due += 1;
      }
      for (const entry of entries) {
        if (entry.entryNumber <= copy.size || entry.entryNumber > upTo) continue;
        copy.append(entry);
        roots.append(entry);
      }
      return taken(entries.length);
    },
    addItems(bytes) {
      let listed = 0;
      const wrong = decoder.eachItem(copy.variant, bytes, ({ hash, item }) => {
        listed += 1;
        offer(hash, item);
      });
      return wrong ? { ok: false, problem: wrong.problem } : taken(listed);
    },
    addItem(hash, bytes) {
      const one = decoder.item(copy.variant, bytes, hash);
      if (!one.ok) return one;
      offer(hash, one.value);
      return taken(1);
    },
    addRecords(bytes) {
      const page = decoder.records(copy.variant, bytes);
      if (!page.ok) return page;
      for (const item of page.value)
        for (const hash of dataHashesIfAny(copy.variant, item)) copy.keep(hash, item);
      return taken(page.value.length);
    },
    missing: (count) => copy.missing(count),
    check(head, leafRule) {
      const state = { missing: copy.missingCount };
      if (leafRule !== undefined) roots.settle(leafRule);
      if (head === undefined)
        return { ...state, verdict: notChecked('no-root-published', 'no root hash is published') };
      if (head.logSize !== copy.size)
        throw new RangeError(`a copy of ${copy.size} entries compared with a head of ${head.logSize}`);
      const check = roots.check(head);
      return { ...state, ...check, ...(check.verdict.outcome === 'holds' && { verdict: verdictOfData() }) };
    },
    ask(name, ask) {
      demandReached(copy, ask);
      return (QUESTIONS[name] as (log: LogCopy, ask: unknown) => unknown)(copy, ask);
    },
    stream(name, ask) {
      demandReached(copy, ask);
      return encoded((STREAMS[name] as (log: LogCopy, ask: unknown) => Iterable<string>)(copy, ask));
    },
  };
}

/** demandReached refuses questions about a size that the copy has not reached: their answer would be of a shorter log. */
function demandReached({ size }: LogCopy, ask: unknown): void {
  if (typeof ask !== 'object' || ask === null) return;
  for (const name of ['at', 'to'] as const) {
    const asked = (ask as Readonly<Record<string, unknown>>)[name];
    if (typeof asked === 'number' && asked > size)
      throw new RangeError(`The copy of this register has ${size} entries, not yet ${asked}.`);
  }
}

/** encoded makes a stream that takes the next piece when its reader asks for it, so that nothing piles up. */
function encoded(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => void iterator.return?.(),
    },
    { highWaterMark: 0 },
  );
}

/** GrowingRoots computes the root of a log while its entries stream by, under every leaf rule that may be the register's, or under the one known. */
class GrowingRoots {
  readonly #ranges: Map<LeafRuleId, CompactRange>;
  #isKnown: boolean;

  constructor(variant: Variant, known: LeafRuleId | undefined) {
    const rules = known === undefined ? leafRulesFor(variant) : [leafRule(known)];
    this.#ranges = new Map(rules.map(({ id }) => [id, new CompactRange()]));
    this.#isKnown = known !== undefined;
  }

  /** append adds the next entry. A rule that cannot write it is given up. */
  append(entry: Entry): void {
    for (const [id, range] of this.#ranges) {
      const leaf = leafOf(entry, leafRule(id));
      if (typeof leaf === 'string') this.#ranges.delete(id);
      else range.append(leaf);
    }
  }

  /** settle goes on with one rule alone, the one found to be the register's; what was settled before stays. */
  settle(known: LeafRuleId): void {
    if (this.#isKnown) return;
    for (const id of this.#ranges.keys()) if (id !== known) this.#ranges.delete(id);
    this.#isKnown = true;
  }

  /**
   * check holds the roots of all entries against the published head of that very size. Where the leaf rule is not known and none leads there, nothing can be said
   * of the register.
   */
  check(head: Checkpoint): Pick<CopyState, 'verdict' | 'leafRule'> {
    const roots = [...this.#ranges].map(([leafRule, range]) => ({ leafRule, root: range.root() }));
    const found = roots.find(({ root }) => root === head.rootHash);
    // Every rule leads to the root of an empty log, so that none is found by it.
    if (found && head.logSize === 0) return { verdict: { outcome: 'holds' } };
    if (found) {
      this.settle(found.leafRule);
      return { verdict: { outcome: 'holds' }, leafRule: found.leafRule };
    }
    const [only] = roots;
    if (!this.#isKnown || only === undefined)
      return { verdict: cannotCheck('unknown-leaf-rule', 'no known leaf rule gives the published root') };
    const { root: computed } = only;
    return {
      verdict: { outcome: 'does-not-match', code: 'hash-differs', expected: head.rootHash, computed },
    };
  }
}

const OTHER = '0'.repeat(64) as Hash;

/**
 * proveCopy fills a host with logs whose hashes are known, by its own methods, and throws Error if its check comes out otherwise than it must, for the right root
 * and data or for wrong ones. The host is then to be opened again.
 */
export function proveCopy(host: CopyHost): void {
  for (const log of KNOWN_LOGS) {
    const pages = knownPages(log);
    const outcome = (item: Item, rootHash: Hash): string => {
      host.open(log.variant, log.leafRule);
      const taken = [host.addEntries(pages.entries(), 3), host.addItem(log.itemHash, pages.item(item))];
      if (!taken.every(({ ok }) => ok)) throw new Error('this browser reads a known log wrongly');
      return host.check({ logSize: 3, rootHash }).verdict.outcome;
    };
    const wrong: Item = new Map([...log.item, ['foo', 'abd']]);
    const found = [outcome(log.item, log.root), outcome(log.item, OTHER), outcome(wrong, log.root)];
    if (found.join() !== 'holds,does-not-match,does-not-match')
      throw new Error(`this browser computes hashes wrongly: known copies came out as ${found.join()}`);
    host.open('item', undefined);
  }
}
