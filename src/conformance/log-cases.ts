import { dataHashesIfAny } from '../core/data-hash.ts';
import { parseHash } from '../core/hash.ts';
import { followList, linkOf, requireAll } from './follow-list.ts';
import { type ConformanceCase, must, should, expect, notApplicable, shown } from './model.ts';
import { numbersIn, recordsIn, sameEntry } from './record-cases.ts';
import {
  type Answer,
  hashIn,
  integerOf,
  itemOf,
  type Json,
  type LogSample,
  oneEntry,
  type RegisterUnderTest,
  sampleNumbers,
} from './register-under-test.ts';

const ASCENDING = 'GET /entries MAY be paginated. Its order MUST be ascending entry number.';
const STABLE =
  'Pages are stable: a complete page always returns the same set, and an incomplete page grows in order.';

/** nonEmptyLog is the log. Throws not-applicable where it is empty. */
export async function nonEmptyLog(register: RegisterUnderTest): Promise<LogSample> {
  const log = await register.log();
  if (log.last === 0) throw notApplicable('The log has no entries.');
  return log;
}

/** The items of a page, each with the hash under which it stands. */
function itemsIn({ variant }: RegisterUnderTest, { json }: Answer<Json | Json[]>): [hash: string, Json][] {
  if (variant === 'item') return Object.entries(json as Record<string, Json>);
  return (json as Json[]).map((blob) => [String(blob['_id']), blob]);
}

function isData({ variant }: RegisterUnderTest, hash: string, data: Json): boolean {
  const parsed = parseHash(hash, variant);
  return parsed !== undefined && dataHashesIfAny(variant, itemOf(data, variant)).includes(parsed);
}

const ENTRY_CASES: readonly ConformanceCase[] = [
  must(
    'entries',
    'order',
    'A page of entries is in ascending order and leaves none out',
    ASCENDING,
    async (register) => {
      const { pages } = await followList<Json[]>(register, 'entries');
      for (const page of pages) {
        const numbers = numbersIn(page);
        const isRun = numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
        expect(isRun, `The entry numbers are ${shown(numbers)}.`, page.exchange);
      }
    },
  ),
  must(
    'entries',
    'start',
    'A list of entries begins at the number that start says, and at 1 without it',
    'start: optional Integer, the entry number at which the returned collection begins.',
    async (register) => {
      const { last } = await nonEmptyLog(register);
      for (const start of [undefined, last, Math.ceil(last / 2)]) {
        const page = await register.ask<Json[]>('entries', start === undefined ? {} : { start });
        const [first] = numbersIn(page);
        expect(first === (start ?? 1), `It begins at entry ${first ?? 'none'}.`, page.exchange);
      }
    },
  ),
  must(
    'entries',
    'links',
    'Next links lead through the whole list, and previous links back',
    'A paginated response carries a Link header with rel="next" pointing at /entries?start=<n>, and from the second page on also rel="previous".',
    async (register) => {
      const log = await nonEmptyLog(register);
      const list = await followList<Json[]>(register, 'entries');
      let last = 0;
      for (const [at, page] of list.pages.entries()) {
        const numbers = numbersIn(page);
        if (at > 0) {
          // A next link to the page that is still empty does no harm.
          const [first = last + 1] = numbers;
          expect(first > last, `The next link leads back, from entry ${last} to ${first}.`, page.exchange);
          const previous = linkOf(register, page.exchange, 'previous');
          if (previous === null) expect(numbers.length === 0, 'There is no previous link.', page.exchange);
        }
        last = Math.max(last, ...numbers);
      }
      const gap = `There is no next link after entry ${last}; the log goes on to entry ${log.last}.`;
      requireAll(list, last >= log.last, gap);
    },
  ),
  must(
    'entries',
    'complete',
    'Every entry of the log can be read',
    'total-entries: number of entries in the log. An entry is one numbered log line.',
    async (register) => {
      const log = await register.log();
      const { logSize } = await register.head();
      if (!log.isWhole && log.last >= logSize)
        expect(log.entries.size < log.last, 'Entries are missing between others.', log.end);
      expect(
        log.last >= logSize,
        `The list ends at entry ${log.last}; the register proof is of ${logSize}.`,
        log.end,
      );
    },
  ),
  must(
    'entry',
    'same',
    'An entry has the number that was asked for, and is the one in the list',
    'entry-number: position in the log.',
    async (register) => {
      const log = await nonEmptyLog(register);
      for (const number of sampleNumbers(log, log.last)) {
        const { entry, exchange } = await oneEntry(register, number);
        expect(entry.entryNumber === number, `The entry has the number ${entry.entryNumber}.`, exchange);
        const listed = log.entries.get(number);
        expect(
          !listed || sameEntry(listed, entry),
          'The list of entries has another entry of this number.',
          exchange,
        );
      }
    },
  ),
];

