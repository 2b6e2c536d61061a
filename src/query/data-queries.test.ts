import { describe, expect, test } from 'vitest';
import { formatHash, type Hash } from '../core/hash.ts';
import { createTrustStore } from '../trust/trust-store.ts';
import type { ItemCheck } from '../verify/protocol.ts';
import { declaredItem, itemCheck, recordDataCheckQuery } from './data-queries.ts';
import { planet } from '../mock/registers/planet.ts';
import { type MockVisitOptions, trueHead, visitMock } from '../testing/mock-session.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

const asked = 'a'.repeat(64) as Hash;
const other = 'b'.repeat(64) as Hash;

test('what held of other bytes says nothing of those that a page shows under the same hash', () => {
  const trust = createTrustStore();
  const honest = itemCheck({ expected: asked, computed: asked });
  trust.report({ ...honest, verdict: { outcome: 'holds' }, checkedAt: Date.now() });
  expect(trust.verdictOf(honest)?.outcome).toBe('holds');
  expect(trust.verdictOf(itemCheck({ expected: asked, computed: other }))).toBeUndefined();
  expect(trust.verdictOf(itemCheck({ expected: asked }))).toBeUndefined();
});

test('data that could not be read again is not declared by an answer from before', () => {
  const data = { expected: asked, computed: asked } as ItemCheck;
  expect(declaredItem({ data, error: null })).toEqual(itemCheck(data));
  expect(declaredItem({ data, error: new Error('gone') })).toMatchObject({
    outcome: 'cannot-check',
    code: 'request-failed',
  });
  expect(declaredItem({ error: null })).toBeUndefined();
});

type Tamper = NonNullable<MockVisitOptions['tamper']>;

const KEY = 'jupiter';
const honest: Tamper = (_, body) => body;
/** An old cache answers for the list of the key's entries: the last one is not in it yet. */
const shortTrail: Tamper = (path, body) =>
  path === `/records/${KEY}/entries` ? JSON.stringify((JSON.parse(body) as unknown[]).slice(0, -1)) : body;
const altered: Tamper = (path, body) =>
  path === `/records/${KEY}` ? body.replace('Jupiter', 'Jupitre') : body;
const noSnapshots: Tamper = (path, body) => (path.startsWith('/snapshots') ? 'no such page' : body);
const noHead: Tamper = (path, body) => (path.startsWith('/proof') ? 'no such page' : body);
const noEntries: Tamper = (path, body) => (path.startsWith('/entries') ? 'no such page' : body);

/** What the data of the record comes to, whose latest entry is the last of the trail that was sent. */
async function dataOf(
  tampers: readonly Tamper[],
  { mode = 'earlier', isHeadRead = true, source = planet } = {},
) {
  const tamper: Tamper = (path, body) => tampers.reduce((text, one) => one(path, text), body);
  const { session, queries } = visitMock({ source, mode, tamper });
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

  test.each<[string, readonly Tamper[], RegExp, { isHeadRead?: boolean }]>([
    ['the entries fail', [shortTrail, noSnapshots, noEntries], /entries \d+ to 15 could not be read/, {}],
    [
      'the entries fail, the whole trail',
      [noSnapshots, noEntries],
      /entries \d+ to 15 could not be read/,
      {},
    ],
    ['the head fails', [shortTrail, noHead], /size of the log could not be read/, { isHeadRead: false }],
  ])('cannot be checked where the search failed: %s', async (_, more, words, how) => {
    expect((await dataOf([altered, ...more], how)).verdict).toMatchObject({
      outcome: 'cannot-check',
      code: 'incomplete',
      reason: expect.stringMatching(words),
    });
  });

  describe('more than 500 entries behind', () => {
    const other = planet.entries.find(({ key }) => key !== KEY);
    if (other === undefined) throw new Error('planet has other keys');
    const source = { ...planet, entries: [...planet.entries, ...Array.from({ length: 600 }, () => other)] };

    test.each([
      ['altered', [altered, noSnapshots]],
      ['newer than the trail', [shortTrail, noSnapshots]],
    ])('cannot be checked without snapshots: %s', async (_, tampers) => {
      expect((await dataOf(tampers, { source })).verdict).toMatchObject({
        outcome: 'cannot-check',
        code: 'incomplete',
        reason: expect.stringContaining('to 615 this page read only the newest 500'),
      });
    });

    test('does not match where it was altered and the snapshot tells the latest entry', async () => {
      expect((await dataOf([altered], { source })).verdict.outcome).toBe('does-not-match');
    });

    test('is of another age where the snapshot has an entry that the trail lacks, and those between are too many', async () => {
      const latest = planet.entries.findLast(({ key }) => key === KEY);
      if (latest === undefined) throw new Error('planet has the key');
      const late = { ...source, entries: [...source.entries, { ...latest, items: other.items }] };
      const alteredOther: Tamper = (path, body) =>
        path === `/records/${KEY}` ? body.replace(/"name": ?"/, '$&X') : body;
      expect((await dataOf([alteredOther, shortTrail], { source: late })).verdict).toMatchObject({
        outcome: 'cannot-check',
        code: 'different-ages',
        reason: expect.stringContaining('there is entry 616 of this key'),
      });
    });
  });

  test('is of another age than a list of entries and a head that are both old', async () => {
    const latest = planet.entries.findLastIndex(({ key }) => key === KEY) + 1;
    const old = trueHead(planet, 'earlier', latest - 1);
    let heads = 0;
    const oldHead: Tamper = (path, body) => {
      if (!path.startsWith('/proofs/register')) return body;
      heads += 1;
      if (heads > 1) return body;
      const proof = JSON.parse(body) as object;
      return JSON.stringify({
        ...proof,
        'total-entries': String(old.logSize),
        'root-hash': formatHash(old.rootHash, 'blob'),
      });
    };
    expect((await dataOf([shortTrail, oldHead])).verdict).toMatchObject({
      outcome: 'cannot-check',
      code: 'different-ages',
      reason: expect.stringContaining(`the data of entry ${latest}`),
    });
    expect(heads).toBeGreaterThan(1);
  });

  test('does not match where it was asked for by its hash', async () => {
    const { session, queries } = visitMock({ source: planet, mode: 'earlier', tamper: noEntries });
    const { items } = await queries.fetchQuery(recordQuery(session, 'mars'));
    const entry = (await queries.fetchQuery(trailQuery(session, KEY))).at(-1);
    if (entry === undefined) throw new Error('the trail is empty');
    const { verdict } = await queries.fetchQuery(recordDataCheckQuery(session, items, entry));
    expect(verdict.outcome).toBe('does-not-match');
  });

  test('is not looked for elsewhere where it matches', async () => {
    const { verdict, session } = await dataOf([honest]);
    expect(verdict).toEqual({ outcome: 'holds' });
    expect(session.ledger.entries().map(({ address }) => address)).not.toContainEqual(
      expect.stringContaining('/snapshots/'),
    );
  });
});
