import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { headQuery } from '../query/register-queries.ts';
import { trueHead, visitMock } from '../testing/mock-session.ts';
import { sizeAnewQuery } from './time-size-anew.ts';

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
