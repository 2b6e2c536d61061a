import type { Answer, Call } from '../call.ts';
import { parseDigits } from '../http/digits.ts';
import { notFound, quoted } from '../http/problem.ts';
import { entrySpan, readableSize } from '../paging/entry-span.ts';
import { spoiltPage } from '../paging/spoilt-page.ts';

/** oneEntry answers /entries/{entry-number}: a list of one in v2, the entry itself in the earlier variant. */
export function oneEntry(call: Call, text: string): Answer {
  const { log, shape, manner } = call;
  const entryNumber = parseDigits(text);
  if (entryNumber === undefined || entryNumber < 1 || entryNumber > readableSize(call))
    throw notFound(`The log has ${log.size} entries and no entry ${quoted(text)}.`);
  const entry = shape.entry(log.entry(entryNumber), manner);
  return { json: () => shape.oneEntry(entry), table: () => ({ columns: shape.entryColumns, rows: [entry] }) };
}

/** listEntries answers /entries, ascending (API document, "Entries", rule 1). */
export function listEntries(call: Call): Answer {
  const { log, shape, manner } = call;
  const { offset, count, links } = entrySpan(call);
  const rows = spoiltPage(
    Array.from({ length: count }, (_, index) => offset + 1 + index),
    manner,
  ).map((number) => shape.entry(log.entry(number), manner));
  return { json: () => rows, table: () => ({ columns: shape.entryColumns, rows }), links };
}
