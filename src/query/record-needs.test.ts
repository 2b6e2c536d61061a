import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { type MockVisitOptions, visitMock } from '../testing/mock-session.ts';
import { checkOf } from './session.ts';
import { prefetchRecord } from './record-needs.ts';
import { recordQuery } from './record-queries.ts';

const KEY = 'uranus';

/** prefetched returns the outcomes of the checks that were made, by kind, and the failure of the record. */
async function prefetched(mode: string, tamper?: MockVisitOptions['tamper']) {
  const { session, queries } = visitMock({ source: planet, mode, ...(tamper && { tamper }) });
  await prefetchRecord(queries, session, KEY);
  const checks = queries
    .getQueryCache()
    .getAll()
    .flatMap((query) => checkOf(query) ?? []);
  const outcomes = checks.map((check) => [check.kind, session.trust.verdictOf(check)?.outcome]);
  const { error } = queries.getQueryState(recordQuery(session, KEY).queryKey) ?? {};
  return { outcomes: Object.fromEntries(outcomes) as object, error };
}

const MADE = { key: 'holds', data: 'holds', inclusion: 'holds', memory: 'not-checked' };

test.each(['v2', 'earlier'])('every check of a current record is made before it is drawn: %s', async (mode) =>
  expect(await prefetched(mode)).toEqual({ outcomes: MADE, error: null }),
);

test('what does not match is found before it is drawn', async () =>
  expect(await prefetched('v2+altered-item')).toMatchObject({ outcomes: { data: 'does-not-match' } }));

test('a record that cannot be read is left to the page, with its failure', async () => {
  const found = await prefetched('v2', (path, body) => (path === `/records/${KEY}` ? 'no record' : body));
  expect(found).toMatchObject({ outcomes: {}, error: { code: 'NOT_JSON' } });
});
