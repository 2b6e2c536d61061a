import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import { createLogHost } from '../log/log-host.ts';
import type { LogPages } from '../log/pages.ts';
import { readLog } from '../log/read-log.ts';
import { type RemoteLog, WorkerStopped } from '../log/remote-log.ts';
import { parseMode } from '../mock/mount.ts';
import { country } from '../mock/registers/country.ts';
import { planet } from '../mock/registers/planet.ts';
import { BEHAVIOURS } from '../mock/switches/switches.ts';
import { faultRows, hasVariant, MODES, modeWith, WAITING } from '../testing/fault-rows.ts';
import { type MockVisit, type MockVisitOptions, trueHead, visitMock } from '../testing/mock-session.ts';
import { copyIn, type CopyPhase, createCopyDesk } from './copy-desk.ts';
import { headQuery } from './register-queries.ts';

const visitPlanet = (options: Partial<MockVisitOptions> = {}): MockVisit =>
  visitMock({ source: planet, mode: 'v2', ...options });

/**
 * fakeHost is a host in this thread; what goes in and out of it is copied as between threads. Once stopped it rejects whatever is asked of it. `stopsAt` stops it by itself
 * at a call of that name.
 */
function fakeHost(stopped: (why: WorkerStopped) => void, stopsAt?: keyof RemoteLog) {
  const host = createLogHost(bulkDecoder);
  let why: WorkerStopped | undefined;
  const stop = (): void => {
    why = new WorkerStopped('The part of this page that holds the register stopped: boom.');
    stopped(why);
  };
  const call =
    (name: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (name === stopsAt) stop();
      if (why !== undefined) throw why;
      const method = host[name as keyof RemoteLog] as (...args: unknown[]) => unknown;
      return structuredClone(method(...structuredClone(args)));
    };
  const methods = Object.keys(host).map((name) => [name, call(name)]);
  return { host: Object.fromEntries(methods) as RemoteLog, stop };
}

/** deskOf makes the desk of a visit. The first workers stop at the calls `stopsAt`; `pages` stand in the place of those that the server sends. */
function deskOf(visit: MockVisit, stopsAt: readonly (keyof RemoteLog)[] = [], pages: Partial<LogPages> = {}) {
  const hosts: ReturnType<typeof fakeHost>[] = [];
  const desk = createCopyDesk(visit.session, visit.queries, async () => ({
    start(stopped = () => undefined) {
      const fake = fakeHost(stopped, stopsAt[hosts.length]);
      hosts.push(fake);
      return { host: fake.host, hasher: () => undefined, end: () => undefined };
    },
    pages: (session, client) => ({ ...bulkPages(client, session.transport), ...pages }),
    readLog,
  }));
  const phases: CopyPhase[] = [];
  const leave = desk.subscribe(() => void phases.push(desk.phase()));
  return {
    desk,
    hosts,
    phases,
    leave,
    head: () => visit.queries.fetchQuery({ ...headQuery(visit.session), staleTime: 0 }),
    settled: () =>
      new Promise<CopyPhase>((resolve) => {
        const look = (): void => {
          if (!/ready|failed/.test(desk.phase().phase)) return;
          leaveDesk();
          resolve(desk.phase());
        };
        const leaveDesk = desk.subscribe(look);
        look();
      }),
    copy: () => copyIn(desk.phase()) ?? expect.unreachable(`the desk is ${desk.phase().phase}`),
  };
}

/** begin has a desk read the register at the head that its server publishes. */
async function begin(...asked: Parameters<typeof deskOf>) {
  const opened = deskOf(...asked);
  const honest = await opened.head();
  opened.desk.read(honest.logSize, honest);
  return { ...opened, honest };
}

/** nineRead is a desk that has read the first nine of fifteen entries. */
async function nineRead(options: Partial<MockVisitOptions> = {}) {
  const visit = visitPlanet(options);
  const opened = deskOf(visit);
  opened.desk.read(9, trueHead(planet, 'v2', 9));
  await opened.settled();
  const asked = () => visit.session.ledger.entries().map(({ address }) => new URL(address).search);
  return { ...opened, asked };
}

/** outcomeOf is the verdict on the copy, with the number of data that could not be had, and what was wrong with the list; or that the reading failed. */
async function outcomeOf(visit: MockVisit): Promise<string> {
  try {
    const { settled, copy } = await begin(visit);
    if ((await settled()).phase === 'failed') return 'failed';
    const { verdict, missing, remark } = copy();
    return [verdict.outcome, missing || '', remark?.replaceAll(/\D+/g, ' ').trim()].join(' ').trim();
  } catch {
    return 'failed';
  }
}

