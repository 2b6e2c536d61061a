import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { visitMock } from '../testing/mock-session.ts';
import { entriesPageQuery, listRemarkQuery } from './entry-queries.ts';

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
