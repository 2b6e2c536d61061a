import { expect, test } from 'vitest';
import { hrefOf, locationOf } from './router.tsx';

test.each([
  ['/country/records/GB?at=5&proof=tree#x?y', '/country/records/GB', '?at=5&proof=tree', '#x?y'],
  ['/a%2Fb//c', '/a%2Fb//c', '', ''],
  ['/country#a#b', '/country', '', '#a#b'],
  ['/x?a=%0A?b', '/x', '?a=%0A?b', ''],
  ['/x\n?y', '/x\n', '?y', ''],
  // The edition in one file, opened without a fragment, or with one that a reader wrote.
  ['', '/', '', ''],
  ['country?x', '/country', '?x', ''],
])('the address %j is path, query and fragment', (address, pathname, search, hash) => {
  expect(locationOf(address)).toEqual({
    pathname,
    search,
    hash,
    state: null,
    key: 'default',
    isFollowed: false,
  });
  if (address.startsWith('/')) expect(hrefOf(address)).toBe(address);
});
