import type { Answer, Call } from '../call.ts';
import { type KeyList, type LogRecord, recordAt } from '../engine/register-log.ts';
import { keyOf } from '../http/key-segment.ts';
import { versionHistory } from '../http/link-header.ts';
import { badRequest, notFound, quoted } from '../http/problem.ts';
import { single } from '../http/query.ts';
import type { Pairs, Span } from '../paging/page-links.ts';
import { pageSpan } from '../paging/page-span.ts';
import { spoiltPage } from '../paging/spoilt-page.ts';

/** oneRecord answers /records/{key}. */
export function oneRecord(call: Call, segment: string): Answer {
  const { log, shape, manner } = call;
  const key = keyOf(segment);
  const record = recordAt(log, key, log.size);
  if (!record) throw notFound(`The register has no record ${quoted(key)}.`);
  return {
    json: () => shape.oneRecord(key, shape.record(record, manner)),
    table: () => recordTable(call, [record]),
    links: [versionHistory(key, call)],
  };
}

/** listRecords answers /records without a filter: all keys in the order in which the log first names them. */
export function listRecords(call: Call): Answer {
  const { log } = call;
  const span = pageSpan(call, log.keyCount(log.size));
  return answerRecords(call, log.keys(span.offset, span.count), span);
}

/** recordsByQuery answers /records?name=&value= of the earlier variant, and /records without them. */
export function recordsByQuery(call: Call): Answer {
  const name = single(call.query, 'name');
  const value = single(call.query, 'value');
  if (name === undefined && value === undefined) return listRecords(call);
  if (name === undefined || value === undefined)
    throw badRequest('The parameters name and value are given together or not at all.');
  const keys = call.log.keysWhere(name, value);
  if (!keys) throw badRequest(`The register has no attribute ${quoted(name)}.`);
  return answerFiltered(call, keys, [
    ['name', name],
    ['value', value],
  ]);
}

/** recordsByPath answers /records/{attribute-name}/{attribute-value}. */
export function recordsByPath(call: Call, name: string, value: string): Answer {
  const keys = call.log.keysWhere(name, value);
  if (!keys) throw notFound(`The register has no attribute ${quoted(name)}.`);
  return answerFiltered(call, keys, []);
}

/** trail answers /records/{key}/entries, ascending (API document, "Records", rule 2). */
export function trail(call: Call, segment: string): Answer {
  const { log, shape, manner } = call;
  const key = keyOf(segment);
  const numbers = log.trail(key);
  if (numbers.length === 0) throw notFound(`The register has no record ${quoted(key)}.`);
  const span = pageSpan(call, numbers.length);
  const rows = spoiltPage(numbers.slice(span.offset, span.offset + span.count), manner).map((entryNumber) =>
    shape.entry(log.entry(entryNumber), manner),
  );
  return { json: () => rows, table: () => ({ columns: shape.entryColumns, rows }), links: span.links };
}

/** answerRecords answers with the records of these keys as of the log size, the whole log unless told. */
export function answerRecords(
  call: Call,
  keys: readonly string[],
  { links }: Pick<Span, 'links'>,
  logSize = call.log.size,
): Answer {
  const { log, shape, manner } = call;
  const records: (readonly [string, LogRecord])[] = [];
  for (const key of keys) {
    const record = recordAt(log, key, logSize);
    if (record) records.push([key, record]);
  }
  return {
    json: () => shape.records(records.map(([key, record]) => [key, shape.record(record, manner)])),
    table: () =>
      recordTable(
        call,
        records.map(([, record]) => record),
      ),
    links,
  };
}

function answerFiltered(call: Call, keys: KeyList, filter: Pairs): Answer {
  const span = pageSpan(call, keys.length, filter);
  return answerRecords(call, keys.slice(span.offset, span.offset + span.count), span);
}

function recordTable({ shape, log }: Call, records: readonly LogRecord[]): ReturnType<Answer['table']> {
  const columns = [...shape.recordColumns, ...log.about.fields];
  return { columns, rows: records.flatMap((record) => shape.recordRows(record)) };
}
