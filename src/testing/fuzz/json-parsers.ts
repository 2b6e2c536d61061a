import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { faultInJson } from '../../app/one-box/json-fault.ts';
import { canonicalItemJson, parseCanonicalItem } from '../../core/canonical-json.ts';
import type { AttributeValue, Item } from '../../core/model.ts';
import { UnhashableError } from '../../core/utf8.ts';
import { damaged } from '../hostile-json.ts';
import { canTravel } from './can-travel.ts';
import { HOSTILE_TEXTS, oddText } from './generators.ts';
import type { RealData } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  oddText(),
  fc.array(oddText(), { maxLength: 3 }),
  fc.constant(null),
);
const item: fc.Arbitrary<Item> = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('name', '10', '9', '__proto__'), oddText()), value), {
    maxLength: 5,
  })
  .map((pairs) => new Map(pairs));

/** canonicalByHand writes an item by the words of hashing.md, "Item variant", sign by sign. */
function canonicalByHand(of: Item): string {
  const text = (plain: string): string => {
    const short: Readonly<Record<string, string>> = {
      '"': '\\"',
      '\\': '\\\\',
      '\b': '\\b',
      '\f': '\\f',
      '\n': '\\n',
      '\r': '\\r',
      '\t': '\\t',
    };
    const signs = [...plain].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (code >= 0x20) return short[sign] ?? sign;
      return short[sign] ?? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
    });
    return `"${signs.join('')}"`;
  };
  const one = (member: AttributeValue): string =>
    member === null ? 'null' : typeof member === 'string' ? text(member) : `[${member.map(text).join(',')}]`;
  const sorted = [...of].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${text(name)}:${one(member)}`).join(',')}}`;
}

const canonicalJson = target({
  name: 'canonical-json',
  family: 'parsers',
  invariant: 'an item is written as hashing.md says and read back the same; lone surrogates are refused',
  cases: () => item,
  holds(of) {
    const texts = [...of.keys(), ...[...of.values()].flat()];
    const isWhole = texts.every((text) => text === null || canTravel(text));
    if (!isWhole) {
      assert.throws(() => canonicalItemJson(of), UnhashableError);
      return;
    }
    const json = canonicalItemJson(of);
    assert.equal(json, canonicalByHand(of));
    assert.deepEqual(new Map(parseCanonicalItem(json)), new Map(of));
  },
});

const canonicalText = target({
  name: 'canonical-text',
  family: 'parsers',
  invariant: 'a damaged text of an item is refused by SyntaxError, or is canonical to the letter',
  cases: ({ registers }: RealData) =>
    damaged(
      fc.oneof(
        fc
          .constantFrom(...registers.flatMap(({ source }) => source.entries.slice(0, 60)))
          .map(({ items }) => canonicalItemJson(items[0] ?? new Map<string, string>())),
        item.filter((of) => canTravel(JSON.stringify([...of]))).map(canonicalByHand),
      ),
    ),
  holds(text) {
    let read: Item;
    try {
      read = parseCanonicalItem(text);
    } catch (error) {
      assert.ok(error instanceof SyntaxError, `thrown: ${String(error)}`);
      return;
    }
    assert.equal(canonicalByHand(read), text);
  },
});

const jsonFault = target({
  name: 'json-fault',
  family: 'parsers',
  invariant:
    'a fault is named exactly where a text is no JSON, and what stands before it can go on to be JSON',
  cases: ({ answers }: RealData) =>
    damaged(
      fc.oneof(
        fc.constantFrom(...answers.map(({ text }) => text.slice(0, 2_000))),
        fc.json(),
        fc.constantFrom(...HOSTILE_TEXTS).map((text) => JSON.stringify({ [text]: [text] })),
      ),
    ),
  holds(text) {
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    const fault = faultInJson(text);
    assert.equal(fault === undefined, isJson);
    if (fault === undefined) return;
    const lines = text.split('\n');
    assert.ok(fault.line >= 1 && fault.line <= lines.length, `line ${fault.line}`);
    const line = lines[fault.line - 1] ?? '';
    assert.ok(fault.column >= 1 && fault.column <= line.length + 1, `column ${fault.column}`);
    assert.ok(fault.found.length > 0 && fault.expected.length > 0);
  },
});

/** JSON_TARGETS are the claims about canonical JSON and about where a text stops being JSON. */
export const JSON_TARGETS: readonly FuzzTarget[] = [canonicalJson, canonicalText, jsonFault];
