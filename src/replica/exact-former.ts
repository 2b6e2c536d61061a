import { foldedWords } from '../core/words.ts';
import { KEY, type TextIndex } from './search-index.ts';

/** exactFormer lists, by the record's ordinal, values that are these very words and were replaced by the entry `at`: of each attribute the latest. Records that hold the words so now are left out. */
export function exactFormer(
  index: TextIndex,
  text: string,
  at: number,
): ReadonlyMap<number, readonly number[]> {
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
