import type { Entry } from '../core/model.ts';
import { fail, findingOf, notApplicable, shown } from './finding.ts';
import { type Cases, type CaseMaker, must, should } from './model.ts';
import { integerOf, type SentRecord, sameEntry } from './answer-reader.ts';
import { linkOf, type RegisterUnderTest, requireAll } from './register-under-test.ts';

type KeyCheck = (register: RegisterUnderTest, key: string) => Promise<void>;

/** forKeys makes a case that checks each sampled key, one after another. */
function forKeys(described: CaseMaker): CaseMaker<KeyCheck> {
  return (check) =>
    described(async (register) => {
      for (const key of await register.keys()) await check(register, key);
    });
}

async function recordOf(register: RegisterUnderTest, key: string) {
  const answer = await register.request('record', { key });
  const [record = fail(answer.exchange, 'There is no record.')] = register.recordsIn(answer);
  return { ...answer, record };
}

/**
 * The entry that a record is: the one it names, or the newest of its key in log or trail that has its
 * data; undefined if none has.
 */
async function entryOfRecord(
  register: RegisterUnderTest,
  { key, entryNumber, items }: SentRecord,
): Promise<Entry | undefined> {
  if (entryNumber !== undefined) return register.entry(entryNumber);
  const { entries, keys } = await register.log();
  const known = (keys.get(key) ?? []).flatMap((number) => entries.get(number) ?? []);
  const readTrail = async (): Promise<void> => {
    const listed = (await register.request('trail', { key })).list.map(register.entryOf);
    known.push(...listed.filter((entry) => entry.key === key && !entries.has(entry.entryNumber)));
  };
  await findingOf(readTrail());
  return known.sort((a, b) => b.entryNumber - a.entryNumber).find((entry) => register.hasData(items, entry));
}

/**
 * An attribute and a text that a sampled record has for it, and that can be asked for: one that no other
 * sampled record has, if there is one.
 */
async function filterOf(register: RegisterUnderTest) {
  const found = new Map<string, { name: string; value: string; keys: string[] }>();
  for (const key of await register.keys())
    for (const [name, value] of (await recordOf(register, key)).record.items[0] ?? []) {
      if (typeof value !== 'string' || value === 'entries') continue;
      if (!/^[\w -]{1,60}$/.test(value) || !/^[\w-]+$/.test(name)) continue;
      const { keys = [] } = found.get(`${name}=${value}`) ?? {};
      found.set(`${name}=${value}`, { name, value, keys: [...keys, key] });
    }
  const [rarest] = [...found.values()].sort((a, b) => a.keys.length - b.keys.length);
  return rarest ?? notApplicable('No sampled record has a value that is easily asked for.');
}

/**
 * The records with a value. Servers of the earlier variant need not filter: then the
 * parameters change nothing.
 */
async function filtered(register: RegisterUnderTest, name: string, value: string) {
  const values = { name, value, 'attribute-name': name, 'attribute-value': value };
  const answer = await register.request('records-where', values);
  if (
    register.variant === 'blob' &&
    (await register.request('records')).exchange.text === answer.exchange.text
  )
    notApplicable('The server takes no notice of name and value, which are optional.');
  return { exchange: answer.exchange, records: register.recordsIn(answer) };
}

const LATEST = 'A record is the latest entry for a key, together with its data.';

