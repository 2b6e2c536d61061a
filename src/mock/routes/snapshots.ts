import type { Answer, Call } from '../call.ts';
import { recordAt } from '../engine/register-log.ts';
import { parseDigits } from '../http/digits.ts';
import { keyOf } from '../http/key-segment.ts';
import { versionHistory } from '../http/link-header.ts';
import { badRequest, notFound, quoted } from '../http/problem.ts';
import { pageSpan } from '../paging/page-span.ts';
import { answerRecords } from './records.ts';

/**
 * snapshot answers /snapshots/{log-size}: the records as they were, or by the manner their entries. A version-history link belongs to one
 * record, so that it is sent where the snapshot holds just one.
 */
export function snapshot(call: Call, size: string): Answer {
  const { log, shape, manner } = call;
  const logSize = sizeOf(size, call);
  const span = pageSpan(call, log.keyCount(logSize));
  const keys = log.keys(span.offset, Math.min(span.count, log.keyCount(logSize) - span.offset));
  const only = log.keyCount(logSize) === 1 ? keys[0] : undefined;
  const links = [...span.links, ...(only === undefined ? [] : [versionHistory(only, call)])];
  if (manner.snapshots === 'records') return answerRecords(call, keys, { links }, logSize);
  const rows = keys.flatMap((key) => {
    const record = recordAt(log, key, logSize);
    return record ? [shape.entry(record.entry, manner)] : [];
  });
  return { json: () => rows, table: () => ({ columns: shape.entryColumns, rows }), links };
}

/** snapshotEntry answers /snapshots/{log-size}/{key}: the latest entry of the key at that size. */
export function snapshotEntry(call: Call, size: string, segment: string): Answer {
  const { log, shape, manner } = call;
  const logSize = sizeOf(size, call);
  const key = keyOf(segment);
  const record = recordAt(log, key, logSize);
  if (!record) throw notFound(`The register had no record ${quoted(key)} at log size ${logSize}.`);
  const row = shape.entry(record.entry, manner);
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
