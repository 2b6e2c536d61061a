import type { AttributeUse } from '../../replica/records.ts';
import type { Row } from './listing.ts';

/** COLUMNS_AT_FIRST is how many columns are shown where the reader chose none. */
const COLUMNS_AT_FIRST = 6;

/** The record's own columns. An attribute of the same name cannot be shown as one. */
const OWN = ['entry-number', 'entry-timestamp'] as const;

/** columnChoices lists what can be a column: the attributes but for one that only repeats the key, then what the record itself has. */
export function columnChoices(uses: readonly AttributeUse[]): readonly string[] {
  const own: readonly string[] = OWN;
  const attributes = uses.filter(({ attribute, repeatsKey }) => !repeatsKey && !own.includes(attribute));
  return [...attributes.map(({ attribute }) => attribute), ...OWN];
}

/** shownColumns are the chosen columns that exist, in the register's order; without a choice the first few attributes, and before them the name. */
export function shownColumns(
  uses: readonly AttributeUse[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  const choices = columnChoices(uses);
  if (chosen !== undefined) return chosenAmong(choices, chosen);
  const attributes = choices.slice(0, choices.length - OWN.length);
  const names = attributes.filter((attribute) => attribute === 'name');
  return [...names, ...attributes.filter((attribute) => attribute !== 'name')].slice(0, COLUMNS_AT_FIRST);
}

/** chosenAmong are those of the choices that were chosen, in their own order. */
export function chosenAmong(choices: readonly string[], chosen: readonly string[]): readonly string[] {
  const among = new Set(chosen);
  return choices.filter((column) => among.has(column));
}

/** RUNNING is after how many characters a value is running text. */
const RUNNING = 70;

/** columnShares says how much of the width the key and each column get, in characters, by the rows that came first. */
export function columnShares(columns: readonly string[], rows: readonly Row[]): readonly number[] {
  const sample = rows.slice(0, 60);
  // A key is never cut and its letters are wide; the sign of an ended record stands beside it.
  const keys = sample.map((row) => Math.ceil(row.key.length * 1.1) + (row.ended ? 8 : 0));
  return [
    bounded(Math.max(8, ...keys), 24),
    ...columns.map((column) => {
      const usual = usualOf(sample.map((row) => lengthOf(row, column)));
      // Running text gets more, and still several lines.
      return bounded(Math.max(usual, column.length + 2, 8), usual > RUNNING ? 38 : 32);
    }),
  ];
}

/** Beside the letters stands the space between columns. */
function bounded(letters: number, most: number): number {
  return Math.min(letters, most) + 3;
}

function usualOf(lengths: readonly number[]): number {
  return lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length * 0.85)] ?? 0;
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
