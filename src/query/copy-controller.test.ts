import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import type { LogPages } from '../log/log-pages.ts';
import { parseMode } from '../mock/mount.ts';
import { country } from '../mock/registers/country.ts';
import { planet } from '../mock/registers/planet.ts';
import { copyControllerFor, logWorker, settled } from '../testing/audit-world.ts';
import type { FakeWorker } from '../testing/fake-worker.ts';
import { MODES } from '../testing/fault-rows.ts';
import { type MockVisit, type MockVisitOptions, trueHead, visitMock } from '../testing/mock-session.ts';
import { copyIn, type CopyPhase } from './copy-controller.ts';
import { headQuery } from './register-queries.ts';

const visitPlanet = (options: Partial<MockVisitOptions> = {}): MockVisit =>
  visitMock({ source: planet, mode: 'v2', ...options });

/**
 * controllerOf makes the controller of a visit. The first workers crash at the calls `crashAt`; `pages`
 * replace those of the server.
 */
function controllerOf(visit: MockVisit, crashAt: readonly string[] = [], pages: Partial<LogPages> = {}) {
  const workers: FakeWorker[] = [];
  const startWorker = (): FakeWorker => {
    const calls = crashAt[workers.length];
    workers.push(logWorker((call) => call === calls));
    return workers.at(-1) ?? expect.unreachable();
  };
  const controller = copyControllerFor(visit, startWorker, pages);
  const phases: CopyPhase[] = [];
  const leave = controller.subscribe(() => void phases.push(controller.phase()));
  return {
    controller,
    workers,
    phases,
    leave,
    head: () => visit.queries.fetchQuery({ ...headQuery(visit.session), staleTime: 0 }),
    settled: () => settled(controller),
    copy: () =>
      copyIn(controller.phase()) ?? expect.unreachable(`the controller is ${controller.phase().phase}`),
  };
}

/** begin makes a controller read the register at its published head. */
async function begin(...asked: Parameters<typeof controllerOf>) {
  const opened = controllerOf(...asked);
  const honest = await opened.head();
  void opened.controller.read(honest.logSize, honest);
  return { ...opened, honest };
}

/** nineRead is a controller that has read the first nine of fifteen entries. */
async function nineRead(options: Partial<MockVisitOptions> = {}) {
  const visit = visitPlanet(options);
  const opened = controllerOf(visit);
  void opened.controller.read(9, trueHead(planet, 'v2', 9));
  await opened.settled();
  const asked = () => visit.session.ledger.entries().map(({ address }) => new URL(address).search);
  return { ...opened, asked };
}

// A copy under every fault and behaviour: whole-log-verdicts.test.ts.

