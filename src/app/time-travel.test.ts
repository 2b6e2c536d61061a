import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { headQuery } from '../query/register-queries.ts';
import { trueHead, visitMock } from '../testing/mock-session.ts';
import { withAt } from '../ui/at.ts';
import { sizeAnewQuery } from './time-gate.tsx';
import { beforeTitle, beforeWords, endOfYearMeant } from './time-notices.tsx';

const here = { pathname: '/country/records', search: '?q=gambia&at=197&date=2018-04-26&entry=12' };

test.each([
  [here, ['198'], '/country/records?q=gambia&at=198'],
  [here, ['200', '2018-05-01'], '/country/records?q=gambia&at=200&date=2018-05-01'],
  [here, [undefined], '/country/records?q=gambia'],
  [{ pathname: '/country', search: '?at=0' }, [undefined], '/country'],
] as const)('of %j another moment, %j, keeps what else is asked for', (place, [at, date], path) =>
  expect(withAt(place, at, date)).toBe(path),
);

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

test.each([0, 1])(
  'nothing was registered by then only where no entry is dated otherwise: %i',
  (earlierAfter) => {
    const found = { size: 0, laterBefore: 0, earlierAfter, compared: { first: 1, last: 25 }, steps: 0 };
    expect(/^nothing was registered/i.test(beforeTitle({ words: '2019' }, found))).toBe(earlierAfter === 0);
    // Of a long log only what was looked at is told.
    expect(beforeWords(found, 5000)).toMatch(/first 25/);
  },
);
