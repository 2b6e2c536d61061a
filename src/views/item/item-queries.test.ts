import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { planet } from '../../mock/registers/planet.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { checkedItemQuery } from '../../query/data-queries.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { entryNamingQuery } from './item-queries.ts';

const SIZE = planet.entries.length;

/** What names the data of entry 9, if the server answers as that mode says once the data is read. */
async function naming(mode: string, linked?: number) {
  const honest = visitMock({ source: planet, mode: 'v2' });
  const entry = await honest.queries.fetchQuery(entryQuery(honest.session, 9));
  const [hash] = entry.itemHashes;
  if (hash === undefined) throw new Error('entry 9 names no data');
  const { item } = await honest.queries.fetchQuery(checkedItemQuery(honest.session, hash));
  const { session, queries } = visitMock({ source: planet, mode });
  return queries.fetchQuery(entryNamingQuery(session, hash, { linked, item, logSize: SIZE }));
}

test.each([
  ['v2', 9],
  ['v2', undefined],
  ['v2', SIZE],
  ['v2', SIZE + 1],
  ['v2+dead@entry', undefined],
  ['v2+dead@summary', 9],
])('the entry that names an item is found, in %s by a link to entry %s', async (mode, linked) =>
  expect(await naming(mode, linked)).toMatchObject({ entryNumber: 9 }),
);

test.each(['v2+dead@trail', 'v2+web-page@trail'])(
  'what could not be read may name an item, in %s',
  async (mode) => expect(naming(mode)).rejects.toThrow(ApiError),
);

test('a register without a summary has no key to look for', async () =>
  expect(await naming('v2+no-summary')).toBeNull());
