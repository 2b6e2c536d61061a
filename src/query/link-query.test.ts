import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Transport } from '../api/transport.ts';
import { itemHash } from '../core/data-hash.ts';
import type { Entry, Item, RegisterRecord } from '../core/model.ts';
import { anEntry, anItem } from '../testing/builders.ts';
import { headAt, logWith, openSmall, proofsOf, type SmallRegister } from '../testing/small-register.ts';
import { definitionsQuery, ownDefinitionsQuery } from './definitions-query.ts';
import { CHECK } from './keys.ts';
import { linkedCheckQuery } from './link-check.ts';
import { linkedNameQuery, linkedQuery, siblingBase } from './link-query.ts';
import { trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

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
          const query = linkedNameQuery(session, key);
          return (await queries.fetchQuery(query).catch(() => ({ state: 'failed' }))).state;
        }),
      ),
  };
}

describe('a linked record', () => {
  test('is found by one request', async () => {
    const { linked, asked } = aServer({ 'records/EUR': record('EUR') });
    expect(await linked()).toMatchObject({ state: 'found', entryNumber: 1 });
    expect(asked).toEqual(['records/EUR']);
  });

  test('is absent only where the register itself is there', async () => {
    expect(await aServer({ register: summary(3) }).linked()).toEqual({ state: 'absent' });
    expect(await aServer({}).linked()).toEqual({ state: 'elsewhere' });
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

  test.each([[404], ['off'], [500], ['<html>']])(
    'a field register that answers %j is asked once and forgotten',
    async (answer) => {
      const { session, queries } = aServer({ register: summary(3) });
      const beside = aServer({ '*': answer }, FIELDS);
      const places = { fieldRegister: beside.session };
      expect([...(await queries.fetchQuery(definitionsQuery(session, places))).values()]).toEqual([{}, {}]);
      await queries.fetchQuery({ ...definitionsQuery(session, places), staleTime: 0 });
      expect(beside.asked).toEqual(['records/currency']);
    },
  );

  test('of the register itself go first, and spare the field register what they say', async () => {
    const { session, queries } = aServer({ register: summary(3) });
    const beside = aServer(defined, FIELDS);
    const definitions = [{ id: 'currency', datatype: 'curie' }, 7, { id: 1 }];
    const { transport } = aServer({ 'registers/currency': { definitions } }).session;
    const description = { address: `${BASE}/registers/currency`, transport };
    const places = { fieldRegister: beside.session, description };
    const own = { datatype: { is: 'curie', from: 'system' } };
    expect((await queries.fetchQuery(ownDefinitionsQuery(session, places))).get('currency')).toEqual(own);
    const found = await queries.fetchQuery(definitionsQuery(session, places));
    expect(found.get('currency')).toEqual(own);
    expect(found.get('name')?.datatype?.from).toBe('field-register');
    expect(beside.asked).toEqual(['records/name']);
  });
});

describe('the address of a register beside another', () => {
  test.each([
    ['https://country.register.gov.uk', 'https://currency.register.gov.uk'],
    ['https://country.register.gov.uk/v1', 'https://currency.register.gov.uk/v1'],
    ['https://country.registers.example.co.uk:8443', 'https://currency.registers.example.co.uk:8443'],
    ['http://127.0.0.1:8080/registers/country/v2', 'http://127.0.0.1:8080/registers/currency/v2'],
    ['https://example.org/country/', 'https://example.org/currency'],
    ['https://country.example.org/country/next', 'https://country.example.org/currency/next'],
    ['https://someone.github.io/country', 'https://someone.github.io/currency'],
    ['https://example.org/a%2Fb/country', 'https://example.org/a%2Fb/currency'],
  ])('beside %s is %s', (base, expected) => expect(siblingBase(base, 'country', 'currency')).toBe(expected));

  const UK = 'https://country.register.gov.uk';
  test.each<[base: string, own: string, other: string]>([
    ['https://example.org/v2', 'country', 'currency'],
    ['https://countryside.register.gov.uk', 'country', 'currency'],
    [UK, '', 'currency'],
    ...['evil.example/x', '..', 'x@y'].map((other) => [UK, 'country', other] as [string, string, string]),
    ['not an address', 'country', 'currency'],
    // Neighbours under other domains may belong to other people.
    ...['example.org', 'register.org', 'co.uk', 'github.io', 'team.pages.dev', 'data.example.org'].map(
      (domain) => [`https://country.${domain}`, 'country', 'field'] as [string, string, string],
    ),
  ])('cannot be guessed from %s, %j and %j', (base, own, other) =>
    expect(siblingBase(base, own, other)).toBeUndefined(),
  );
});

const KEY = 'INR';
const [item, other, altered] = ['Indian Rupee', 'Indian rupee', 'Indian Rupees'].map((name) =>
  anItem({ name }),
) as [Item, Item, Item];

const entryWith = (entryNumber: number, ...items: readonly Item[]): Entry =>
  anEntry(entryNumber, { key: KEY, itemHashes: items.map(itemHash) });

/** aLinked opens a register of four entries, with those of the record. `served` is the server's answers about the record, in turn. */
function aLinked(
  trail: readonly Entry[],
  served: readonly (readonly Item[])[] = [],
  { entryNumber, ...given }: SmallRegister & { entryNumber?: number | undefined } = {},
) {
  const entries = [1, 2, 3, 4].map((n) => trail.find(({ entryNumber }) => entryNumber === n) ?? anEntry(n));
  const log = logWith(entries);
  const asked = { record: 0, trail: 0 };
  const { session, queries } = openSmall({
    heads: [headAt(4, log)],
    entry: async (n) => entries[n - 1] ?? anEntry(n),
    trail: async () => {
      asked.trail += 1;
      return trail;
    },
    record: async (): Promise<RegisterRecord> => {
      const items = served[Math.min(asked.record, served.length - 1)];
      asked.record += 1;
      if (items === undefined) throw new Error('503');
      return { key: KEY, items, ...(entryNumber !== undefined && { entryNumber }) };
    },
    ...proofsOf(log),
    ...given,
  });
  const check = (items: readonly Item[], entryNumber?: number) =>
    queries.fetchQuery(linkedCheckQuery(session, KEY, { items, entryNumber }));
  const outcome = async (...shown: Parameters<typeof check>) => (await check(...shown)).verdict.outcome;
  /** Whether the checks of that register, which its own header reads, report a mismatch. */
  const accuses = () => {
    const known = queries.getQueryCache().findAll({ queryKey: [session.id, CHECK] });
    return JSON.stringify(known.map(({ state }) => state.data)).includes('does-not-match');
  };
  return { session, queries, asked, check, outcome, accuses };
}

describe('the data of a linked record', () => {
  const [old, fresh] = [entryWith(2, item), entryWith(4, other)];

  // The log's record, the link's text, the answer to a second request, and the number of requests.
  test.each<[string, readonly Entry[], readonly Item[], readonly (readonly Item[])[], string, number]>([
    ['that of an entry in the log holds', [entryWith(3, item)], [item], [], 'holds', 0],
    ['all of its items hold, in any order', [entryWith(3, item, other)], [other, item], [], 'holds', 0],
    [
      'one of its items altered',
      [entryWith(3, item, other)],
      [item, altered],
      [[item, altered]],
      'does-not-match',
      1,
    ],
    ['no items, as recorded', [entryWith(3)], [], [], 'cannot-check', 0],
    ['no items, though recorded', [entryWith(3, item)], [], [], 'cannot-check', 0],
    [
      'altered data does not match once it was read again',
      [entryWith(3, item)],
      [altered],
      [[altered]],
      'does-not-match',
      1,
    ],
    ['altered data that cannot be read again', [entryWith(3, item)], [altered], [], 'cannot-check', 1],
    [
      'data older than the trail, which the server still sends',
      [old, fresh],
      [item],
      [[item]],
      'cannot-check',
      1,
    ],
  ])('%s', async (_, trail, shown, served, expected, times) => {
    const numbers = trail.length === 1 ? [undefined, trail[0]?.entryNumber] : [undefined];
    for (const entryNumber of numbers) {
      const { outcome, asked, accuses } = aLinked(trail, served, { entryNumber });
      expect(await outcome(shown, entryNumber)).toBe(expected);
      expect([asked.record, accuses()]).toEqual([times, false]);
    }
  });

  test('says in which entry and log it is', async () => {
    const held = { verdict: { outcome: 'holds' }, entryNumber: 3, logSize: 4 };
    expect(await aLinked([entryWith(3, item)]).check([item])).toMatchObject(held);
  });

  test('older than its trail is replaced by that of now, which holds', async () => {
    const { check, asked } = aLinked([old, fresh], [[other]]);
    const now = { verdict: { outcome: 'holds' }, record: { items: [other] }, entryNumber: 4 };
    expect(await check([item])).toMatchObject(now);
    expect(asked.record).toBe(1);
  });

  test('newer than the trail at hand holds against the trail of now', async () => {
    const { session, queries, outcome, asked } = aLinked([old, fresh], [[other]]);
    queries.setQueryData(trailQuery(session, KEY).queryKey, [old]);
    expect(await outcome([other])).toBe('holds');
    expect(asked).toEqual({ record: 1, trail: 1 });
  });

  test('of a server that never says the same twice is asked for once more, not for ever', async () => {
    const { check, asked } = aLinked([fresh], [[altered], [item], [other]]);
    expect(await check([item])).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      record: { items: [altered] },
    });
    expect(asked.record).toBe(1);
  });

  test('does not match by an entry that leads elsewhere; a request that fails, and an entry of another key, prove nothing', async () => {
    const named = entryWith(3, item);
    const elsewhere = (entry: Entry) =>
      aLinked([named], [], { entry: async (n) => (n === 3 ? entry : anEntry(n)) });
    expect(await elsewhere({ ...named, timestamp: '2001-01-01T00:00:00Z' }).outcome([item], 3)).toBe(
      'does-not-match',
    );
    await expect(elsewhere({ ...named, key: 'USD' }).check([item], 3)).rejects.toThrow(/another key/);
    const failing = aLinked([named], [], { entryProof: () => Promise.reject(new Error('503')) });
    await expect(failing.check([item], 3)).rejects.toThrow('503');
    await expect(aLinked([]).check([item])).rejects.toThrow(/no entry/);
  });
});
