import SearchableMap from 'minisearch/SearchableMap';
import type { Hash } from '../core/hash.ts';
import { foldedWords } from '../core/words.ts';
import type { LogCopy } from './log-copy.ts';
import { membersOf } from './records-at.ts';

/** KEY is the attribute under which a record's key is searched. */
const KEY = '';

/** IndexedValue is a value that a record had, or one member of a list. */
export interface IndexedValue {
  /** The record, by the position of its key in the order of first entries. */
  readonly ordinal: number;
  /** `''` for the key. */
  readonly attribute: string;
  readonly text: string;
  /** The number of different words in it. */
  readonly words: number;
  /** The entry that set it. */
  readonly from: number;
  /** The entry that replaced it; Infinity if it is current. */
  until: number;
}

/** OpenRecord is a record at the size of the index, with its current values by attribute and text. */
interface OpenRecord {
  readonly ordinal: number;
  hashes: string;
  open: Map<string, IndexedValue>;
}

/** TextIndex holds every value that the records of a log ever had, once. So one index answers for every log size, with or without former values. It grows with the log. */
class TextIndex {
  readonly #log: LogCopy;
  /** The values with each folded word, in a radix tree for searches by prefix and edit distance. */
  readonly terms = new SearchableMap<IndexedValue[]>();
  /** The same in a map, which is faster to read as a whole. */
  readonly words = new Map<string, IndexedValue[]>();
  readonly #records = new Map<string, OpenRecord>();
  readonly #gaps: Hash[] = [];
  #size = 0;

  constructor(log: LogCopy) {
    this.#log = log;
  }

  /** grow adds the entries up to `size`, size <= log.size. */
  grow(size: number): void {
    while (this.#size < size) this.#take((this.#size += 1));
  }

  /** isStale reports whether data has arrived that was missing when its entry was added: the index must then be rebuilt. */
  isStale(): boolean {
    return this.#gaps.some((hash) => this.#log.item(hash) !== undefined);
  }

  #take(entryNumber: number): void {
    const { key, itemHashes } = this.#log.entry(entryNumber);
    const hashes = itemHashes.join();
    let record = this.#records.get(key);
    if (record?.hashes === hashes) return;
    if (record === undefined) {
      record = { ordinal: this.#records.size, hashes, open: new Map() };
      this.#records.set(key, record);
      this.#add(record.ordinal, KEY, key, entryNumber);
    }
    const before = record.open;
    record.hashes = hashes;
    record.open = new Map();
    for (const hash of itemHashes) {
      const item = this.#log.item(hash);
      if (item === undefined) this.#gaps.push(hash);
      for (const [attribute, value] of item ?? [])
        for (const member of membersOf(value)) {
          const name = JSON.stringify([attribute, member]);
          if (record.open.has(name)) continue;
          const known = before.get(name) ?? this.#add(record.ordinal, attribute, member, entryNumber);
          record.open.set(name, known);
        }
    }
    for (const [name, value] of before) if (!record.open.has(name)) value.until = entryNumber;
  }

  #add(ordinal: number, attribute: string, text: string, from: number): IndexedValue {
    const words = new Set(foldedWords(text));
    const value = { ordinal, attribute, text, words: words.size, from, until: Infinity };
    for (const word of words) {
      const values = this.words.get(word);
      if (values !== undefined) values.push(value);
      else {
        const first = [value];
        this.terms.set(word, first);
        this.words.set(word, first);
      }
    }
    return value;
  }
}

const indexes = new WeakMap<LogCopy, TextIndex>();

/** textIndexOf returns the index of at least the first `size` entries of a log. It is built once and grows with the log. */
export function textIndexOf(log: LogCopy, size: number): TextIndex {
  let index = indexes.get(log);
  if (index === undefined || index.isStale()) indexes.set(log, (index = new TextIndex(log)));
  index.grow(size);
  return index;
}

/** TextAsk is the text to search for and the part of the log. */
interface TextAsk {
  readonly text: string;
  readonly at: number;
  /** Whether to search replaced values, too. */
  readonly former: boolean;
}

/** RecordHit is a record with every word. */
export interface RecordHit {
  /** More is better. */
  readonly score: number;
  /** The best value for each word, all of one version. */
  readonly values: readonly IndexedValue[];
}

