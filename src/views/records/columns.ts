import type { Attribute } from '../../core/model.ts';
import type { AttributeUse } from '../../log/records.ts';
import { isNaming } from '../../ui/values/value.tsx';
import { type Row, valuesOf } from './use-records.ts';

/** COLUMNS_AT_FIRST is the number of columns if the reader chose none. */
const COLUMNS_AT_FIRST = 6;

/** The record's own columns. An attribute of the same name cannot be shown as one. */
const OWN: readonly string[] = ['entry-number', 'entry-timestamp'];

/**
 * columnChoices lists the possible columns: the attributes in the schema's order, then others, except one
 * that only repeats the key, then the record's own.
 */
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

/** namingIn returns the attribute that names a record best. */
export function namingIn(attributes: readonly string[]): string | undefined {
  return attributes.find((attribute) => attribute === 'name') ?? attributes.find(isNaming);
}

/**
 * shownColumns are the chosen columns that exist, in the register's order; without a choice the name and
 * the first few attributes.
 */
export function shownColumns(
  choices: readonly string[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  const among = new Set(chosen);
  if (chosen !== undefined) return choices.filter((column) => among.has(column));
  const attributes = choices.slice(0, -OWN.length);
  const naming = namingIn(attributes);
  return attributes
    .toSorted((one, other) => Number(other === naming) - Number(one === naming))
    .slice(0, COLUMNS_AT_FIRST);
}

/** columnShares returns the widths of the key and each column, in characters, by the first rows. */
export function columnShares(columns: readonly string[], rows: readonly Row[]): readonly number[] {
  const sample = rows.slice(0, 60);
  // A key is never cut and its letters are wide; the mark of an ended record follows it.
  const keys = sample.map(({ key, ended }) => Math.ceil(key.length * 1.1) + (ended ? 8 : 0));
  const shares = columns.map((column) => {
    const lengths = sample.map((row) => cellText(row, column).length).toSorted((one, other) => one - other);
    const usual = lengths[Math.floor(lengths.length * 0.85)] ?? 0;
    return Math.min(Math.max(usual, column.length + 2, 8), 34);
  });
  return [Math.min(Math.max(8, ...keys), 24), ...shares].map((share) => share + 3);
}

/** cellText returns the text of a cell, cut for a long list; '' for one that is not set. */
export function cellText(row: Row, column: string): string {
  if (column === 'entry-number') return String(row.entryNumber ?? '');
  if (column === 'entry-timestamp') return row.timestamp ?? '';
  return valuesOf(row, column).slice(0, 20).join('; ');
}
