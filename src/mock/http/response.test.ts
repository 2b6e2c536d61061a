import { expect, test } from 'vitest';
import type { Json } from '../../core/rows.ts';
import { answerResponse, row } from './response.ts';

test.each<[string, Json, string]>([
  ['a plain text', 'a;b c', 'a;b c'],
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'a"b', '"a""b"'],
  ['a line feed', 'a\nb', '"a\nb"'],
  ['a carriage return alone', 'a\rb', '"a\rb"'],
  ['a list', ['a', 'b,c'], '"a;b,c"'],
  ['a number', 7, '7'],
  ['nothing', null, ''],
  ['an object', row({ a: 'b' }), '"{""a"":""b""}"'],
])('a cell of CSV with %s (RFC 4180)', async (_, value, cell) => {
  const answer = { json: () => value, rows: () => [row({ x: value })] };
  expect(await answerResponse(answer, 'csv').text()).toBe(`x\r\n${cell}\r\n`);
});