/** RECORD_CASES are about records, their trails and their lists, now and at earlier sizes. */
export const RECORD_CASES = {
  'record/key': forKeys(must('A record is of the key that was asked for'))(async (register, key) => {
    const { record, exchange, json } = await recordOf(register, key);
    const own = register.variant === 'item' ? (json[key] as SentRecord | undefined)?.key : record.key;
    if (record.key !== key || own !== key) fail(exchange, `The key is ${shown(own ?? record.key)}.`);
  }),
  'record/latest': forKeys(must('A record is the latest entry of its key', LATEST))(async (register, key) => {
    const { record, exchange } = await recordOf(register, key);
    const entry = await entryOfRecord(register, record);
    if (!entry) return notApplicable('No entry names this data, so that nothing says which entry it is.');
    if (entry.key !== key)
      fail(exchange, `It is entry ${entry.entryNumber}, which is of the key ${shown(entry.key)}.`);
    const latest = (await register.log()).keys.get(key)?.at(-1) ?? 0;
    if (entry.entryNumber < latest)
      fail(exchange, `It is entry ${entry.entryNumber}; the log has the later entry ${latest} of this key.`);
  }),
  'record/data': forKeys(
    must(
      'The data of a record has the hash that its entry names',
      'A set of attributes, identified by its hash.',
    ),
  )(async (register, key) => {
    const { record, exchange } = await recordOf(register, key);
    const entry = await entryOfRecord(register, record);
    if (!entry) fail(exchange, 'No entry of its key names data with this hash.');
    if (!register.hasData(record.items, entry))
      fail(exchange, `Entry ${entry.entryNumber} names another hash.`);
  }),
  'record/version-history': forKeys(
    should(
      'A record links to its trail',
      'GET /records/{key} SHOULD return Link: </records/<key>/entries>; rel="version-history" (RFC 5829).',
    ),
  )(async (register, key) => {
    register.requireHistoryLink((await recordOf(register, key)).exchange, key);
  }),
  'trail/order': forKeys(must('A trail is in ascending order'))(async (register, key) => {
    const { list, exchange } = await register.request('trail', { key });
    const numbers = list.map((one) => integerOf(one['entry-number']));
    if (!numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0)))
      fail(exchange, `The order is ${shown(numbers)}.`);
  }),
  'trail/complete': forKeys(
    must(
      'A trail lists all entries of its key, as they stand in the log',
      'A record trail lists all entries for one key in that order.',
    ),
  )(async (register, key) => {
    const { entries, keys } = await register.log();
    const trail = await register.list('trail', { key });
    const numbers = new Set<number>();
    for (const { list, exchange } of trail.pages)
      for (const entry of list.map(register.entryOf)) {
        const { entryNumber } = entry;
        numbers.add(entryNumber);
        if (entry.key !== key) fail(exchange, `Entry ${entryNumber} is of the key ${shown(entry.key)}.`);
        if (!sameEntry(entries.get(entryNumber) ?? entry, entry))
          fail(exchange, `Entry ${entryNumber} is another one in the list of entries.`);
      }
    const missing = keys.get(key)?.find((number) => !numbers.has(number));
    const isThere = missing === undefined;
    requireAll(trail, isThere, `Entry ${missing}, which is of this key, is missing.`);
  }),
  'records/data': must(
    'Each record of the list is the latest entry of its key, with its data',
    LATEST,
  )(async (register) => {
    const { entries, keys, isWhole } = await register.log();
    for (const page of (await register.list('records')).pages)
      for (const record of register.recordsIn(page)) {
        const latest = keys.get(record.key)?.at(-1);
        const number = record.entryNumber ?? (isWhole ? latest : undefined);
        if (number === undefined) continue;
        const name = `The record ${shown(record.key)}`;
        if (latest !== undefined && number < latest)
          fail(page.exchange, `${name} is entry ${number}; entry ${latest} is later.`);
        const entry = entries.get(number);
        if (entry && entry.key !== record.key)
          fail(page.exchange, `${name} is entry ${number}, which is of another key.`);
        if (entry && !register.hasData(record.items, entry))
          fail(page.exchange, `${name} has other data than entry ${number} names.`);
      }
  }),
  'records/complete': must('The list has every record, once')(async (register) => {
    const { keys } = await register.log();
    const list = await register.list('records');
    const seen = new Set<string>();
    for (const page of list.pages)
      for (const { key } of register.recordsIn(page)) {
        if (seen.has(key)) fail(page.exchange, `The record ${shown(key)} appears twice.`);
        seen.add(key);
      }
    const missing = [...keys.keys()].find((key) => !seen.has(key));
    const isThere = missing === undefined;
    requireAll(list, isThere, `The record ${shown(missing)} is missing, and no link points to it.`);
  }),
  'records/stable': should(
    'A page is the same when it is read twice',
    'Record list and attribute-filter responses MAY be paginated. Their order SHOULD stay consistent when new elements are added to the dataset.',
  )(async (register) => {
    const first = await register.request('records');
    const second = await register.request('records', {}, true);
    const [before = [], after = []] = [first, second].map((page) => {
      const keys = register.recordsIn(page).map(({ key }) => key);
      // The members of a JSON object have no order.
      return register.variant === 'item' ? keys.sort() : keys;
    });
    const isNew = (key: string): boolean => !before.includes(key);
    const remaining = after.filter((key) => !isNew(key));
    // New records may push others to the next page.
    if (remaining.length < before.length && !after.some(isNew))
      fail(second.exchange, `The page had ${before.length} records, and now has ${after.length}.`);
    const left = before.filter((key) => remaining.includes(key));
    if (String(remaining) !== String(left))
      fail(second.exchange, `The order was ${shown(left)}, and is now ${shown(remaining)}.`);
  }),
  'records-where/exact': must('A filter finds the records with exactly that value')(async (register) => {
    const { name, value, keys } = await filterOf(register);
    const { records, exchange } = await filtered(register, name, value);
    for (const { key, items } of records)
      if (!items.some((item) => [item.get(name)].flat().includes(value)))
        fail(exchange, `The record ${shown(key)} has another value of ${shown(name)}.`);
    const isFound = records.some(({ key }) => keys.includes(key));
    if (!isFound && linkOf(exchange, 'next') === null)
      fail(exchange, `The record ${shown(keys[0])}, which has it, is missing.`);
  }),
  'records-where/none': must('A filter for a value that no record has finds none')(async (register) => {
    const { name } = await filterOf(register);
    const { records, exchange } = await filtered(register, name, 'conformance-test-no-such-value');
    if (records.length > 0) fail(exchange, `It finds the record ${shown(records[0]?.key)}.`);
  }),
  'snapshot/state': must(
    'A snapshot is the register as it was at that size',
    'A snapshot is the state of the register computed for a given log size.',
  )(async (register) => {
    const { entries, keys, last } = await register.log();
    for (const size of new Set([1, Math.ceil(last / 2)])) {
      if (![...Array(size).keys()].every((at) => entries.has(at + 1))) continue;
      const { list, exchange } = await register.request('snapshot', { 'log-size': size });
      for (const one of list) {
        const key = String(one['_id'] ?? one['key']);
        const entry = entries.get(keys.get(key)?.findLast((number) => number <= size) ?? 0);
        if (!entry) fail(exchange, `It has ${shown(key)}, which the log did not have at size ${size}.`);
        const isSame =
          '_id' in one
            ? register.hasData([register.itemOf(one)], entry)
            : sameEntry(register.entryOf(one), entry);
        if (!isSame) fail(exchange, `${shown(key)} is not as entry ${entry.entryNumber} has it.`);
      }
    }
  }),
  'snapshot/version-history': should(
    'A snapshot of one record links to its trail',
    'The response SHOULD carry the version-history Link header as for a record.',
  )(async (register) => {
    const { entries } = await register.log();
    const { exchange } = await register.request('snapshot', { 'log-size': 1 });
    register.requireHistoryLink(exchange, entries.get(1)?.key ?? '');
  }),
  'snapshot-entry/latest': must('The entry of a key in a snapshot is its latest at that size')(
    async (register) => {
      const { entries, keys } = await register.log();
      for (const key of (await register.keys()).slice(0, 2))
        for (const size of keys.get(key)?.slice(0, 3) ?? []) {
          const { json, exchange } = await register.request('snapshot-entry', { 'log-size': size, key });
          const [entry, latest] = [register.entryOf(json), entries.get(size)];
          if (!latest || !sameEntry(entry, latest))
            fail(exchange, `It is entry ${entry.entryNumber}, not ${size}.`);
        }
    },
  ),
} satisfies Cases;
