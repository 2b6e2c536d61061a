import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Transport } from '../api/transport.ts';
import { openSmall } from '../testing/small-register.ts';
import { definitionsQuery, ownDefinitionsQuery } from './definitions-query.ts';
import { linkedNameQuery, linkedQuery, siblingBase } from './link-query.ts';
import type { RegisterSession } from './session.ts';

const BASE = 'https://currency.example.org';

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

/** A server made of answers by path: a body, a status, or `off` for no answer. What was asked is noted. */
function aRegister(answers: Record<string, unknown>, base = BASE) {
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
  return { session, queries, asked };
}

describe('a linked record', () => {
  test('is found by one request', async () => {
    const { session, queries, asked } = aRegister({ 'records/EUR': record('EUR') });
    const linked = await queries.fetchQuery(linkedQuery(session, 'EUR'));
    expect(linked).toMatchObject({ state: 'found', entryNumber: 1 });
    expect(asked).toEqual(['records/EUR']);
  });

  test('is absent only where the register itself is there', async () => {
    const there = aRegister({ register: summary(3) });
    expect(await there.queries.fetchQuery(linkedQuery(there.session, 'XXX'))).toEqual({ state: 'absent' });
    const nowhere = aRegister({});
    expect(await nowhere.queries.fetchQuery(linkedQuery(nowhere.session, 'XXX'))).toEqual({
      state: 'elsewhere',
    });
  });

  test.each([['off'], [500], [429], [{ not: 'a record' }]])(
    'is not called absent where the answer is %j',
    async (answer) => {
      const { session, queries } = aRegister({ register: summary(3), 'records/EUR': answer });
      await expect(queries.fetchQuery(linkedQuery(session, 'EUR'))).rejects.toThrow(/\w/);
    },
  );

  test('is not called absent where the register cannot be opened for another reason', async () => {
    const { session, queries } = aRegister({ 'records/EUR': 404, '*': 'off' });
    await expect(queries.fetchQuery(linkedQuery(session, 'EUR'))).rejects.toThrow('no answer');
  });
});

describe('links in sight together', () => {
  const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `K${index}`);
  const all = (count: number) =>
    Object.fromEntries(keys(count).map((key) => [`records/${key}`, record(key)]));
  const ask = ({ session, queries }: ReturnType<typeof aRegister>, list: readonly string[]) =>
    Promise.all(
      list.map((key) => queries.fetchQuery(linkedNameQuery(session, key)).catch(() => ({ state: 'failed' }))),
    );

  test('are asked for one by one where they are few, each once', async () => {
    const server = aRegister(all(5));
    const states = await ask(server, [...keys(5), ...keys(5)]);
    expect(states.every(({ state }) => state === 'found')).toBe(true);
    expect(server.asked.toSorted()).toEqual(keys(5).map((key) => `records/${key}`));
  });

  test('are looked up in the list where they are many', async () => {
    const list = Object.assign({}, ...keys(60).map((key) => record(key))) as unknown;
    const server = aRegister({ register: summary(60), records: list, ...all(60) });
    const states = await ask(server, keys(60));
    expect(states.every(({ state }) => state === 'found')).toBe(true);
    expect(server.asked.length).toBeLessThan(6);
  });

  test('at most twenty of them are asked for in a long register', async () => {
    const server = aRegister({ register: summary(1_000_000), ...all(60) });
    const states = await ask(server, keys(60));
    expect(states.filter(({ state }) => state === 'found')).toHaveLength(20);
    expect(states.filter(({ state }) => state === 'not-asked')).toHaveLength(40);
    expect(server.asked.filter((path) => path.startsWith('records/'))).toHaveLength(20);
  });

  test('ask a register that is not there, or does not answer, for one alone', async () => {
    const nowhere = aRegister({});
    expect((await ask(nowhere, keys(12))).every(({ state }) => state === 'elsewhere')).toBe(true);
    expect(nowhere.asked.filter((path) => path.startsWith('records/'))).toEqual(['records/K0']);
    const off = aRegister({ '*': 'off' });
    expect((await ask(off, keys(12))).every(({ state }) => state === 'failed')).toBe(true);
    expect(off.asked).toEqual(['records/K0']);
  });
});

