import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Transport } from '../api/transport.ts';
import { itemHash } from '../core/data-hash.ts';
import type { Entry, Item, RegisterRecord } from '../core/model.ts';
import { anEntry, anItem } from '../testing/builders.ts';
import { headAt, logWith, openSmall, proofsOf, type SmallRegister } from '../testing/small-register.ts';
import { definitionsQuery } from './definitions-query.ts';
import { linkedCheckQuery } from './link-check.ts';
import { linkedNameQuery, linkedQuery } from './link-query.ts';
import { type RegisterSession, CHECK } from './session.ts';

const BASE = 'https://currency.example.org';
const FIELDS = 'https://field.example.org';

const record = (key: string, data: Record<string, unknown> = { name: `Name of ${key}` }) => ({
  [key]: {
    key,
    'entry-number': '1',
    'index-entry-number': '1',
    'entry-timestamp': '2016-04-05T13:23:05Z',
    item: [{ currency: key, ...data }],
  },
});

const summary = (entries: number, fields: readonly string[] = ['currency', 'name']) => ({
  domain: 'example.org',
  'total-entries': entries,
  'total-records': entries,
  'last-updated': '2016-04-05T13:23:05Z',
  'register-record': { register: 'currency', fields },
});

/** A server made of answers by path: a body, a status, or `off` for no answer. It records the requests. */
function aServer(answers: Record<string, unknown>, base = BASE) {
  const asked: string[] = [];
  const transport: Transport = {
    async get(address, decode) {
      const path = address.slice(base.length + 1);
      asked.push(path);
      const answer = answers[path] ?? answers['*'] ?? 404;
      if (answer === 'off') throw new ApiError('NETWORK', 'no answer', { address });
      if (typeof answer === 'number')
        throw new ApiError('HTTP_STATUS', `status ${answer}`, { address, status: answer });
      return decode(answer, { address, link: null });
    },
    getBytes: () => Promise.reject(new Error('not asked')),
  };
  const session: RegisterSession = { ...openSmall().session, id: base, base, variant: 'item', transport };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    session,
    queries,
    asked,
    records: () => asked.filter((path) => path.startsWith('records/')).toSorted(),
    linked: (key = 'EUR') => queries.fetchQuery(linkedQuery(session, key)),
    /** The states of links on view together. */
    names: (keys: readonly string[]) =>
      Promise.all(
        keys.map(async (key) => {
          const answer = await queries.fetchQuery(linkedNameQuery(session, key)).catch(() => 'failed');
          return typeof answer === 'string' ? answer : 'found';
        }),
      ),
  };
}

describe('a linked record', () => {
  test('is found by one request, and absent only where the register itself is there', async () => {
    const { linked, asked } = aServer({ 'records/EUR': record('EUR') });
    expect(await linked()).toEqual([anItem({ currency: 'EUR', name: 'Name of EUR' })]);
    expect(asked).toEqual(['records/EUR']);
    expect(await aServer({ register: summary(3) }).linked()).toBe('absent');
    expect(await aServer({}).linked()).toBe('elsewhere');
    for (const answer of ['off', 500, 429, { not: 'a record' }])
      await expect(aServer({ register: summary(3), 'records/EUR': answer }).linked()).rejects.toThrow(/\w/);
    await expect(aServer({ 'records/EUR': 404, '*': 'off' }).linked()).rejects.toThrow('no answer');
  });
});