/** TextHits are the records found by their ordinals, and the words of the register that matched. */
export interface TextHits {
  readonly records: ReadonlyMap<number, RecordHit>;
  readonly terms: ReadonlySet<string>;
}

/** A text pasted by mistake must not keep the worker busy. */
const MOST_WORDS = 24;

/**
 * searchText finds the records that have every word of a text in one version, in any value and order. A word is searched first as a prefix; only if the log has
 * none at that size, inside words, then with one wrong letter, then with two. Undefined for a text without words.
 */
export function searchText(index: TextIndex, ask: TextAsk): TextHits | undefined {
  const words = [...new Set(foldedWords(ask.text))].slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const terms = new Set<string>();
  const found = words.map((word) => findWord(index, word, ask, terms));
  const records = new Map<number, RecordHit>();
  for (const ordinal of found[0]?.keys() ?? []) {
    const hit = latestVersion(found.map((matches) => matches.get(ordinal) ?? []));
    if (hit !== undefined) records.set(ordinal, hit);
  }
  return { records, terms };
}

interface Match {
  readonly value: IndexedValue;
  readonly score: number;
}

/** findWord returns the matching values by record, and adds the words matched to `terms`. */
function findWord(
  index: TextIndex,
  word: string,
  { at, former }: TextAsk,
  terms: Set<string>,
): ReadonlyMap<number, Match[]> {
  const found = new Map<number, Match[]>();
  for (const candidates of [beginning, inside, misspelt(1), misspelt(2)]) {
    for (const { term, values, quality } of candidates(index, word))
      for (const value of values) {
        const isCurrent = value.until > at;
        if (value.from > at || !(isCurrent || former)) continue;
        terms.add(term);
        const weight = (isCurrent ? 1 : 0.6) * (value.attribute === KEY ? 1.5 : 1);
        const match = { value, score: quality * weight * (0.5 + 0.5 / value.words) };
        const others = found.get(value.ordinal);
        if (others === undefined) found.set(value.ordinal, [match]);
        else others.push(match);
      }
    if (found.size > 0) break;
  }
  return found;
}

/** latestVersion returns the best match for each word in the latest version that has all of them; undefined if none has. */
function latestVersion(matches: readonly (readonly Match[])[]): RecordHit | undefined {
  const begins = new Set(matches.flatMap((own) => own.map(({ value }) => value.from)));
  for (const at of [...begins].sort((one, other) => other - one)) {
    const best = matches.flatMap(
      (own) =>
        own
          .filter(({ value }) => value.from <= at && value.until > at)
          .sort((one, other) => other.score - one.score)[0] ?? [],
    );
    if (best.length === matches.length)
      return {
        score: best.reduce((sum, { score }) => sum + score, 0),
        values: best.map(({ value }) => value),
      };
  }
  return undefined;
}

interface Candidate {
  readonly term: string;
  readonly values: readonly IndexedValue[];
  readonly quality: number;
}

/** Letters of scripts written without spaces, where any part of a run may be a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function* beginning(index: TextIndex, word: string): Iterable<Candidate> {
  const isUnspaced = UNSPACED.test(word);
  // One or two letters begin many words: scanning all is faster than searching the tree.
  const candidates = word.length > 2 && !isUnspaced ? index.terms.atPrefix(word) : index.words;
  for (const [term, values] of candidates)
    if (isUnspaced ? term.includes(word) : term.startsWith(word))
      yield { term, values, quality: term === word ? 1 : 0.4 + (0.4 * word.length) / term.length };
}

/** Two letters are inside too many words. */
function* inside(index: TextIndex, word: string): Iterable<Candidate> {
  if (word.length < 3) return;
  for (const [term, values] of index.words) if (term.includes(word)) yield { term, values, quality: 0.3 };
}

/** LONGEST_MISSPELT is the longest word, in UTF-16 units, that is searched with wrong letters: the table of distances grows with its square. */
const LONGEST_MISSPELT = 40;

/** A short word with a wrong letter is another word. */
function misspelt(distance: 1 | 2): (index: TextIndex, word: string) => Iterable<Candidate> {
  return function* (index, word) {
    if (word.length < (distance === 1 ? 3 : 6) || word.length > LONGEST_MISSPELT || /^\d+$/.test(word))
      return;
    for (const [term, [values]] of index.terms.fuzzyGet(word, distance))
      yield { term, values, quality: 0.25 / distance };
  };
}
