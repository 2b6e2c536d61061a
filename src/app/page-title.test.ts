import { expect, test } from 'vitest';
import { withAt } from '../ui/link.tsx';
import { parsePlace } from '../ui/paths.ts';
import { titleWords } from './page-title.tsx';

const here = { pathname: '/country/records', search: '?q=gambia&at=197&date=2018-04-26&entry=12' };

test.each([
  [here, ['198'], '/country/records?q=gambia&at=198'],
  [here, ['200', '2018-05-01'], '/country/records?q=gambia&at=200&date=2018-05-01'],
  [here, [undefined], '/country/records?q=gambia'],
  [{ pathname: '/country', search: '?at=0' }, [undefined], '/country'],
] as const)('of %j another moment, %j, keeps what else is asked for', (place, [at, date], path) =>
  expect(withAt(place, at, date)).toBe(path),
);

const LONG = '𝒳'.repeat(5000);

test.each([
  ['/country/records/SZ', 'Eswatini', 'Eswatini (SZ) · country'],
  ['/country/records/SZ?at=1210', 'Swaziland', 'Swaziland (SZ, size 1,210) · country'],
  ['/country/records/SZ?version=174', 'Swaziland', 'Swaziland (SZ, entry 174) · country'],
  ['/country', 'Countries', 'Countries'],
  // Texts of a register are cut, kept in their direction, and hide nothing.
  ['/country/records/SZ', 'a\u202Eb\u200Bc\nd', 'a[U+202E]b[U+200B]c d (SZ) · country'],
  ['/country/records/IL', 'ישראל', '\u2068ישראל\u2069 (IL) · country'],
  ['/country/records/SZ', LONG, `${LONG.slice(0, 80)} … (SZ) · country`],
  ['/country/records/SZ', `x${LONG}`, `x${LONG.slice(0, 78)} … (SZ) · country`],
])('the title of %s', (address, heading, title) => {
  const [path = '', search = ''] = address.split('?');
  const words = titleWords(parsePlace(path, search), search, heading, 'country');
  expect(words).toBe(`${title} · Register Explorer`);
});
