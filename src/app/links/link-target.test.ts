import { expect, test, vi } from 'vitest';
import { decideDefinition, type Statement } from '../../core/definition.ts';
import { formatRegisterId, parseRegisterId, type RegisterId } from '../../ui/paths.ts';
import { mayLink, mayRequest, nameIn, possibleSources, targetOf } from './link-target.ts';

let stored: readonly string[] = [];
let details: { readonly entries?: number | undefined; readonly openedAt: number } = { openedAt: 1 };
vi.mock(
  import('../local-storage.ts'),
  () =>
    ({
      openedBefore: { read: () => recentOf(...stored) },
    }) as unknown as typeof import('../local-storage.ts'),
);

const idOf = (text: string): RegisterId =>
  parseRegisterId(text) ?? expect.unreachable(`no register: ${text}`);
const recentOf = (...ids: readonly string[]) => ids.map((id) => Object.assign({ id, title: id }, details));

const FILE = 'file:country-8d92e1e0';
const WEB = 'rsf:https://files.example/a/country.rsf';
const FILES = ['currency', 'file:currency-00000001', 'file:currency-00000002', 'file:currency-x-00000003'];
const OTHERS = ['currency', 'https://currency.example.org'];

test.each<[from: string, own: string | undefined, name: string, to: string | undefined, recent?: string[]]>([
  ['country', 'country', 'currency', 'currency'],
  ['country~earlier', 'country', 'currency', 'currency~earlier'],
  ['country~v2+altered-item', 'country', 'currency', 'currency'],
  ['https://country.register.gov.uk', 'country', 'currency', 'https://currency.register.gov.uk'],
  ['http://h:1/registers/country/v2', undefined, 'country', 'http://h:1/registers/country/v2'],
  ['https://country.register.gov.uk/v1', 'country', 'currency', 'https://currency.register.gov.uk/v1'],
  ['https://country.registers.x.uk:8443', 'country', 'currency', 'https://currency.registers.x.uk:8443'],
  ['http://h:80/registers/country/v2', 'country', 'currency', 'http://h/registers/currency/v2'],
  ['https://country.x.org/country/next', 'country', 'currency', 'https://country.x.org/currency/next'],
  ['https://x.org/a%2Fb/country/', 'country', 'currency', 'https://x.org/a%2Fb/currency'],
  ['https://countryside.register.gov.uk', 'country', 'currency', undefined],
  ['https://country.register.gov.uk', '', 'currency', undefined],
  // Neighbours under other domains may belong to other people.
  ['https://country.register.org', 'country', 'field', undefined],
  ['https://country.github.io', 'country', 'field', undefined],
  ['https://country.data.example.org', 'country', 'field', undefined],
  // For a file, the latest file of that name in this browser, in the same variant.
  [FILE, 'country', 'currency', 'file:currency-00000001', FILES],
  [`${FILE}~earlier`, 'country', 'currency', 'file:currency-00000001~earlier', FILES],
  // For a file on the web, one opened before, else the file of that name next to it, if it is
  // named like its register.
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
  // Else a register opened before, but never a bundled one.
  [FILE, 'country', 'currency', OTHERS[1], OTHERS],
  ['https://example.org/v2', 'country', 'currency', OTHERS[1], OTHERS],
  ['https://example.org/v2', 'country', 'currency', undefined, ['currency']],
  ...['', '..', 'A', 'evil.example/x', '__proto__'].map((name): [string, string, string, undefined] => [
    'https://country.register.gov.uk',
    'country',
    name,
    undefined,
  ]),
])('in %s (%s), %s is %s', (from, own, name, to, recent = []) => {
  const id = targetOf({ register: idOf(from), name: own }, name, recent.map(idOf));
  expect(id && formatRegisterId(id)).toBe(to);
});

test.each([
  ['country~v2+fork', 'country'],
  ['file:local-authority-eng-8d92e1e0', 'local-authority-eng'],
  ['https://country.register.gov.uk', 'country'],
  ['http://h/registers/country/earlier', 'country'],
  [WEB, 'country'],
  ['rsf:https://files.example/get?id=7', undefined],
  ['http://h/A%2Fb', undefined],
])('nameIn %s is %s', (id, name) => expect(nameIn(idOf(id))).toBe(name));

const A = 'https://a.example.org/country';

test.each<[of: string, opened: readonly string[], sources: readonly string[]]>([
  // The last opened first, and the register itself last.
  ['currency', [A, 'planet', 'country', 'currency'], ['country', 'planet', 'currency']],
  // Each in one variant, the one opened last.
  [
    'currency~earlier',
    ['country', 'country~earlier', 'currency~earlier'],
    ['country~earlier', 'currency~earlier'],
  ],
  // Links by that name lead elsewhere from others.
  ['https://a.example.org/currency', [A, 'https://b.example.org/country', 'file:country-00000001'], [A]],
  ['currency', [A, 'https://b.example.org/country', 'file:country-00000001'], []],
])('of those opened before, registers that may link to %s: %j', (of, opened, sources) => {
  stored = opened.toReversed();
  const register = idOf(of);
  const found = possibleSources({ register, name: nameIn(register) });
  expect(found.map((one) => formatRegisterId(one.register))).toEqual(sources);
});

const OTHER = 'https://other.example/country';

test.each<[id: string, from: string, isOpened: boolean, isFree: boolean, Partial<typeof details>?]>([
  ['currency', 'country', false, true],
  ['file:currency-00000001', FILE, true, true],
  // Of other servers, those at the same origin, and those that the reader opened.
  ['https://other.example/currency', OTHER, false, true],
  ['https://other.example:444/currency', OTHER, false, false],
  ['http://other.example/currency', OTHER, false, false],
  ['https://currency.register.gov.uk', 'https://country.register.gov.uk', false, false],
  ['https://a.example', OTHER, false, false],
  ['https://a.example', OTHER, true, true],
  ['https://a.example', FILE, false, false],
  // A file on the web is read whole.
  [WEB, FILE, false, false],
  [WEB, FILE, true, false],
  [WEB, FILE, true, false, { entries: 20_001 }],
  [WEB, FILE, true, true, { entries: 20_000 }],
  [WEB, FILE, true, true, { entries: 20_001, openedAt: Date.now() }],
])(
  '%s, linked from %s, opened (%s), may be asked without a press: %s %j',
  (id, from, isOpened, isFree, given) => {
    stored = isOpened ? [id] : [];
    details = { openedAt: 1, ...given };
    expect(mayRequest(idOf(id), idOf(from))).toBe(isFree);
  },
);

test.each<[attribute: string, statement: Statement, isPossible: boolean]>([
  ['currency', { datatype: 'string', register: 'currency' }, true],
  ['value', { datatype: 'curie' }, true],
  ['value', {}, true],
  ['planet', { datatype: 'string', register: 'planet' }, false],
  ['moons', { datatype: 'integer' }, false],
])('by %s, as %j, a planet may link to a currency: %s', (attribute, statement, isPossible) => {
  const definitions = new Map([[attribute, decideDefinition(attribute, { system: statement })]]);
  expect(mayLink(definitions, 'planet', 'currency')).toBe(isPossible);
});