describe('a copy', () => {
  test.each([
    [500, 'cannot-check', 'request-failed'],
    [404, 'not-checked', 'no-root-published'],
  ])('whose request for the root is answered with %i was not compared', async (status, outcome, code) => {
    const visit = visitPlanet();
    const { transport } = visit.session;
    const get: typeof transport.get = (address, ...rest) =>
      /\/proof\/register/.test(address)
        ? Promise.reject(new ApiError('HTTP_STATUS', `It answered ${status}.`, { address, status }))
        : transport.get(address, ...rest);
    Object.assign(visit.session, { transport: { ...transport, get } });
    const { controller, head, settled, copy } = controllerOf(visit);
    await head().catch(() => undefined);
    void controller.read(15, undefined);
    await settled();
    // Reasons have no full stop, whatever the message of the error.
    expect(copy().verdict).toMatchObject({ outcome, code, reason: expect.stringMatching(/[^.]$/) });
  });

  test('goes on from what it has when the log grows, and is asked for no size before', async () => {
    const { controller, workers, head, copy, asked } = await nineRead();
    const host = controller.host(copy());
    await expect(host.answer('summary', { at: 10 })).rejects.toThrow(/9 entries, not yet 10/);
    await expect(host.answer('changes', { from: 1, to: 10 })).rejects.toThrow(/not yet 10/);
    const now = await head();
    const before = asked().length;
    void controller.read(now.logSize, now);
    await expect.poll(() => copy().size).toBe(now.logSize);
    expect(copy()).toMatchObject({ verdict: { outcome: 'holds' }, missing: 0 });
    expect(workers).toHaveLength(1);
    expect(asked().slice(before)).toContain('?start=10&limit=6');
    expect(await controller.host(copy()).answer('summary', { at: 9 })).toMatchObject({ entries: 9 });
  });

  test('stays as it is while it goes on, and where that fails', async () => {
    const { controller, head, copy, phases, asked } = await nineRead({
      tamper: (path, body) => (path.startsWith('/entries') && path.includes('start=10') ? 'no JSON' : body),
    });
    const now = await head();
    phases.length = 0;
    void controller.read(now.logSize, now);
    await expect.poll(() => asked().at(-1)).toContain('start=10');
    await expect.poll(() => copy().size).toBe(9);
    expect(phases).toEqual([]);
  });

  const forks = ['fork', 'fork-longer', 'rollback'].flatMap((fault) =>
    ['v2', 'earlier+leaf-hex'].map((mode) => [fault, mode] as const),
  );
  test.each(forks)('does not hold for a %s of the log that it held for, %s', async (fault, mode) => {
    // The server changes its behaviour while the page is open.
    let lies = false;
    const visit = visitPlanet({ mode, modeNow: () => (lies ? `${mode}+${fault}` : mode) });
    const { controller, workers, head, settled, copy, honest } = await begin(visit);
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    const held = copy();
    lies = true;
    const forged = await head();
    expect(forged).not.toEqual(honest);
    void controller.read(forged.logSize, forged);
    await expect.poll(() => copy().head).toEqual(forged);
    expect(copy().verdict.outcome).toMatch(/does-not-match|cannot-check/);
    expect(workers).toHaveLength(2);
    // The worker of the first reading is gone: the other copy answers nothing about it.
    expect(() => controller.host(held)).toThrow(/no longer held/);
  });

  test.each(MODES)('of an empty log finds no leaf rule, and believes the first entries, %s', async (mode) => {
    const visit = visitPlanet({ mode });
    const { controller, head, settled, copy } = controllerOf(visit);
    const now = await head();
    void controller.read(0, { logSize: 0, rootHash: EMPTY_ROOT });
    expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    expect(visit.session.trust.leafRule()).toBeUndefined();
    void controller.read(now.logSize, now);
    await expect.poll(() => copy().size).toBe(now.logSize);
    expect(copy().verdict).toEqual({ outcome: 'holds' });
    expect(visit.session.trust.leafRule()).toBe(parseMode(mode).leafRule);
  });

  /** countryList is a visit whose list of items is answered by `body` while `bad()`, and what was asked. */
  const countryList = (mode: string, body: string, bad: () => boolean) => {
    const isList = (path: string): boolean => /^\/(?:items|blobs)(?:\?|$)/.test(path);
    const tamper = (path: string, honest: string) => (isList(path) && bad() ? body : honest);
    const visit = visitMock({ source: country, mode, tamper });
    const asked = (path: RegExp) =>
      visit.session.ledger.entries().filter(({ address }) => path.test(address)).length;
    return { visit, singles: () => asked(/\/(?:items|blobs)\/./), entries: () => asked(/\/entries\?/) };
  };

  test.each(['v2', 'earlier'])(
    'asks again for a page of %s that was cut, and for no item alone',
    async (mode) => {
      let times = 0;
      const { visit, singles } = countryList(mode, '{"a":}', () => ++times === 1);
      const { settled } = await begin(visit);
      expect(await settled()).toMatchObject({ copy: { verdict: { outcome: 'holds' }, missing: 0 } });
      expect(singles()).toBe(0);
    },
  );

  test.each(['v2', 'earlier'])(
    'keeps what it read where the list of %s is not answered, and reads the rest when asked',
    async (mode) => {
      let isBad = true;
      const { visit, singles, entries } = countryList(mode, '<title>Hotel Wi-Fi</title>', () => isBad);
      const { controller, settled, copy, honest } = await begin(visit);
      await settled();
      expect(copy()).toMatchObject({ verdict: { outcome: 'cannot-check' }, size: honest.logSize });
      expect(copy().missing).toBeGreaterThan(200);
      const read = entries();
      isBad = false;
      await controller.read(honest.logSize, honest, true);
      expect(copy()).toMatchObject({ verdict: { outcome: 'holds' }, missing: 0 });
      expect([singles(), entries()]).toEqual([0, read]);
    },
  );

  test.each([
    ['v2+small-pages', 404],
    ['earlier+small-pages', 403],
  ])(
    'of %s whose list is refused with %i after its first page keeps what it read, and is completed when asked',
    async (mode, status) => {
      const { visit, singles } = countryList(mode, '', () => false);
      const { transport } = visit.session;
      const lists: string[] = [];
      const getBytes: typeof transport.getBytes = (address, ...rest) =>
        /\/(?:items|blobs)\?/.test(address) && lists.push(address) % 2 === 0
          ? Promise.reject(new ApiError('HTTP_STATUS', 'It is refused.', { address, status }))
          : transport.getBytes(address, ...rest);
      Object.assign(visit.session, { transport: { ...transport, getBytes } });
      const { controller, settled, copy, honest } = await begin(visit);
      await settled();
      expect(copy()).toMatchObject({
        verdict: { outcome: 'cannot-check', reason: expect.stringMatching(/refused/) },
      });
      const { missing } = copy();
      expect([lists.length, singles()]).toEqual([2, 20]);
      expect(missing).toBeGreaterThan(0);
      await controller.read(honest.logSize, honest, true);
      expect(copy()).toMatchObject({ verdict: { outcome: 'holds' }, missing: 0 });
      expect([lists.length, singles()]).toEqual([2, 20 + missing]);
    },
  );

  test('is broken off once nobody follows it', async () => {
    const never = vi.fn<LogPages['entriesPage']>(
      (_start, _count, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
    );
    const { controller, leave } = await begin(visitPlanet(), [], { entriesPage: never });
    await vi.waitFor(() => expect(never).toHaveBeenCalled());
    expect(controller.phase()).toMatchObject({ phase: 'reading' });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    leave();
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    await expect.poll(() => controller.phase()).toEqual({ phase: 'absent' });
  });
});

describe('a worker that holds a register and stops', () => {
  test.each(['open', 'entries', 'rootFor'])(
    'at %s is replaced once, and the verdict says so',
    async (name) => {
      const { settled, workers } = await begin(visitPlanet(), [name]);
      const again = { outcome: 'holds', madeAgain: true };
      expect(await settled()).toMatchObject({ copy: { verdict: again, missing: 0 } });
      expect(workers).toHaveLength(2);
    },
  );

  test('twice is a failure and no verdict; the reader may try again', async () => {
    const { controller, settled, workers, honest } = await begin(visitPlanet(), ['open', 'entries']);
    expect(await settled()).toMatchObject({ phase: 'failed' });
    await Promise.resolve();
    void controller.read(honest.logSize, honest, true);
    await expect.poll(() => controller.phase()).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
    expect(workers).toHaveLength(3);
  });

  test('while its copy goes on is replaced, too', async () => {
    const { controller, workers, head, copy } = await nineRead();
    const now = await head();
    void controller.read(now.logSize, now);
    workers[0]?.crash();
    await expect.poll(() => controller.phase()).toMatchObject({ copy: { size: now.logSize } });
    expect(copy().verdict.outcome).toBe('holds');
    expect(workers).toHaveLength(2);
  });

  test('takes the copy with it, which is read again once for who follows it, then only for the reader', async () => {
    const { controller, settled, copy, workers, honest } = await begin(visitPlanet());
    const ready = async () => {
      await expect.poll(() => controller.phase().phase).toBe('ready');
      await new Promise((resolve) => setTimeout(resolve));
    };
    await settled();
    await ready();
    const first = copy();
    workers[0]?.crash();
    expect(controller.phase().phase).toBe('reading');
    await ready();
    expect(() => controller.host(first)).toThrow(/no longer held/);
    expect(await controller.host(copy()).answer('summary', { at: copy().size })).toBeDefined();
    workers[1]?.crash();
    expect(controller.phase().phase).toBe('failed');
    void controller.read(honest.logSize, honest, true);
    await ready();
    workers[2]?.crash();
    expect(controller.phase().phase).toBe('reading');
    await ready();
  });
});