/** What the copy is worth for each fault on a first visit, where the leaf rule is known, and to a browser that remembers the honest register; with the number of data that could not be had, and of the entry in the list that stands in the place of another. */
const ROWS = faultRows(`
honest altered-proof stale-record forged-record other-record short-trail links-circle links-back links-away
links-endless wrong-length
  holds, holds, holds
entries-skipped
  holds  3 2, holds  3 2, holds  3 2
entries-repeated
  holds  2 3, holds  2 3, holds  2 3
entries-reversed
  holds  15 1, holds  15 1, holds  15 1
altered-item
  does-not-match 1, does-not-match 1, does-not-match 1
half-character
  cannot-check 1, cannot-check 1, cannot-check 1
altered-entry
  does-not-match, does-not-match, does-not-match
altered-root
  cannot-check, does-not-match, does-not-match
altered-consistency stale-root long-proof fork fork-longer rollback other-moment
  holds, holds, cannot-check
truncated-json wrong-type not-found-html dead slow late log-cut numbers-huge numbers-exponent numbers-hex
numbers-other-digits stall stall-body broken-off endless-body gzip-bomb deep-json web-page
too-many-requests unavailable fails-once
  failed, failed, failed
`);

describe('a copy', () => {
  // Waiting for each answer shows nothing that `dead` does not.
  const rows = [...ROWS].filter(([fault]) => !WAITING.has(fault) && !/endless-body|gzip/.test(fault));
  test.each(rows)('of a register with %s: %s', async (fault, row) => {
    for (const mode of MODES) {
      const visit = (options = {}): MockVisit => visitPlanet({ mode: modeWith(mode, fault), ...options });
      const known = visit();
      known.session.trust.learnLeafRule(parseMode(mode).behaviour.leafRule);
      const found: string[] = [];
      for (const one of [visit(), known, visit({ rememberedSize: 14 })]) found.push(await outcomeOf(one));
      expect([mode, found.join(', ')]).toEqual([mode, row]);
    }
  });

  const behaviours = BEHAVIOURS.filter(({ id }) => id !== 'redirects');
  test.each(behaviours)('holds for an honest server with the behaviour $id', async ({ id, variant }) => {
    for (const mode of MODES.filter((one) => hasVariant(one, variant)))
      expect([mode, await outcomeOf(visitPlanet({ mode: `${mode}+${id}` }))]).toEqual([mode, 'holds']);
  });

  test.each([
    [500, 'cannot-check', 'request-failed'],
    [404, 'not-checked', 'no-root-published'],
  ])('whose request for the root is answered with %i was not compared', async (status, outcome, code) => {
    const visit = visitPlanet();
    const { transport } = visit.session;
    const get: typeof transport.get = (address, ...rest) =>
      /\/proof\/register/.test(address)
        ? Promise.reject(new ApiError('HTTP_STATUS', `answered ${status}`, { address, status }))
        : transport.get(address, ...rest);
    Object.assign(visit.session, { transport: { ...transport, get } });
    const { desk, head, settled, copy } = deskOf(visit);
    await head().catch(() => undefined);
    desk.read(15, undefined);
    await settled();
    expect(copy().verdict).toMatchObject({ outcome, code });
  });

  test('goes on from what it has when the log grows, and is asked for no size before', async () => {
    const { desk, hosts, head, copy, asked } = await nineRead();
    const host = desk.host(copy());
    await expect(host.ask('summary', { at: 10 })).rejects.toThrow(/9 entries, not yet 10/);
    await expect(host.ask('changes', { from: 1, to: 10 })).rejects.toThrow(RangeError);
    const now = await head();
    const before = asked().length;
    desk.read(now.logSize, now);
    await expect.poll(() => copy().size).toBe(now.logSize);
    expect(copy()).toMatchObject({ verdict: { outcome: 'holds' }, missing: 0 });
    expect(hosts).toHaveLength(1);
    expect(asked().slice(before)).toContain('?start=10&limit=6');
    expect(await desk.host(copy()).ask('summary', { at: 9 })).toMatchObject({ entries: 9 });
  });

  test('stays as it is while it goes on, and where that fails', async () => {
    const { desk, head, copy, phases, asked } = await nineRead({
      tamper: (path, body) => (path.startsWith('/entries') && path.includes('start=10') ? 'no JSON' : body),
    });
    const now = await head();
    phases.length = 0;
    desk.read(now.logSize, now);
    await expect.poll(() => asked().at(-1)).toContain('start=10');
    await expect.poll(() => copy().size).toBe(9);
    expect(phases).toEqual([]);
  });

  const forks = ['fork', 'fork-longer', 'rollback'].flatMap((fault) =>
    ['v2', 'earlier+leaf-hex'].map((mode) => [fault, mode] as const),
  );
  test.each(forks)('does not hold for a %s of the log that it held for, %s', async (fault, mode) => {
    // The same server in another mood: what it says changes under the reader.
    let lies = false;
    const visit = visitPlanet({ mode, mood: () => (lies ? `${mode}+${fault}` : mode) });
    const { desk, hosts, head, settled, copy, honest } = await begin(visit);
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    const held = copy();
    lies = true;
    const forged = await head();
    expect(forged).not.toEqual(honest);
    desk.read(forged.logSize, forged);
    await expect.poll(() => copy().head).toEqual(forged);
    expect(copy().verdict.outcome).toMatch(/does-not-match|cannot-check/);
    expect(hosts).toHaveLength(2);
    // The worker of the first reading is gone: nothing is told of it out of the other copy.
    expect(() => desk.host(held)).toThrow(/read again meanwhile/);
  });

  test.each(MODES)('of an empty log finds no leaf rule, and believes the first entries, %s', async (mode) => {
    const visit = visitPlanet({ mode });
    const { desk, head, settled, copy } = deskOf(visit);
    const now = await head();
    desk.read(0, { logSize: 0, rootHash: EMPTY_ROOT });
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    expect(visit.session.trust.leafRule()).toBeUndefined();
    desk.read(now.logSize, now);
    await expect.poll(() => copy().size).toBe(now.logSize);
    expect(copy().verdict).toEqual({ outcome: 'holds' });
    expect(visit.session.trust.leafRule()).toBe(parseMode(mode).behaviour.leafRule);
  });

  // JSON for half of a character. No bytes can stand for it in UTF-8, so that nothing that holds it has a hash.
  test.each(['v2', 'earlier'])(
    'with half a character in a key is not called wrong, nor right, %s',
    async (mode) => {
      const half = String.raw`"key":"earth\ud800"`;
      const visit = visitPlanet({ mode, tamper: (_, body) => body.replaceAll('"key":"earth"', half) });
      expect(await outcomeOf(visit)).toBe('cannot-check');
    },
  );

  test('is brought by records where there is no list', async () => {
    const { settled } = await begin(visitMock({ source: country, mode: 'v2+no-items-list' }));
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' }, missing: 0 } });
  });

  test('does not follow a list that never ends', async () => {
    let pages = 0;
    const { settled } = await begin(visitMock({ source: country, mode: 'v2' }), [], {
      itemsPage: async () => {
        pages += 1;
        const next = { query: `page=${pages}`, ordinal: pages + 1, seen: '' };
        return { bytes: new TextEncoder().encode('{}'), address: 'http://mock.example/items', next };
      },
      item: async () => 'none',
    });
    expect(await settled()).toMatchObject({ phase: 'ready' });
    expect(pages).toBeLessThan(5);
  });

  test('is broken off once nobody follows it', async () => {
    vi.useFakeTimers();
    const never: LogPages['entriesPage'] = (_start, _count, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const { desk, leave } = await begin(visitPlanet(), [], { entriesPage: never });
    await vi.advanceTimersByTimeAsync(100);
    expect(desk.phase()).toMatchObject({ phase: 'reading' });
    leave();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(desk.phase()).toEqual({ phase: 'absent' });
    vi.useRealTimers();
  });

  test('is not verified, and says how much is missing, where the data cannot be read', async () => {
    const { settled, copy } = await begin(
      visitPlanet({ tamper: (path, body) => (path.startsWith('/items') ? 'not JSON' : body) }),
    );
    await settled();
    expect(copy()).toMatchObject({ verdict: { outcome: 'cannot-check', code: 'incomplete' }, missing: 15 });
  });
});

describe('a worker that holds a register and stops', () => {
  const saysAgain = (phases: readonly CopyPhase[]): boolean =>
    phases.some((phase) => phase.phase === 'reading' && phase.again);

  test.each(['open', 'entries', 'rootFor'] as const)('at %s is replaced, and says so', async (name) => {
    const { settled, hosts, phases } = await begin(visitPlanet(), [name]);
    expect(await settled()).toMatchObject({ phase: 'ready', copy: { verdict: { outcome: 'holds' } } });
    expect(hosts).toHaveLength(2);
    expect(saysAgain(phases)).toBe(true);
  });

  test('when the copy was there is replaced, by another copy; and for nobody it is not', async () => {
    const { desk, settled, copy, hosts, phases } = await begin(visitPlanet());
    await settled();
    const first = copy();
    hosts[0]?.stop();
    expect(desk.phase().phase).not.toBe('ready');
    await settled();
    expect(saysAgain(phases)).toBe(true);
    expect(copy().id).not.toBe(first.id);
    expect(await desk.host(copy()).ask('summary', { at: copy().size })).toBeDefined();
    hosts[1]?.stop();
    expect(desk.phase().phase).toBe('failed');

    const left = await begin(visitPlanet());
    await left.settled();
    left.leave();
    left.hosts[0]?.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([left.desk.phase().phase, left.hosts.length]).toEqual(['absent', 1]);
  });

  test('twice is a failure that says what to do, and no verdict; the reader may try again', async () => {
    const { desk, settled, hosts, honest } = await begin(visitPlanet(), ['rootFor', 'items']);
    const message = expect.stringMatching(/Reload the page\./);
    expect(await settled()).toMatchObject({ phase: 'failed', failure: { message } });
    expect(hosts).toHaveLength(2);
    await Promise.resolve();
    desk.read(honest.logSize, honest, true);
    await expect.poll(() => desk.phase().phase).toBe('ready');
    expect(hosts).toHaveLength(3);
  });
});
