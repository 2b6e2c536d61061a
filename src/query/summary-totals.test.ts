import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { visitMock } from '../testing/mock-session.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import { rereadSummaryQuery, totalsOf } from './summary-totals.ts';

const STATED = { totalEntries: 987_654, totalRecords: 30, totalItems: 50 };

test.each([
  ['the proved size counts', STATED, { entries: 40 }, [40, 30, 50], 'entries'],
  [
    'what was counted counts',
    STATED,
    { entries: 40, records: 20, items: 50 },
    [40, 20, 50],
    'entries records',
  ],
  [
    'more records than entries are not shown',
    STATED,
    { entries: 20 },
    [20, undefined, 50],
    'entries records',
  ],
  ['an honest summary has no remark', STATED, { entries: 987_654, records: 30 }, [987_654, 30, 50], ''],
  ['without a head the summary is all there is', STATED, {}, [987_654, 30, 50], ''],
  ['a summary that states nothing differs in nothing', {}, { entries: 40 }, [40, undefined, undefined], ''],
] as const)('of the totals of a register, %s', (_, stated, known, expected, differs) => {
  const found = totalsOf(stated, known);
  expect([found.totals.entries, found.totals.records, found.totals.items]).toEqual(expected);
  expect(found.differs.join(' ')).toBe(differs);
});

test.each(['v2', 'earlier'])('a summary of %s that differs is read again', async (mode) => {
  let isOld = true;
  const { session, queries } = visitMock({
    source: planet,
    mode,
    tamper: (path, body) =>
      isOld && /^\/(?:register|context)$/.test(path)
        ? body.replaceAll(/("total-entries":\s*"?)\d+/g, '$1987654')
        : body,
  });
  const head = await queries.fetchQuery(headQuery(session));
  const first = await queries.fetchQuery(registerQuery(session));
  expect(totalsOf(first, { entries: head.logSize }).differs).toEqual(['entries']);
  isOld = false;
  await queries.fetchQuery(rereadSummaryQuery(session, 'x'));
  const again = await queries.fetchQuery(registerQuery(session));
  expect(totalsOf(again, { entries: head.logSize }).differs).toEqual([]);
});
