import { expect, test } from 'vitest';
import { chooseFormat } from './request.ts';
import { csvText, jsonText } from './response.ts';

test('keeps the order of names that look like numbers, and writes __proto__', () => {
  const value = new Map<string, string>([
    ['10', 'a'],
    ['9', 'b'],
    ['__proto__', 'c'],
  ]);
  expect(jsonText(value)).toBe('{"10":"a","9":"b","__proto__":"c"}');
});

test('escapes control characters and lone surrogates', () => {
  expect(jsonText(['\u0000"\ud800', null, 1.0])).toBe(String.raw`["\u0000\"\ud800",null,1]`);
});

test('a table has the given columns first, then others as they appear, and empty cells where nothing is set', () => {
  const rows = [new Map([['b', '1']]), new Map([['c', 'x,y']]), new Map([['a', null]])];
  expect(csvText({ columns: ['a', 'b'], rows })).toBe('a,b,c\r\n,1,\r\n,,"x,y"\r\n,,\r\n');
});

test('a table without rows is its header', () => {
  expect(csvText({ columns: ['a', 'b'], rows: [] })).toBe('a,b\r\n');
});

test('quotes quotes and line breaks, joins lists, and writes anything deeper as JSON', () => {
  const cells = new Map<string, string | readonly string[] | ReadonlyMap<string, string>>([
    ['a', 'say "x"'],
    ['b', 'one\ntwo'],
    ['c', ['p', 'q']],
    ['d', new Map([['e', 'f']])],
  ]);
  expect(csvText({ columns: [], rows: [cells] })).toBe(
    'a,b,c,d\r\n"say ""x""","one\ntwo",p;q,"{""e"":""f""}"\r\n',
  );
});

test.each([
  [null, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['TEXT/CSV', 'csv'],
  ['text/csv; charset=utf-8', 'csv'],
  ['text/csv;q=0.900', 'csv'],
  ['text/csv;q=0', undefined],
  ['text/*;q=0, */*', 'json'],
  ['application/*;q=0.1, text/csv;q=0.05', 'json'],
  ['*/*;q=0.1, text/csv;q=0.2', 'csv'],
  ['application/json;q=2', undefined],
  ['text/html', undefined],
  [`text/html,${'a/b,'.repeat(2000)}text/csv`, 'csv'],
])('Accept %s chooses %s', (accept, format) => {
  expect(chooseFormat(accept)).toBe(format);
});
