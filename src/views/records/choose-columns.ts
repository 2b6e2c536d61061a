import type { AttributeUse } from '../../replica/records.ts';
import type { Row } from './listing.ts';

/** COLUMNS_AT_FIRST is how many columns are shown where the reader chose none. */
const COLUMNS_AT_FIRST = 6;

/** OWN are the columns of the record itself. An attribute of the same name cannot be shown as a column. */
export const OWN = ['entry-number', 'entry-timestamp'] as const;

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
  if (chosen !== undefined) return choices.filter((column) => chosen.includes(column));
  const attributes = choices.slice(0, choices.length - OWN.length);
  const names = attributes.filter((attribute) => attribute === 'name');
  return [...names, ...attributes.filter((attribute) => attribute !== 'name')].slice(0, COLUMNS_AT_FIRST);
}

/** columnShares says how much of the width the key and each column get, in characters, by the rows that came first. */
export function columnShares(columns: readonly string[], rows: readonly Row[]): readonly number[] {
  const sample = rows.slice(0, 60);
  const share = (label: string, lengths: readonly number[]): number => {
    const sorted = lengths.toSorted((one, other) => one - other);
    const usual = sorted[Math.floor(sorted.length * 0.85)] ?? 0;
    // Running text gets more, and still several lines.
    return Math.min(usual > 70 ? 48 : 32, Math.max(usual, label.length + 2, 8)) + 3;
  };
  const key = share(
    'key',
    sample.map((row) => row.key.length + (row.ended ? 7 : 0)),
  );
  return [
    key,
    ...columns.map((column) =>
      share(
        column,
        sample.map((row) => lengthOf(row, column)),
      ),
    ),
  ];
}

function lengthOf(row: Row, column: string): number {
  if (column === 'entry-number') return String(row.entryNumber ?? '').length;
  if (column === 'entry-timestamp') return 'dd mmm yyyy, hh:mm'.length;
  return row.items
    .flatMap((item) => item.get(column) ?? [])
    .reduce((sum, member) => sum + member.length + 2, 0);
}
