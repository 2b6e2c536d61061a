import type { Variant } from '../../core/model.ts';
import { countOf, formatNumber } from '../format.ts';
import type { CopyChoice, CopyForm, CopyOffer } from './copy-desk.ts';

/** whatWords names what is taken, at an earlier size with that size. */
export function whatWords(what: 'records' | 'entries', offer: CopyOffer | undefined): string {
  const earlier = offer !== undefined && offer.at < offer.size;
  if (what === 'records')
    return earlier ? `All records as of entry ${formatNumber(offer.at)}` : 'All records';
  return earlier ? `The first ${countOf(offer.at, 'entry', 'entries')}` : 'All entries of the log';
}

/** formWords names a way of writing, and says what it is for and what to beware of. */
export function formWords(
  form: CopyForm,
  what: 'records' | 'entries',
  variant: Variant,
): { readonly name: string; readonly note: string } {
  switch (form) {
    case 'csv-safe':
      return {
        name: 'CSV for a spreadsheet',
        note: 'Puts an apostrophe before what a spreadsheet would run as a formula, a minus sign too. Lists are joined with semicolons.',
      };
    case 'csv':
      return {
        name: 'CSV with exact values',
        note: 'For programs. Lists are joined with semicolons, so that a member with one of its own looks like two: JSON keeps them apart. Opened in a spreadsheet, a cell that begins with = + - or @ may run as a formula.',
      };
    case 'json':
      return {
        name: 'JSON',
        note: `As this register’s API lists ${what}${variant === 'item' ? ' (v2)' : ' (earlier variant)'}.`,
      };
    case 'rsf':
      return {
        name: 'RSF',
        note: 'The log with its items, ending in its root. It can be opened on the start page again.',
      };
  }
}

/** counted counts what is taken. */
export function counted(what: CopyChoice['what'], rows: number): string {
  return what === 'records' ? countOf(rows, 'record') : countOf(rows, 'entry', 'entries');
}

/** offerWords says what a copy comes to and what it is worth. */
export function offerWords(
  what: CopyChoice['what'],
  { rows, withoutData, at, size, verdict }: CopyOffer,
): string {
  const line = `${counted(what, rows)}, from ${at < size ? `the first ${formatNumber(at)} of ` : ''}${countOf(size, 'entry', 'entries')} read and hashed here.`;
  const gaps =
    withoutData === 0
      ? ''
      : ` The data of ${formatNumber(withoutData)} was not sent, or does not hash to its name, and is left out.`;
  return `${line} ${worth(verdict, size)}${gaps} The manifest beside it says so.`;
}

function worth(verdict: CopyOffer['verdict'], size: number): string {
  switch (verdict.outcome) {
    case 'holds':
      return size === 1
        ? 'It leads to the published root.'
        : `All ${formatNumber(size)} lead to the published root.`;
    case 'does-not-match':
      return `They do not match: ${'reason' in verdict ? verdict.reason : 'their root is not the published one'}.`;
    case 'cannot-check':
    case 'not-checked':
      return `They are not proved: ${verdict.reason}.`;
  }
}
