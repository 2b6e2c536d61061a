import { describe, expect, test, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { planet } from '../mock/registers/planet.ts';
import { visitMock, type MockVisitOptions } from '../testing/mock-session.ts';
import type { Latest, TrailIndex } from '../log/log-index.ts';
import { deferUpdate, deferWhileRead } from './pending-updates.ts';
import {
  latestCheck,
  latestQuery,
  latestStatusOf,
  recheckAfterRefetch,
  type ServedEntry,
} from './latest-version.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import { copyCheck } from './copy-check.ts';
import type { RegisterCopy, CopyPhase } from './copy-desk.ts';

const copy = vi.hoisted(() => ({ numbers: [] as readonly number[], phase: undefined as unknown }));

vi.mock(import('./copy.ts'), async (load) => ({
  ...(await load()),
  copyDeskOf: () => ({ phase: () => copy.phase }) as never,
  copyAnswer: () => ({ queryKey: ['numbers', ...copy.numbers], queryFn: async () => copy.numbers }) as never,
}));

const HOLDS: Verdict = { outcome: 'holds' };
const head: Checkpoint = { logSize: 20, rootHash: 'a'.repeat(64) as Hash };
const other: Checkpoint = { logSize: 20, rootHash: 'b'.repeat(64) as Hash };
const shorter: Checkpoint = { logSize: 15, rootHash: 'c'.repeat(64) as Hash };
const longer: Checkpoint = { logSize: 25, rootHash: 'd'.repeat(64) as Hash };

function audited(checkpoint: Checkpoint, keys: Readonly<Record<string, Latest>>) {
  const index: TrailIndex = {
    checkpoint,
    latestOf: (key) => keys[key],
  };
  return { index, at: 1000 };
}

const keys = { GB: { entryNumber: 12, count: 3 } };
const full = audited(head, keys);
const served = (given: Partial<ServedEntry> = {}): ServedEntry => ({
  key: 'GB',
  entryNumber: 12,
  head,
  asRecord: true,
  ...given,
});

describe('latestStatusOf', () => {
  test.each<[string, Partial<ServedEntry>, typeof full | undefined, string]>([
    ['the latest of its key', {}, full, 'latest holds'],
    ['with as many versions as in the log', { trailLength: 3 }, full, 'latest holds'],
    ['with a version too few', { trailLength: 2 }, full, 'trail does-not-match'],
    ['with a version too many', { trailLength: 4 }, full, 'trail does-not-match'],
    ['before a later one', { entryNumber: 11 }, full, 'superseded does-not-match'],
    ['after the last of its key', { entryNumber: 13 }, full, 'not-in-log does-not-match'],
    ['of a key that is not there', { key: 'XX' }, full, 'not-in-log does-not-match'],
    ['beyond the head', { entryNumber: 21 }, full, 'ahead not-checked'],
    ['of a log that was not read', {}, undefined, 'unread not-checked'],
    [
      'after an older audit knew a later one',
      { entryNumber: 11 },
      audited(shorter, keys),
      'grown cannot-check',
    ],
    ['that came after an older audit', { entryNumber: 18 }, audited(shorter, keys), 'grown not-checked'],
    ['by itself, the latest', { asRecord: false }, full, 'latest holds'],
    ['by itself, superseded', { asRecord: false, entryNumber: 4 }, full, 'superseded holds'],
    ['by itself, not in the log', { asRecord: false, entryNumber: 13 }, full, 'not-in-log does-not-match'],
  ])('an entry %s', (_, given, read, expected) => {
    const { status, verdict } = latestStatusOf(served(given), read);
    expect(`${status} ${verdict.outcome}`).toBe(expected);
  });

  test.each([
    ['another root for the size', other, 'elsewhere'],
    ['a longer log', longer, 'elsewhere'],
    ['a shorter log', shorter, 'grown'],
  ])('an audit of %s never makes it hold, and never a mismatch', (_, checkpoint, status) => {
    for (const entryNumber of [3, 12, 13, 18, 20])
      for (const trailLength of [1, 3, undefined]) {
        const found = latestStatusOf(served({ entryNumber, trailLength }), audited(checkpoint, keys));
        expect(found.status).toBe(status);
        expect(['not-checked', 'cannot-check']).toContain(found.verdict.outcome);
      }
  });
});

describe('recheckAfterRefetch', () => {
  /** Compares the entry that is `older` versions behind with a log in which jupiter has one more version than the server sent, or as many. */
  async function rechecked(older: number, tamper: MockVisitOptions['tamper'] = (_, body) => body) {
    let isOff = true;
    const later: MockVisitOptions['tamper'] = (path, body) => (isOff ? body : tamper(path, body));
    const { session, queries } = visitMock({ source: planet, mode: 'v2', tamper: later });
    const now = await queries.fetchQuery(headQuery(session));
    await queries.fetchQuery(recordQuery(session, 'jupiter'));
    const trail = await queries.fetchQuery(trailQuery(session, 'jupiter'));
    const { entryNumber } = trail.at(-1 - older) ?? { entryNumber: 0 };
    const sent = served({ key: 'jupiter', entryNumber, trailLength: trail.length - older, head: now });
    const latest = { entryNumber: (trail.at(-1)?.entryNumber ?? 0) + 1, count: trail.length + 1 };
    const found = latestStatusOf(sent, { index: { checkpoint: now, latestOf: () => latest } });
    expect(found.verdict.outcome).toBe('does-not-match');
    isOff = false;
    return (await recheckAfterRefetch(queries, session, found, sent)).verdict.outcome;
  }
  const failing = (at: string) => (path: string, body: string) => (path === at ? '{' : body);

  test.each<[string, number, MockVisitOptions['tamper'], string]>([
    ['a mismatch where the server says the same again', 0, undefined, 'does-not-match'],
    ['open where the answer was out of date', 1, undefined, 'not-checked'],
    ['no mismatch where the record fails', 0, failing('/records/jupiter'), 'cannot-check'],
    ['no mismatch where the trail fails', 0, failing('/records/jupiter/entries'), 'cannot-check'],
  ])('is %s', async (_, older, tamper, expected) => expect(await rechecked(older, tamper)).toBe(expected));
});

describe('latestQuery, from a copy of the whole log', () => {
  /** A visit in which a copy of the whole log was read, that came to this verdict at the head. */
  async function withCopy(found: Verdict = HOLDS) {
    const { session, queries } = visitMock({ source: planet, mode: 'v2' });
    const now = await queries.fetchQuery(headQuery(session));
    await queries.fetchQuery(memoryCheckQuery(session, now));
    session.trust.report({ ...copyCheck(now), verdict: found, checkedAt: 1 });
    const trail = await queries.fetchQuery(trailQuery(session, 'jupiter'));
    const whole: RegisterCopy = { id: '1', size: now.logSize, head: now, verdict: found, missing: 0 };
    copy.phase = { phase: 'ready', copy: whole } satisfies CopyPhase;
    copy.numbers = trail.map(({ entryNumber }) => entryNumber);
    const find = async (shown: number) => {
      const entryNumber = trail[shown - 1]?.entryNumber ?? 0;
      const asked = served({ key: 'jupiter', entryNumber, trailLength: shown, head: now });
      const result = await queries.fetchQuery(latestQuery(session, asked, copy.numbers.join()));
      const known = session.trust.verdictOf(latestCheck(asked))?.outcome;
      expect(known).toBe(result.verdict.outcome);
      return `${result.status} ${known}`;
    };
    return { session, queries, head: now, trail, find };
  }

  test('what was read before the copy is read again before it is called a mismatch', async () => {
    const { head: now, trail, find } = await withCopy();
    expect(await find(trail.length)).toBe('latest holds');
    expect(await find(trail.length - 1)).toBe('superseded not-checked');
    copy.numbers = [...copy.numbers, now.logSize];
    expect(await find(trail.length)).toBe('superseded does-not-match');
  });

  test.each<[string, Verdict]>([
    ['that was not verified', { outcome: 'cannot-check', code: 'incomplete', reason: 'x' }],
    ['of another log', { outcome: 'does-not-match', code: 'data-differs', reason: 'x' }],
  ])('nothing is looked up in a copy %s', async (_, found) => {
    const { trail, find } = await withCopy(found);
    expect(await find(trail.length)).toBe('unread not-checked');
  });

  test('what is on view because a newer version is deferred is no older answer of the server', async () => {
    const { session, queries, trail, find } = await withCopy();
    queries.setQueryData(trailQuery(session, 'jupiter').queryKey, trail.slice(0, -1));
    deferWhileRead(queries, session, 'jupiter');
    deferUpdate(queries, session, { record: { key: 'jupiter', items: [] }, trail });
    expect(await find(trail.length - 1)).toBe('deferred not-checked');
    expect(queries.getQueryData(trailQuery(session, 'jupiter').queryKey)).toHaveLength(trail.length - 1);
  });
});