const ITEM_CASES: readonly ConformanceCase[] = [
  must(
    'item',
    'hash',
    'What an entry names by its hash can be read, and has that hash',
    'A set of attributes, identified by its hash.',
    async (register) => {
      const log = await nonEmptyLog(register);
      for (const number of sampleNumbers(log, log.last))
        for (const hash of (await register.entry(number)).itemHashes) {
          const spelled = register.variant === 'item' ? `sha-256:${hash}` : `1220${hash}`;
          const { json, exchange } = await register.ask('item', { 'item-hash': spelled, id: spelled });
          expect(isData(register, spelled, json), `The data of entry ${number} has another hash.`, exchange);
          if (register.variant === 'blob')
            expect(json['_id'] === spelled, `_id is ${shown(json['_id'])}.`, exchange);
        }
    },
  ),
  must(
    'items',
    'hash',
    'All data in the list has the hash under which it stands',
    ['Object whose property names are item hashes and values are Items.', '_id (the blob hash).'],
    async (register) => {
      for (const page of (await followList<Json>(register, 'items')).pages)
        for (const [hash, data] of itemsIn(register, page))
          expect(isData(register, hash, data), `The data under ${hash} has another hash.`, page.exchange);
    },
  ),
  must(
    'items',
    'complete',
    'The list has all data recorded by entries',
    [
      'GET /items MAY be paginated, with Link: </items?cursor=<cursor>>; rel="next".',
      'GET /blobs MAY be paginated, with Link: </blobs?cursor=<cursor>>; rel="next".',
    ],
    async (register) => {
      const log = await register.log();
      const list = await followList<Json>(register, 'items');
      const listed = new Set(
        list.pages.flatMap((page) =>
          itemsIn(register, page).map(([hash]) => parseHash(hash, register.variant)),
        ),
      );
      const missing = [...log.entries.values()]
        .flatMap(({ itemHashes }) => itemHashes)
        .find((hash) => !listed.has(hash));
      requireAll(list, missing === undefined, `The data with the hash ${missing} is missing.`);
    },
  ),
  must('items', 'stable', 'A page is the same when it is read twice', STABLE, async (register) => {
    const { pages } = await followList<Json>(register, 'items');
    for (const [at, page] of pages.slice(0, 2).entries()) {
      const second = await register.askAt('items', page.exchange.address, true);
      const [before, after] = [page, second].map((one) => itemsIn(register, one).map(([hash]) => hash));
      const isKept = before?.every((hash) => after?.includes(hash));
      expect(isKept === true, `Data is gone from page ${at + 1}.`, second.exchange);
      const isGrown = (after?.length ?? 0) > (before?.length ?? 0);
      expect(
        at === pages.length - 1 || !isGrown,
        `Page ${at + 1} was complete, and has grown.`,
        second.exchange,
      );
    }
  }),
];

const SUMMARY_CASES: readonly ConformanceCase[] = [
  must(
    'summary',
    'counts',
    'The counts are those of the log',
    'total-entries: number of entries in the log. total-records: number of records in the register.',
    async (register) => {
      const log = await register.log();
      const differs = ({ json }: Answer<Json>): string | undefined => {
        const counts = register.variant === 'item' ? json : (json['statistics'] as Json);
        const hashes = [...log.entries.values()].flatMap(({ itemHashes }) => itemHashes);
        const ours = { entries: log.last, records: log.keys.size, blobs: new Set(hashes).size };
        for (const [what, count] of Object.entries(ours)) {
          const stated = integerOf(counts[`total-${what}`] ?? count);
          if (stated !== count) return `total-${what} is ${stated}; the log has ${count}.`;
        }
        return undefined;
      };
      let answer = await register.ask('summary');
      const stated = register.variant === 'item' ? answer.json : (answer.json['statistics'] as Json);
      if (!log.isWhole && integerOf(stated['total-entries']) >= log.last)
        throw notApplicable('The log was not read whole, so that nothing can be counted.');
      // It may have grown in between.
      if (differs(answer) !== undefined) answer = await register.ask('summary', {}, true);
      const difference = differs(answer);
      expect(difference === undefined, difference ?? '', answer.exchange);
    },
  ),
  must(
    'summary',
    'root',
    'The root hash is that of the register proof',
    'root-hash: Hash, required. Register proof: root of the log when issued.',
    async (register) => {
      const [context, head] = [await register.ask('summary', {}, true), await register.head(true)];
      const size = integerOf((context.json['statistics'] as Json)['total-entries']);
      if (size !== head.logSize)
        throw notApplicable(`The context is of ${size} entries, the register proof of ${head.logSize}.`);
      const root = hashIn(context, 'root-hash', register.variant);
      expect(
        root === head.rootHash,
        `The register proof states ${head.rootHash}, the context ${root}.`,
        context.exchange,
      );
    },
    'blob',
  ),
  should(
    'summary',
    'schema',
    'The schema has every attribute of the data, with its cardinality',
    'The attribute set and value types SHOULD be determined from the schema in the context.',
    async (register) => {
      const { json, exchange } = await register.ask('summary');
      const schema = new Map((json['schema'] as Json[]).map((one) => [one['id'], one['cardinality']]));
      const records = await register.ask<Json[]>('records');
      for (const { key, items } of recordsIn(register, records.json))
        for (const [name, value] of items[0] ?? []) {
          expect(schema.has(name), `The record ${shown(key)} has the attribute ${shown(name)}.`, exchange);
          const isList = Array.isArray(value);
          expect(
            schema.get(name) !== (isList ? '1' : 'n'),
            `${shown(name)} of the record ${shown(key)} is ${isList ? 'a list' : 'one value'}.`,
            exchange,
          );
        }
    },
    'blob',
  ),
];

/** LOG_CASES are about the log, its data and its description. */
export const LOG_CASES: readonly ConformanceCase[] = [...SUMMARY_CASES, ...ENTRY_CASES, ...ITEM_CASES];
