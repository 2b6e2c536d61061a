import type { Answer, Call } from '../call.ts';
import { type KeyList, type LogRecord, recordAt } from '../engine/register-log.ts';
import { keyOf, parseDigits, single } from '../http/request.ts';
import { badRequest, notFound, quoted } from '../http/response.ts';
import { type Pairs, type Span, pageSpan, spoiltPage, versionHistory } from '../paging.ts';
import { answerEntries, writtenPage } from './entries.ts';

/** oneRecord answers /records/{key}. */
export function oneRecord(call: Call, segment: string): Answer {
  const { log, shape, behaviour } = call;
  const key = keyOf(segment);
  const record = recordAt(log, key, log.size);
  if (!record) throw notFound(`The register has no record ${quoted(key)}.`);
  return {
    json: () => shape.oneRecord(key, shape.record(record, behaviour)),
    table: () => recordTable(call, [record]),
    links: [versionHistory(key, call)],
  };
}

/** listRecords answers /records without a filter: all keys in the order in which the log first names them. */
export function listRecords(call: Call): Answer {
  const { log } = call;
  const { offset, count, links } = pageSpan(call, log.keyCount(log.size));
  const records = (): Answer => answerRecords(call, log.keys(offset, count), { links });
  return {
    json: () => records().json(),
    jsonBytes:
      call.behaviour.numbers === 'document' ? writtenPage(log.pages?.records, offset, count) : undefined,
    table: () => records().table(),
    links,
  };
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
  const key = keyOf(segment);
  const numbers = call.log.trail(key);
  if (numbers.length === 0) throw notFound(`The register has no record ${quoted(key)}.`);
  const span = pageSpan(call, numbers.length);
  const page = numbers.slice(span.offset, span.offset + span.count);
  return answerEntries(call, spoiltPage(page, call.behaviour), span.links);
}

/** answerRecords answers with the records of these keys as of the log size, the whole log by default. */
function answerRecords(
  call: Call,
  keys: readonly string[],
  { links }: Pick<Span, 'links'>,
  logSize = call.log.size,
): Answer {
  const { log, shape, behaviour } = call;
  const records: (readonly [string, LogRecord])[] = [];
  for (const key of keys) {
    const record = recordAt(log, key, logSize);
    if (record) records.push([key, record]);
  }
  return {
    json: () => shape.records(records.map(([key, record]) => [key, shape.record(record, behaviour)])),
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

/**
 * snapshot answers /snapshots/{log-size}: the records as they were, or by the behaviour their entries. A version-history link belongs to one
 * record, so that it is sent where the snapshot holds just one.
 */
export function snapshot(call: Call, size: string): Answer {
  const { log, shape, behaviour } = call;
  const logSize = sizeOf(size, call);
  const span = pageSpan(call, log.keyCount(logSize));
  const keys = log.keys(span.offset, Math.min(span.count, log.keyCount(logSize) - span.offset));
  const only = log.keyCount(logSize) === 1 ? keys[0] : undefined;
  const links = [...span.links, ...(only === undefined ? [] : [versionHistory(only, call)])];
  if (behaviour.snapshots === 'records') return answerRecords(call, keys, { links }, logSize);
  const rows = keys.flatMap((key) => {
    const record = recordAt(log, key, logSize);
    return record ? [shape.entry(record.entry, behaviour)] : [];
  });
  return { json: () => rows, table: () => ({ columns: shape.entryColumns, rows }), links };
}

/** snapshotEntry answers /snapshots/{log-size}/{key}: the latest entry of the key at that size. */
export function snapshotEntry(call: Call, size: string, segment: string): Answer {
  const { log, shape, behaviour } = call;
  const logSize = sizeOf(size, call);
  const key = keyOf(segment);
  const record = recordAt(log, key, logSize);
  if (!record) throw notFound(`The register had no record ${quoted(key)} at log size ${logSize}.`);
  const row = shape.entry(record.entry, behaviour);
  return {
    json: () => row,
    table: () => ({ columns: shape.entryColumns, rows: [row] }),
    links: [versionHistory(key, call)],
  };
}

/** Size 0 is the register before its first entry: an empty snapshot. */
function sizeOf(text: string, { log }: Call): number {
  const logSize = parseDigits(text);
  if (logSize === undefined || logSize > log.size)
    throw badRequest(`The log size is a whole number from 0 to ${log.size}, not ${quoted(text)}.`);
  return logSize;
}
