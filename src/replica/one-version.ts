import type { TextIndex } from './search-index.ts';

/** Noted are the values in which a word was found, by their numbers, and beside them how well each fits. A value may be there more than once. */
export interface Noted {
  readonly values: number[];
  readonly fits: number[];
}

/** Fitting is what came of every word by itself: the sum of how well a record fits, and per word the value that fits it best, both by the record's ordinal. */
export interface Fitting {
  readonly scores: Float64Array;
  readonly best: readonly Int32Array[];
}

/**
 * inOneVersion holds the words of a search together: a record keeps its score only where one of its versions, among the first `at` entries, held all of them, and then
 * has the score and the values of the version that fits best. `noted` has one list for each word.
 */
export function inOneVersion(
  index: TextIndex,
  at: number,
  { scores, best }: Fitting,
  noted: readonly Noted[],
): void {
  const apart = new Map<number, Stood[]>();
  for (const [ordinal, score] of scores.entries())
    if (score > 0 && !stoodTogether(index, at, best, ordinal)) apart.set(ordinal, []);
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

/** Stood is a value of one record in which a word was found. */
interface Stood {
  readonly word: number;
  readonly value: number;
  readonly fit: number;
}

function stoodTogether(index: TextIndex, at: number, best: readonly Int32Array[], ordinal: number): boolean {
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
  /** The value that fits best, per word. */
  readonly values: readonly number[];
}

/** bestVersion goes through the versions in which something began to stand; of equal ones the latest is taken. */
function bestVersion(index: TextIndex, stood: readonly Stood[], words: number): Version | undefined {
  const coming = stood.toSorted((one, other) => index.fromOf(one.value) - index.fromOf(other.value));
  let standing: Stood[] = [];
  let found: Version | undefined;
  for (const [place, one] of coming.entries()) {
    const entryNumber = index.fromOf(one.value);
    standing.push(one);
    const next = coming[place + 1];
    if (next !== undefined && index.fromOf(next.value) === entryNumber) continue;
    standing = standing.filter(({ value }) => index.untilOf(value) > entryNumber);
    const version = versionOf(standing, words);
    if (version !== undefined && version.score >= (found?.score ?? 0)) found = version;
  }
  return found;
}

function versionOf(standing: readonly Stood[], words: number): Version | undefined {
  const best = Array.from({ length: words }, (_, word) =>
    standing.reduce<Stood | undefined>(
      (most, one) => (one.word === word && one.fit > (most?.fit ?? 0) ? one : most),
      undefined,
    ),
  ).filter((one) => one !== undefined);
  if (best.length < words) return undefined;
  return { score: best.reduce((sum, { fit }) => sum + fit, 0), values: best.map(({ value }) => value) };
}
