import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { visitMock } from '../testing/mock-session.ts';
import { entriesPageQuery, listRemarkQuery } from './log-page-queries.ts';
import { rereadRecordQuery, trailQuery, trailReachingQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

const KEY = 'jupiter';

/**
 * A visit in which the trail of a record was read before the head, or after it, and lacks its last entry;
 * `fail` breaks it from then on.
 */
async function visit(trailAt: 'before' | 'after') {
  let trails = 0;
  let isOff = false;
  const tamper = (path: string, body: string) => {
    if (!path.startsWith(`/records/${KEY}/entries`)) return body;
    trails += 1;
    return isOff ? '{' : body;
  };
  const { session, queries } = visitMock({ source: planet, mode: 'v2', tamper });
  const head = await queries.fetchQuery(headQuery(session));
  const fresh = await queries.fetchQuery(trailQuery(session, KEY));
  // Both in the past: an answer read in this millisecond, or later, would not be reread.
  const headAt = Date.now() - 1_000;
  queries.setQueryData(headQuery(session).queryKey, head, { updatedAt: headAt });
  const updatedAt = trailAt === 'before' ? headAt - 1 : headAt + 1;
  const { queryKey } = trailQuery(session, KEY);
  queries.setQueryData(queryKey, fresh.slice(0, -1), { updatedAt });
  trails = 0;
  return {
    fresh,
    fail: () => void (isOff = true),
    reach: (size = head.logSize) => queries.fetchQuery(trailReachingQuery(session, KEY, size)),
    reread: (misfit: string) => queries.fetchQuery(rereadRecordQuery(session, KEY, misfit)),
    cached: () => queries.getQueryData(queryKey)?.length,
    asked: () => trails,
  };
}

test('a trail that was read before the log reached a size is read again, once', async () => {
  const { reach, fresh, cached, asked } = await visit('before');
  expect(await reach()).toBe(true);
  await reach();
  expect([cached(), asked()]).toEqual([fresh.length, 1]);
});

test('nothing is asked where the trail was read since, or names an entry that late; a failed request is a failure', async () => {
  const since = await visit('after');
  await since.reach();
  expect(since.asked()).toBe(0);
  const before = await visit('before');
  await before.reach(before.fresh.at(-2)?.entryNumber ?? 0);
  expect(before.asked()).toBe(0);
  before.fail();
  await expect(before.reach()).rejects.toThrow(/JSON/i);
});

test('the trail is read again once for each misfit', async () => {
  const { reread, fresh, cached, asked } = await visit('after');
  for (const misfit of ['a', 'a', 'b']) await reread(misfit);
  expect([cached(), asked()]).toEqual([fresh.length, 2]);
});

test('the remark on a page is taken back once that page is read in order', async () => {
  let mode = 'v2+entries-skipped';
  const { session, queries } = visitMock({ source: planet, mode: 'v2', modeNow: () => mode });
  const said = () => queries.getQueryData(listRemarkQuery(session).queryKey)?.remark;
  await queries.fetchQuery(entriesPageQuery(session, 0, 15));
  expect(said()).toMatch(/entry 3 where/);
  mode = 'v2';
  await queries.fetchQuery({ ...entriesPageQuery(session, 0, 15), staleTime: 0 });
  expect(said()).toBe('');
});
