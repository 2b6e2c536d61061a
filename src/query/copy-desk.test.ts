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
import { BEHAVIOURS, FAULTS } from '../mock/switches/switches.ts';
import { type MockVisit, type MockVisitOptions, trueHead, visitMock } from '../testing/mock-session.ts';
import { copyIn, type CopyPhase, createCopyDesk, type RegisterCopy } from './copy-desk.ts';
import { headQuery } from './register-queries.ts';

const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;

interface FakeHost {
  readonly host: RemoteLog;
  stop(): void;
}

/**
 * fakeHost is a host in this thread; what goes in and out of it is copied as between threads. Once stopped it rejects whatever is asked of it. `stopsAt` stops it by itself
 * at a call of that name.
 */
function fakeHost(stopped: (why: WorkerStopped) => void, stopsAt?: keyof RemoteLog): FakeHost {
  const host = createLogHost(bulkDecoder);
  let why: WorkerStopped | undefined;
  const stop = (): void => {
    why = new WorkerStopped('The part of this page that holds the register stopped: boom.');
    stopped(why);
  };
  const call =
    (name: keyof RemoteLog) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (name === stopsAt) stop();
      if (why !== undefined) throw why;
      return structuredClone((host[name] as (...args: unknown[]) => unknown)(...structuredClone(args)));
    };
  const methods = Object.keys(host).map((name) => [name, call(name as keyof RemoteLog)]);
  return { host: Object.fromEntries(methods) as RemoteLog, stop };
}

/** deskOf makes the desk of a visit. The first workers stop at the calls `stopsAt`; `pages` stand in the place of those that the server sends. */
function deskOf(
  visit: MockVisit,
  stopsAt: readonly (keyof RemoteLog | undefined)[] = [],
  pages: Partial<LogPages> = {},
) {
  const hosts: FakeHost[] = [];
  const desk = createCopyDesk(visit.session, visit.queries, async () => ({
    start(stopped = () => undefined) {
      const fake = fakeHost(stopped, stopsAt[hosts.length]);
      hosts.push(fake);
      return { host: fake.host, hasher: () => undefined, end: () => undefined };
    },
    pages: (session, client) => ({ ...bulkPages(client, session.transport), ...pages }),
    readLog,
  }));
  const settled = (): Promise<CopyPhase> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!['ready', 'failed'].includes(desk.phase().phase)) return;
        leave();
        resolve(desk.phase());
      };
      const leave = desk.subscribe(look);
      look();
    });
  const copy = (): RegisterCopy => {
    const found = copyIn(desk.phase());
    if (found === undefined) throw new Error(`the desk is ${desk.phase().phase}`);
    return found;
  };
  return { ...visit, desk, hosts, settled, copy };
}

function planetVisit(options: Partial<MockVisitOptions> = {}): MockVisit {
  return visitMock({ source: planet, mode: 'v2', ...options });
}

function headOf({ queries, session }: MockVisit) {
  return queries.fetchQuery({ ...headQuery(session), staleTime: 0 });
}

/** begin has a desk read the register at the head that its server publishes, and lists the phases that a view is told of. */
async function begin(...asked: Parameters<typeof deskOf>) {
  const opened = deskOf(...asked);
  const head = await headOf(opened);
  const phases: CopyPhase[] = [];
  const leave = opened.desk.subscribe(() => void phases.push(opened.desk.phase()));
  opened.desk.read(head.logSize, head);
  return { ...opened, head, phases, leave };
}

/** outcomeOf is the verdict on the copy, with the number of data that could not be had where there is one; or that the reading failed. */
async function outcomeOf(visit: MockVisit): Promise<string> {
  try {
    const { settled, copy } = await begin(visit);
    if ((await settled()).phase === 'failed') return 'failed';
    const { verdict, missing } = copy();
    return verdict.outcome + (missing > 0 ? `, ${missing} missing` : '');
  } catch {
    return 'failed';
  }
}

function known(visit: MockVisit, mode: string): MockVisit {
  visit.session.trust.learnLeafRule(parseMode(mode).behaviour.leafRule);
  return visit;
}

/** What the copy is worth for each fault on a first visit, where the leaf rule is known, and to a browser that remembers the honest register. */
const EXPECTED: readonly (readonly [faults: string, first: string, known: string, remembered: string])[] = [
  ['honest altered-proof stale-record forged-record other-record short-trail', 'holds', 'holds', 'holds'],
  ['links-circle links-back links-away links-endless wrong-length', 'holds', 'holds', 'holds'],
  ['entries-skipped entries-repeated entries-reversed', 'holds', 'holds', 'holds'],
  ['altered-item', 'does-not-match, 1 missing', 'does-not-match, 1 missing', 'does-not-match, 1 missing'],
  ['half-character', 'cannot-check, 1 missing', 'cannot-check, 1 missing', 'cannot-check, 1 missing'],
  ['altered-entry', 'does-not-match', 'does-not-match', 'does-not-match'],
  ['altered-root', 'cannot-check', 'does-not-match', 'does-not-match'],
  ['altered-consistency stale-root long-proof', 'holds', 'holds', 'cannot-check'],
  ['fork fork-longer rollback other-moment', 'holds', 'holds', 'cannot-check'],
  ['truncated-json wrong-type not-found-html dead slow late log-cut', 'failed', 'failed', 'failed'],
  ['numbers-huge numbers-exponent numbers-hex numbers-other-digits', 'failed', 'failed', 'failed'],
  ['stall stall-body broken-off endless-body gzip-bomb deep-json web-page', 'failed', 'failed', 'failed'],
  ['too-many-requests unavailable fails-once', 'failed', 'failed', 'failed'],
];

