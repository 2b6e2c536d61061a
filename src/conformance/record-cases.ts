import { dataHashesIfAny } from '../core/data-hash.ts';
import type { Entry, Item } from '../core/model.ts';
import { followList, linkOf, linksHidden, requireAll } from './follow-list.ts';
import {
  type ConformanceCase,
  must,
  should,
  type Exchange,
  expect,
  Finding,
  notApplicable,
  shown,
} from './model.ts';
import {
  type Answer,
  entryOf,
  firstOf,
  integerOf,
  itemOf,
  type Json,
  type RegisterUnderTest,
} from './register-under-test.ts';

/** RecordSeen is a record as the server sent it. */
interface RecordSeen {
  readonly key: string;
  /** Missing in the earlier variant, which does not say it. */
  readonly entryNumber?: number;
  readonly items: readonly Item[];
}

/** recordsIn reads the records of an answer to /records, /records/{key}, or a filter. */
export function recordsIn({ variant }: RegisterUnderTest, json: Json | readonly Json[]): RecordSeen[] {
  if (variant === 'blob')
    return [json].flat().map((one) => ({
      key: String(one['_id']),
      items: [itemOf(one, variant)],
    }));
  return Object.entries(json as Record<string, Json>).map(([key, one]) => ({
    key,
    entryNumber: integerOf(one['entry-number']),
    items: (one['item'] as Json[]).map((item) => itemOf(item, variant)),
  }));
}

/** recordOf asks for the record of a key. */
export async function recordOf(register: RegisterUnderTest, key: string) {
  const answer = await register.ask('record', { key });
  return { ...answer, record: firstOf(recordsIn(register, answer.json)) };
}

/** Calls a check for each sampled key, one after another. */
function forKeys(check: (key: string, register: RegisterUnderTest) => Promise<void>) {
  return async (register: RegisterUnderTest): Promise<void> => {
    for (const key of await register.keys()) await check(key, register);
  };
}

/** hasData says whether data is what an entry names by its hashes. */
export function hasData(
  { variant }: RegisterUnderTest,
  items: readonly Item[],
  { itemHashes }: Entry,
): boolean {
  return (
    items.length === itemHashes.length &&
    items.every((item) => dataHashesIfAny(variant, item).some((hash) => itemHashes.includes(hash)))
  );
}

/** The entries of a key: those read of the log, and those that its trail lists by now. */
async function entriesOf(register: RegisterUnderTest, key: string): Promise<readonly Entry[]> {
  const { entries, keys } = await register.log();
  const known = new Map((keys.get(key) ?? []).map((number) => [number, entries.get(number)]));
  try {
    const { json } = await register.ask<Json[]>('trail', { key });
    for (const one of json) {
      const entry = entryOf(one, register.variant);
      if (entry.key === key && !known.has(entry.entryNumber)) known.set(entry.entryNumber, entry);
    }
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
  }
  return [...known.values()]
    .filter((entry) => entry !== undefined)
    .sort((a, b) => b.entryNumber - a.entryNumber);
}

/** The entry that a record is: the one it names, or the newest of its key that has its data; undefined if none has. */
async function entryOfRecord(register: RegisterUnderTest, record: RecordSeen): Promise<Entry | undefined> {
  if (record.entryNumber !== undefined) return register.entry(record.entryNumber);
  return (await entriesOf(register, record.key)).find((one) => hasData(register, record.items, one));
}

async function checkTrail(key: string, register: RegisterUnderTest): Promise<void> {
  const log = await register.log();
  const list = await followList<Json[]>(register, 'trail', register.address('trail', { key }));
  const trail = list.pages.flatMap(({ json }) => json.map((one) => entryOf(one, register.variant)));
  const { exchange } = firstOf(list.pages);
  for (const entry of trail) {
    expect(entry.key === key, `Entry ${entry.entryNumber} is of the key ${shown(entry.key)}.`, exchange);
    const known = log.entries.get(entry.entryNumber);
    expect(
      known === undefined || sameEntry(known, entry),
      `Entry ${entry.entryNumber} is another one in the list of entries.`,
      exchange,
    );
  }
  const numbers = new Set(trail.map(({ entryNumber }) => entryNumber));
  const missing = log.keys.get(key)?.find((number) => !numbers.has(number));
  requireAll(list, missing === undefined, `Entry ${missing}, which is of this key, is missing.`);
}

/** sameEntry says whether two answers tell the same of an entry. */
export function sameEntry(a: Entry, b: Entry): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** isAscending says whether numbers go up, each only once. */
function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
}

/** numbersIn are the entry numbers of a page, in its order. */
export function numbersIn({ json }: Answer<Json[]>): number[] {
  return json.map((one) => integerOf(one['entry-number']));
}

