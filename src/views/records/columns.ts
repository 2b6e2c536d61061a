import type { Attribute } from '../../core/model.ts';
import type { AttributeUse } from '../../log/records.ts';
import type { Row } from './list-records.ts';

/** COLUMNS_AT_FIRST is how many columns are shown where the reader chose none. */
const COLUMNS_AT_FIRST = 6;

/** The record's own columns. An attribute of the same name cannot be shown as one. */
const OWN: readonly string[] = ['entry-number', 'entry-timestamp'];

/** RUNNING is the length in characters from which a value counts as running text. */
const RUNNING = 70;

/** columnChoices lists what can be a column: the attributes in the schema's order, then others, but for one that only repeats the key, then what the record itself has. */
export function columnChoices(
  uses: readonly AttributeUse[],
  schema: readonly Attribute[],
): readonly string[] {
  const place = new Map(schema.map(({ id }, index) => [id, index]));
  const placeOf = (attribute: string): number => place.get(attribute) ?? schema.length;
  const attributes = uses
    .filter(({ attribute, repeatsKey }) => !repeatsKey && !OWN.includes(attribute))
    .map(({ attribute }) => attribute)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  return [...attributes, ...OWN];
}

/** shownColumns are the chosen columns that exist, in the register's order; without a choice the name and the first few attributes. */
export function shownColumns(
  choices: readonly string[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  if (chosen !== undefined) {
    const among = new Set(chosen);
    return choices.filter((column) => among.has(column));
  }
  return choices
    .slice(0, -OWN.length)
    .toSorted((one, other) => Number(other === 'name') - Number(one === 'name'))
    .slice(0, COLUMNS_AT_FIRST);
}

/** columnShares says how much of the width the key and each column get, in characters, by the rows that came first. */
export function columnShares(columns: readonly string[], rows: readonly Row[]): readonly number[] {
  const sample = rows.slice(0, 60);
  // A key is never cut and its letters are wide; the sign of an ended record stands beside it.
  const keys = sample.map(({ key, ended }) => Math.ceil(key.length * 1.1) + (ended ? 8 : 0));
  const shares = columns.map((column) => {
    const lengths = sample.map((row) => lengthOf(row, column)).toSorted((one, other) => one - other);
    const usual = lengths[Math.floor(lengths.length * 0.85)] ?? 0;
    return Math.min(Math.max(usual, column.length + 2, 8), usual > RUNNING ? 38 : 32);
  });
  const space = 3;
  return [Math.min(Math.max(8, ...keys), 24), ...shares].map((share) => share + space);
}

function lengthOf(row: Row, column: string): number {
  if (column === 'entry-number') return String(row.entryNumber ?? '').length;
  if (column === 'entry-timestamp') return 'dd mmm yyyy, hh:mm'.length;
  let length = 0;
  for (const item of row.items) {
    const value = item.get(column) ?? [];
    for (const member of typeof value === 'string' ? [value] : value) {
      length += member.length + 2;
      if (length > RUNNING) return length;
    }
  }
  return length;
}
