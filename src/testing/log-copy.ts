import { dataHash } from '../core/data-hash.ts';
import type { AttributeValue, Item, Variant } from '../core/model.ts';
import { type ExportRequest, exported } from '../log/export.ts';
import { LogCopy } from '../log/log-copy.ts';

/** CopyLine is one entry of a copy: its key, its data (none: an entry without items), and its timestamp. */
export type CopyLine = readonly [
  key: string,
  data: Readonly<Record<string, AttributeValue>> | readonly Readonly<Record<string, AttributeValue>>[],
  timestamp?: string,
];

/**
 * copyOf makes the copy of a register from its entries, in order. Timestamps are a day apart from
 * 2016-04-05 on unless given.
 */
export function copyOf(lines: readonly CopyLine[], variant: Variant = 'item'): LogCopy {
  const copy = new LogCopy(variant);
  for (const [index, [key, data, timestamp]] of lines.entries()) {
    const items = (Array.isArray(data) ? data : [data]).map((one): Item => new Map(Object.entries(one)));
    const itemHashes = items.map((item) => dataHash(variant, item));
    const entryNumber = index + 1;
    copy.append({
      entryNumber,
      indexEntryNumber: entryNumber,
      key,
      timestamp: timestamp ?? new Date(Date.UTC(2016, 3, 5 + index)).toISOString().replace('.000', ''),
      itemHashes,
    });
    for (const [at, item] of items.entries()) copy.keep(itemHashes[at] as (typeof itemHashes)[0], item);
  }
  return copy;
}

/** exportedText is the text of an exported file. */
export function exportedText(log: LogCopy, ask: ExportRequest): string {
  return Array.from(exported(log, ask), ({ bytes }) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  ).join('');
}
