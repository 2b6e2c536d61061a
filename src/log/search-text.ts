import { foldedWords } from '../core/words.ts';
import { KEY, type TextIndex } from './search-index.ts';

/** TextAsk is the text to search for and the part of the log. */
export interface TextAsk {
  readonly text: string;
  readonly at: number;
  /** Whether to search replaced values, too. */
  readonly former: boolean;
}

/** TextHits are the records with every word. */
export interface TextHits {
  /** The score of each record by its ordinal: more is better, 0 is no match. */
  readonly scores: Float64Array;
  /** Per search word, the best matching value by the record's ordinal; -1 for none. */
  readonly best: readonly Int32Array[];
  /** The words of the register that matched a search word. */
  readonly terms: ReadonlySet<string>;
  /** If former versions were searched, the values equal to the search words, by the record's ordinal. */
  readonly exact: ReadonlyMap<number, readonly number[]>;
}

/**
 * searchText finds the records that have every word of a text in one version, in any value and order. A word is searched first as a prefix; only if the log has
 * none at that size, inside words, then with one wrong letter, then with two. Undefined for a text without words.
 */
export function searchText(index: TextIndex, records: number, ask: TextAsk): TextHits | undefined {
  const words = [...new Set(foldedWords(ask.text))].slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const terms = new Set<string>();
  const scores = new Float64Array(records);
  const best: Int32Array[] = [];
  const noted: ValueMatches[] = [];
  // Current values are always in one version.
  const apart = ask.former && words.length > 1;
  for (const [round, word] of words.entries()) {
    const found = findWord(index, records, word, ask, apart);
    for (const term of found.terms) terms.add(term);
    best.push(found.best);
    if (found.noted) noted.push(found.noted);
    for (let ordinal = 0; ordinal < records; ordinal += 1) {
      const score = found.scores[ordinal] ?? 0;
      const before = scores[ordinal] ?? 0;
      scores[ordinal] = score > 0 && (round === 0 || before > 0) ? before + score : 0;
    }
  }
  if (apart) inOneVersion(index, ask.at, { scores, best }, noted);
  return { scores, best, terms, exact: ask.former ? exactFormer(index, ask.text, ask.at) : new Map() };
}

/** A text pasted by mistake must not keep the worker busy. */
const MOST_WORDS = 24;

interface WordHits {
  readonly scores: Float64Array;
  readonly best: Int32Array;
  readonly terms: Set<string>;
  readonly noted?: ValueMatches;
}

function findWord(index: TextIndex, records: number, word: string, ask: TextAsk, apart: boolean): WordHits {
  const hits: WordHits = {
    scores: new Float64Array(records),
    best: new Int32Array(records).fill(-1),
    terms: new Set(),
    ...(apart ? { noted: { values: [], fits: [] } } : {}),
  };
  const first = UNSPACED.test(word) ? anywhere : beginning;
  for (const candidates of [first, inside, misspelt(1), misspelt(2)]) {
    for (const { term, values, quality } of candidates(index, word)) {
      if (note(index, hits, values, quality, ask)) hits.terms.add(term);
    }
    if (hits.terms.size > 0) break;
  }
  return hits;
}

/** note scores the values that were current at the size, and reports whether there were any. */
function note(
  index: TextIndex,
  { scores, best, noted }: WordHits,
  values: readonly number[],
  quality: number,
  { at, former }: TextAsk,
): boolean {
  let any = false;
  for (const value of values) {
    if (index.fromOf(value) > at) continue;
    const current = index.untilOf(value) > at;
    if (!current && !former) continue;
    any = true;
    const ordinal = index.ordinalOf(value);
    const score =
      quality *
      (current ? 1 : 0.6) *
      (index.attributeOf(value) === KEY ? 1.5 : 1) *
      (0.5 + 0.5 / index.lengthOf(value));
    noted?.values.push(value);
    noted?.fits.push(score);
    if (score <= (scores[ordinal] ?? 0)) continue;
    scores[ordinal] = score;
    best[ordinal] = value;
  }
  return any;
}

interface Candidate {
  readonly term: string;
  readonly values: readonly number[];
  readonly quality: number;
}

/** inner returns the words that contain a text. */
function* inner(index: TextIndex, text: string, qualityOf: (term: string) => number): Iterable<Candidate> {
  for (const [term, values] of index.words)
    if (term.includes(text)) yield { term, values, quality: qualityOf(term) };
}

function* beginning(index: TextIndex, word: string): Iterable<Candidate> {
  // One or two letters begin many words: scanning all is faster than searching the tree.
  const candidates = word.length > 2 ? index.terms.atPrefix(word) : index.words;
  for (const [term, values] of candidates) {
    if (!term.startsWith(word)) continue;
    yield { term, values, quality: term === word ? 1 : 0.4 + (0.4 * word.length) / term.length };
  }
}

/** Letters of scripts written without spaces, where any part of a run may be a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function anywhere(index: TextIndex, word: string): Iterable<Candidate> {
  return inner(index, word, (term) => 0.4 + (0.6 * word.length) / term.length);
}

/** Two letters are inside too many words. */
function inside(index: TextIndex, word: string): Iterable<Candidate> {
  return word.length < 3 ? [] : inner(index, word, () => 0.3);
}

