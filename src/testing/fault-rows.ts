import { FAULTS } from '../mock/switches/switches.ts';
import type { Variant } from '../core/model.ts';

/** MODES are the variants with each of their leaf rules; USUAL the two that follow the API document. */
export const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;
export const USUAL = ['v2', 'earlier'] as const;

/** WAITING are the faults that only cost time. */
export const WAITING: ReadonlySet<string> = new Set(['slow', 'late', 'stall', 'stall-body']);

/** modeWith is a mode with this fault switched on; `honest` is none. */
export const modeWith = (mode: string, fault: string): string =>
  fault === 'honest' ? mode : `${mode}+${fault}`;

/** hasVariant is whether a switch for that variant, or for both, can be turned on in a mode. */
export const hasVariant = (mode: string, variant: Variant | undefined): boolean =>
  variant === undefined || (variant === 'item') === mode.startsWith('v2');

/**
 * faultRows reads a table of the expected results for each fault of the mock, and for `honest`:
 * names of faults on lines of their own, and below them an indented line with the cells. Throws
 * unless each fault has one row.
 */
export function faultRows(table: string): ReadonlyMap<string, string> {
  const rows = [...table.matchAll(/((?:\S.*\n)+) {2}(.*)\n/g)].flatMap(([, faults = '', cells = '']) =>
    faults
      .trim()
      .split(/\s+/)
      .map((fault) => [fault, cells.trim()] as const),
  );
  const named = rows
    .map(([fault]) => fault)
    .toSorted()
    .join(' ');
  const due = ['honest', ...FAULTS.map(({ id }) => id)].toSorted().join(' ');
  if (named !== due) throw new Error(`the rows are of ${named}, not of ${due}`);
  return new Map(rows);
}