describe('links in sight together', () => {
  const keysTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `K${index}`);
  const all = Object.fromEntries(keysTo(60).map((key) => [`records/${key}`, record(key)]));
  const list = Object.assign({}, ...keysTo(60).map((key) => record(key))) as unknown;
  const few = [...keysTo(5), ...keysTo(5)];
  const paths = (count: number) => keysTo(count).map((key) => `records/${key}`);

  // The states in order, each once, and the single requests: none for a long list of members.
  test.each<[string, object, string[], string[], string[]]>([
    ['few are asked for one by one, each once', all, few, ['found'], paths(5)],
    [
      'many are looked up in the list',
      { register: summary(60), records: list, ...all },
      keysTo(60),
      ['found'],
      paths(1),
    ],
    [
      'of a long register twenty are asked for',
      { register: summary(1_000_000), ...all },
      keysTo(60),
      ['found', 'not-asked'],
      paths(20).toSorted(),
    ],
    ['a register that is not there is asked for one', {}, keysTo(12), ['elsewhere'], paths(1)],
    ['one that does not answer is asked for one', { '*': 'off' }, keysTo(12), ['failed'], paths(1)],
  ])('%s', async (_, answers, keys, states, asked) => {
    const server = aServer({ ...answers });
    expect([...new Set(await server.names(keys))]).toEqual(states);
    expect(server.records()).toEqual(asked);
  });
});

describe('definitions', () => {
  const defined = Object.fromEntries(
    [
      ['currency', { datatype: 'string', register: 'currency', cardinality: '1' }] as const,
      ['name', { datatype: 'string', text: 'The usual name.' }] as const,
    ].map(([name, data]) => [`records/${name}`, record(name, data)]),
  );

  test('come from the field register, attribute by attribute', async () => {
    const { session, queries } = aServer({ register: summary(3, ['currency', 'name', 'odd']) });
    const beside = aServer(defined, FIELDS);
    const found = await queries.fetchQuery(definitionsQuery(session, { fieldRegister: beside.session }));
    expect(found.get('currency')?.register).toEqual({ is: 'currency', from: 'field-register' });
    expect(found.get('name')?.text).toEqual({ is: 'The usual name.', from: 'field-register' });
    expect(found.get('odd')).toEqual({});
    expect(beside.asked.toSorted()).toEqual(['records/currency', 'records/name', 'records/odd']);
  });

  test.each([404, 'off', '<html>'])('a field register that answers %j is asked once', async (answer) => {
    const { session, queries } = aServer({ register: summary(3) });
    const beside = aServer({ '*': answer }, FIELDS);
    const places = { fieldRegister: beside.session };
    expect([...(await queries.fetchQuery(definitionsQuery(session, places))).values()]).toEqual([{}, {}]);
    await queries.fetchQuery({ ...definitionsQuery(session, places), staleTime: 0 });
    expect(beside.asked).toEqual(['records/currency']);
  });

  test('of the register itself go first, and spare the field register what they say', async () => {
    const { session, queries } = aServer({ register: summary(3) });
    const beside = aServer(defined, FIELDS);
    const definitions = [{ id: 'currency', datatype: 'curie' }, 7, { id: 1 }];
    const { transport } = aServer({ 'registers/currency': { definitions } }).session;
    const description = { address: `${BASE}/registers/currency`, transport };
    const places = { fieldRegister: beside.session, description };
    const own = { datatype: { is: 'curie', from: 'system' } };
    expect((await queries.fetchQuery(definitionsQuery(session, { description }))).get('currency')).toEqual(
      own,
    );
    const found = await queries.fetchQuery(definitionsQuery(session, places));
    expect(found.get('currency')).toEqual(own);
    expect(found.get('name')?.datatype?.from).toBe('field-register');
    expect(beside.asked).toEqual(['records/name']);
  });
});

const KEY = 'INR';
const [item, other, altered] = ['Indian Rupee', 'Indian rupee', 'Indian Rupees'].map((name) =>
  anItem({ name }),
) as [Item, Item, Item];

const entryWith = (entryNumber: number, ...items: readonly Item[]): Entry =>
  anEntry(entryNumber, { key: KEY, itemHashes: items.map(itemHash) });

/**
 * aLinked opens a register of four entries, with those of the record. `served` is the server's answers about
 * the record, in turn; the last one for ever.
 */