const FAULT_ROWS = EXPECTED.flatMap(([faults, ...said]) =>
  faults.split(' ').map((fault) => [fault, said] as const),
);

const WAITS = new Set(['slow', 'late', 'stall', 'stall-body', 'endless-body', 'gzip-bomb']);

describe('a copy', () => {
  test.each([
    ['v2', undefined],
    ['v2+entries-reversed', expect.stringMatching(/^The list of entries has entry 15 where entry 1 belongs/)],
    ['earlier+entries-skipped', expect.stringMatching(/^The list of entries has entry 3 where entry 2/)],
  ])('says what was wrong with the list of entries of %s', async (mode, remark) => {
    const { settled, copy } = await begin(planetVisit({ mode }));
    await settled();
    expect(copy().remark).toEqual(remark);
  });

  test('is expected to say something of every fault', () => {
    expect(FAULT_ROWS.map(([fault]) => fault).toSorted()).toEqual(
      ['honest', ...FAULTS.map(({ id }) => id)].toSorted(),
    );
  });

  // Waiting for each answer shows nothing that `dead` does not.
  test.each(FAULT_ROWS.filter(([fault]) => !WAITS.has(fault)))('%s', async (fault, expected) => {
    for (const mode of MODES) {
      const switched = fault === 'honest' ? mode : `${mode}+${fault}`;
      const visit = (options = {}): MockVisit => planetVisit({ mode: switched, ...options });
      const visits = [visit(), known(visit(), mode), visit({ rememberedSize: 14 })];
      const found: string[] = [];
      for (const one of visits) found.push(await outcomeOf(one));
      expect([mode, ...found]).toEqual([mode, ...expected]);
    }
  });

  const behaviours = BEHAVIOURS.filter(({ id }) => id !== 'redirects');
  test.each(behaviours)('holds for an honest server with the behaviour $id', async ({ id, variant }) => {
    for (const mode of MODES) {
      if (variant !== undefined && (variant === 'item') !== mode.startsWith('v2')) continue;
      expect([mode, await outcomeOf(planetVisit({ mode: `${mode}+${id}` }))]).toEqual([mode, 'holds']);
    }
  });

  test.each([
    ['failed', 500, 'cannot-check', 'request-failed', /could not be read \(.*500/],
    ['is answered that there is none', 404, 'not-checked', 'no-root-published', /no root hash/],
  ])('whose request for the root %s says so', async (_, status, outcome, code, reason) => {
    const visit = planetVisit();
    const { transport } = visit.session;
    const broken: typeof transport = {
      ...transport,
      get: (address, ...rest) =>
        /\/proof\/register/.test(address)
          ? Promise.reject(new ApiError('HTTP_STATUS', `answered ${status}`, { address, status }))
          : transport.get(address, ...rest),
    };
    Object.assign(visit.session, { transport: broken });
    await headOf(visit).catch(() => undefined);
    const { desk, settled, copy } = deskOf(visit);
    desk.read(15, undefined);
    await settled();
    expect(copy().verdict).toEqual({ outcome, code, reason: expect.stringMatching(reason) });
  });

  test('goes on from what it has when the log grows', async () => {
    const visit = planetVisit();
    const { desk, hosts, settled, copy } = deskOf(visit);
    const head = await headOf(visit);
    desk.read(9, trueHead(planet, 'v2', 9));
    await settled();
    const before = visit.session.ledger.entries().length;
    desk.read(head.logSize, head);
    await expect.poll(() => copy().size).toBe(head.logSize);
    expect(copy()).toMatchObject({ verdict: { outcome: 'holds' }, missing: 0 });
    expect(hosts).toHaveLength(1);
    const searches = visit.session.ledger.entries().map(({ address }) => new URL(address).search);
    expect(searches.slice(before)).toContain('?start=10&limit=6');
    expect(await desk.host(copy()).ask('summary', { at: 9 })).toMatchObject({ entries: 9 });
  });

  test('stays as it is while it goes on, and where that fails', async () => {
    const visit = planetVisit({
      tamper: (path, body) => (path.startsWith('/entries') && path.includes('start=10') ? 'no JSON' : body),
    });
    const { desk, settled, copy } = deskOf(visit);
    const head = await headOf(visit);
    desk.read(9, trueHead(planet, 'v2', 9));
    await settled();
    const phases: string[] = [];
    desk.subscribe(() => phases.push(desk.phase().phase));
    desk.read(head.logSize, head);
    await expect.poll(() => visit.session.ledger.entries().at(-1)?.address).toContain('start=10');
    await expect.poll(() => copy().size).toBe(9);
    expect(phases).toEqual([]);
  });

  const forks = ['fork', 'fork-longer', 'rollback'].flatMap((fault) =>
    ['v2', 'earlier+leaf-hex'].map((mode) => [fault, mode] as const),
  );
  test.each(forks)('does not hold for a %s of the log that it held for, %s', async (fault, mode) => {
    // The same server in another mood: what it says changes under the reader.
    let lies = false;
    const visit = planetVisit({ mode, mood: () => (lies ? `${mode}+${fault}` : mode) });
    const { desk, hosts, settled, copy, head: honest } = await begin(visit);
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    const held = copy();
    lies = true;
    const forged = await headOf(visit);
    expect(forged).not.toEqual(honest);
    desk.read(forged.logSize, forged);
    await expect.poll(() => copy().head).toEqual(forged);
    expect(['does-not-match', 'cannot-check']).toContain(copy().verdict.outcome);
    expect(hosts).toHaveLength(2);
    // The worker of the first reading is gone: nothing is told of it out of the other copy.
    expect(() => desk.host(held)).toThrow(/read again meanwhile/);
  });

  test.each(MODES)('of an empty log finds no leaf rule, and believes the first entries, %s', async (mode) => {
    const visit = planetVisit({ mode });
    const { desk, settled, copy } = deskOf(visit);
    const head = await headOf(visit);
    desk.read(0, { logSize: 0, rootHash: EMPTY_ROOT });
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    expect(visit.session.trust.leafRule()).toBeUndefined();
    desk.read(head.logSize, head);
    await expect.poll(() => copy().size).toBe(head.logSize);
    expect(copy().verdict).toEqual({ outcome: 'holds' });
    expect(visit.session.trust.leafRule()).toBe(parseMode(mode).behaviour.leafRule);
  });

  test('refuses questions about a size that it has not reached', async () => {
    const { desk, settled, copy } = deskOf(planetVisit());
    desk.read(9, trueHead(planet, 'v2', 9));
    await settled();
    const host = desk.host(copy());
    await expect(host.ask('summary', { at: 10 })).rejects.toThrow(/9 entries, not yet 10/);
    await expect(host.ask('changes', { from: 1, to: 10 })).rejects.toThrow(RangeError);
  });

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
    try {
      const never: LogPages['entriesPage'] = (_start, _count, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      const { desk, leave } = await begin(planetVisit(), [], { entriesPage: never });
      await vi.advanceTimersByTimeAsync(100);
      expect(desk.phase()).toMatchObject({ phase: 'reading' });
      leave();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(desk.phase()).toEqual({ phase: 'absent' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('is not verified, and says how much is missing, where the data cannot be read', async () => {
    const { settled, copy } = await begin(
      planetVisit({ tamper: (path, body) => (path.startsWith('/items') ? 'not JSON' : body) }),
    );
    await settled();
    const reason = 'the data of 15 of the 15 hashes recorded in the log could not be read';
    expect(copy()).toMatchObject({
      verdict: { outcome: 'cannot-check', code: 'incomplete', reason },
      missing: 15,
    });
  });
});

describe('a worker that holds a register and stops', () => {
  const saysAgain = (phases: readonly CopyPhase[]): boolean =>
    phases.some((phase) => phase.phase === 'reading' && phase.again);

  test.each(['open', 'entries', 'rootFor'] as const)('at %s is replaced, and says so', async (name) => {
    const { settled, hosts, phases } = await begin(planetVisit(), [name]);
    expect(await settled()).toMatchObject({ phase: 'ready', copy: { verdict: { outcome: 'holds' } } });
    expect(hosts).toHaveLength(2);
    expect(saysAgain(phases)).toBe(true);
  });

  test('when the copy was there is replaced, by another copy', async () => {
    const { desk, settled, copy, hosts, phases } = await begin(planetVisit());
    await settled();
    const first = copy();
    hosts[0]?.stop();
    expect(desk.phase().phase).not.toBe('ready');
    await settled();
    expect(saysAgain(phases)).toBe(true);
    expect(copy().id).not.toBe(first.id);
    expect(await desk.host(copy()).ask('summary', { at: copy().size })).toBeDefined();
  });

  test('twice is a failure that says what to do, and no verdict; the reader may try again', async () => {
    const { desk, settled, hosts, head } = await begin(planetVisit(), ['rootFor', 'items']);
    const message = expect.stringMatching(/stopped: boom\. It is the second time\. Reload the page\./);
    expect(await settled()).toMatchObject({ phase: 'failed', failure: { message } });
    expect(hosts).toHaveLength(2);
    await Promise.resolve();
    desk.read(head.logSize, head, true);
    await expect.poll(() => desk.phase().phase).toBe('ready');
    expect(hosts).toHaveLength(3);
  });

  test('is not replaced for nobody', async () => {
    const { desk, settled, hosts, leave } = await begin(planetVisit());
    await settled();
    leave();
    hosts[0]?.stop();
    expect(desk.phase().phase).toBe('absent');
    expect(hosts).toHaveLength(1);
  });
});
