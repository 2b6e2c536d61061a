import { describe, expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { visitMock, type MockVisitOptions } from '../testing/mock-session.ts';
import { recheckAfterRefetch } from './latest-anew.ts';
import { standingOf } from './latest-standing.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

/** Holds the entry that is `older` versions behind against a log in which jupiter has one more version than the server sent, or as many. */
async function held(older: number, tamper: MockVisitOptions['tamper'] = (_, body) => body) {
  let off = true;
  const later: MockVisitOptions['tamper'] = (path, body) => (off ? body : tamper(path, body));
  const { session, queries } = visitMock({ source: planet, mode: 'v2', tamper: later });
  const head = await queries.fetchQuery(headQuery(session));
  const trail = await queries.fetchQuery(trailQuery(session, 'jupiter'));
  const { entryNumber } = trail.at(-1 - older) ?? { entryNumber: 0 };
  const served = { key: 'jupiter', entryNumber, trailLength: trail.length - older, head };
  const latest = { entryNumber: (trail.at(-1)?.entryNumber ?? 0) + 1, count: trail.length + 1 };
  const check = standingOf(served, { index: { checkpoint: head, latestOf: () => latest } }, true);
  expect(check.verdict.outcome).toBe('does-not-match');
  off = false;
  const outcome = (await recheckAfterRefetch(queries, session, check, served)).verdict.outcome;
  return { outcome, queries, session };
}

describe('recheckAfterRefetch', () => {
  test('stays a mismatch where the server says the same again', async () => {
    expect((await held(0)).outcome).toBe('does-not-match');
  });

  test('holds an answer that is out of date against nobody, and brings the newer one', async () => {
    const { outcome, queries, session } = await held(1);
    expect(outcome).toBe('not-checked');
    expect(queries.getQueryData(recordQuery(session, 'jupiter').queryKey)).toBeDefined();
  });

  test.each(['/records/jupiter', '/records/jupiter/entries'])(
    'a failed %s is no mismatch',
    async (failing) => {
      expect((await held(0, (path, body) => (path === failing ? '{' : body))).outcome).toBe('cannot-check');
    },
  );
});
