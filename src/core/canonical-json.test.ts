import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anItem } from '../testing/builders.ts';
import { canonicalItemJson, canonicalString, parseCanonicalItem } from './canonical-json.ts';
import type { AttributeValue, Item } from './model.ts';
import { UnhashableError } from './utf8.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('\\', '"', '/', '\u0000', '\u001f', 'u', '0', 'a'),
  ),
});
const items: fc.Arbitrary<Item> = fc
  .array(fc.tuple(text, fc.oneof(text, fc.array(text), fc.constant(null))))
  .map((pairs) => new Map<string, AttributeValue>(pairs));

describe('canonicalString', () => {
  it.each([
    ['\b\t\n\f\r', String.raw`"\b\t\n\f\r"`],
    ['\u0000\u0001\u000b\u000e\u001f', String.raw`"\u0000\u0001\u000B\u000E\u001F"`],
    ['"\\/', String.raw`"\"\\/"`],
    [String.raw`\u00ab`, String.raw`"\\u00ab"`],
    ['\\\u001f\\u001f', String.raw`"\\\u001F\\u001f"`],
    ['\u007f\u0080\u2028\u2029\ufeff', '"\u007f\u0080\u2028\u2029\ufeff"'],
    ['Côte d’Ivoire \u{1f1e8}\u{1f1ee}', '"Côte d’Ivoire \u{1f1e8}\u{1f1ee}"'],
  ])('writes %j as the page on hashing says', (given, written) => {
    expect(canonicalString(given)).toBe(written);
  });

  it('agrees with an escape table, character by character', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(canonicalString(given)).toBe(byTable(given));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('canonicalItemJson', () => {
  it('writes an empty item', () => expect(canonicalItemJson(new Map())).toBe('{}'));

  it('keeps null, empty text and empty list apart, and the order of a list', () => {
    expect(canonicalItemJson(anItem({ c: null, b: '', a: [], d: ['z', 'a', 'z'] }))).toBe(
      '{"a":[],"b":"","c":null,"d":["z","a","z"]}',
    );
  });

  it('sorts names by UTF-16 code unit, not by code point or as integers', () => {
    const item = new Map(
      ['\uff5e', '\u{1f600}', '10', '9', 'B', 'a', '', 'a-', 'ab'].map((name) => [name, '']),
    );
    const names = ['', '10', '9', 'B', 'a', 'a-', 'ab', '\u{1f600}', '\uff5e'];
    expect(canonicalItemJson(item)).toBe(`{${names.map((name) => `"${name}":""`).join(',')}}`);
  });

  it('agrees with a second implementation', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(canonicalItemJson(item)).toBe(bySecondOpinion(item));
      }),
      { numRuns: 500 },
    );
  });

  it('says the same to JSON.parse', () => {
    fc.assert(
      fc.property(items, (item) => {
        const parsed = Object.entries(JSON.parse(canonicalItemJson(item)) as object);
        expect(new Map(parsed)).toEqual(item);
      }),
    );
  });

  it('does not depend on the order in which attributes were sent', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(canonicalItemJson(new Map([...item].reverse()))).toBe(canonicalItemJson(item));
      }),
    );
  });

  it.each([
    ['a name', new Map([['\ud800', 'x']])],
    ['a value', new Map([['x', '\ud800']])],
    ['a member of a list', new Map([['x', ['a', '\udfff']]])],
  ])('refuses a lone surrogate in %s', (_, item) => {
    expect(() => canonicalItemJson(item)).toThrow(UnhashableError);
  });
});

describe('parseCanonicalItem', () => {
  it('is the inverse of canonicalItemJson, names in canonical order', () => {
    fc.assert(
      fc.property(items, (item) => {
        const read = parseCanonicalItem(canonicalItemJson(item));
        expect(read).toEqual(item);
        expect([...read.keys()]).toEqual([...item.keys()].sort(byCodeUnits));
      }),
    );
  });

  it('keeps __proto__ and integer-like names as ordinary attributes', () => {
    const json = '{"1":"one","0a":"zero","__proto__":"p","constructor":"c"}';
    const sorted = '{"0a":"zero","1":"one","__proto__":"p","constructor":"c"}';
    expect(() => parseCanonicalItem(json)).toThrow(SyntaxError);
    expect([...parseCanonicalItem(sorted)]).toEqual([
      ['0a', 'zero'],
      ['1', 'one'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });

  it.each([
    ['white space', '{"a": "b"}'],
    ['white space after it', '{"a":"b"}\n'],
    ['another order', '{"b":"","a":""}'],
    ['a repeated name', '{"a":"x","a":"x"}'],
    ['lower-case escapes', String.raw`{"a":"\u001f"}`],
    ['an escape that is not needed', String.raw`{"a":"\u0041"}`],
    ['an escaped slash', String.raw`{"a":"\/"}`],
    ['a lone surrogate', String.raw`{"a":"\ud800"}`],
    ['a number', '{"a":1}'],
    ['a boolean', '{"a":true}'],
    ['a nested object', '{"a":{}}'],
    ['a nested list', '{"a":[["b"]]}'],
    ['null in a list', '{"a":[null]}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"a"'],
    ['no JSON', '{'],
    ['no text', ''],
  ])('refuses %s', (_, json) => {
    expect(() => parseCanonicalItem(json)).toThrow(SyntaxError);
  });
});

const SHORT = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

function byTable(given: string): string {
  const written = [...given].map((character) => {
    const code = character.charCodeAt(0);
    const long =
      code < 16 ? `\\u000${code.toString(16).toUpperCase()}` : `\\u00${code.toString(16).toUpperCase()}`;
    return SHORT.get(character) ?? (code < 32 ? long : character);
  });
  return `"${written.join('')}"`;
}

function bySecondOpinion(item: Item): string {
  const value = (given: AttributeValue): string =>
    given === null
      ? 'null'
      : typeof given === 'string'
        ? byTable(given)
        : `[${given.map(byTable).join(',')}]`;
  const pairs = [...item].sort(([a], [b]) => byCodeUnits(a, b));
  return `{${pairs.map(([name, given]) => `${byTable(name)}:${value(given)}`).join(',')}}`;
}

function byCodeUnits(a: string, b: string): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = a.charCodeAt(index) - b.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
