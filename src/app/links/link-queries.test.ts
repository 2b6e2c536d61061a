import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Transport } from '../../api/transport.ts';
import { anItem } from '../../testing/builders.ts';
import { openSmall } from '../../testing/small-register.ts';
import { clientQuery } from '../../query/client-query.ts';
import { definitionsQuery } from './definition-queries.ts';
import { type LinkedRegister, linkedQuery } from './link-queries.ts';
import type { RegisterSession } from '../../query/session.ts';

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

/**
 * A server made of answers by path: a body, a status, or `off` for no answer. It records the requests, and
 * whether each was made once and for all.
 */
function aServer(answers: Record<string, unknown>, base = BASE) {
  const asked: string[] = [];
  const once: (boolean | undefined)[] = [];
  const transport: Transport = {
    async get(address, decode, options) {
      const path = address.slice(base.length + 1);
      asked.push(path);
      once.push(options?.once);
      const answer = answers[path] ?? answers['*'] ?? 404;
      if (answer === 'off') throw new ApiError('NETWORK', 'no answer', { address });
      if (typeof answer === 'number')
        throw new ApiError('HTTP_STATUS', `status ${answer}`, { address, status: answer });
      return decode(answer, { address, link: null });
    },
    getBytes: () => Promise.reject(new Error('not asked')),
  };
  const session: RegisterSession = { ...openSmall().session, id: base, base, transport };
  const linked: LinkedRegister = { session, variant: 'item' };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    session,
    linked,
    queries,
    asked,
    once,
    records: () => asked.filter((path) => path.startsWith('records/')).toSorted(),
    one: (key = 'EUR') => queries.fetchQuery(linkedQuery(linked, key)),
    /** The reader opens the register. */
    open: () => queries.fetchQuery(clientQuery(session)),
    /** The states of links on view together. */
    names: (keys: readonly string[]) =>
      Promise.all(
        keys.map(async (key) => {
          const answer = await queries.fetchQuery(linkedQuery(linked, key)).catch(() => 'failed');
          return typeof answer === 'string' ? answer : 'found';
        }),
      ),
  };
}

describe('a linked record', () => {
  const there = { register: summary(3), 'records/EUR': record('EUR') };

  // The answers about two keys, one after the other, and all requests for them.
  test.each<[string, Record<string, unknown>, isOpened: boolean, string[], string[]]>([
    [
      'is found by one request, and absent beside one that was found',
      there,
      false,
      ['found', 'absent'],
      ['EUR', 'XXX'],
    ],
    ['is found by one request in an open register', there, true, ['found', 'absent'], ['EUR', 'XXX']],
    [
      'first not found: its register may be missing, and is left alone',
      {},
      false,
      ['not-found', 'not-asked'],
      ['EUR'],
    ],
    [
      'first not found in an open register',
      { register: summary(3) },
      true,
      ['absent', 'absent'],
      ['EUR', 'XXX'],
    ],
    ...(['off', 500, 429, { not: 'a record' }] as const).map(
      (answer): [string, Record<string, unknown>, boolean, string[], string[]] => [
        `that cannot be read (${JSON.stringify(answer)}) is asked for once`,
        { register: summary(3), '*': answer },
        false,
        ['failed', 'failed'],
        ['EUR'],
      ],
    ),
  ])('%s', async (_, answers, isOpened, states, keys) => {
    const { names, records, asked, once, open } = aServer(answers);
    if (isOpened) await open();
    const before = asked.length;
    expect([...(await names(['EUR'])), ...(await names(['XXX', 'EUR'])).slice(0, 1)]).toEqual(states);
    expect(records()).toEqual(keys.map((key) => `records/${key}`));
    // Nothing but these records is asked for, and no request is repeated.
    expect(asked).toHaveLength(before + keys.length);
    expect(once.slice(before)).toEqual(keys.map(() => true));
  });

  test('has the items that were sent', async () => {
    expect(await aServer(there).one()).toEqual([anItem({ currency: 'EUR', name: 'Name of EUR' })]);
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
    ['a register that is not there is asked for one', {}, keysTo(12), ['not-found', 'not-asked'], paths(1)],
    ['one that does not answer is asked for one', { '*': 'off' }, keysTo(12), ['failed'], paths(1)],
  ])('%s', async (_, answers, keys, states, asked) => {
    const server = aServer({ ...answers });
    expect([...new Set(await server.names(keys))]).toEqual(states);
    expect(server.records()).toEqual(asked);
    expect(new Set(server.once)).toEqual(new Set([true]));
  });

  test('of a register that the reader opened are each asked for once, too', async () => {
    const server = aServer({ register: summary(60), records: list, ...all });
    await server.open();
    const before = server.asked.length;
    expect(new Set(await server.names(keysTo(60)))).toEqual(new Set(['found']));
    expect(new Set(server.once.slice(before))).toEqual(new Set([true]));
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
    const found = await queries.fetchQuery(definitionsQuery(session, { fieldRegister: beside.linked }));
    expect(found.get('currency')?.register).toEqual({ is: 'currency', from: 'field-register' });
    expect(found.get('name')?.text).toEqual({ is: 'The usual name.', from: 'field-register' });
    expect(found.get('odd')).toEqual({});
    expect(beside.asked.toSorted()).toEqual(['records/currency', 'records/name', 'records/odd']);
  });

  test.each([404, 'off', '<html>'])('a field register that answers %j is asked once', async (answer) => {
    const { session, queries } = aServer({ register: summary(3) });
    const beside = aServer({ '*': answer }, FIELDS);
    const places = { fieldRegister: beside.linked };
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
    const places = { fieldRegister: beside.linked, description };
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
