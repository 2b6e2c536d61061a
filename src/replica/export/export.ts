import type { LogCopy } from '../log-copy.ts';
import { entryNumbersOf, type ExportAsk } from './export-ask.ts';
import { rsfProblem, writeRsf } from './write-rsf.ts';
import { writeCsv } from './write-csv.ts';
import { writeJson } from './write-json.ts';

/** ExportPlan says what an export comes to before it is written. */
export interface ExportPlan {
  /** How many records or entries are written. */
  readonly rows: number;
  /** How many of them name data that could not be had, and that is not in the file. */
  readonly withoutData: number;
  /** Why the log cannot be written as RSF; undefined where it can, and where records are asked for. */
  readonly rsfProblem: string | undefined;
}

/** exportPlan counts what would be written. */
export function exportPlan(log: LogCopy, ask: ExportAsk): ExportPlan {
  let rows = 0;
  let withoutData = 0;
  for (const number of entryNumbersOf(log, ask)) {
    rows += 1;
    const { itemHashes } = log.entry(number);
    if (itemHashes.some((hash) => log.item(hash) === undefined)) withoutData += 1;
  }
  return { rows, withoutData, rsfProblem: ask.what === 'entries' ? rsfProblem(log, ask.at) : undefined };
}

/** exported writes records or entries piece by piece; see inPieces. Throws RangeError for RSF of a log that has no such form, or of records. */
export function exported(log: LogCopy, ask: ExportAsk): Iterable<string> {
  switch (ask.form) {
    case 'csv':
    case 'csv-safe':
      return writeCsv(log, ask);
    case 'json':
      return writeJson(log, ask);
    case 'rsf':
      if (ask.what !== 'entries') throw new RangeError('RSF holds whole logs, not records');
      return writeRsf(log, ask);
  }
}
