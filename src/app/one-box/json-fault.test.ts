import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultInJson } from './json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('finds a fault exactly where JSON.parse does', () => {
  const alphabet = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'u00e9',
    '1',
    '-',
    '.5',
    'e3',
    'true',
    'null',
    ' ',
    '\n',
    'x',
    '\u0001',
    '\u0085',
    '\ud83d',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(alphabet, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.json(),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        expect(faultInJson(text) === undefined).toBe(isJson(text));
      },
    ),
    { numRuns: 1500 },
  );
});

test('JSON cut short or with one character changed is faulted at or after nowhere before the change', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, seed) => {
      const at = seed % text.length;
      const cut = text.slice(0, at);
      const fault = faultInJson(cut);
      if (fault === undefined) expect(isJson(cut)).toBe(true);
      else expect(fault.found).toMatch(/the text ends|a text begins|stands/);
    }),
  );
});

test('deep nesting is walked without a stack', () => {
  expect(faultInJson('['.repeat(100_000))).toMatchObject({ column: 100_001, found: 'the text ends' });
});
