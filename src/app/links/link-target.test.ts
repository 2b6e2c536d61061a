import { beforeEach, expect, test, vi } from 'vitest';
import { formatRegisterId, parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import { isOpenedHere, nameIn, sameRegister, targetOf } from './link-target.ts';

let stored: string[] = [];
vi.mock(
  import('../local-storage.ts'),
  () =>
    ({
      openedBefore: { read: () => recentOf(...stored) },
    }) as unknown as typeof import('../local-storage.ts'),
);

const idOf = (text: string): RegisterId =>
  parseRegisterId(text) ?? expect.unreachable(`no register: ${text}`);
const recentOf = (...ids: readonly string[]) => ids.map((id) => ({ id, title: id, openedAt: 1 }));

const FILE = 'file:country-8d92e1e0';
const WEB = 'rsf:https://files.example/a/country.rsf';
const FILES = ['currency', 'file:currency-00000001', 'file:currency-00000002', 'file:currency-x-00000003'];
const OTHERS = ['currency', 'https://currency.example.org'];

test.each<[from: string, own: string | undefined, name: string, to: string | undefined, recent?: string[]]>([
  ['country', 'country', 'currency', 'currency'],
  ['country~earlier', 'country', 'currency', 'currency~earlier'],
  ['country~v2+altered-item', 'country', 'currency', 'currency'],
  ['country~v2+altered-item', 'country', 'country', 'country~v2+altered-item'],
  ['https://country.register.gov.uk', 'country', 'currency', 'https://currency.register.gov.uk'],
  ['https://country.register.gov.uk', undefined, 'currency', 'https://currency.register.gov.uk'],
  ['http://h:1/registers/country/earlier', 'country', 'field', 'http://h:1/registers/field/earlier'],
  ['http://h:1/registers/country/v2', undefined, 'country', 'http://h:1/registers/country/v2'],
  // Of a file, the latest file of that name in this browser, in the same variant.
  [FILE, 'country', 'currency', 'file:currency-00000001', FILES],
  [`${FILE}~earlier`, 'country', 'currency', 'file:currency-00000001~earlier', FILES],
  // Of a file on the web, one opened before, else the file of that name beside it, where it is called like its register.
  [WEB, 'country', 'currency', 'file:currency-00000001', FILES],
  [WEB, 'country', 'currency', 'rsf:https://files.example/a/currency.rsf'],
  [`${WEB}~earlier`, 'country', 'currency', 'rsf:https://files.example/a/currency.rsf~earlier'],
  [
    WEB,
    'country',
    'currency',
    'rsf:https://files.example/a/currency.rsf',
    [...FILES, 'rsf:https://files.example/a/currency.rsf'],
  ],
  [WEB, 'land', 'currency', undefined],
  ['rsf:https://files.example/get?id=7', 'country', 'currency', undefined],
  // What no rule finds may be a register opened before, and never a bundled one.
  [FILE, 'country', 'currency', OTHERS[1], OTHERS],
  ['https://example.org/v2', 'country', 'currency', OTHERS[1], OTHERS],
  ['https://example.org/v2', 'country', 'currency', undefined, ['currency']],
  ...['', '..', 'a.b', 'A', 'x/y', '__proto__'].map((name): [string, string, string, undefined] => [
    'country',
    'country',
    name,
    undefined,
  ]),
])('in %s (%s), %s is %s', (from, own, name, to, recent = []) => {
  const id = targetOf({ register: idOf(from), name: own }, name, recentOf(...recent));
  expect(id && formatRegisterId(id)).toBe(to);
});

test.each([
  ['country~v2+fork', 'country'],
  ['file:local-authority-eng-8d92e1e0', 'local-authority-eng'],
  ['https://country.register.gov.uk', 'country'],
  ['http://h/registers/country/v2+link-none', 'country'],
  ['http://h/registers/country/earlier', 'country'],
  ['http://h/v1', 'h'],
  [WEB, 'country'],
  ['rsf:https://files.example/get?id=7', undefined],
  ['http://h/A%2Fb', undefined],
])('nameIn %s is %s', (id, name) => expect(nameIn(idOf(id))).toBe(name));

test.each([
  ['currency', [], false],
  ['currency', ['planet'], false],
  ['currency', ['currency~earlier'], true],
  ['https://a.example', [], false],
  ['https://a.example', ['https://a.example'], true],
])('%s is opened here, in whichever variant, after %j: %s', (id, recent, isOpened) =>
  expect(isOpenedHere(idOf(id), recentOf(...recent))).toBe(isOpened),
);

test.each([
  ['country', 'country~earlier+fork', true],
  ['country', 'file:country-00000001', false],
  ['file:country-00000001', 'file:country-00000002', false],
  ['https://a.example', 'https://a.example', true],
])('%s and %s are one register: %s', (one, other, isSame) =>
  expect(sameRegister(idOf(one), idOf(other))).toBe(isSame),
);

beforeEach(() => {
  stored = [];
  vi.resetModules();
});

const source = (id: string) => ({ register: idOf(id), name: nameIn(idOf(id)) });

async function opening(...ids: readonly string[]) {
  const { noteOpened, possibleSources } = await import('./link-target.ts');
  for (const id of ids) {
    noteOpened(source(id), undefined);
    stored = [id, ...stored];
  }
  const sourcesOf = (id: string) =>
    possibleSources(source(id)).map(({ register }) => formatRegisterId(register));
  return { sourcesOf };
}

test('lists the registers opened last first, and the register itself last', async () => {
  stored = ['planet', 'https://a.example.org/country'];
  const { sourcesOf } = await opening('country', 'currency');
  expect(sourcesOf('currency')).toEqual(['country', 'planet', 'currency']);
});

test('each in one variant, the one opened last', async () => {
  const { sourcesOf } = await opening('country', 'country~earlier', 'currency~earlier');
  expect(sourcesOf('currency~earlier')).toEqual(['country~earlier', 'currency~earlier']);
});

test('a register whose links by that name lead elsewhere is none', async () => {
  const a = 'https://a.example.org/country';
  const { sourcesOf } = await opening(a, 'https://b.example.org/country', 'file:country-00000001');
  expect(sourcesOf('https://a.example.org/currency')).toEqual([a]);
  expect(sourcesOf('currency')).toEqual([]);
});
