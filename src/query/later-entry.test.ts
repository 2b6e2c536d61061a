import { describe, expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { visitMock, type MockVisitOptions } from '../testing/mock-session.ts';
import { recordDataCheckQuery } from './check-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

type Tamper = NonNullable<MockVisitOptions['tamper']>;

const KEY = 'jupiter';
const honest: Tamper = (_, body) => body;
/** An old cache answers for the list of the key's entries: the last one is not in it yet. */
const shortTrail: Tamper = (path, body) =>
  path === `/records/${KEY}/entries` ? JSON.stringify((JSON.parse(body) as unknown[]).slice(0, -1)) : body;
const altered: Tamper = (path, body) =>
  path === `/records/${KEY}` ? body.replace('Jupiter', 'Jupitre') : body;
const noSnapshots: Tamper = (path, body) => (path.startsWith('/snapshots') ? 'no such page' : body);
const noEntries: Tamper = (path, body) => (path.startsWith('/entries') ? 'no such page' : body);

/** What the data of the record comes to, whose latest entry is the last of the trail that was sent. */
async function dataOf(tampers: readonly Tamper[], { mode = 'earlier', isHeadRead = true } = {}) {
  const tamper: Tamper = (path, body) => tampers.reduce((text, one) => one(path, text), body);
  const { session, queries } = visitMock({ source: planet, mode, tamper });
  if (isHeadRead) await queries.fetchQuery(headQuery(session));
  const [record, trail] = await Promise.all([
    queries.fetchQuery(recordQuery(session, KEY)),
    queries.fetchQuery(trailQuery(session, KEY)),
  ]);
  const entry = trail.at(-1);
  if (entry === undefined) throw new Error('the trail is empty');
  const query = recordDataCheckQuery(session, record.items, entry, trail);
  const { verdict } = await queries.fetchQuery(query);
  expect(query.meta?.check && session.trust.verdictOf(query.meta.check)).toEqual(verdict);
  return { verdict, entry, session };
}

describe('the data of a record of the earlier variant', () => {
  test.each<[string, readonly Tamper[], { mode?: string; isHeadRead?: boolean }]>([
    ['the snapshot has it', [], {}],
    ['the snapshot lists entries', [], { mode: 'earlier+snapshot-entries' }],
    ['there are no snapshots', [noSnapshots], {}],
    ['the head had not been read yet', [], { isHeadRead: false }],
    ['the leaves are written by another rule', [], { mode: 'earlier+leaf-digest' }],
  ])('is of another age than a list of entries that is one short: %s', async (_, more, how) => {
    const { verdict, entry } = await dataOf([shortTrail, ...more], how);
    expect(verdict).toMatchObject({
      outcome: 'cannot-check',
      code: 'different-ages',
      reason: expect.stringContaining(`ends with entry ${entry.entryNumber}:`),
    });
  });

  test.each<[string, readonly Tamper[]]>([
    ['the whole trail', []],
    ['the whole trail, without snapshots', [noSnapshots]],
    ['a trail that is one short', [shortTrail]],
    ['a trail that is one short, without snapshots', [shortTrail, noSnapshots]],
  ])('does not match where it was altered, under %s', async (_, more) => {
    expect((await dataOf([altered, ...more])).verdict.outcome).toBe('does-not-match');
  });

  test('stays a mismatch where no later entry can be had', async () => {
    expect((await dataOf([shortTrail, noSnapshots, noEntries])).verdict.outcome).toBe('does-not-match');
  });

  test('is not looked for elsewhere where it matches', async () => {
    const { verdict, session } = await dataOf([honest]);
    expect(verdict).toEqual({ outcome: 'holds' });
    expect(session.ledger.entries().map(({ address }) => address)).not.toContainEqual(
      expect.stringContaining('/snapshots/'),
    );
  });
});
