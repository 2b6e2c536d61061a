import { foldedWords } from '../core/words.ts';
import type { LogCopy } from './log-copy.ts';
import { membersOf } from './records-at.ts';

/** KEY is the attribute under which a record's key is searched. */
const KEY = '';

/** IndexedValue is a value that a record had, or one member of a list. */
interface IndexedValue {
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

/**
 * TextIndex holds every value that the records of a log ever had, once, by each folded word in it. So one index
 * answers for every log size, with or without former values.
 */
type TextIndex = ReadonlyMap<string, readonly IndexedValue[]>;

interface IndexedRecord {
  readonly ordinal: number;
  /** The hashes that its latest entry names. */
  readonly hashes: string | undefined;
  readonly open: ReadonlyMap<string, IndexedValue>;
}

const indexes = new WeakMap<LogCopy, { readonly of: string; readonly index: TextIndex }>();

/** textIndexOf returns the index of a log. It is built once, and again when more of the log is read. */
export function textIndexOf(log: LogCopy): TextIndex {
  const of = `${log.size} ${log.seen}`;
  const known = indexes.get(log);
  if (known?.of === of) return known.index;
  const index = buildIndex(log);
  indexes.set(log, { of, index });
  return index;
}

function buildIndex(log: LogCopy): TextIndex {
  const index = new Map<string, IndexedValue[]>();
  const add = (ordinal: number, attribute: string, text: string, from: number): IndexedValue => {
    const own = new Set(foldedWords(text));
    const value = { ordinal, attribute, text, words: own.size, from, until: Infinity };
    for (const word of own) {
      const values = index.get(word);
      if (values === undefined) index.set(word, [value]);
      else values.push(value);
    }
    return value;
  };
  /** Each record at the entries read so far, with its current values by attribute and text. */
  const records = new Map<string, IndexedRecord>();
  for (const { entryNumber: number, key, itemHashes } of log.upTo(log.size)) {
    const hashes = itemHashes.join();
    const record = records.get(key) ?? { ordinal: records.size, hashes: undefined, open: new Map() };
    if (record.hashes === hashes) continue;
    if (record.hashes === undefined) add(record.ordinal, KEY, key, number);
    const open = new Map<string, IndexedValue>();
    for (const hash of itemHashes)
      for (const [attribute, value] of log.item(hash) ?? [])
        for (const member of membersOf(value)) {
          const name = JSON.stringify([attribute, member]);
          if (open.has(name)) continue;
          open.set(name, record.open.get(name) ?? add(record.ordinal, attribute, member, number));
        }
    for (const [name, value] of record.open) if (!open.has(name)) value.until = number;
    records.set(key, { ordinal: record.ordinal, hashes, open });
  }
  return index;
}

/** TextQuestion is the text to search for and the part of the log. */
interface TextQuestion {
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
 * searchText finds the records that have every word of a text in one version, in any value and order. A word
 * is searched first as a prefix; only if the log has none at that size, inside words, then with one wrong
 * letter, then with two. Undefined for a text without words.
 */
export function searchText(index: TextIndex, question: TextQuestion): TextHits | undefined {
  const words = [...new Set(foldedWords(question.text))].slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const terms = new Set<string>();
  const found = words.map((word) => findWord(index, word, question, terms));
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
  { at, former }: TextQuestion,
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

/**
 * latestVersion returns the best match for each word in the latest version that has all of
 * them; undefined if none has.
 */
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
  for (const [term, values] of index)
    if (isUnspaced ? term.includes(word) : term.startsWith(word))
      yield { term, values, quality: term === word ? 1 : 0.4 + (0.4 * word.length) / term.length };
}

/** Two letters are inside too many words. */
function* inside(index: TextIndex, word: string): Iterable<Candidate> {
  if (word.length < 3) return;
  for (const [term, values] of index) if (term.includes(word)) yield { term, values, quality: 0.3 };
}

/**
 * LONGEST_MISSPELT is the longest word, in UTF-16 units, that is searched with wrong letters: the time to compare
 * two words grows with its square.
 */
const LONGEST_MISSPELT = 40;

/** A short word with a wrong letter is another word. */
function misspelt(distance: 1 | 2): (index: TextIndex, word: string) => Iterable<Candidate> {
  return function* (index, word) {
    if (word.length < (distance === 1 ? 3 : 6) || word.length > LONGEST_MISSPELT || /^\d+$/.test(word))
      return;
    const letters = [...new Set(word)];
    for (const [term, values] of index)
      // Most words lack more letters than may be wrong, which is seen at once.
      if (!lacksMore(term, letters, distance) && isWithin(word, term, distance))
        yield { term, values, quality: 0.25 / distance };
  };
}

function lacksMore(term: string, letters: readonly string[], most: number): boolean {
  let lacking = 0;
  for (const letter of letters) if (!term.includes(letter) && (lacking += 1) > most) return true;
  return false;
}

/**
 * isWithin reports whether so many letters at most have to be replaced, added or left out to make one word of the
 * other (Levenshtein).
 */
function isWithin(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  const width = other.length + 1;
  let before = Uint8Array.from({ length: width }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const here = new Uint8Array(width).fill(row, 0, 1);
    let least = row;
    for (let at = 1; at < width; at += 1) {
      const replaced = (before[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      const distance = Math.min(replaced, (before[at] ?? 0) + 1, (here[at - 1] ?? 0) + 1);
      here[at] = distance;
      least = Math.min(least, distance);
    }
    if (least > most) return false;
    before = here;
  }
  return (before[width - 1] ?? 0) <= most;
}
