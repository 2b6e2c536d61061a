import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FetchLike } from '../api/request.ts';
import { createApp } from '../mock/app.ts';
import { planet } from '../mock/registers/planet.ts';
import { prefetchRecord } from '../query/record-needs.ts';
import { fetchOf } from '../testing/fake-server.ts';
import { visitMock } from '../testing/mock-session.ts';
import type { RegisterId, RegisterPlace } from '../ui/paths.ts';
import { beginPlace, beginRequest, prepareWorker, takeEarly, takeWorker } from './early-requests.ts';

const asked: string[] = [];
let answerOf: (path: string) => unknown = () => ({});

const ask = async (address: string): Promise<Response> => {
  const path = address.slice('https://h/'.length);
  asked.push(path);
  return Response.json(answerOf(path));
};

beforeEach(() => void (asked.length = 0));

afterEach(() => vi.useRealTimers());

const ASK = { signal: new AbortController().signal };
const register: RegisterId = { kind: 'remote', base: 'https://h' };
const ITEMS = { fetch: ask, base: 'https://h', variant: 'item' } as const;
const PROOF = 'proof/entries/65/295/merkle:sha-256';
const HEAD = { 'total-entries': 295 };
const TRAIL = [{ 'entry-number': '6' }, { 'entry-number': '65' }];

/** Answers like a register with this head and this trail. */
function answers(head: unknown, trail: unknown) {
  return (path: string): unknown => {
    if (path.endsWith('/entries')) return trail;
    return /^proofs?\/register/.test(path) ? head : {};
  };
}

const OF_REGISTER = ['register', 'proof/register/merkle:sha-256'];
const OF_RECORD = [...OF_REGISTER, 'records/a%2Fb', 'records/a%2Fb/entries'];
const record: RegisterPlace = { view: 'record', register, key: 'a/b' };

test.each<[what: string, place: RegisterPlace, search: string, answers: [unknown, unknown], asked: string[]]>(
  [
    ['a record', record, '', [HEAD, TRAIL], [...OF_RECORD, PROOF]],
    ['a record of a later log', record, '', [{ 'total-entries': 64 }, TRAIL], OF_RECORD],
    ['a record without a trail', record, '', [HEAD, { message: 'not found' }], OF_RECORD],
    ['a head that is none', record, '', [[null], TRAIL], OF_RECORD],
    ['a trail of odd entries', record, '', [HEAD, [{ 'entry-number': '6/5' }]], OF_RECORD],
    ['a version', record, '?version=6', [HEAD, TRAIL], OF_RECORD],
    ['an earlier size', record, '?at=70', [HEAD, TRAIL], OF_REGISTER],
    ['a key that no address can carry', { ...record, key: '..' }, '', [HEAD, TRAIL], OF_REGISTER],
    ['another view', { view: 'audit', register }, '', [HEAD, TRAIL], OF_REGISTER],
  ],
)('%s begins with its first requests', async (_what, place, search, [head, trail], expected) => {
  answerOf = answers(head, trail);
  beginPlace(ITEMS, place, search);
  await new Promise((resolve) => void setTimeout(resolve, 20));
  expect(asked).toEqual(expected);
});

test('a record of the blobs API begins with the paths of that API', async () => {
  answerOf = answers(HEAD, TRAIL);
  beginPlace({ ...ITEMS, variant: 'blob' }, record, '');
  await vi.waitFor(() => expect(asked).toContain('proofs/entries/65/295'));
  expect(asked.slice(0, 2)).toEqual(['context', 'proofs/register']);
});

test.each(['v2', 'earlier'] as const)(
  'what is begun is what a record reads before it is drawn: %s',
  async (mode) => {
    const read: string[] = [];
    const begun: string[] = [];
    const tamper = (path: string, body: string): string => {
      read.push(path);
      return body;
    };
    const { session, queries } = visitMock({ source: planet, mode, tamper });
    await prefetchRecord(queries, session, 'uranus');
    const mock = fetchOf(createApp({ registers: new Map([[planet.name, () => planet]]) }));
    const fetch: FetchLike = (address, { headers = {} }) => {
      begun.push(address.slice(session.base.length));
      return mock(address, { headers, signal: null });
    };
    const variant = mode === 'v2' ? 'item' : 'blob';
    beginPlace({ fetch, base: session.base, variant }, { view: 'record', register, key: 'uranus' }, '');
    await expect.poll(() => begun.toSorted()).toEqual(read.toSorted());
  },
);

test('an early answer, also one that was read for the proof, is used once, then requested again', async () => {
  answerOf = answers(HEAD, TRAIL);
  beginPlace(ITEMS, record, '');
  await vi.waitFor(() => expect(asked).toContain(PROOF));
  const trail = async () => (await takeEarly(ask)('https://h/records/a%2Fb/entries', ASK)).json();
  expect(await trail()).toEqual(TRAIL);
  expect(asked).toHaveLength(5);
  expect(await trail()).toEqual(TRAIL);
  expect(asked).toHaveLength(6);
});

test('an answer unused for ten seconds, or a failure, does not answer a later request', async () => {
  vi.useFakeTimers();
  const signals: RequestInit['signal'][] = [];
  const ask = vi.fn(async (address: string, { signal }: RequestInit) => {
    signals.push(signal);
    if (address.endsWith('failed')) throw new TypeError('no connection');
    return new Response('x');
  });
  void beginRequest(ask, 'http://h/old');
  beginRequest(ask, 'http://h/failed').catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(signals[0]?.aborted).toBe(true);
  await takeEarly(ask)('http://h/old', ASK);
  await expect(takeEarly(ask)('http://h/failed', ASK)).rejects.toThrow('no connection');
  expect(ask).toHaveBeenCalledTimes(4);
});

test('aborting the later request ends the early one', async () => {
  const given = new AbortController();
  let signal: AbortSignal | null | undefined;
  const ask = async (_: string, init: RequestInit): Promise<Response> => {
    signal = init.signal;
    return new Response('x');
  };
  void beginRequest(ask, 'http://h/given-up');
  await takeEarly(ask)('http://h/given-up', { signal: given.signal });
  given.abort();
  expect(signal?.aborted).toBe(true);
});

test('where no worker can be made, preparing one breaks nothing; the check that needs it says why', () => {
  vi.stubGlobal('Worker', function Refused() {
    throw new DOMException('refused', 'SecurityError');
  });
  prepareWorker();
  expect(takeWorker).toThrow('refused');
});
