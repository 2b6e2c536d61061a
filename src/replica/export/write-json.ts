import { formatHash } from '../../core/hash.ts';
import type { Entry, Item } from '../../core/model.ts';
import type { LogCopy } from '../log-copy.ts';
import { entryNumbersOf, type ExportAsk } from './export-ask.ts';
import { inPieces } from './pieces.ts';

/** writeJson writes records or entries in the form in which the API of that variant lists them, each on a line of its own. */
export function writeJson(log: LogCopy, ask: ExportAsk): Generator<string> {
  const asObject = log.variant === 'item' && ask.what === 'records';
  const [open, close] = asObject ? ['{', '}'] : ['[', ']'];
  return inPieces(open, separated(rowsOf(log, ask)), `\n${close}\n`);
}

function* separated(rows: Iterable<string>): Generator<string> {
  let first = true;
  for (const row of rows) {
    yield `${first ? '\n' : ',\n'}${row}`;
    first = false;
  }
}

function* rowsOf(log: LogCopy, ask: ExportAsk): Generator<string> {
  for (const number of entryNumbersOf(log, ask)) {
    const entry = log.entry(number);
    if (ask.what === 'entries') yield log.variant === 'item' ? itemEntry(entry) : blobEntry(entry);
    else yield log.variant === 'item' ? itemRecord(log, entry) : blobRecord(log, entry);
  }
}

/** In lists of entries the item variant has numbers as digits in a string, in records as numbers (API document, "Shared types"). */
function itemEntry({ indexEntryNumber, entryNumber, timestamp, key, itemHashes }: Entry): string {
  return object([
    ['index-entry-number', JSON.stringify(String(indexEntryNumber))],
    ['entry-number', JSON.stringify(String(entryNumber))],
    ['entry-timestamp', JSON.stringify(timestamp)],
    ['key', JSON.stringify(key)],
    ['item-hash', JSON.stringify(itemHashes.map((hash) => formatHash(hash, 'item')))],
  ]);
}

function blobEntry({ entryNumber, timestamp, key, itemHashes }: Entry): string {
  return object([
    ['entry-number', String(entryNumber)],
    ['entry-timestamp', JSON.stringify(timestamp)],
    ['key', JSON.stringify(key)],
    ['blob-hash', JSON.stringify(itemHashes.map((hash) => formatHash(hash, 'blob')).join(';'))],
  ]);
}

function itemRecord(log: LogCopy, entry: Entry): string {
  const { indexEntryNumber, entryNumber, timestamp, key } = entry;
  const items = itemsOf(log, entry).map((item) => object(membersOf(item)));
  const record = object([
    ['index-entry-number', String(indexEntryNumber)],
    ['entry-number', String(entryNumber)],
    ['entry-timestamp', JSON.stringify(timestamp)],
    ['key', JSON.stringify(key)],
    ['item', `[${items.join(',')}]`],
  ]);
  return `${JSON.stringify(key)}:${record}`;
}

/** `_id` is not part of the data, so an attribute of that name gives way to it. */
function blobRecord(log: LogCopy, entry: Entry): string {
  const data = itemsOf(log, entry).flatMap((item) => membersOf(item).filter(([name]) => name !== '_id'));
  return object([['_id', JSON.stringify(entry.key)], ...data]);
}

function itemsOf(log: LogCopy, { itemHashes }: Entry): readonly Item[] {
  return itemHashes.flatMap((hash) => log.item(hash) ?? []);
}

type Member = readonly [name: string, json: string];

function membersOf(item: Item): readonly Member[] {
  return [...item].map(([name, value]) => [name, JSON.stringify(value)] as const);
}

/** Written by hand: a JavaScript object moves integer-like names to the front, and `__proto__` is a name like any other. */
function object(members: readonly Member[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
