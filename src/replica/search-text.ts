import { foldedWords } from '../core/words.ts';
import { exactFormer } from './exact-former.ts';
import { inOneVersion, type Noted } from './one-version.ts';
import { KEY, type TextIndex } from './search-index.ts';

/** TextAsk is what is looked for, and where in the log. */
export interface TextAsk {
  readonly text: string;
  readonly at: number;
  /** Also in values that were replaced by then. */
  readonly former: boolean;
}

/** TextHits are the records in which every word was found. */
export interface TextHits {
  /** How well each record fits, by its ordinal: more is better, 0 is not at all. */
  readonly scores: Float64Array;
  /** Per word asked for, the value that fits it best, by the record's ordinal; -1 where none. */
  readonly best: readonly Int32Array[];
  /** The words of the register that were taken for a word asked for. */
  readonly terms: ReadonlySet<string>;
  /** Where former versions were searched, too: the values that were these very words, by the record's ordinal. */
  readonly exact: ReadonlyMap<number, readonly number[]>;
}

/**
 * searchText finds the records that hold every word of a text, in whatever values and order, all in one version. A word is first looked for as the beginning of a word; only where the log has
 * none at that size, inside of words, then with one wrong letter, then with two. Undefined for a text without words.
 */
export function searchText(index: TextIndex, records: number, ask: TextAsk): TextHits | undefined {
  const words = [...new Set(foldedWords(ask.text))].slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const terms = new Set<string>();
  const scores = new Float64Array(records);
  const best: Int32Array[] = [];
  const noted: Noted[] = [];
  // Values of today stand together anyway.
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
  readonly noted?: Noted;
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

/** note scores the values that stood at the size asked for, and tells whether there were any. */
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

function* beginning(index: TextIndex, word: string): Iterable<Candidate> {
  // One or two letters begin a good part of all words: going through them all is quicker than climbing the tree for each.
  const candidates = word.length > 2 ? index.terms.atPrefix(word) : index.words;
  for (const [term, values] of candidates) {
    if (!term.startsWith(word)) continue;
    yield { term, values, quality: term === word ? 1 : 0.4 + (0.4 * word.length) / term.length };
  }
}

/** Letters of scripts that are written without spaces: what stands between two signs is not a word, and any part of it may be one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function* anywhere(index: TextIndex, word: string): Iterable<Candidate> {
  for (const [term, values] of index.words)
    if (term.includes(word)) yield { term, values, quality: 0.4 + (0.6 * word.length) / term.length };
}

/** Two letters are inside of too many words to say anything. */
function* inside(index: TextIndex, word: string): Iterable<Candidate> {
  if (word.length < 3) return;
  for (const [term, values] of index.words) if (term.includes(word)) yield { term, values, quality: 0.3 };
}

/** LONGEST_MISSPELT is the longest word, in UTF-16 units, that is looked for with wrong letters: the table of distances grows with the square of it. */
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
