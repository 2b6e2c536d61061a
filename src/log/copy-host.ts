import { CompactRange } from '../core/compact-range.ts';
import { dataHashesIfAny, dataHashIfAny } from '../core/data-hash.ts';
import { formatHash, type Hash } from '../core/hash.ts';
import { KNOWN_LOGS, type KnownLog } from '../core/known-log.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { leafRule, leafRulesFor } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { Checkpoint, Entry, Item, Variant } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import type { Verdict } from '../core/verdict.ts';
import type { PageDecoder } from './jobs.ts';
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
      /** Whether the page could be read and its entries do not follow each other, or the copy: they may be had in order. */
      readonly outOfOrder?: true;
    };

/** CopyState is what the copy is worth: for a head of its own size, and for its data. */
export interface CopyState {
  readonly verdict: Verdict;
  readonly leafRule?: LeafRuleId;
  /** How many different items or blobs could not be had. */
  readonly missing: number;
  /** How many of those were sent, and did not hash to their name. */
  readonly refused: number;
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
  let roots = new RootWriter('item', undefined);
  let known: LeafRuleId | undefined;
  const refused = new Set<Hash>();
  /** Names whose data was sent and cannot be hashed: that is no other data, and no mismatch. */
  const unhashable = new Set<Hash>();

