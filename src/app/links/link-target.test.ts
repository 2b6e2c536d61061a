import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formatRegisterId, parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import { isOpenedHere, type LinkSource, nameIn, sameRegister, targetOf } from './link-target.ts';

let stored: string[] = [];
vi.mock(import('../kept-lists.ts'), () => ({
  readRecent: () => stored.map((id) => ({ id, title: id, openedAt: 1 })),
}));

const idOf = (text: string): RegisterId => {
  const id = parseRegisterId(text);
  if (id === undefined) throw new Error(`no register: ${text}`);
  return id;
};
const recentOf = (...ids: readonly string[]) => ids.map((id) => ({ id, title: id, openedAt: 1 }));
const target = (from: string, own: string | undefined, name: string, ...recent: readonly string[]) => {
  const id = targetOf({ register: idOf(from), name: own }, name, recentOf(...recent));
  return id && formatRegisterId(id);
};

describe('targetOf', () => {
  test.each([
    ['country', 'country', 'currency', 'currency'],
    ['country~earlier', 'country', 'currency', 'currency~earlier'],
    ['country~v2+altered-item', 'country', 'currency', 'currency'],
    ['country~v2+altered-item', 'country', 'country', 'country~v2+altered-item'],
    ['https://country.register.gov.uk', 'country', 'currency', 'https://currency.register.gov.uk'],
    ['https://country.register.gov.uk', undefined, 'currency', 'https://currency.register.gov.uk'],
    ['http://h:1/registers/country/earlier', 'country', 'field', 'http://h:1/registers/field/earlier'],
    ['http://h:1/registers/country/v2', undefined, 'country', 'http://h:1/registers/country/v2'],
  ])('in %s (%s), %s is %s', (from, own, name, expected) => expect(target(from, own, name)).toBe(expected));

  test('of a file it is the latest file of that name in this browser, in the same variant', () => {
    const recent = [
      'currency',
      'file:currency-00000001',
      'file:currency-00000002',
      'file:currency-x-00000003',
    ];
    expect(target('file:country-8d92e1e0', 'country', 'currency', ...recent)).toBe('file:currency-00000001');
    expect(target('file:country-8d92e1e0~earlier', 'country', 'currency', ...recent)).toBe(
      'file:currency-00000001~earlier',
    );
  });

  test('what no rule finds may be a register opened before, and never a bundled one', () => {
    const recent = ['currency', 'https://currency.example.org'];
    expect(target('file:country-8d92e1e0', 'country', 'currency', ...recent)).toBe(recent[1]);
    expect(target('https://example.org/v2', 'country', 'currency', ...recent)).toBe(recent[1]);
    expect(target('https://example.org/v2', 'country', 'currency', 'currency')).toBeUndefined();
  });

  test.each(['', '..', 'a.b', 'A', 'x/y', '__proto__'])('%j names no register', (name) =>
    expect(target('country', 'country', name)).toBeUndefined(),
  );
});

test.each([
  ['country~v2+fork', 'country'],
  ['file:local-authority-eng-8d92e1e0', 'local-authority-eng'],
  ['https://country.register.gov.uk', 'country'],
  ['http://h/registers/country/v2+link-none', 'country'],
  ['http://h/registers/country/earlier', 'country'],
  ['http://h/v1', 'h'],
  ['http://h/A%2Fb', undefined],
])('nameIn %s is %s', (id, name) => expect(nameIn(idOf(id))).toBe(name));

test('a register is opened here only if it was, in whichever variant', () => {
  expect(isOpenedHere(idOf('currency'), recentOf('planet'))).toBe(false);
  expect(isOpenedHere(idOf('currency'), recentOf('currency~earlier'))).toBe(true);
  expect(isOpenedHere(idOf('https://a.example'), [])).toBe(false);
  expect(isOpenedHere(idOf('https://a.example'), recentOf('https://a.example'))).toBe(true);
});

test('one register in two variants is the same, another file is not', () => {
  expect(sameRegister(idOf('country'), idOf('country~earlier+fork'))).toBe(true);
  expect(sameRegister(idOf('country'), idOf('file:country-00000001'))).toBe(false);
  expect(sameRegister(idOf('file:country-00000001'), idOf('file:country-00000002'))).toBe(false);
  expect(sameRegister(idOf('https://a.example'), idOf('https://a.example'))).toBe(true);
});

const source = (id: string, name: string): LinkSource => ({ register: idOf(id), name });

beforeEach(() => {
  stored = [];
  vi.resetModules();
});

async function opening(...ids: readonly (readonly [id: string, name: string])[]) {
  const { noteOpened, possibleSources, recentRegisters } = await import('./link-target.ts');
  for (const [id, name] of ids) noteOpened(source(id, name), undefined);
  return {
    recent: recentRegisters().map(({ id }) => id),
    sourcesOf: (id: string, name: string) =>
      possibleSources(source(id, name)).map(
        ({ register, thisVisit }) => `${formatRegisterId(register)}${thisVisit ? '' : ' before'}`,
      ),
  };
}

test('lists the registers of this visit first, then those of earlier ones', async () => {
  stored = ['planet', 'https://a.example.org/country'];
  const { recent, sourcesOf } = await opening(['country', 'country'], ['currency', 'currency']);
  expect(recent).toEqual(['currency', 'country', 'planet', 'https://a.example.org/country']);
  expect(sourcesOf('currency', 'currency')).toEqual(['currency', 'country', 'planet before']);
});

test('each in one variant, the one of the register that is looked at', async () => {
  const opened = [
    ['country~earlier', 'country'],
    ['country', 'country'],
    ['currency~earlier', 'currency'],
  ] as const;
  const { sourcesOf } = await opening(...opened);
  expect(sourcesOf('currency~earlier', 'currency')).toEqual(['currency~earlier', 'country~earlier']);
  expect(sourcesOf('currency', 'currency')).toEqual(['currency~earlier', 'country']);
});

test('a register whose links by that name lead elsewhere is none', async () => {
  const { sourcesOf } = await opening(
    ['https://a.example.org/country', 'country'],
    ['https://b.example.org/country', 'country'],
    ['file:country-00000001', 'country'],
  );
  expect(sourcesOf('https://a.example.org/currency', 'currency')).toEqual(['https://a.example.org/country']);
  expect(sourcesOf('currency', 'currency')).toEqual([]);
});
