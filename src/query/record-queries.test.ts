import { describe, expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { visitMock, type MockVisitOptions } from '../testing/mock-session.ts';
import { entriesPageQuery, listRemarkQuery } from './entry-queries.ts';
import { rereadRecordQuery, trailQuery, trailReachingQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

/** A visit in which the trail of a record was read before the head, and lacks its last entry. */
async function visit(trailAt: 'before' | 'after', tamper: MockVisitOptions['tamper'] = (_, body) => body) {
  let trails = 0;
  const counted: MockVisitOptions['tamper'] = (path, body) => {
    if (path.startsWith('/records/jupiter/entries')) trails += 1;
    return tamper(path, body);
  };
  const { session, queries } = visitMock({ source: planet, mode: 'v2', tamper: counted });
  const head = await queries.fetchQuery(headQuery(session));
  const fresh = await queries.fetchQuery(trailQuery(session, 'jupiter'));
  // Both are of the past: what was read in this very millisecond, or later, would not be read again.
  const headAt = Date.now() - 1_000;
  queries.setQueryData(headQuery(session).queryKey, head, { updatedAt: headAt });
  const updatedAt = trailAt === 'before' ? headAt - 1 : headAt + 1;
  const { queryKey } = trailQuery(session, 'jupiter');
  queries.setQueryData(queryKey, fresh.slice(0, -1), { updatedAt });
  trails = 0;
  const told = () => queries.getQueryData(queryKey)?.length;
  return { session, queries, head, fresh, told, asked: () => trails };
}

describe('trailReachingQuery', () => {
  test('reads a trail again, once, that was read before the log reached the size', async () => {
    const { session, queries, head, fresh, told, asked } = await visit('before');
    const query = trailReachingQuery(session, 'jupiter', head.logSize);
    expect(await queries.fetchQuery(query)).toBe(true);
    await queries.fetchQuery(query);
    expect(told()).toBe(fresh.length);
    expect(asked()).toBe(1);
  });

  test('asks for nothing where the trail was read since, or names an entry that late', async () => {
    const since = await visit('after');
    await since.queries.fetchQuery(trailReachingQuery(since.session, 'jupiter', since.head.logSize));
    expect(since.asked()).toBe(0);
    const before = await visit('before');
    const early = before.fresh.at(-2)?.entryNumber ?? 0;
    await before.queries.fetchQuery(trailReachingQuery(before.session, 'jupiter', early));
    expect(before.asked()).toBe(0);
  });

  test('a failed request is a failure, and the old trail is not said to reach the size', async () => {
    let off = false;
    const tamper: MockVisitOptions['tamper'] = (path, body) =>
      off && path.endsWith('/entries') ? '{' : body;
    const { session, queries, head } = await visit('before', tamper);
    off = true;
    const query = trailReachingQuery(session, 'jupiter', head.logSize);
    await expect(queries.fetchQuery(query)).rejects.toThrow(/JSON/i);
  });
});

describe('rereadRecordQuery', () => {
  test('reads the trail once for each misfit', async () => {
    const { session, queries, fresh, told, asked } = await visit('after');
    for (const misfit of ['a', 'a', 'b'])
      await queries.fetchQuery(rereadRecordQuery(session, 'jupiter', misfit));
    expect(told()).toBe(fresh.length);
    expect(asked()).toBe(2);
  });
});

test.each([
  ['entries-skipped', 'The list of entries has entry 3 where entry 2 belongs.'],
  ['entries-repeated', 'The list of entries has entry 2 where entry 3 belongs.'],
  ['entries-reversed', 'The list of entries has entry 15 where entry 1 belongs.'],
  ['links-away', undefined],
  ['links-back+small-pages', undefined],
  ['links-circle+small-pages', undefined],
  ['links-endless+small-pages', undefined],
])('a page of the log from a server with %s is whole and in order', async (fault, remark) => {
  for (const variant of ['v2', 'earlier']) {
    const { session, queries } = visitMock({ source: planet, mode: `${variant}+${fault}` });
    const entries = await queries.fetchQuery(entriesPageQuery(session, 0, 15));
    expect(entries.map(({ entryNumber }) => entryNumber)).toEqual(
      Array.from({ length: 15 }, (_, i) => i + 1),
    );
    expect(queries.getQueryData(listRemarkQuery(session).queryKey)).toBe(remark);
  }
});