/** LONGEST_MISSPELT is the longest word, in UTF-16 units, that is searched with wrong letters: the table of distances grows with its square. */
const LONGEST_MISSPELT = 40;

/** A short word with a wrong letter is another word. */
function misspelt(distance: 1 | 2): (index: TextIndex, word: string) => Iterable<Candidate> {
  return function* (index, word) {
    if (word.length < (distance === 1 ? 3 : 6) || word.length > LONGEST_MISSPELT) return;
    if (/^\d+$/.test(word)) return;
    for (const [term, [values]] of index.terms.fuzzyGet(word, distance))
      yield { term, values, quality: 0.25 / distance };
  };
}

/** ValueMatches are the numbers of the values with a word, and their scores. A value may occur more than once. */
interface ValueMatches {
  readonly values: number[];
  readonly fits: number[];
}

/**
 * inOneVersion requires all words in one version: a record keeps a score only if one of its versions, among the first `at` entries, has all of them, and then
 * gets the score and values of its best version. `noted` has one list for each word.
 */
function inOneVersion(
  index: TextIndex,
  at: number,
  { scores, best }: Pick<TextHits, 'scores' | 'best'>,
  noted: readonly ValueMatches[],
): void {
  const apart = new Map<number, ValueMatch[]>();
  for (const [ordinal, score] of scores.entries())
    if (score > 0 && !sharesVersion(index, at, best, ordinal)) apart.set(ordinal, []);
  if (apart.size === 0) return;
  for (const [word, { values, fits }] of noted.entries()) {
    for (const [place, value] of values.entries())
      apart.get(index.ordinalOf(value))?.push({ word, value, fit: fits[place] ?? 0 });
  }
  for (const [ordinal, stood] of apart) {
    const version = bestVersion(index, stood, noted.length);
    scores[ordinal] = version?.score ?? 0;
    for (const [word, values] of best.entries()) values[ordinal] = version?.values[word] ?? -1;
  }
}

/** ValueMatch is a value of one record in which a word was found. */
interface ValueMatch {
  readonly word: number;
  readonly value: number;
  readonly fit: number;
}

function sharesVersion(index: TextIndex, at: number, best: readonly Int32Array[], ordinal: number): boolean {
  let from = 0;
  let until = at + 1;
  for (const values of best) {
    const value = values[ordinal] ?? -1;
    from = Math.max(from, index.fromOf(value));
    until = Math.min(until, index.untilOf(value));
  }
  return from < until;
}

interface Version {
  readonly score: number;
  /** The best matching value, per word. */
  readonly values: readonly number[];
}

/** bestVersion returns the best version of those in which a matching value was set; of equal ones the latest. */
function bestVersion(index: TextIndex, stood: readonly ValueMatch[], words: number): Version | undefined {
  const coming = stood.toSorted((one, other) => index.fromOf(one.value) - index.fromOf(other.value));
  let current: ValueMatch[] = [];
  let found: Version | undefined;
  for (const [place, one] of coming.entries()) {
    const entryNumber = index.fromOf(one.value);
    current.push(one);
    const next = coming[place + 1];
    if (next !== undefined && index.fromOf(next.value) === entryNumber) continue;
    current = current.filter(({ value }) => index.untilOf(value) > entryNumber);
    const version = versionOf(current, words);
    if (version !== undefined && version.score >= (found?.score ?? 0)) found = version;
  }
  return found;
}

function versionOf(current: readonly ValueMatch[], words: number): Version | undefined {
  const best = Array.from({ length: words }, (_, word) =>
    current.reduce<ValueMatch | undefined>(
      (most, one) => (one.word === word && one.fit > (most?.fit ?? 0) ? one : most),
      undefined,
    ),
  ).filter((one) => one !== undefined);
  if (best.length < words) return undefined;
  return { score: best.reduce((sum, { fit }) => sum + fit, 0), values: best.map(({ value }) => value) };
}

/** exactFormer lists, by the record's ordinal, values equal to these words that were replaced up to entry `at`: of each attribute the latest. Records with such a current value are left out. */
function exactFormer(index: TextIndex, text: string, at: number): ReadonlyMap<number, readonly number[]> {
  const former = new Map<number, number[]>();
  const words = foldedWords(text);
  const phrase = words.join(' ');
  const count = new Set(words).size;
  const [shortest = []] = words
    .map((word) => index.words.get(word) ?? [])
    .toSorted((one, other) => one.length - other.length);
  const isExact = (value: number): boolean =>
    index.lengthOf(value) === count && foldedWords(index.textOf(value)).join(' ') === phrase;
  for (const value of shortest) {
    if (index.untilOf(value) > at || index.attributeOf(value) === KEY || !isExact(value)) continue;
    const known = former.get(index.ordinalOf(value)) ?? [];
    const attribute = index.attributeOf(value);
    former.set(index.ordinalOf(value), [
      value,
      ...known.filter((other) => index.attributeOf(other) !== attribute),
    ]);
  }
  if (former.size === 0) return former;
  for (const value of shortest) {
    const stands = index.fromOf(value) <= at && index.untilOf(value) > at;
    if (stands && former.has(index.ordinalOf(value)) && isExact(value)) former.delete(index.ordinalOf(value));
  }
  return former;
}