  const taken = (listed: number): Taken => ({
    ok: true,
    size: copy.size,
    missing: copy.missingCount,
    listed,
  });
  const offer = (hash: Hash, item: Item): void => {
    if (!copy.wants(hash)) return;
    const own = dataHashIfAny(copy.variant, item, hash);
    if (own === hash) {
      copy.keep(hash, item);
      refused.delete(hash);
      unhashable.delete(hash);
    } else (own === undefined ? unhashable : refused).add(hash);
  };
  return {
    open(variant, leafRule) {
      copy = new GrowingCopy(variant);
      roots = new RootWriter(variant, leafRule);
      known = leafRule;
      refused.clear();
      unhashable.clear();
    },
    addEntries(bytes, upTo) {
      const page = decoder.entries(copy.variant, bytes);
      if (!page.ok) return page;
      let due = Math.min(page.value[0]?.entryNumber ?? 0, copy.size + 1);
      for (const { entryNumber } of page.value) {
        if (entryNumber !== due) {
          const problem = `The list of entries has entry ${entryNumber} where entry ${due} belongs.`;
          return { ok: false, problem, outOfOrder: true };
        }
        due += 1;
      }
      for (const entry of page.value) {
        if (entry.entryNumber <= copy.size || entry.entryNumber > upTo) continue;
        copy.append(entry);
        roots.append(entry);
      }
      return taken(page.value.length);
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
    missing: (count) => first(copy.missing(), count),
    check(head, leafRule) {
      if (known === undefined && leafRule !== undefined) {
        known = leafRule;
        roots.settle(known);
      }
      const state = { missing: copy.missingCount, refused: refused.size };
      if (head === undefined)
        return {
          ...state,
          verdict: {
            outcome: 'not-checked',
            code: 'no-root-published',
            reason: 'the server publishes no root',
          },
        };
      if (head.logSize !== copy.size)
        throw new RangeError(`a copy of ${copy.size} entries compared with a head of ${head.logSize}`);
      const check = checkCopy(roots.roots(), head, known);
      if (check.leafRule !== undefined) {
        known = check.leafRule;
        roots.settle(known);
      }
      const [wrong] = refused;
      const [odd] = unhashable;
      if (check.verdict.outcome !== 'holds') return { ...state, ...check };
      if (wrong === undefined && odd !== undefined) {
        const reason = `the data sent for ${formatHash(odd, copy.variant)} cannot be hashed: it holds half a surrogate pair, which UTF-8 cannot write`;
        return { ...state, ...check, verdict: { outcome: 'cannot-check', code: 'unhashable', reason } };
      }
      if (wrong === undefined && state.missing > 0) {
        const reason = `the data of ${state.missing} ${copy.variant === 'item' ? 'items' : 'blobs'} that entries name could not be read`;
        return { ...state, ...check, verdict: { outcome: 'cannot-check', code: 'incomplete', reason } };
      }
      if (wrong === undefined) return { ...state, ...check };
      const reason = `the data sent for ${formatHash(wrong, copy.variant)} hashes to something else`;
      return { ...state, ...check, verdict: { outcome: 'does-not-match', code: 'data-differs', reason } };
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

function first<T>(values: Iterable<T>, count: number): T[] {
  const list: T[] = [];
  for (const value of values) {
    if (list.length === count) break;
    list.push(value);
  }
  return list;
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

/** RootWriter computes the root of a log while its entries stream by, under every leaf rule that may be the register's, or under the one known. */
class RootWriter {
  readonly #ranges: Map<LeafRuleId, CompactRange>;

  constructor(variant: Variant, known: LeafRuleId | undefined) {
    const rules = known === undefined ? leafRulesFor(variant) : [leafRule(known)];
    this.#ranges = new Map(rules.map(({ id }) => [id, new CompactRange()]));
  }

  /** append adds the next entry. A rule that cannot write it is given up. */
  append(entry: Entry): void {
    for (const [id, range] of this.#ranges) {
      const bytes = leafBytes(id, entry);
      if (bytes === undefined) this.#ranges.delete(id);
      else range.append(hashLeaf(bytes));
    }
  }

  /** settle goes on with one rule alone, the one found to be the register's. */
  settle(known: LeafRuleId): void {
    for (const id of this.#ranges.keys()) if (id !== known) this.#ranges.delete(id);
  }

  /** roots are the roots of all entries appended so far, one for each rule still possible. */
  roots(): readonly { readonly leafRule: LeafRuleId; readonly root: Hash }[] {
    return [...this.#ranges].map(([leafRule, range]) => ({ leafRule, root: range.root() }));
  }
}

function leafBytes(id: LeafRuleId, entry: Entry): Uint8Array | undefined {
  try {
    return leafRule(id).leafBytes(entry);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

/** RootCheck is what the copy of a whole log is worth for one head: the root of all its entries beside the published one. */
export interface RootCheck {
  readonly verdict: Verdict;
  /** The leaf rule that led to the published root. */
  readonly leafRule?: LeafRuleId;
}

/**
 * checkCopy holds the roots of all entries of a copy against the published head of that very size. Where the leaf rule is not known and none leads there,
 * nothing can be said of the register.
 */
function checkCopy(
  roots: readonly { readonly leafRule: LeafRuleId; readonly root: Hash }[],
  head: Checkpoint,
  known: LeafRuleId | undefined,
): RootCheck {
  const found = roots.find(({ root }) => root === head.rootHash);
  // Every rule leads to the root of an empty log, so that none is found by it.
  if (found && head.logSize === 0) return { verdict: { outcome: 'holds' } };
  if (found) return { verdict: { outcome: 'holds' }, leafRule: found.leafRule };
  const [only] = roots;
  if (known !== undefined && only !== undefined)
    return {
      verdict: {
        outcome: 'does-not-match',
        code: 'hash-differs',
        expected: head.rootHash,
        computed: only.root,
      },
    };
  const reason = 'no known leaf rule gives the published root';
  return { verdict: { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason } };
}

const OTHER = '0'.repeat(64) as Hash;

/**
 * proveCopy fills a host with logs whose hashes are known, by its own methods, and throws Error if its check comes out otherwise than it must, for the right root
 * and data or for wrong ones. The host is then to be opened anew.
 */
export function proveCopy(host: CopyHost): void {
  for (const log of KNOWN_LOGS) {
    const wrong: Item = new Map([...log.item, ['foo', 'abd']]);
    expectOutcome(filled(host, log, log.item), log.root, 'holds');
    expectOutcome(host, OTHER, 'does-not-match');
    expectOutcome(filled(host, log, wrong), log.root, 'does-not-match');
    host.open('item', undefined);
  }
}

/** filled is the host with the entries of a known log, and this data sent for the hash that they name. */
function filled(host: CopyHost, { variant, leafRule, entries, itemHash }: KnownLog, item: Item): CopyHost {
  host.open(variant, leafRule);
  const name = formatHash(itemHash, variant);
  const listed = entries.map(({ entryNumber, timestamp, key }) => ({
    'entry-number': String(entryNumber),
    'entry-timestamp': timestamp,
    key,
    ...(variant === 'item' ? { 'item-hash': [name] } : { 'blob-hash': name }),
  }));
  const data = Object.fromEntries(item);
  demandTaken(host.addEntries(json(listed), entries.length));
  demandTaken(host.addItem(itemHash, json(variant === 'item' ? data : { ...data, _id: name })));
  return host;
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function demandTaken(taken: { readonly ok: boolean }): void {
  if (!taken.ok) throw new Error('this browser reads a known log wrongly');
}

function expectOutcome(host: CopyHost, rootHash: Hash, outcome: string): void {
  const found = host.check({ logSize: 3, rootHash }).verdict.outcome;
  if (found !== outcome)
    throw new Error(`this browser computes hashes wrongly: a copy that ${outcome} came out as ${found}`);
}
