import { describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { planet } from '../mock/registers/planet.ts';
import { visitMock, type MockVisitOptions } from '../testing/mock-session.ts';
import { CANNOT, HEAD, HOLDS, LATER, MISMATCH, OTHER } from '../testing/trust-builders.ts';
import { copyCheck, type CopyPhase, type RegisterCopy } from './copy-controller.ts';
import { latestStatusOf, recheckAfterRefetch } from './find-latest.ts';
import { latestCheck, latestQuery, type ServedEntry } from './latest-version.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

const copy = vi.hoisted(() => ({ numbers: [] as readonly number[], phase: undefined as unknown }));

vi.mock(import('./copy.ts'), async (load) => ({
  ...(await load()),
  copyControllerOf: () => ({ phase: () => copy.phase }) as never,
  copyAnswer: () => ({ queryKey: ['numbers', ...copy.numbers], queryFn: async () => copy.numbers }) as never,
}));

/** An audit of this log: key GB has three entries, the last of them 12. */
const audited = (checkpoint: Checkpoint) => ({
  audited: checkpoint,
  auditedAt: 1000,
  latest: { entryNumber: 12, count: 3 } as { entryNumber: number; count: number } | undefined,
});

const head = { ...HEAD, logSize: 20 };
const shorter = { ...LATER, logSize: 15 };
const longer = { ...LATER, logSize: 25 };
const another = { ...OTHER, logSize: 20 };
const full = audited(head);
const served = (given: Partial<ServedEntry> = {}): ServedEntry => ({
  key: 'GB',
  entryNumber: 12,
  head,
  asRecord: true,
  ...given,
});

describe('of what an audit knows, an entry', () => {
  test.each<[string, Partial<ServedEntry>, typeof full | undefined, string]>([
    ['the latest of its key', {}, full, 'latest holds'],
    ['with as many versions as in the log', { trailLength: 3 }, full, 'latest holds'],
    ['with a version too many', { trailLength: 4 }, full, 'trail does-not-match'],
    ['before a later one', { entryNumber: 11 }, full, 'superseded does-not-match'],
    ['after the last of its key', { entryNumber: 13 }, full, 'not-in-log does-not-match'],
    ['of a key that is not there', {}, { ...full, latest: undefined }, 'not-in-log does-not-match'],
    ['beyond the head', { entryNumber: 21 }, full, 'unread not-checked'],
    ['of a log that was not read', {}, undefined, 'unread not-checked'],
    ['after an older audit knew a later one', { entryNumber: 11 }, audited(shorter), 'grown cannot-check'],
    ['that came after an older audit', { entryNumber: 18 }, audited(shorter), 'grown not-checked'],
    [
      'with more versions than an older audit knew',
      { trailLength: 4 },
      audited(shorter),
      'grown not-checked',
    ],
    ['after an audit of another root', { entryNumber: 11 }, audited(another), 'unread not-checked'],
    ['after an audit of a longer log', { entryNumber: 11 }, audited(longer), 'unread not-checked'],
    ['by itself, the latest', { asRecord: false }, full, 'latest holds'],
    ['by itself, superseded', { asRecord: false, entryNumber: 4 }, full, 'superseded holds'],
    ['by itself, not in the log', { asRecord: false, entryNumber: 13 }, full, 'not-in-log does-not-match'],
  ])('%s', (_, given, read, expected) => {
    const { status, verdict } = latestStatusOf(served(given), read);
    expect(`${status} ${verdict.outcome}`).toBe(expected);
  });
});

const KEY = 'jupiter';

/** A visit that has read head, record and trail of Jupiter. */
async function visitJupiter(tamper: MockVisitOptions['tamper'] = (_, body) => body, mode = 'v2') {
  let isOff = true;
  const later: MockVisitOptions['tamper'] = (path, body) => (isOff ? body : tamper(path, body));
  const { session, queries } = visitMock({ source: planet, mode, tamper: later });
  const now = await queries.fetchQuery(headQuery(session));
  await queries.fetchQuery(recordQuery(session, KEY));
  const trail = await queries.fetchQuery(trailQuery(session, KEY));
  isOff = false;
  const shown = (count: number): ServedEntry =>
    served({ key: KEY, entryNumber: trail[count - 1]?.entryNumber ?? 0, trailLength: count, head: now });
  return { session, queries, head: now, trail, shown };
}

const failing = (at: string) => (path: string, body: string) => (path === at ? '{' : body);

test.each<[string, number, MockVisitOptions['tamper'], string]>([
  ['a mismatch where the server says the same again', 0, undefined, 'does-not-match'],
  ['open where the answer was out of date', 1, undefined, 'not-checked'],
  ['no mismatch where the record fails', 0, failing(`/records/${KEY}`), 'cannot-check'],
])('a version older than one in the log is %s', async (_, older, tamper, expected) => {
  const { session, queries, head: now, trail, shown } = await visitJupiter(tamper);
  const sent = shown(trail.length - older);
  const latest = { entryNumber: (trail.at(-1)?.entryNumber ?? 0) + 1, count: trail.length + 1 };
  const found = latestStatusOf(sent, { audited: now, latest });
  expect(found.verdict.outcome).toBe('does-not-match');
  expect((await recheckAfterRefetch(queries, session, found, sent)).verdict.outcome).toBe(expected);
});

test.each([
  ['v2', 'does-not-match'],
  ['v2+links-away', 'cannot-check'],
])('a version history of %s that is shorter than in the log: %s', async (mode, expected) => {
  const { session, queries, head: now, trail, shown } = await visitJupiter(undefined, mode);
  const sent = shown(trail.length);
  const latest = { entryNumber: sent.entryNumber, count: trail.length + 1 };
  const found = latestStatusOf(sent, { audited: now, latest });
  expect(found.verdict.outcome).toBe('does-not-match');
  expect((await recheckAfterRefetch(queries, session, found, sent)).verdict.outcome).toBe(expected);
});

describe('from a copy of the whole log', () => {
  /** A visit with a copy of the whole log, which has this verdict at the head. */
  async function withCopy(found: Verdict = HOLDS) {
    const visit = await visitJupiter();
    const { session, queries, head: now, trail, shown } = visit;
    await queries.fetchQuery(memoryCheckQuery(session, now));
    session.trust.report({ ...copyCheck(now), verdict: found, checkedAt: 1 });
    const whole: RegisterCopy = { id: '1', size: now.logSize, head: now, verdict: found, missing: 0 };
    copy.phase = { phase: 'ready', copy: whole } satisfies CopyPhase;
    copy.numbers = trail.map(({ entryNumber }) => entryNumber);
    const find = async (count: number) => {
      const asked = shown(count);
      const result = await queries.fetchQuery(latestQuery(session, asked, copy.numbers.join()));
      const known = session.trust.verdictOf(latestCheck(asked))?.outcome;
      expect(known).toBe(result.verdict.outcome);
      return `${result.status} ${known}`;
    };
    return { ...visit, find };
  }

  test('what was read before the copy is read again before it is called a mismatch', async () => {
    const { head: now, trail, find } = await withCopy();
    expect(await find(trail.length)).toBe('latest holds');
    expect(await find(trail.length - 1)).toBe('superseded not-checked');
    copy.numbers = [...copy.numbers, now.logSize];
    expect(await find(trail.length)).toBe('superseded does-not-match');
  });

  test.each([CANNOT, MISMATCH])('nothing is looked up where it was not verified: %o', async (found) => {
    const { trail, find } = await withCopy(found);
    expect(await find(trail.length)).toBe('unread not-checked');
  });
});
