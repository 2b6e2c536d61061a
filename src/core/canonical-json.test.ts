import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalItemJson, canonicalString, parseCanonicalItem } from './canonical-json.ts';
import type { AttributeValue, Item } from './model.ts';
import { ANY_CHARACTER } from '../testing/hostile-json.ts';

const text = fc.string({
  unit: fc.oneof(ANY_CHARACTER, fc.constantFrom('\\', '"', '/', '\u0000', '\u001f', 'u', '0', 'a')),
});
const items: fc.Arbitrary<Item> = fc
  .array(fc.tuple(text, fc.oneof(text, fc.array(text), fc.constant(null))))
  .map((pairs) => new Map<string, AttributeValue>(pairs));

describe('canonicalString', () => {
  it.each([
    ['\b\t\n\f\r', String.raw`"\b\t\n\f\r"`],
    ['\u0000\u000b\u001f', String.raw`"\u0000\u000B\u001F"`],
    ['"\\/', String.raw`"\"\\/"`],
    [String.raw`\u00ab`, String.raw`"\\u00ab"`],
    ['\u007f\u0080\u2028\ufeff', '"\u007f\u0080\u2028\ufeff"'],
    ['’ \u{1f1e8}\u{1f1ee}', '"’ \u{1f1e8}\u{1f1ee}"'],
  ])('writes %j as hashing.md says', (given, written) => {
    expect(canonicalString(given)).toBe(written);
  });
});

describe('canonicalItemJson', () => {
  it('sorts names by UTF-16 code unit, not by code point or as integers', () => {
    const sorted = ['', '10', '9', 'B', 'a', 'a-', 'ab', '\u{1f600}', '\uff5e'];
    const item = new Map(sorted.toReversed().map((name) => [name, null]));
    expect(canonicalItemJson(item)).toBe(`{${sorted.map((name) => `"${name}":null`).join(',')}}`);
  });

  it('is that of a second implementation, whatever the order sent; JSON.parse and parseCanonicalItem read the same', () => {
    fc.assert(
      fc.property(items, (item) => {
        const json = canonicalItemJson(item);
        expect(json).toBe(bySecondOpinion(item));
        expect(canonicalItemJson(new Map([...item].reverse()))).toBe(json);
        expect(new Map(Object.entries(JSON.parse(json) as object))).toEqual(item);
        const read = parseCanonicalItem(json);
        expect(read).toEqual(item);
        expect([...read.keys()]).toEqual([...item.keys()].toSorted());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseCanonicalItem', () => {
  it('keeps __proto__ and integer-like names as ordinary attributes', () => {
    const sorted = '{"0a":"zero","1":"one","__proto__":"p","constructor":"c"}';
    expect([...parseCanonicalItem(sorted).keys()]).toEqual(['0a', '1', '__proto__', 'constructor']);
  });

  it.each(
    [
      // White space, another order (numbers first, as JavaScript has them), a repeated name.
      ['{"a": "b"}', '{"a":"b"}\n', '{"b":"","a":""}', '{"1":"one","0a":"zero"}', '{"a":"x","a":"x"}'],
      // Escapes in lower case, or not needed; a lone surrogate.
      ['{"a":"\\u001f"}', '{"a":"\\u0041"}', '{"a":"\\/"}', '{"a":"\\ud800"}'],
      ['{"a":1}', '{"a":{}}', '{"a":[["b"]]}', '{"a":[null]}', '[]', 'null', '"a"', '{'],
    ].flat(),
  )('refuses %s', (json) => {
    expect(() => parseCanonicalItem(json)).toThrow(SyntaxError);
  });
});

const SHORT = new Map(
  Object.entries({ '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '"': '"', '\\': '\\' }),
);

function byTable(given: string): string {
  const written = Array.from(given, (character) => {
    const code = character.charCodeAt(0);
    const short = SHORT.get(character);
    if (short !== undefined) return `\\${short}`;
    return code < 32 ? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}` : character;
  });
  return `"${written.join('')}"`;
}

function bySecondOpinion(item: Item): string {
  const value = (given: AttributeValue): string => {
    if (given === null) return 'null';
    return typeof given === 'string' ? byTable(given) : `[${given.map(byTable).join(',')}]`;
  };
  const pairs = [...item].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([name, given]) => `${byTable(name)}:${value(given)}`).join(',')}}`;
}
