import { expect, test } from 'vitest';
import { withAt } from './time-address.ts';

const here = { pathname: '/country/records', search: '?q=gambia&at=197&date=2018-04-26&entry=12' };

test('goes to another moment and keeps what else the address asks for', () => {
  expect(withAt(here, '198')).toBe('/country/records?q=gambia&at=198');
  expect(withAt(here, '200', '2018-05-01')).toBe('/country/records?q=gambia&at=200&date=2018-05-01');
});

test('goes back to now', () => {
  expect(withAt(here, undefined)).toBe('/country/records?q=gambia');
  expect(withAt({ pathname: '/country', search: '?at=0' }, undefined)).toBe('/country');
});