/** historyLink expects a link to the trail of a key. The key in it may be encoded or not. */
export function historyLink(register: RegisterUnderTest, key: string, exchange: Exchange): void {
  const link = linkOf(register, exchange, 'version-history');
  if (link === undefined) throw linksHidden(exchange);
  expect(link !== null, 'There is no such link.', exchange);
  const ends = [`/records/${key}/entries`, register.address('trail', { key })];
  const path = new URL(link).pathname;
  expect(
    ends.some((end) => path.endsWith(end) || decoded(path).endsWith(end)),
    `The link points to ${shown(path)}.`,
    exchange,
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** RECORD_CASES are about records, their trails and their list. */
export const RECORD_CASES: readonly ConformanceCase[] = [
  must(
    'record',
    'key',
    'A record is of the key that was asked for',
    [
      'Object with one property named by the key, whose value is a Record.',
      'A flat object with _id (the key).',
    ],
    forKeys(async (key, register) => {
      const { record, exchange, json } = await recordOf(register, key);
      const own = register.variant === 'item' ? (json[key] as Json | undefined)?.['key'] : record.key;
      expect(record.key === key && own === key, `The key is ${shown(own ?? record.key)}.`, exchange);
    }),
  ),
  must(
    'record',
    'latest',
    'A record is the latest entry of its key',
    'A record is the latest entry for a key, together with its data.',
    forKeys(async (key, register) => {
      const { keys } = await register.log();
      const { record, exchange } = await recordOf(register, key);
      const entry = await entryOfRecord(register, record);
      if (!entry) throw notApplicable('No entry names this data, so that nothing says which entry it is.');
      expect(
        entry.key === key,
        `It is entry ${entry.entryNumber}, which is of the key ${shown(entry.key)}.`,
        exchange,
      );
      const latest = keys.get(key)?.at(-1) ?? 0;
      expect(
        entry.entryNumber >= latest,
        `It is entry ${entry.entryNumber}; the log has the later entry ${latest} of this key.`,
        exchange,
      );
    }),
  ),
  must(
    'record',
    'data',
    'The data of a record has the hash that its entry names',
    [
      'An item is a set of attributes, identified by its hash.',
      'A blob is a set of attributes, identified by its hash.',
    ],
    forKeys(async (key, register) => {
      const { record, exchange } = await recordOf(register, key);
      const entry = await entryOfRecord(register, record);
      expect(entry !== undefined, 'No entry of its key names data with this hash.', exchange);
      expect(
        hasData(register, record.items, entry),
        `Entry ${entry.entryNumber} names another hash.`,
        exchange,
      );
    }),
  ),
  should(
    'record',
    'version-history',
    'A record links to its trail',
    'GET /records/{key} SHOULD return Link: </records/<key>/entries>; rel="version-history" (RFC 5829).',
    forKeys(async (key, register) => {
      historyLink(register, key, (await recordOf(register, key)).exchange);
    }),
  ),
  must(
    'trail',
    'order',
    'A trail is in ascending order',
    'GET /records/{key}/entries MUST order entries by ascending entry number.',
    forKeys(async (key, register) => {
      const answer = await register.ask<Json[]>('trail', { key });
      const numbers = numbersIn(answer);
      expect(isAscending(numbers), `The order is ${shown(numbers)}.`, answer.exchange);
    }),
  ),
  must(
    'trail',
    'complete',
    'A trail lists all entries of its key, as they stand in the log',
    'A record trail lists all entries for one key in that order.',
    forKeys(checkTrail),
  ),
  must(
    'records',
    'data',
    'Each record of the list is the latest entry of its key, with its data',
    'A record is the latest entry for a key, together with its data.',
    async (register) => {
      const { entries, keys, isWhole } = await register.log();
      const { pages } = await followList<Json | Json[]>(register, 'records');
      for (const { json, exchange } of pages)
        for (const record of recordsIn(register, json)) {
          const latest = entries.get(keys.get(record.key)?.at(-1) ?? 0);
          const named = record.entryNumber ?? (isWhole ? latest?.entryNumber : undefined);
          const entry = entries.get(named ?? 0);
          const name = `The record ${shown(record.key)}`;
          if (named !== undefined && latest)
            expect(
              named >= latest.entryNumber,
              `${name} is entry ${named}; entry ${latest.entryNumber} is later.`,
              exchange,
            );
          if (!entry || named === undefined) continue;
          expect(entry.key === record.key, `${name} is entry ${named}, which is of another key.`, exchange);
          expect(
            hasData(register, record.items, entry),
            `${name} has other data than entry ${named} names.`,
            exchange,
          );
        }
    },
  ),
  must(
    'records',
    'complete',
    'The list has every record, once',
    [
      'Object whose property names are keys and values are Records. Record list responses MAY be paginated.',
      'Array of flat Records. Record list responses MAY be paginated.',
    ],
    async (register) => {
      const log = await register.log();
      const list = await followList<Json | Json[]>(register, 'records');
      const seen = new Set<string>();
      for (const { json, exchange } of list.pages)
        for (const { key } of recordsIn(register, json)) {
          expect(!seen.has(key), `The record ${shown(key)} comes twice.`, exchange);
          seen.add(key);
        }
      const missing = [...log.keys.keys()].find((key) => !seen.has(key));
      requireAll(
        list,
        missing === undefined,
        `The record ${shown(missing)} is missing, and no link points to it.`,
      );
    },
  ),
  should(
    'records',
    'stable',
    'The list is the same when it is read twice',
    'Their order SHOULD stay consistent when new elements are added to the dataset.',
    async (register) => {
      const [first, second] = [await register.ask('records'), await register.ask('records', {}, true)];
      const [before, after] = [first, second].map(({ json }) => {
        const keys = recordsIn(register, json).map(({ key }) => key);
        // An object is treated as unordered.
        return register.variant === 'item' ? keys.sort() : keys;
      });
      expect(
        before?.every((key) => after?.includes(key)) ?? false,
        'A record is gone from the page.',
        second.exchange,
      );
      const kept = after?.filter((key) => before?.includes(key));
      expect(String(before) === String(kept), 'The order is another one.', second.exchange);
    },
  ),
];
