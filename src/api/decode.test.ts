import { describe, expect, test } from 'vitest';
import { faultOf, hex } from './fake-server.ts';
import {
  MAX_PATH_LENGTH,
  asHash,
  asHashPath,
  asItem,
  at,
  field,
  integerField,
  optionalInteger,
  optionalText,
  pathSegment,
  ShapeError,
} from './wire.ts';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { keyOf, keySegment, parseDigits } from '../mock/http/request.ts';
import { canTravel, damaged, oddText, RUNS } from '../testing/hostile-json.ts';

describe('integers', () => {
  test.each([
    [0, 0],
    [1, 1],
    ['1', 1],
    ['0042', 42],
    [9007199254740991, 9007199254740991],
    ['9007199254740991', 9007199254740991],
  ])('accepts %j', (value, number) => {
    expect(integerField({ n: value }, 'n', '$')).toBe(number);
  });

  test.each([
    -1,
    -0,
    1.5,
    9007199254740992,
    Number.NaN,
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1.0',
    '1e3',
    '0x10',
    '1_000',
    '9007199254740992',
    '9'.repeat(400),
    '١٢٣',
    '１２',
    '²',
    null,
    undefined,
    true,
    [1],
    {},
  ])('refuses %j', (value) => {
    expect(faultOf(() => integerField({ 'entry-number': value }, 'entry-number', '$[3]')).path).toBe(
      '$[3]["entry-number"]',
    );
  });

  test('refuses less than the least', () => {
    expect(faultOf(() => integerField({ n: 0 }, 'n', '$', 1)).message).toBe(
      'expected a whole number from 1 to 9007199254740991, found 0',
    );
  });

  test('absent and null are both "not there", other types are not', () => {
    expect(optionalInteger({}, 'n', '$')).toBeUndefined();
    expect(optionalInteger({ n: null }, 'n', '$')).toBeUndefined();
    expect(faultOf(() => optionalInteger({ n: false }, 'n', '$')).path).toBe('$.n');
    expect(optionalText({ t: null }, 't', '$')).toBeUndefined();
    expect(faultOf(() => optionalText({ t: 1 }, 't', '$')).message).toBe('expected a text, found 1');
  });

  test('does not read what every object inherits', () => {
    expect(field({}, 'constructor')).toBeUndefined();
    expect(optionalText({}, 'toString', '$')).toBeUndefined();
  });
});

describe('hashes', () => {
  const digits = hex(0xabcdef);

  test('reads each spelling to the bare digits', () => {
    expect(asHash(`sha-256:${digits}`, 'item', '$')).toBe(digits);
    expect(asHash(`1220${digits}`, 'blob', '$')).toBe(digits);
  });

  test.each([
    [`sha-256:${digits.toUpperCase()}`, 'item', 'these are upper-case'],
    [`1220${digits.toUpperCase()}`, 'blob', 'these are upper-case'],
    [`1220${digits}`, 'item', 'this is how the blob variant writes it'],
    [`sha-256:${digits}`, 'blob', 'this is how the item variant writes it'],
    [digits, 'item', 'the prefix is missing'],
    [`sha-256:${digits.slice(1)}`, 'item', 'expected sha-256: and 64'],
    [`sha-256:${digits}0`, 'item', 'expected sha-256: and 64'],
    [`sha-256:${digits}\n`, 'item', 'expected sha-256: and 64'],
    [`sha-512:${digits}`, 'item', 'expected sha-256: and 64'],
    [`sha-256:${digits.slice(1)}０`, 'item', 'expected sha-256: and 64'],
    [` 1220${digits}`, 'blob', 'expected 1220 and 64'],
    [5, 'blob', 'found 5'],
    [null, 'item', 'found null'],
  ] as const)('refuses %j as %s hash and says why', (value, spelling, why) => {
    const error = faultOf(() => asHash(value, spelling, '$.x'));
    expect(error.message).toContain(why);
    expect(error.path).toBe('$.x');
  });

  test('reads a path of hashes, up to the length that any log can need', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => `1220${hex(index)}`);
    expect(asHashPath({ p: list(2) }, 'p', 'blob')).toEqual([hex(0), hex(1)]);
    expect(asHashPath({ p: list(MAX_PATH_LENGTH) }, 'p', 'blob')).toHaveLength(63);
    expect(faultOf(() => asHashPath({ p: list(64) }, 'p', 'blob')).message).toContain('not 64');
    expect(faultOf(() => asHashPath({ p: ['x'] }, 'p', 'blob')).path).toBe('$.p[0]');
    expect(faultOf(() => asHashPath({}, 'p', 'blob')).message).toBe('expected a list, found nothing');
  });
});

describe('items', () => {
  test('keeps texts, lists, nulls and names such as __proto__ apart and in order', () => {
    const item = asItem(JSON.parse('{"b":"1","__proto__":["x"],"a":null,"l":[],"e":""}'), '$');
    expect([...item]).toEqual([
      ['b', '1'],
      ['__proto__', ['x']],
      ['a', null],
      ['l', []],
      ['e', ''],
    ]);
  });

  test.each([
    ['{"a":1}', '$.a'],
    ['{"a":true}', '$.a'],
    ['{"a":{"b":"c"}}', '$.a'],
    ['{"a-b":["x",null]}', '$["a-b"][1]'],
    ['{"a":[["x"]]}', '$.a[0]'],
    ['[]', '$'],
    ['null', '$'],
  ])('refuses %s', (body, path) => {
    expect(faultOf(() => asItem(JSON.parse(body), '$')).path).toBe(path);
  });
});

test('writes JSON paths that can be read back', () => {
  expect(at(at(at('$', 'item'), 0), 'entry-number')).toBe('$.item[0]["entry-number"]');
  expect(at('$', 'a"b')).toBe('$["a\\"b"]');
  expect(at('$', '7')).toBe('$["7"]');
});

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

test('a number is read where it is written in the digits 0 to 9 and is at most 2^53-1, and nowhere else', () => {
  const numbers = fc.oneof(
    oddText(),
    fc.bigInt({ min: 0n, max: 1n << 60n }).map(String),
    fc.bigInt({ min: MOST - 3n, max: MOST + 3n }).map(String),
    damaged(fc.nat().map(String)),
  );
  fc.assert(
    fc.property(numbers, (text) => {
      const value = /^[0-9]{1,400}$/.test(text) ? BigInt(text) : undefined;
      const isSafe = value !== undefined && value <= MOST;
      const isPlain = isSafe && (text === '0' || !text.startsWith('0'));
      assert.equal(parseDigits(text), isPlain ? Number(text) : undefined);
      if (isSafe) assert.equal(integerField({ n: text }, 'n', '$'), Number(text));
      else assert.throws(() => integerField({ n: text }, 'n', '$'), ShapeError);
    }),
    RUNS,
  );
});

test('a key is one segment of an address and comes back whole, or is refused by ShapeError', () => {
  fc.assert(
    fc.property(oddText(), (key) => {
      if (canTravel(key)) assert.equal(keyOf(decodeURIComponent(keySegment(key))), keyOf(key));
      let segment: string;
      try {
        segment = pathSegment(key);
      } catch (error) {
        assert.ok(error instanceof ShapeError && error.code === 'UNSUPPORTED');
        assert.ok(/^\.{0,2}$/.test(key) || !canTravel(key), 'a key is refused');
        return;
      }
      const url = new URL(`https://h.example/v1/records/${segment}/entries`);
      assert.equal(url.pathname + url.search + url.hash, `/v1/records/${segment}/entries`);
      assert.equal(decodeURIComponent(segment), key);
    }),
    RUNS,
  );
});
