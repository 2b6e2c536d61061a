import { expect, test } from 'vitest';
import type { Entry } from '../../core/model.ts';
import { planet } from '../../mock/registers/planet.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { entryCheckQuery } from '../../query/inclusion-queries.ts';
import { findUnlisted, unlistedQuery } from './version-queries.ts';
import { memoryCheckQuery } from '../../query/memory-queries.ts';
import { entryQuery, recordQuery, trailQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { checkOf } from '../../query/session.ts';

const listOf = (...numbers: readonly number[]) =>
  numbers.map((entryNumber): Entry => ({
    entryNumber,
    indexEntryNumber: entryNumber,
    timestamp: '',
    key: 'FR',
    itemHashes: [],
  }));

test.each<[string, readonly number[], number, readonly number[], string | undefined]>([
  ['nothing that is listed', [3, 15, 25], 25, [3, 25], undefined],
  ['a newer entry', [3, 15], 15, [15, 25], '25 newer'],
  ['the newest of several', [3, 15], 15, [20, 25], '25 newer'],
  ['an entry before the last one listed', [3, 25], 25, [15], '15 left-out'],
  ['an entry before the last one listed, at an earlier size', [3, 15, 30], 15, [25], '25 left-out'],
  ['an entry left out rather than a newer one', [3, 25], 25, [15, 40], '15 left-out'],
  ['nothing where a snapshot has the newer entry', [3, 15], 25, [25], undefined],
  ['a newer entry without a list', [], 15, [25], '25 newer'],
  ['nothing older without a list', [], 15, [3, 15], undefined],
])('the versions listed lack %s', (_, trail, last, proved, expected) => {
  const found = findUnlisted({ last, trail: trail.length === 0 ? undefined : listOf(...trail) }, proved);
  expect(found && `${found.entryNumber} ${found.is}`).toBe(expected);
});

const KEY = 'jupiter';

/** A visit to a server that lists the versions of Jupiter but for one, whose entry was proved. */
async function visitWithout(mode: string, place: number, isStillSo: () => boolean = () => true) {
  const { session, queries } = visitMock({
    source: planet,
    mode,
    tamper: (path, body) => {
      if (!path.startsWith(`/records/${KEY}/entries`) || !isStillSo()) return body;
      const sent: unknown = JSON.parse(body);
      if (!Array.isArray(sent)) throw new Error('this is no list of entries');
      return JSON.stringify(sent.toSpliced(place, 1));
    },
  });
  const head = await queries.fetchQuery(headQuery(session));
  await queries.fetchQuery(memoryCheckQuery(session, head));
  await queries.fetchQuery(recordQuery(session, KEY));
  const trail = await queries.fetchQuery(trailQuery(session, KEY));
  for (let number = 1; number <= head.logSize; number += 1) {
    const entry = await queries.fetchQuery(entryQuery(session, number));
    if (entry.key === KEY) await queries.fetchQuery(entryCheckQuery(session, entry, head));
  }
  const listed = { key: KEY, last: trail.at(-1)?.entryNumber ?? 0, trail };
  const unlisted = findUnlisted(listed, session.trust.provedEntries(KEY));
  if (unlisted === undefined) throw new Error('nothing is left out');
  const check = unlistedQuery(session, listed, unlisted, head);
  const { verdict } = await queries.fetchQuery(check);
  const known = checkOf(check);
  expect(known && session.trust.verdictOf(known)).toEqual(verdict);
  return { verdict, session, queries, head };
}

test('a list that was only old is read again, and is no mismatch', async () => {
  let reads = 0;
  const { verdict, session, queries, head } = await visitWithout('v2', 0, () => (reads += 1) === 1);
  expect(verdict).toMatchObject({ outcome: 'not-checked', code: 'newer-answer' });
  const trail = queries.getQueryData(trailQuery(session, KEY).queryKey);
  const now = { last: head.logSize, trail };
  expect(findUnlisted(now, session.trust.provedEntries(KEY))).toBeUndefined();
});
