import { expect, test } from 'vitest';
import type { Definition } from '../../core/definition.ts';
import { readDate } from '../../ui/earlier-size.ts';
import { CANNOT, HOLDS, MISMATCH, NOT_MADE } from '../../testing/trust-builders.ts';
import { endOf } from './activity-chart.tsx';
import { wholeLine } from './checked.tsx';
import { schemaRows } from './overview-view.tsx';

test.each([HOLDS, MISMATCH, CANNOT, NOT_MADE])(
  'the line of a reading claims what it came to: %o',
  (verdict) => {
    const line = wholeLine(verdict, { size: 295, when: 'in this visit' }, 'item', 'server');
    expect(line.state).toBe(verdict.outcome);
    expect(/verified/.test(line.title)).toBe(verdict === HOLDS);
  },
);

test('what definitions and data say stands in the register’s own order; what values look like is no statement', () => {
  const from = 'system';
  const known: [string, Definition][] = [
    [
      'name',
      { datatype: { is: 'string', from }, text: { is: 'The **official** name.', from: 'field-register' } },
    ],
    ['organisations', { register: { is: 'gov-org', from: 'field-register' } }],
    ['end-date', { datatype: { is: 'datetime', from: 'shape' } }],
  ];
  const used = { filled: 3, changes: 2, lastChange: 9 };
  const schema = [{ id: 'end-date', description: 'Its end.' }, { id: 'name' }];
  expect(
    schemaRows(schema, new Map(known), [
      { name: 'name', ...used },
      { name: 'undeclared', ...used },
    ]),
  ).toMatchObject([
    { attribute: 'end-date', datatype: undefined, meaning: 'Its end.', filled: 0 },
    { attribute: 'name', datatype: 'string', meaning: 'The **official** name.', filled: 3, lastChange: 9 },
    { attribute: 'organisations', register: 'gov-org' },
    { attribute: 'undeclared', meaning: undefined, changes: 2 },
  ]);
});

test.each([
  ['day', '2018-06-04', '2018-06-04'],
  ['month', '2018-06', '2018-06'],
  ['year', '2018', '2018-12-31'],
  ['decade', '1990', '1999-12-31'],
  ['century', '1900', '1999-12-31'],
  ['century', '0000', '7'],
] as const)('a bar of a %s, %s, leads to the records at its end: %s', (unit, from, at) => {
  expect(endOf({ kind: 'bar', from, count: 3, first: 5, last: 7 }, unit)).toBe(at);
  // A date is looked up; a number alone is a log size.
  expect(readDate(at) !== undefined).toBe(at !== '7');
});
