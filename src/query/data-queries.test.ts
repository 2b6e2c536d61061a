import { describe, expect, test } from 'vitest';
import { formatHash, type Hash } from '../core/hash.ts';
import { planet } from '../mock/registers/planet.ts';
import { type MockVisitOptions, trueHead, visitMock } from '../testing/mock-session.ts';
import { HOLDS } from '../testing/trust-builders.ts';
import { TrustStore } from '../trust/trust-store.ts';
import { entryDataCheckQuery, itemCheck, recordDataCheckQuery } from './data-queries.ts';
import { laterEntryQuery, recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

const asked = 'a'.repeat(64) as Hash;

test('what held of other bytes says nothing of those that a page shows under the same hash', () => {
  const trust = new TrustStore();
  const honest = itemCheck({ expected: asked, computed: asked });
  trust.report({ ...honest, verdict: HOLDS, checkedAt: Date.now() });
  expect(trust.verdictOf(honest)?.outcome).toBe('holds');
  expect(trust.verdictOf(itemCheck({ expected: asked, computed: 'b'.repeat(64) as Hash }))).toBeUndefined();
  expect(trust.verdictOf(itemCheck({ expected: asked }))).toBeUndefined();
});

type Tamper = NonNullable<MockVisitOptions['tamper']>;

const KEY = 'jupiter';
const ofRecord =
  (change: (body: string) => string): Tamper =>
  (path, body) =>
    path === `/records/${KEY}` ? change(body) : body;
const altered = ofRecord((body) => body.replace('Jupiter', 'Jupitre'));
/** A cache sends an old trail of the key, without the last entry. */
const shortTrail: Tamper = (path, body) =>
  path === `/records/${KEY}/entries` ? JSON.stringify((JSON.parse(body) as unknown[]).slice(0, -1)) : body;
const no =
  (start: string): Tamper =>
  (path, body) =>
    path.startsWith(start) ? 'no such page' : body;
const [noSnapshots, noHead, noEntries] = [no('/snapshots'), no('/proof'), no('/entries')];

const latest = planet.entries.findLastIndex(({ key }) => key === KEY) + 1;

/** The head is one entry older than the newest of the key when it is first read. */
function oldHead(): Tamper {
  const { logSize, rootHash } = trueHead(planet, 'earlier', latest - 1);
  const old = { 'total-entries': String(logSize), 'root-hash': formatHash(rootHash, 'blob') };
  let heads = 0;
  return (path, body) => {
    if (!path.startsWith('/proofs/register') || (heads += 1) > 1) return body;
    return JSON.stringify({ ...(JSON.parse(body) as object), ...old });
  };
}

const ofOthers = planet.entries.find(({ key }) => key !== KEY) ?? expect.unreachable();
const ofKey = planet.entries.findLast(({ key }) => key === KEY) ?? expect.unreachable();
/** 600 entries more than planet has, and one of the key after them. */
const LONG = { ...planet, entries: [...planet.entries, ...Array.from({ length: 600 }, () => ofOthers)] };
const LATE = { ...LONG, entries: [...LONG.entries, { ...ofKey, items: ofOthers.items }] };
const alteredOther = ofRecord((body) => body.replace(/"name": ?"/, '$&X'));

interface Setting {
  readonly mode?: string;
  readonly isHeadRead?: boolean;
  readonly source?: typeof planet;
}

/** The verdict on the data of the record whose latest entry is the last of the trail sent. */
async function dataOf(tampers: readonly Tamper[], given: Setting = {}) {
  const { mode = 'earlier', isHeadRead = true, source = planet } = given;
  const tamper: Tamper = (path, body) => tampers.reduce((text, one) => one(path, text), body);
  const { session, queries } = visitMock({ source, mode, tamper });
  if (isHeadRead) await queries.fetchQuery(headQuery(session));
  const [record, trail] = await Promise.all([
    queries.fetchQuery(recordQuery(session, KEY)),
    queries.fetchQuery(trailQuery(session, KEY)),
  ]);
  const query = recordDataCheckQuery(session, record.items, trail.at(-1) ?? expect.unreachable(), trail);
  const { verdict } = await queries.fetchQuery(query);
  expect(query.meta?.check && session.trust.verdictOf(query.meta.check)).toEqual(verdict);
  const addresses = session.ledger.entries().map(({ address }) => address);
  const found = queries.getQueryData(laterEntryQuery(session, KEY).queryKey);
  return { verdict, addresses, found };
}

describe('the data of a record of the earlier variant', () => {
  const AGES = 'cannot-check different-ages';
  const INCOMPLETE = 'cannot-check incomplete';
  const DIFFERS = 'does-not-match hash-differs';

  test.each<[string, readonly Tamper[], string, Setting?]>([
    ['a list of entries one short, and a snapshot', [shortTrail], AGES],
    ['a snapshot that lists entries', [shortTrail], AGES, { mode: 'earlier+snapshot-entries' }],
    ['no snapshots', [shortTrail, noSnapshots], AGES],
    ['a head that was not read yet', [shortTrail], AGES, { isHeadRead: false }],
    ['a list and a head that are both old', [shortTrail, oldHead()], AGES],
    ['altered', [altered], DIFFERS],
    ['altered, without snapshots', [altered, noSnapshots], DIFFERS],
    ['altered, and a head older than the list', [altered, oldHead()], DIFFERS],
    ['altered, a list one short', [altered, shortTrail], DIFFERS],
    [
      'altered, and the entries after a short list fail',
      [altered, shortTrail, noSnapshots, noEntries],
      INCOMPLETE,
    ],
    ['altered, and the head fails', [altered, shortTrail, noHead], INCOMPLETE, { isHeadRead: false }],
    // More than 500 entries behind.
    ['altered, far behind, without snapshots', [altered, noSnapshots], INCOMPLETE, { source: LONG }],
    ['far behind, without snapshots', [shortTrail, noSnapshots], INCOMPLETE, { source: LONG }],
    ['altered, far behind, and a snapshot', [altered], DIFFERS, { source: LONG }],
    ['altered, and the snapshot has a far entry', [alteredOther, shortTrail], INCOMPLETE, { source: LATE }],
  ])('%s', async (_, tampers, expected, setting) => {
    const { verdict, found } = await dataOf(tampers, setting);
    expect(`${verdict.outcome} ${'code' in verdict ? verdict.code : ''}`).toBe(expected);
    // What is found is the entry to prove in place of the last one listed.
    expect(found).toBe(expected === AGES ? latest : undefined);
  });

  test('of an entry that a later one of its key replaces is not taken for the newest', async () => {
    const source = { ...planet, entries: [...planet.entries, { ...ofKey, items: ofOthers.items }] };
    const old = ofRecord((body) =>
      body.replace(/.*/s, JSON.stringify({ _id: KEY, ...Object.fromEntries(ofKey.items[0] ?? []) })),
    );
    const { verdict, found } = await dataOf([old, shortTrail, shortTrail, noSnapshots], { source });
    expect(verdict).toMatchObject({ outcome: 'cannot-check', code: 'different-ages' });
    expect(found).toBeUndefined();
  });

  test('does not match where it was asked for by its hash', async () => {
    const { session, queries } = visitMock({ source: planet, mode: 'earlier', tamper: noEntries });
    const { items } = await queries.fetchQuery(recordQuery(session, 'mars'));
    const entry = (await queries.fetchQuery(trailQuery(session, KEY))).at(-1) ?? expect.unreachable();
    const { verdict } = await queries.fetchQuery(recordDataCheckQuery(session, items, entry));
    expect(verdict.outcome).toBe('does-not-match');
  });

  test('is not looked for elsewhere where it matches', async () => {
    const { verdict, addresses } = await dataOf([]);
    expect(verdict).toEqual(HOLDS);
    expect(addresses).not.toContainEqual(expect.stringContaining('/snapshots/'));
  });
});

test.each([
  ['an older entry of its key is of another age', -2, -1, 'cannot-check'],
  ['a later entry of its key does not match', -1, -2, 'does-not-match'],
])('a record of items with the data of %s', async (_, data, of, expected) => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const trail = await queries.fetchQuery(trailQuery(session, KEY));
  const sent = trail.at(data) ?? expect.unreachable();
  const entry = trail.at(of) ?? expect.unreachable();
  const { items } = await queries.fetchQuery(entryDataCheckQuery(session, sent));
  const hashed = items.map(({ item }) => item);
  const query = recordDataCheckQuery(session, hashed, entry, trail);
  expect((await queries.fetchQuery(query)).verdict.outcome).toBe(expected);
});
