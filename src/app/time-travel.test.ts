import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { headQuery } from '../query/register-queries.ts';
import { trueHead, visitMock } from '../testing/mock-session.ts';
import { endOfYearMeant, withAt } from './time-banner.tsx';
import { sizeAnewQuery } from './time-gate.tsx';
import { beforeTitle, beforeWords } from './time-notices.tsx';

const here = { pathname: '/country/records', search: '?q=gambia&at=197&date=2018-04-26&entry=12' };

test('goes to another moment and keeps what else the address asks for', () => {
  expect(withAt(here, '198')).toBe('/country/records?q=gambia&at=198');
  expect(withAt(here, '200', '2018-05-01')).toBe('/country/records?q=gambia&at=200&date=2018-05-01');
});

test('goes back to now', () => {
  expect(withAt(here, undefined)).toBe('/country/records?q=gambia');
  expect(withAt({ pathname: '/country', search: '?at=0' }, undefined)).toBe('/country');
});

test('a size that reads like a year up to now offers its end, and no other does', () => {
  const meant = (size: string) => endOfYearMeant(size, new Date('2026-11-21T00:00:00Z'));
  expect(meant('2012')).toBe('2012-12-31');
  expect(meant('1900')).toBe('1900-12-31');
  expect(meant('2026')).toBe('2026-12-31');
  for (const size of ['1899', '2027', '295', '20120', '0', '', '2,012']) expect(meant(size)).toBeUndefined();
});

function visit(fails: boolean) {
  const { session, queries } = visitMock({
    source: planet,
    mode: 'v2',
    tamper: (path, body) => (fails && path.startsWith('/proof/register') ? '{' : body),
  });
  queries.setQueryData(headQuery(session).queryKey, trueHead(planet, 'v2', 9));
  const size = () => queries.getQueryData(headQuery(session).queryKey)?.logSize;
  return { look: () => queries.fetchQuery(sizeAnewQuery(session, 12)), size };
}

test('a log is looked at once more; a look that fails is a failure and no answer', async () => {
  const grown = visit(false);
  await grown.look();
  expect(grown.size()).toBe(planet.entries.length);
  const off = visit(true);
  await expect(off.look()).rejects.toThrow(/JSON/i);
  expect(off.size()).toBe(9);
});

const found = (earlierAfter: number, last: number) => ({
  size: 0,
  laterBefore: 0,
  earlierAfter,
  compared: { first: 1, last },
  steps: 0,
});
const day = { words: '31 Dec 2019' };

test('nothing was registered by a date only where no entry is dated otherwise', () => {
  expect(beforeTitle(day, found(0, 80))).toBe('Nothing was registered by the end of 31 Dec 2019');
  expect(beforeWords(found(0, 80), 80)).toBe('All entries of this log are dated later.');
  expect(beforeTitle(day, found(1, 80))).not.toMatch(/nothing/i);
  expect(beforeWords(found(1, 80), 80)).toMatch(
    /^1 entry is not dated later, but stands after more that are/,
  );
  expect(beforeWords(found(2, 80), 80)).toMatch(/^2 entries are not dated later, but stand after/);
});

test('of a long log only what was looked at is told', () => {
  expect(beforeWords(found(0, 25), 5000)).toMatch(
    /^Its first 25 entries are dated later; the others were not/,
  );
  expect(beforeWords(found(3, 25), 5000)).toMatch(/^3 entries of the first 25 are not dated later/);
});