function aLinked(
  trail: readonly Entry[],
  served: readonly (readonly Item[] | 'none')[],
  { entryNumber, ...given }: SmallRegister & { entryNumber?: number | undefined } = {},
) {
  const entries = [1, 2, 3, 4].map((n) => trail.find(({ entryNumber }) => entryNumber === n) ?? anEntry(n));
  const log = logWith(entries);
  let asked = 0;
  const { session, queries } = openSmall({
    heads: [headAt(4, log)],
    entry: async (n) => entries[n - 1] ?? anEntry(n),
    trail: async () => trail,
    record: async (): Promise<RegisterRecord> => {
      const items = served[Math.min(asked, served.length - 1)];
      asked += 1;
      if (items === undefined || items === 'none') throw new Error('503');
      return { key: KEY, items, ...(entryNumber !== undefined && { entryNumber }) };
    },
    ...proofsOf(log),
    ...given,
  });
  const check = () => queries.fetchQuery(linkedCheckQuery(session, KEY));
  /** Whether the checks of that register, which its own header reads, report a mismatch. */
  const accuses = () => {
    const known = queries.getQueryCache().findAll({ queryKey: [session.id, CHECK] });
    return JSON.stringify(known.map(({ state }) => state.data)).includes('does-not-match');
  };
  return { asked: () => asked, check, accuses };
}

describe('the data of a linked record', () => {
  const [old, fresh] = [entryWith(2, item), entryWith(4, other)];
  const [named, both] = [entryWith(3, item), entryWith(3, item, other)];

  // The trail, the answers about the record, the verdict, the record shown, and the
  // number of requests for it.
  test.each<[string, readonly Entry[], (readonly Item[] | 'none')[], string, readonly Item[], number]>([
    ['that of an entry in the log holds', [named], [[item]], 'holds', [item], 1],
    ['all of its items hold, in any order', [both], [[other, item]], 'holds', [other, item], 1],
    ['one of its items altered', [both], [[item, altered]], 'does-not-match', [item, altered], 2],
    ['no items, as recorded', [entryWith(3)], [[]], 'cannot-check', [], 1],
    ['no items, though recorded', [named], [[]], 'cannot-check', [], 1],
    [
      'altered data does not match once it was read again',
      [named],
      [[altered]],
      'does-not-match',
      [altered],
      2,
    ],
    ['altered data that cannot be read again', [named], [[altered], 'none'], 'cannot-check', [altered], 2],
    ['data older than the trail, which is still sent', [old, fresh], [[item]], 'cannot-check', [item], 2],
    ['data older than the trail, once', [old, fresh], [[item], [other]], 'holds', [other], 2],
    ['never the same twice', [fresh], [[item], [altered], [other]], 'does-not-match', [altered], 2],
  ])('%s', async (_, trail, served, outcome, items, times) => {
    const numbers = trail.length === 1 ? [undefined, trail[0]?.entryNumber] : [undefined];
    for (const entryNumber of numbers) {
      const { check, asked, accuses } = aLinked(trail, served, { entryNumber });
      const [entry] = trail.slice(-1);
      const found = { verdict: { outcome }, record: { items }, entryNumber: entry?.entryNumber, logSize: 4 };
      expect(await check()).toMatchObject(found);
      expect([asked(), accuses()]).toEqual([times, false]);
    }
  });

  test('does not match by an entry that leads elsewhere; a request that fails, and an entry of another key, prove nothing', async () => {
    const elsewhere = (entry: Entry) =>
      aLinked([named], [[item]], { entryNumber: 3, entry: async (n) => (n === 3 ? entry : anEntry(n)) });
    const moved = await elsewhere({ ...named, timestamp: '2001-01-01T00:00:00Z' }).check();
    expect(moved.verdict.outcome).toBe('does-not-match');
    await expect(elsewhere({ ...named, key: 'USD' }).check()).rejects.toThrow(/another key/);
    const failing = aLinked([named], [[item]], { entryProof: () => Promise.reject(new Error('503')) });
    await expect(failing.check()).rejects.toThrow('503');
    await expect(aLinked([], [[item]]).check()).rejects.toThrow(/no entry/);
  });
});
