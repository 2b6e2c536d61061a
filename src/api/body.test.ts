import { expect, test, vi } from 'vitest';
import { MAX_DEPTH, parseJson } from '../core/parse-json.ts';
import { stoppedAt } from './body.ts';

test.each([
  ['{"a": "b', /^at character \d+$/],
  [`["${'x'.repeat(100)}",}`, /^at character 104$|^within 105 characters$/],
  ['[1,2', /^at character 4$|^after 4 characters$/],
  ['', /^after 0 characters$/],
  ['{"a":}', /^at character 5$|^within 6 characters$/],
  ['Register undefined', /^at character 0$|^within 18 characters$/],
])('says where %j stops being JSON', (text, place) => {
  const parsed = parseJson(text);
  expect(parsed.ok).toBe(false);
  expect(parsed.ok ? '' : stoppedAt(parsed.error, text)).toMatch(place);
});

test('reads a text of megabytes with quotes and an odd number', () => {
  const long = 'x"\\'.repeat(1_000_000);
  const text = `{"long":${JSON.stringify(long)},"n":2e3}`;
  expect(parseJson(text)).toEqual({ ok: true, value: { long, n: '2e3' } });
});

test('keeps __proto__ as an own property, also when numbers are rewritten', () => {
  const parsed = parseJson('{"__proto__":{"x":1.5}}');
  expect(parsed.ok && Object.entries(parsed.value as object)).toEqual([['__proto__', { x: '1.5' }]]);
});

const nested = (depth: number, inside = ''): string => '['.repeat(depth) + inside + ']'.repeat(depth);

test('reads as deep as it says, and no deeper', () => {
  expect(parseJson(nested(MAX_DEPTH))).toMatchObject({ ok: true });
  const deep = nested(MAX_DEPTH + 1);
  const parsed = parseJson(deep);
  expect(parsed.ok ? '' : stoppedAt(parsed.error, deep)).toContain('deeper than 64 levels');
});

test.each([
  ['objects', '{"a":'.repeat(100) + '1' + '}'.repeat(100)],
  ['lists with members before', '[1,'.repeat(100) + '1' + ']'.repeat(100)],
  ['lists that are never closed', '['.repeat(30_000_000)],
  ['lists after a text with an escaped quote', `["\\"",${nested(100)}]`],
])('does not begin to parse %s that lie too deep', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(parseJson(text).ok).toBe(false);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('takes brackets in texts, and many lists side by side, for what they are', () => {
  const body = ['['.repeat(1000), '\\"{'.repeat(1000), ...Array.from({ length: 1000 }, () => [[]])];
  expect(parseJson(JSON.stringify(body))).toEqual({ ok: true, value: body });
});

test('reads a number of very many digits beside an odd one without trying it from each digit', () => {
  const digits = '1'.repeat(2_000_000);
  expect(parseJson(`[1.5,${digits}]`)).toEqual({ ok: true, value: ['1.5', Infinity] });
});
