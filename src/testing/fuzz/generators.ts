import * as fc from 'fast-check';
import type { Hash } from '../../core/hash.ts';
import { damaged } from '../hostile-json.ts';
import type { RealData } from './real-data.ts';

/** Json is a JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** plain makes objects of a shape, as literals make them: others without a prototype would not be equal to them. */
export function plain<T>(shape: { [Name in keyof T]: fc.Arbitrary<T[Name]> }): fc.Arbitrary<T> {
  return fc.record(shape, { noNullPrototype: true });
}

/** HOSTILE_TEXTS are keys, values and names that are easily mistaken, or that do harm where they are not taken as text. What could be executed only sets a flag. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '%2e%2e',
  'a/b',
  'a%2Fb',
  'a%252Fb',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'entries',
  'records',
  'x.json',
  'x.csv',
  '?',
  '#',
  '%',
  '%zz',
  '100%',
  '+',
  '&a=b',
  ';',
  ',',
  '"',
  "'",
  '\\',
  '<b onclick="window.pwned=1">x</b>',
  '<script>window.pwned=1</script>',
  'javascript:window.pwned=1',
  'JaVaScRiPt:window.pwned=1',
  'data:text/html,x',
  '[x](javascript:window.pwned=1)',
  '[x](https://example.org/?a=1)',
  '**bold** *em* `code` _x_',
  '=1+1',
  '@SUM(1)',
  '\u0000',
  '\u0001\u001f\u007f',
  '\t\n\r\n',
  '\u202Eltr\u202C',
  '\u2066x\u2069',
  '\u200b\u200d\ufeff',
  '\u2028\u2029',
  '\ud800',
  'x\udc00y',
  '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}',
  'e\u0301',
  'é',
  'ﬁ',
  'İ',
  'ß',
  '٣',
  '９',
  '0',
  '-0',
  '00',
  '007',
  '1e3',
  '0x10',
  '1.0',
  '+1',
  '-1',
  ' 1',
  '9007199254740991',
  '9007199254740992',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  'null',
  '2016-02-30',
  '2016-02-29',
  '9999-12-31T23:59:59Z',
  '0000-00-00',
  '2016-04-05T13:23:05+99:99',
  'P1Y',
  'P1Y/..',
  '2007-03-01/P1Y',
  'POINT(0 0)',
  '[0,0]',
  '51.5,-0.12',
  '[[[0,0],[1,1],[2,0],[0,0]]]',
  'country:GB',
  'country:',
  'https://example.org/records/GB',
  'http://[::1]:80/',
  'https://user:word@example.org/',
  '//example.org/x',
  `**REDACTED**${'0'.repeat(64)}`,
  `**REDACTED**1220${'0'.repeat(64)}`,
  `sha-256:${'a'.repeat(64)}`,
  `sha-256:${'A'.repeat(64)}`,
  `1220${'b'.repeat(64)}`,
  'c'.repeat(64),
  'c'.repeat(63),
];

const OTHER_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  [1],
  ['a', ['b']],
  { a: { b: {} } },
];

/** oddText is any text: easily mistaken ones, random ones, ones of real registers, whole or damaged, and now and then a very long one. */
export function oddText(real?: RealData): fc.Arbitrary<string> {
  const own = fc.constantFrom(...HOSTILE_TEXTS);
  const some = real === undefined ? own : fc.oneof(own, fc.constantFrom(...real.texts));
  return fc.oneof(
    { weight: 6, arbitrary: some },
    { weight: 3, arbitrary: damaged(some) },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 24 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 24 }) },
    {
      weight: 2,
      arbitrary: fc.array(some, { minLength: 2, maxLength: 6 }).map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(some, fc.constantFrom(40, 40, 400, 400, 4_000))
        .map(([text, times]) => text.repeat(times)),
    },
  );
}

/** hostileJson is any JSON value that may stand where another belongs. */
export function hostileJson(): fc.Arbitrary<Json> {
  return fc.oneof(
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.constantFrom(...OTHER_VALUES),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  );
}

type Edit =
  | { readonly how: 'replace' | 'wrap'; readonly at: number; readonly value: Json }
  | { readonly how: 'remove' | 'repeat' | 'swap' | 'near'; readonly at: number; readonly salt: number }
  | { readonly how: 'copy'; readonly at: number; readonly from: number }
  | { readonly how: 'rename' | 'add'; readonly at: number; readonly name: string; readonly value: Json };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      how: fc.constantFrom('replace' as const, 'wrap' as const),
      at: fc.nat(),
      value: hostileJson(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constantFrom('remove' as const, 'repeat' as const, 'swap' as const),
      at: fc.nat(),
      salt: fc.constant(0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ how: fc.constant('near' as const), at: fc.nat(), salt: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ how: fc.constant('copy' as const), at: fc.nat(), from: fc.nat() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constantFrom('rename' as const, 'add' as const),
      at: fc.nat(),
      name: fc.constantFrom(...HOSTILE_TEXTS),
      value: hostileJson(),
    }),
  },
);

