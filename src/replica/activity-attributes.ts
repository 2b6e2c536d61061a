import type { AttributeValue, Entry, Item, Variant } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** AttributeActivity is what became of one attribute. */
export interface AttributeActivity {
  readonly name: string;
  /** Records whose latest data has a value for it. */
  readonly filled: number;
  /** How often a later version set it, changed it or took it away. */
  readonly changes: number;
  /** In how many records. */
  readonly changedRecords: number;
  /** The latest entry that did; undefined where none did. */
  readonly lastChange: number | undefined;
}

/** AttributesAt is what became of all attributes in the first entries of a log. */
export interface AttributesAt {
  readonly attributes: readonly AttributeActivity[];
  readonly described: number;
  readonly laterVersions: number;
  readonly sameAgain: number;
}

interface Tally {
  filled: number;
  changes: number;
  readonly keys: Set<string>;
  lastChange: number | undefined;
}

/** attributesAt counts over the log's first `at` entries. Versions whose data could not be had are compared with nothing. */
export function attributesAt(log: LogCopy, at: number): AttributesAt {
  const tallies = new Map<string, Tally>();
  const tally = (name: string): Tally => {
    const known = tallies.get(name) ?? { filled: 0, changes: 0, keys: new Set(), lastChange: undefined };
    tallies.set(name, known);
    return known;
  };
  const latest = new Map<string, Entry>();
  let laterVersions = 0;
  let sameAgain = 0;
  for (let number = 1; number <= at; number += 1) {
    const entry = log.entry(number);
    const before = latest.get(entry.key);
    latest.set(entry.key, entry);
    if (before === undefined) continue;
    laterVersions += 1;
    const names = changedNames(said(log, before), said(log, entry));
    if (names?.length === 0) sameAgain += 1;
    for (const name of names ?? []) {
      const counted = tally(name);
      counted.changes += 1;
      counted.keys.add(entry.key);
      counted.lastChange = number;
    }
  }
  let described = 0;
  for (const entry of latest.values()) {
    const now = said(log, entry);
    if (now === undefined) continue;
    described += 1;
    for (const name of now.keys()) tally(name).filled += 1;
  }
  const attributes = [...tallies]
    .map(([name, { filled, changes, keys, lastChange }]) => ({
      name,
      filled,
      changes,
      changedRecords: keys.size,
      lastChange,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return { attributes, described, laterVersions, sameAgain };
}

/** What an entry's data says, attribute by attribute, as text that is equal where the values are; undefined where some of it could not be had. */
type Said = ReadonlyMap<string, string>;

function said(log: LogCopy, { itemHashes }: Entry): Said | undefined {
  const all = new Map<string, string>();
  for (const hash of itemHashes) {
    const item = log.item(hash);
    if (item === undefined) return undefined;
    addSaid(all, item, log.variant);
  }
  return all;
}

function addSaid(all: Map<string, string>, item: Item, variant: Variant): void {
  for (const [name, value] of item) {
    const text = valueText(value, variant);
    if (text === undefined) continue;
    const before = all.get(name);
    all.set(name, before === undefined ? text : `${before},${text}`);
  }
}

/** Null, `""` and `[]` are not set. The lists of a blob are sets: their order says nothing. */
function valueText(value: AttributeValue, variant: Variant): string | undefined {
  if (value === null || value.length === 0) return undefined;
  if (typeof value === 'string') return JSON.stringify(value);
  const members = value.filter((member) => member !== '');
  if (members.length === 0) return undefined;
  return JSON.stringify(variant === 'blob' ? members.sort() : members);
}

function changedNames(before: Said | undefined, after: Said | undefined): readonly string[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const names = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  for (const name of before.keys()) if (!after.has(name)) names.push(name);
  return names;
}
