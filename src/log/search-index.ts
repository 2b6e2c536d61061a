import SearchableMap from 'minisearch/SearchableMap';
import type { Hash } from '../core/hash.ts';
import type { Item } from '../core/model.ts';
import { foldedWords } from '../core/words.ts';
import type { LogCopy } from './log-copy.ts';

/** KEY is the attribute under which a record's key is searched. */
export const KEY = '';

/** ALWAYS is the end of a value that was never replaced. */
const ALWAYS = Number.MAX_SAFE_INTEGER;

/**
 * TextIndex holds every value that the records of a log ever had, once, with the entries between which it was current. So one index answers for every log size, with or
 * without former values. It grows with the log.
 */
export class TextIndex {
  readonly #log: LogCopy;
  /** The value numbers of each folded word in a radix tree, for searches by prefix and edit distance. */
  readonly terms = new SearchableMap<number[]>();
  /** The same for searches by whole word. */
  readonly words = new Map<string, number[]>();
  readonly #records = new Map<string, OpenRecord>();
  // The properties of each value, by its number.
  readonly #ordinals: number[] = [];
  readonly #attributes: string[] = [];
  readonly #texts: string[] = [];
  readonly #froms: number[] = [];
  readonly #untils: number[] = [];
  readonly #lengths: number[] = [];
  readonly #gaps: Hash[] = [];
  #size = 0;

  constructor(log: LogCopy) {
    this.#log = log;
  }

  /** grow adds the entries up to `size`, size <= log.size. */
  grow(size: number): void {
    while (this.#size < size) {
      this.#size += 1;
      this.#take(this.#size);
    }
  }

  /** isStale reports whether data has arrived that was missing when its entry was added: the index must then be rebuilt. */
  isStale(): boolean {
    return this.#gaps.some((hash) => this.#log.item(hash) !== undefined);
  }

  ordinalOf(value: number): number {
    return this.#ordinals[value] ?? 0;
  }

  attributeOf(value: number): string {
    return this.#attributes[value] ?? KEY;
  }

  textOf(value: number): string {
    return this.#texts[value] ?? '';
  }

  /** fromOf returns the entry that set the value. */
  fromOf(value: number): number {
    return this.#froms[value] ?? ALWAYS;
  }

  /** untilOf returns the entry that replaced it; ALWAYS if it is current. */
  untilOf(value: number): number {
    return this.#untils[value] ?? ALWAYS;
  }

  /** lengthOf returns the number of words in the value. */
  lengthOf(value: number): number {
    return this.#lengths[value] ?? 1;
  }

  #take(entryNumber: number): void {
    const { key, itemHashes } = this.#log.entry(entryNumber);
    let record = this.#records.get(key);
    if (record === undefined) {
      record = { ordinal: this.#records.size, itemHashes: [], open: new Map() };
      this.#records.set(key, record);
      this.#add(record.ordinal, KEY, key, entryNumber);
    } else if (sameHashes(record.itemHashes, itemHashes)) return;
    record.itemHashes = itemHashes;
    const items: Item[] = [];
    for (const hash of itemHashes) {
      const item = this.#log.item(hash);
      if (item === undefined) this.#gaps.push(hash);
      else items.push(item);
    }
    this.#replace(record, items, entryNumber);
  }

  #replace(record: OpenRecord, items: readonly Item[], entryNumber: number): void {
    const before = record.open;
    record.open = new Map();
    for (const item of items) {
      for (const [attribute, value] of item) {
        if (value === null) continue;
        const open = record.open.get(attribute) ?? new Map<string, number>();
        for (const member of typeof value === 'string' ? [value] : value) {
          if (member === '' || open.has(member)) continue;
          const known = before.get(attribute)?.get(member);
          open.set(member, known ?? this.#add(record.ordinal, attribute, member, entryNumber));
        }
        if (open.size > 0) record.open.set(attribute, open);
      }
    }
    for (const [attribute, values] of before) {
      for (const [member, value] of values)
        if (record.open.get(attribute)?.get(member) === undefined) this.#untils[value] = entryNumber;
    }
  }

  #add(ordinal: number, attribute: string, text: string, from: number): number {
    const value = this.#ordinals.length;
    const words = new Set(foldedWords(text));
    this.#ordinals.push(ordinal);
    this.#attributes.push(attribute);
    this.#texts.push(text);
    this.#froms.push(from);
    this.#untils.push(ALWAYS);
    this.#lengths.push(words.size);
    for (const word of words) {
      const values = this.words.get(word);
      if (values === undefined) {
        const first = [value];
        this.terms.set(word, first);
        this.words.set(word, first);
      } else values.push(value);
    }
    return value;
  }
}

/** OpenRecord is a record at the size of the index: its current values, by their numbers. */
interface OpenRecord {
  readonly ordinal: number;
  itemHashes: readonly Hash[];
  open: Map<string, Map<string, number>>;
}

function sameHashes(one: readonly Hash[], other: readonly Hash[]): boolean {
  return one.length === other.length && one.every((hash, index) => hash === other[index]);
}

const indexes = new WeakMap<LogCopy, TextIndex>();

/** textIndexOf returns the index of at least the first `size` entries of a log. It is built once and grows with the log. */
export function textIndexOf(log: LogCopy, size: number): TextIndex {
  let index = indexes.get(log);
  if (index === undefined || index.isStale()) {
    index = new TextIndex(log);
    indexes.set(log, index);
  }
  index.grow(size);
  return index;
}
