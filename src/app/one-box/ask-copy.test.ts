import { expect, test } from 'vitest';
import { matchOf } from './ask-copy.ts';

const row = { key: 'CZ', items: [new Map([['name', 'Czechia']])] };
const official = { attribute: 'official-name', value: 'The Czech Republic' };
const name = { attribute: 'name', value: 'Czech Republic' };

test('a record is found by what it says today', () => {
  expect(matchOf({ ...row, found: [official], former: [name] }, 'czech')).toEqual({
    key: 'CZ',
    name: 'Czechia',
    because: 'The Czech Republic',
    former: false,
  });
});

test('a former value is named where nothing of today was found, and where it is the very text', () => {
  const former = { because: 'Czech Republic', former: true };
  expect(matchOf({ ...row, found: [], former: [name] }, 'czech')).toMatchObject(former);
  expect(matchOf({ ...row, found: [official], former: [name] }, 'czech republic')).toMatchObject(former);
});
