import { parseHash } from '../core/hash.ts';
import { type Answer, integerOf, type Json, sameEntry } from './answer-reader.ts';
import { fail, notApplicable, shown } from './finding.ts';
import { type Cases, must, should } from './model.ts';
import { linkOf, requireAll, sampleNumbers } from './register-under-test.ts';
import { formProblemOf, summaryProblemOf } from './schemas.ts';

function numbersIn({ list }: Answer): number[] {
  return list.map((one) => integerOf(one['entry-number']));
}

const INTEGER =
  'Integer: JSON number in records and proofs. Only in the v2 entry examples do numbers appear as strings of digits.';

/** LOG_CASES are about the log, its data and its description. */
export const LOG_CASES = {
  'summary/counts': must(
    'The counts are those of the log',
    'total-entries: number of entries in the log. total-records: number of records in the register.',
  )(async (register) => {
    const { last, keys, entries, isWhole } = await register.log();
    if (!isWhole) notApplicable('The log was not read whole, so that nothing can be counted.');
    const hashes = [...entries.values()].flatMap(({ itemHashes }) => itemHashes);
    const named = new Set(hashes).size;
    const counted = { entries: last, records: keys.size, blobs: named };
    const { json, exchange } = await register.request('summary', {}, true);
    const stated = register.variant === 'item' ? json : (json['statistics'] as Json);
    for (const [what, count] of Object.entries(counted)) {
      const number = integerOf(stated[`total-${what}`] ?? count);
      // The document does not say that an entry names every blob.
      if (number === count || (what === 'blobs' && number > named)) continue;
      fail(exchange, `total-${what} is ${number}; the log has ${count}.`);
    }
  }),
  'summary/numbers': should(
    'Its integers are JSON numbers',
    INTEGER,
  )(async (register) => {
    const { json, exchange } = await register.request('summary');
    // Its other faults are those of its form.
    const isOfForm = formProblemOf(register.variant, 'summary', json) === undefined;
    const problem = isOfForm ? summaryProblemOf(register.variant, json) : undefined;
    if (problem !== undefined) fail(exchange, problem);
  }),
  'summary/root': must('The root hash is that of the register proof', {
    blob: 'root-hash: Hash, required. Register proof: root of the log when issued.',
  })(async (register) => {
    const [{ json, exchange }, head] = [
      await register.request('summary', {}, true),
      await register.headNow(true),
    ];
    const size = integerOf((json['statistics'] as Json)['total-entries']);
    if (size !== head.logSize)
      notApplicable(`The context is of ${size} entries, the register proof of ${head.logSize}.`);
    const [root, stated] = [json, head.json].map((one) => shown(one['root-hash']));
    if (root !== stated) fail(exchange, `The register proof states ${stated}, the context ${root}.`);
  }),
  'summary/schema': should('The schema has every attribute of the data, with its cardinality', {
    blob: 'The attribute set and value types SHOULD be determined from the schema in the context.',
  })(async (register) => {
    const { json, exchange } = await register.request('summary');
    const schema = new Map((json['schema'] as Json[]).map((one) => [one['id'], one['cardinality']]));
    for (const { key, items } of register.recordsIn(await register.request('records')))
      for (const [name, value] of items[0] ?? []) {
        const isList = Array.isArray(value);
        if (!schema.has(name)) fail(exchange, `The record ${shown(key)} has the attribute ${shown(name)}.`);
        if (schema.get(name) === (isList ? '1' : 'n'))
          fail(exchange, `${shown(name)} of the record ${shown(key)} is ${isList ? 'a list' : 'one value'}.`);
      }
  }),
  'entries/order': must('A page of entries is in ascending order and leaves none out')(async (register) => {
    for (const page of (await register.list('entries')).pages) {
      const numbers = numbersIn(page);
      if (!numbers.every((number, at) => number === (numbers[0] ?? 0) + at))
        fail(page.exchange, `The entry numbers are ${shown(numbers)}.`);
    }
  }),
  'entries/start': must(
    'A list of entries begins at the number that start says, and at 1 without it',
    'start: optional Integer, the entry number at which the returned collection begins.',
  )(async (register) => {
    const { last } = await register.log();
    for (const start of [undefined, last, Math.ceil(last / 2)]) {
      const page = await register.request('entries', start === undefined ? {} : { start });
      const [first] = numbersIn(page);
      if (first !== (start ?? 1)) fail(page.exchange, `It begins at entry ${first ?? 'none'}.`);
    }
  }),
  'entries/links': must(
    'Next links lead through the whole list, and previous links back',
    'A paginated response carries a Link header with rel="next" pointing at /entries?start=<n>, and from the second page on also rel="previous".',
  )(async (register) => {
    const log = await register.log();
    const list = await register.list('entries');
    let last = 0;
    for (const [at, page] of list.pages.entries()) {
      const numbers = numbersIn(page);
      // A next link to the page that is still empty does no harm.
      const [first = last + 1] = numbers;
      if (first <= last) fail(page.exchange, `The next link leads back, from entry ${last} to ${first}.`);
      if (at > 0 && numbers.length > 0 && linkOf(page.exchange, 'previous') === null)
        fail(page.exchange, 'There is no previous link.');
      last = Math.max(last, ...numbers);
    }
    const gap = `There is no next link after entry ${last}; the log goes on to entry ${log.last}.`;
    requireAll(list, last >= log.last, gap);
  }),
  'entries/complete': must(
    'Every entry of the log can be read',
    'total-entries: number of entries in the log. An entry is one numbered log line.',
  )(async (register) => {
    const { last, isAtEnd, isWhole, end } = await register.log();
    const { logSize } = await register.headNow();
    if (last < logSize) fail(end, `The list ends at entry ${last}; the register proof is of ${logSize}.`);
    if (isAtEnd && !isWhole) fail(end, 'Entries are missing between others.');
  }),
  'entry/same': must(
    'An entry has the number that was asked for, and is the one in the list',
    'entry-number: position in the log.',
  )(async (register) => {
    const log = await register.log();
    for (const number of sampleNumbers(log, log.last)) {
      const { entry, exchange } = await register.entryAt(number);
      if (entry.entryNumber !== number) fail(exchange, `The entry has the number ${entry.entryNumber}.`);
      if (!sameEntry(log.entries.get(number) ?? entry, entry))
        fail(exchange, 'The list of entries has another entry of this number.');
    }
  }),
  'item/hash': must(
    'What an entry names by its hash can be read, and has that hash',
    'A set of attributes, identified by its hash.',
  )(async (register) => {
    const log = await register.log();
    for (const number of sampleNumbers(log, log.last))
      for (const hash of (await register.entry(number)).itemHashes) {
        const spelled = register.spelled(hash);
        const { json, exchange } = await register.request('item', spelled);
        if (!register.isData(spelled.id, json))
          fail(exchange, `The data of entry ${number} has another hash.`);
        if (register.variant === 'blob' && json['_id'] !== spelled.id)
          fail(exchange, `_id is ${shown(json['_id'])}.`);
      }
  }),
  'items/hash': must('All data in the list has the hash under which it stands')(async (register) => {
    for (const page of (await register.list('items')).pages)
      for (const [hash, data] of register.itemsIn(page))
        if (!register.isData(hash, data)) fail(page.exchange, `The data under ${hash} has another hash.`);
  }),
  'items/complete': must('The list has all data recorded by entries')(async (register) => {
    const { entries } = await register.log();
    const list = await register.list('items');
    const hashes = list.pages.flatMap(register.itemsIn).map(([hash]) => parseHash(hash, register.variant));
    const listed = new Set(hashes);
    const named = [...entries.values()].flatMap(({ itemHashes }) => itemHashes);
    const missing = named.find((hash) => !listed.has(hash));
    requireAll(list, missing === undefined, `The data with the hash ${missing} is missing.`);
  }),
  'items/stable': must(
    'A page is the same when it is read twice',
    'Pages are stable: a complete page always returns the same set, and an incomplete page grows in order.',
  )(async (register) => {
    const { pages } = await register.list('items');
    for (const [at, page] of pages.slice(0, 2).entries()) {
      const second = await register.requestAt('items', page.exchange.address, true);
      const [before = [], after = []] = [page, second].map((one) =>
        register.itemsIn(one).map(([hash]) => hash),
      );
      if (!before.every((hash) => after.includes(hash)))
        fail(second.exchange, `Data is gone from page ${at + 1}.`);
      if (at < pages.length - 1 && after.length > before.length)
        fail(second.exchange, `Page ${at + 1} was complete, and has grown.`);
    }
  }),
} satisfies Cases;
