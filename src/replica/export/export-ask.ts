import type { Variant } from '../../core/model.ts';
import type { LogCopy } from '../log-copy.ts';
import { records, type RecordsAsk } from '../records.ts';

/** ExportWhat is what is taken out: the records as they are at a log size, or the log up to it. */
export type ExportWhat = 'records' | 'entries';

/** ExportFilter narrows and sorts records as the records question does. */
export type ExportFilter = Omit<RecordsAsk, 'at' | 'from' | 'count'>;

/**
 * ExportForm is how it is written.
 * - csv-safe: for spreadsheets; nothing in it runs as a formula, at the price of an apostrophe before what might.
 * - csv: every value exactly (RFC 4180).
 * - json: the API's own form of /records or /entries.
 * - rsf: Register Serialisation Format, whole logs of the item variant only.
 */
export type ExportForm = 'csv-safe' | 'csv' | 'json' | 'rsf';

/** ExportAsk says what to take out of a copy. */
export interface ExportAsk {
  readonly what: ExportWhat;
  readonly form: ExportForm;
  /** The register as it was at this log size, 0 <= at <= size. */
  readonly at: number;
  /** Only these records, in the order in which they are found. All, in the order of their first entries, where it is missing. */
  readonly filter?: ExportFilter;
  /** The register's attributes in its own order; the data's other attributes follow by name. */
  readonly fields: readonly string[];
}

/** entryNumbersOf lists the entries that are written, in the order in which they are. */
export function* entryNumbersOf(log: LogCopy, { what, at, filter }: ExportAsk): Generator<number> {
  if (what === 'entries') {
    for (let number = 1; number <= at; number += 1) yield number;
  } else if (filter === undefined) {
    for (const key of log.keys()) {
      const number = log.latest(key, at);
      if (number !== undefined) yield number;
    }
  } else {
    for (const row of records(log, { ...filter, at, from: 0, count: Infinity }).rows) yield row.entryNumber;
  }
}

/** positionColumns are the columns that come before a table's data, as real servers name them. */
export function positionColumns(variant: Variant): readonly string[] {
  const columns = ['entry-number', 'entry-timestamp', 'key'];
  return variant === 'item' ? ['index-entry-number', ...columns] : columns;
}