describe('definitions', () => {
  const field = (name: string, data: Record<string, unknown>) =>
    [`records/${name}`, record(name, data)] as const;
  const fields = Object.fromEntries([
    field('currency', { datatype: 'string', register: 'currency', cardinality: '1' }),
    field('name', { datatype: 'string', text: 'The usual name.' }),
  ]);

  test('come from the field register, attribute by attribute', async () => {
    const { session, queries } = aRegister({ register: summary(3, ['currency', 'name', 'odd']) });
    const beside = aRegister(fields, 'https://field.example.org');
    const found = await queries.fetchQuery(definitionsQuery(session, { fieldRegister: beside.session }));
    expect(found.get('currency')?.register).toEqual({ is: 'currency', from: 'field-register' });
    expect(found.get('name')?.text).toEqual({ is: 'The usual name.', from: 'field-register' });
    expect(found.get('odd')).toEqual({});
    expect(beside.asked.toSorted()).toEqual(['records/currency', 'records/name', 'records/odd']);
  });

  test.each([[404], ['off'], [500], ['<html>']])(
    'a field register that answers %j is asked once and forgotten',
    async (answer) => {
      const { session, queries } = aRegister({ register: summary(3) });
      const beside = aRegister({ '*': answer }, 'https://field.example.org');
      const places = { fieldRegister: beside.session };
      expect([...(await queries.fetchQuery(definitionsQuery(session, places))).values()]).toEqual([{}, {}]);
      await queries.fetchQuery({ ...definitionsQuery(session, places), staleTime: 0 });
      expect(beside.asked).toEqual(['records/currency']);
    },
  );

  test('of the register itself go first, and spare the field register what they say', async () => {
    const { session, queries } = aRegister({ register: summary(3) });
    const beside = aRegister(fields, 'https://field.example.org');
    const description = aRegister({
      'registers/currency': { definitions: [{ id: 'currency', datatype: 'curie' }, 7, { id: 1 }] },
    });
    const places = {
      fieldRegister: beside.session,
      description: { address: `${BASE}/registers/currency`, transport: description.session.transport },
    };
    const own = await queries.fetchQuery(ownDefinitionsQuery(session, places));
    expect(own.get('currency')).toEqual({ datatype: { is: 'curie', from: 'system' } });
    const found = await queries.fetchQuery(definitionsQuery(session, places));
    expect(found.get('currency')).toEqual({ datatype: { is: 'curie', from: 'system' } });
    expect(found.get('name')?.datatype?.from).toBe('field-register');
    expect(beside.asked).toEqual(['records/name']);
  });
});

describe('siblingBase', () => {
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

  test.each([
    ['https://example.org/v2', 'country', 'currency'],
    ['https://country.example', 'country', 'currency'],
    ['https://countryside.register.gov.uk', 'country', 'currency'],
    ['https://country.register.gov.uk', '', 'currency'],
    ['https://country.register.gov.uk', 'country', 'evil.example/x'],
    ['https://country.register.gov.uk', 'country', '..'],
    ['https://country.register.gov.uk', 'country', 'x@y'],
    ['not an address', 'country', 'currency'],
  ])('there is none to be guessed from %s, %j and %j', (base, own, other) =>
    expect(siblingBase(base, own, other)).toBeUndefined(),
  );

  test.each([
    'country.example.org',
    'country.co.uk',
    'country.co.uk.',
    'country.github.io',
    'country.pages.dev',
    'country.netlify.app',
    'country.herokuapp.com',
    'country.azurewebsites.net',
    'country.team.pages.dev',
    'country.acme.workers.dev',
    'country.s3.eu-west-1.amazonaws.com',
    'country.uc.r.appspot.com',
    'country.z6.web.core.windows.net',
    'country.127.0.0.1.nip.io',
  ])('the neighbours of %s may be other people’s', (host) =>
    expect(siblingBase(`https://${host}`, 'country', 'field')).toBeUndefined(),
  );

  test('every guess is at the same origin or under the same domain of three labels or more', () => {
    for (const base of ['https://country.register.gov.uk/x/country', 'https://country.a.b.example']) {
      const [from, to] = [new URL(base), new URL(siblingBase(base, 'country', 'field') ?? '')];
      const domain = from.hostname.split('.').slice(1);
      expect(domain.length).toBeGreaterThanOrEqual(3);
      expect(to.origin === from.origin || to.hostname === ['field', ...domain].join('.')).toBe(true);
    }
  });
});
