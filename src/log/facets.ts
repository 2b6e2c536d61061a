import { memoize } from '../core/memoize.ts';
import { cellIn, cellsIn, type Column, membersOf, type RecordsAt } from './records-at.ts';

/** Facet is an attribute with few different values, and how many records hold each. */
export interface Facet {
  readonly attribute: string;
  /** Sorted by the number of all records with them, so that the order is stable while filters change. `''` means "not set" and is last. */
  readonly values: readonly FacetValue[];
}

/** FacetValue is one choice: a value, or one member of a list. */
export interface FacetValue {
  readonly value: string;
  /** How many records have it among those that pass all other filters. */
  readonly count: number;
}

/** FACET_VALUES is the most different values of a facet. */
const FACET_VALUES = 30;

/** LONGEST is the longest value of a facet, in UTF-16 units. */
const LONGEST = 80;

/** Days and months are for sorting, not for filtering. */
const DAY = /^\d{4}-\d{2}(?:-\d{2}(?:T.*)?)?$/;

/** MOST_FACETS is the most facets: every question counts each record for each of them. */
const MOST_FACETS = 60;

/** Choices are the attributes worth offering as facets, with their values, and how many more there are. */
interface Choices {
  readonly offered: ReadonlyMap<string, readonly string[]>;
  readonly leftOut: number;
}

/** choicesOf finds the attributes worth offering: few different values, shared by records, none long; of too many, those that most records have. Cached with the records. */
const choicesOf = memoize((records: RecordsAt): Choices => {
  const found = [...records.columns].flatMap(([attribute, column]) => {
    const values = choicesIn(column, records.keys.length);
    return values === undefined ? [] : [{ attribute, values, set: column.set }];
  });
  const offered = mostSet(found, MOST_FACETS);
  return {
    offered: new Map(offered.map(({ attribute, values }) => [attribute, values])),
    leftOut: found.length - offered.length,
  };
});

/** mostSet returns the attributes that most records have, in their order. */
export function mostSet<T extends { readonly set: number }>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const kept = new Set(all.toSorted((one, other) => other.set - one.set).slice(0, most));
  return all.filter((one) => kept.has(one));
}

function choicesIn(column: Column, records: number): readonly string[] | undefined {
  const counts = new Map<string, number>();
  const unset = column.set < records;
  let held = 0;
  for (const [, cell] of cellsIn(column)) {
    for (const member of membersOf(cell)) {
      if (member.length > LONGEST || DAY.test(member)) return undefined;
      const before = counts.get(member);
      if (before === undefined && counts.size === FACET_VALUES) return undefined;
      counts.set(member, (before ?? 0) + 1);
      held += 1;
    }
  }
  // One choice filters nothing; values of one record each are names, not groups.
  if (counts.size + (unset ? 1 : 0) < 2 || held < counts.size * 2) return undefined;
  const values = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([v]) => v);
  return unset ? [...values, ''] : values;
}

/** Clause accepts a record with one of the values, as a whole or in its list; `''` means that the attribute is not set. */
export interface Clause {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** holdsOneOf returns the test of a clause for one record. Values are equal only if their NFC forms are. */
export function holdsOneOf(records: RecordsAt, { attribute, values }: Clause): (ordinal: number) => boolean {
  const wanted = new Set(values.map((value) => value.normalize()));
  const column = records.columns.get(attribute);
  return (ordinal) => {
    const cell = cellIn(column, ordinal);
    if (cell === undefined) return wanted.has('');
    return membersOf(cell).some((member) => wanted.has(member) || wanted.has(member.normalize()));
  };
}

/** FacetCounter counts the choices of all facets. */
export class FacetCounter {
  readonly #records: RecordsAt;
  readonly #counts: ReadonlyMap<string, Map<string, number>>;
  /** How many attributes with few values are left out. */
  readonly leftOut: number;

  constructor(records: RecordsAt) {
    const { offered, leftOut } = choicesOf(records);
    this.#records = records;
    this.leftOut = leftOut;
    this.#counts = new Map(
      [...offered].map(([attribute, values]) => [attribute, new Map(values.map((value) => [value, 0]))]),
    );
  }

  /** add counts a record for all facets, or for the one whose filter alone excludes it. */
  add(ordinal: number, only?: string): void {
    for (const [attribute, counts] of this.#counts) {
      if (only !== undefined && only !== attribute) continue;
      const cell = cellIn(this.#records.columns.get(attribute), ordinal);
      if (typeof cell === 'string') counts.set(cell, (counts.get(cell) ?? 0) + 1);
      else if (cell === undefined) counts.set('', (counts.get('') ?? 0) + 1);
      else for (const member of new Set(cell)) counts.set(member, (counts.get(member) ?? 0) + 1);
    }
  }

  /** facets returns the choices with their counts. */
  facets(): readonly Facet[] {
    return [...this.#counts].map(([attribute, counts]) => ({
      attribute,
      values: [...counts].map(([value, count]) => ({ value, count })),
    }));
  }
}
