import { expect, test } from 'vitest';
import { chooseFormat } from './request.ts';

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
