import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_DEPTH, parseJson, TOO_DEEP } from '../core/parse-json.ts';
import { HOSTILE_TEXTS, RUNS, hostile, hostileJson } from '../testing/hostile-json.ts';

test.each([
  ...['0', '-0', '7', '-1', '295', '9007199254740993'].map((text) => [text, Number(text)] as const),
  ...['1e3', '292.0', '2.95e2', '2950E-1', '2e+2', '0.0', '-7.00', '9007199254740991.0'].map(
    (text) => [text, Number(text)] as const,
  ),
  ...['-1.50', '0.1e-7', '1e-400', '2.955e2', '295.00000000000000001', '9007199254740992.0', '1e400'].map(
    (text) => [text, text] as const,
  ),
])('the number %s is read as %j wherever it is, and left alone in texts', (text, value) => {
  for (const odd of HOSTILE_TEXTS) {
    const name = `${odd}${text}`;
    const given = `{ ${JSON.stringify(name)} :[${text}, ${JSON.stringify(name)},\r\n\t${text} ],"b":${text}}`;
    const expected = Object.fromEntries([[name, [value, name, value]] as const, ['b', value] as const]);
    assert.deepEqual(parseJson(given), { ok: true, value: expected });
  }
  assert.deepEqual(parseJson(` ${text} `), { ok: true, value });
});

test('damaged texts are read where JSON.parse reads them, or refused, and never throw', () => {
  const texts = hostile(hostileJson().map((value) => JSON.stringify(value))).map((bytes) =>
    Buffer.from(bytes).toString('utf8'),
  );
  fc.assert(
    fc.property(texts, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      assert.equal(parseJson(text).ok, isJson);
    }),
    RUNS,
  );
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('reads as deep as it says, and no deeper; brackets in texts, and lists side by side, are not deep', () => {
  expect(parseJson(nested(MAX_DEPTH)).ok).toBe(true);
  expect(parseJson(nested(MAX_DEPTH + 1))).toEqual({ ok: false, problem: TOO_DEEP });
  for (const text of [
    '{"a":'.repeat(100) + '1' + '}'.repeat(100),
    '['.repeat(30_000_000),
    `["\\"",${nested(100)}]`,
  ])
    expect(parseJson(text).ok).toBe(false);
  const body = ['['.repeat(1000), '\\"{'.repeat(1000), ...Array.from({ length: 1000 }, () => [[]])];
  expect(parseJson(JSON.stringify(body))).toEqual({ ok: true, value: body });
});

test('reads a text of megabytes with quotes and odd numbers at once, and __proto__ as a name', () => {
  const long = 'x"\\'.repeat(1_000_000);
  const text = `{"long":${JSON.stringify(long)},"n":2.5,"digits":${'1'.repeat(2_000_000)}}`;
  expect(parseJson(text)).toEqual({ ok: true, value: { long, n: '2.5', digits: Infinity } });
  const parsed = parseJson('{"__proto__":{"x":1.5}}');
  expect(parsed.ok && Object.entries(parsed.value as object)).toEqual([['__proto__', { x: '1.5' }]]);
});
