import { NumberList, TextTable } from './byte-table.ts';

/**
 * Trails has the numbers of the entries of every key, in flat arrays: a Map of lists takes three times the
 * memory where most keys have one entry.
 */
export class Trails {
  readonly #keys = new TextTable();
  /** By the number of a key: its first and its latest entry, and how many it has. */
  readonly #first = new NumberList();
  readonly #latest = new NumberList();
  readonly #counts = new NumberList();
  /** By the number of an entry: the number of its key; and the entry before it of the same key, 0 for the first. */
  readonly #keyOf = new NumberList();
  readonly #before = new NumberList();

  /** append adds the key of the next entry. */
  append(key: string): void {
    const number = this.#keys.add(key);
    const entryNumber = Math.max(1, this.#keyOf.length);
    this.#keyOf.set(entryNumber, number);
    this.#before.set(entryNumber, this.#latest.at(number));
    if (this.#latest.at(number) === 0) this.#first.set(number, entryNumber);
    this.#latest.set(number, entryNumber);
    this.#counts.set(number, this.#counts.at(number) + 1);
  }

  /** count is the number of keys. */
  get count(): number {
    return this.#keys.count;
  }

  /** keyOf is the key of an entry. */
  keyOf(entryNumber: number): string {
    return this.#keys.at(this.#keyOf.at(entryNumber));
  }

  /** keys lists keys in the order of their first entries. */
  keys(offset: number, count: number): string[] {
    const length = Math.max(0, Math.min(count, this.count - offset));
    return Array.from({ length }, (_, at) => this.#keys.at(offset + at));
  }

  /** countUpTo is the number of keys among the first `logSize` entries. */
  countUpTo(logSize: number): number {
    return countUpTo(this.#first, logSize);
  }

  /** trail lists the numbers of the entries of a key, ascending; empty for an unknown key. */
  trail(key: string): number[] {
    const trail: number[] = [];
    const number = this.#keys.find(key);
    for (let at = number < 0 ? 0 : this.#latest.at(number); at > 0; at = this.#before.at(at)) trail.push(at);
    return trail.reverse();
  }

  /** latestOfLongest is the latest entry of the key with most entries, of the first such key; 0 without entries. */
  latestOfLongest(): number {
    let longest = 0;
    for (let number = 1; number < this.count; number += 1)
      if (this.#counts.at(number) > this.#counts.at(longest)) longest = number;
    return this.#latest.at(longest);
  }
}

/** countUpTo counts the members of an ascending list that are at most `limit`, by halving. */
export function countUpTo(
  ascending: { readonly length: number; at(index: number): number | undefined },
  limit: number,
): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending.at(middle) ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
