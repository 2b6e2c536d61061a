import { dataHash } from '../../core/data-hash.ts';
import type { Hash } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { MerkleLog, type NodeSource } from '../../core/merkle-log.ts';
import type { Item, Variant, LeafRuleId } from '../../core/model.ts';
import type { HashedData, HashedLog, RegisterSource, SourceEntry } from '../../rsf/register-source.ts';
import { Trails } from '../../rsf/trails.ts';
import { type RegisterAbout, type RegisterLog, cached, recordAt } from './register-log.ts';

/** Rewrite is another history made out of a register's own. The same source always gives the same history. */
export type Rewrite = (source: RegisterSource) => RegisterSource;

/** Register is one register as it is served, in both variants. */
export interface Register {
  readonly about: RegisterAbout;
  readonly totalEntries: number;
  readonly totalRecords: number;
  /** See RegisterLog.showcase, and its key. */
  readonly showcase: { readonly entryNumber: number; readonly key: string } | undefined;
  /** log hashes the register's data when it is first asked for a variant. */
  log(variant: Variant): RegisterLog;
  /**
   * rewritten is the register with another history; made on first use and cached by
   * the function that makes it.
   */
  rewritten(rewrite: Rewrite): Register;
}

/** LoadSource returns a register's data, or the register itself if it is not kept in memory. */
export type LoadSource = () => RegisterSource | Register;

/**
 * createRegister serves data that is wholly in memory. Registers are counted without hashing anything. What was
 * hashed when they were read is not hashed again.
 */
export function createRegister(source: RegisterSource, hashed?: HashedLog): Register {
  const { entries } = source;
  const trails = hashed?.trails ?? trailsOf(entries);
  const entryNumber = trails.latestOfLongest();
  const shown = entries[entryNumber - 1];
  const logs = new Map<Variant, RegisterLog>();
  const others = new Map<Rewrite, Register>();
  return {
    about: source,
    totalEntries: entries.length,
    totalRecords: trails.count,
    showcase: shown && { entryNumber, key: shown.key },
    log: (variant) =>
      cached(logs, variant, () => createMemoryLog(source, variant, trails, entryNumber, hashed)),
    rewritten: (rewrite) => cached(others, rewrite, () => createRegister(rewrite(source))),
  };
}

/** createRegisterCache keeps every loaded register by its loader; a load that failed is tried again. */
export function createRegisterCache(): (load: LoadSource) => Register {
  const registers = new WeakMap<LoadSource, Register>();
  return (load) =>
    cached(registers, load, () => {
      const loaded = load();
      return 'log' in loaded ? loaded : createRegister(loaded);
    });
}

const NO_DATA: Item = new Map();

/** createMemoryLog keeps a whole register in memory. A tree is built, and values are indexed, when first asked for. */
function createMemoryLog(
  { entries, ...about }: RegisterSource,
  variant: Variant,
  trails: Trails,
  showcase: number,
  hashed: HashedLog | undefined,
): RegisterLog {
  const isHashed = variant === 'item' && hashed !== undefined;
  const data = isHashed ? hashed : hashEntries(entries, variant);
  const trees = new Map<LeafRuleId, NodeSource>(isHashed ? [['item-json', hashed.tree]] : []);
  let attributes: ReturnType<typeof indexAttributes> | undefined;
  const log: RegisterLog = {
    about,
    variant,
    size: entries.length,
    itemCount: data.count,
    showcase,
    entry(entryNumber) {
      const entry = entries[entryNumber - 1];
      if (!entry) throw new RangeError(`no entry ${entryNumber} in a log of ${entries.length}`);
      const { key, timestamp } = entry;
      const itemHashes = data.named(entryNumber);
      return { entryNumber, indexEntryNumber: entryNumber, timestamp, key, itemHashes };
    },
    item: (hash) => data.item(hash),
    itemHashes: (offset, count) => data.hashes(offset, count),
    keyCount: (logSize) => trails.countUpTo(logSize),
    keys: (offset, count) => trails.keys(offset, count),
    trail: (key) => trails.trail(key),
    keysWhere(attribute, value) {
      attributes ??= indexAttributes(log);
      const values = attributes.get(attribute);
      return values && (values.get(value) ?? []);
    },
    nodes: (rule) => cached(trees, rule, () => growTree(log, rule)),
  };
  return log;
}

/**
 * hashEntries hashes the data of entries.
 * In the earlier variant an entry has one blob: of several items it is the first, of none an empty one, with
 * all its values as they are: to normalise them is up to who hashes it. Of missing data there is its hash alone.
 */
function hashEntries(entries: readonly SourceEntry[], variant: Variant): HashedData {
  /** Where data is: the first entry that has it, and its place there. An entry of a file makes its items anew. */
  const items = new Map<Hash, readonly [entry: SourceEntry, at: number]>();
  const names = entries.map((entry): readonly Hash[] => {
    const { itemHashes: named } = entry;
    if (variant === 'blob' && named !== undefined) return named.slice(0, 1);
    const own = variant === 'blob' ? [entry.items[0] ?? NO_DATA] : entry.items;
    const hashes = own.map((item) => dataHash(variant, item));
    hashes.forEach((hash, at) => cached(items, hash, () => [entry, at] as const));
    return named ?? hashes;
  });
  const hashes = [...items.keys()];
  return {
    count: hashes.length,
    hashes: (offset, count) => hashes.slice(offset, offset + count),
    named: (entryNumber) => names[entryNumber - 1] ?? [],
    item(hash) {
      const place = items.get(hash);
      return place && (place[0].items[place[1]] ?? NO_DATA);
    },
  };
}

function trailsOf(entries: readonly SourceEntry[]): Trails {
  const trails = new Trails();
  for (const { key } of entries) trails.append(key);
  return trails;
}

function growTree(log: RegisterLog, id: LeafRuleId): NodeSource {
  const rule = leafRule(id);
  const tree = new MerkleLog();
  for (let entryNumber = 1; entryNumber <= log.size; entryNumber += 1) {
    const leaf = rule.leafHash(log.entry(entryNumber));
    if (!leaf) throw new RangeError(`entry ${entryNumber} cannot be written by the leaf rule ${id}`);
    tree.append(leaf);
  }
  return tree;
}

/**
 * indexAttributes maps attribute and value of the latest data to keys. A list is
 * found by each of its members.
 */
function indexAttributes(log: RegisterLog): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const index = new Map<string, Map<string, string[]>>(log.about.fields.map((name) => [name, new Map()]));
  for (const key of log.keys(0, Infinity))
    for (const item of recordAt(log, key, log.size)?.items ?? [])
      for (const [attribute, value] of item)
        for (const member of [value ?? []].flat()) {
          const keys = cached(
            cached(index, attribute, () => new Map<string, string[]>()),
            member,
            () => [],
          );
          if (keys.at(-1) !== key) keys.push(key);
        }
  return index;
}