/** spoiltJson makes out of JSON texts the values that they hold, changed in up to four places of their structure; often in none. */
export function spoiltJson(texts: fc.Arbitrary<string>): fc.Arbitrary<{ value: Json; changes: number }> {
  return fc.record({ text: texts, edits: fc.array(edit, { maxLength: 4 }) }).map(({ text, edits }) => ({
    value: edits.reduce(apply, JSON.parse(text) as Json),
    changes: edits.length,
  }));
}

/** apply changes one node of a value, counted depth first. */
function apply(root: Json, change: Edit): Json {
  const size = countNodes(root);
  if (change.how !== 'copy') return withNode(root, change.at % size, change);
  const value = nodeAt(root, change.from % size);
  return withNode(root, change.at % size, { how: 'replace', at: change.at, value });
}

function nodeAt(value: Json, at: number): Json {
  if (at === 0 || typeof value !== 'object' || value === null) return value;
  let rest = at - 1;
  for (const member of Object.values(value)) {
    const size = countNodes(member);
    if (rest < size) return nodeAt(member, rest);
    rest -= size;
  }
  return value;
}

function countNodes(value: Json): number {
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + countNodes(member), 1)
    : 1;
}

function withNode(value: Json, at: number, change: Edit): Json {
  if (at === 0) return changed(value, change);
  if (typeof value !== 'object' || value === null) return value;
  let rest = at - 1;
  const parts = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const size = countNodes(member);
    const here = rest >= 0 && rest < size;
    const own = rest;
    rest -= size;
    if (!here) return [[name, member]];
    if (own === 0) return changedPart(name, member, change);
    return [[name, withNode(member, own, change)]];
  });
  return Array.isArray(value) ? parts.map(([, member]) => member) : objectOf(parts);
}

function changed(value: Json, change: Edit): Json {
  switch (change.how) {
    case 'replace':
      return change.value;
    case 'wrap':
      return [value];
    case 'add':
      if (Array.isArray(value)) return [...value, change.value];
      if (typeof value === 'object' && value !== null)
        return objectOf([...Object.entries(value), [change.name, change.value]]);
      return change.value;
    case 'swap':
      return Array.isArray(value) ? value.toReversed() : value;
    case 'near':
      return nearTo(value, change.salt);
    case 'copy':
    case 'remove':
    case 'repeat':
    case 'rename':
      return value;
  }
}

/** ODD_NUMBERS are numbers, and texts that a careless reader takes for numbers. */
const ODD_NUMBERS: readonly Json[] = [
  '1e3',
  '1E0',
  '0x10',
  '1.0',
  '+1',
  '-1',
  ' 1',
  '1 ',
  '٣',
  '９',
  '',
  '007',
  '0',
  '9007199254740992',
  1.5,
  -1,
  0,
  -0,
  2 ** 53,
  1e300,
  7,
  295,
];

/** nearTo is a value that is easily mistaken for the one that stands there. */
function nearTo(value: Json, salt: number): Json {
  const pick = <T>(list: readonly T[]): T => list[salt % list.length] as T;
  if (typeof value === 'number') return pick([...ODD_NUMBERS, value + 1, value - 1, String(value)]);
  if (typeof value !== 'string') return Array.isArray(value) ? value.slice(salt % 2) : value;
  if (/^[0-9]+$/.test(value))
    return pick([...ODD_NUMBERS, String(Number(value) + 1), `${value}e0`, `0${value}`]);
  const digits = /[0-9a-f]{64}$/.exec(value)?.[0];
  if (digits === undefined) return pick([`${value} `, value.slice(1), value.toUpperCase(), `${value}\u200b`]);
  const prefix = value.slice(0, -64);
  const place = salt % 64;
  const other = digits[place] === '0' ? '1' : '0';
  return pick([
    `${prefix}${digits.slice(0, place)}${other}${digits.slice(place + 1)}`,
    prefix + digits.toUpperCase(),
    prefix + digits.slice(1),
    `${prefix}0${digits}`,
    digits,
    `1220${digits}`,
    `sha-256:${digits}`,
    `${value}\n`,
  ]);
}

function changedPart(name: string, member: Json, change: Edit): [string, Json][] {
  if (change.how === 'remove') return [];
  if (change.how === 'rename') return [[change.name, member]];
  if (change.how === 'repeat')
    return [
      [name, member],
      [`${name} `, member],
    ];
  return [[name, changed(member, change)]];
}

/** `__proto__` is a name like any other, as JSON.parse has it. */
function objectOf(parts: readonly (readonly [string, Json])[]): Json {
  const made: { [name: string]: Json } = {};
  for (const [name, value] of parts)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

/** anyHash is a hash of no particular text. */
export const anyHash: fc.Arbitrary<Hash> = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex') as Hash);

/** anySize is a log size or entry number of any order of magnitude, often next to a power of two. */
export const anySize: fc.Arbitrary<number> = fc
  .tuple(fc.integer({ min: 0, max: 52 }), fc.nat(1_000_000), fc.integer({ min: -2, max: 2 }))
  .map(([exponent, share, near]) =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      Math.max(1, 2 ** exponent + Math.floor((share / 1_000_000) * 2 ** exponent) + near),
    ),
  );
