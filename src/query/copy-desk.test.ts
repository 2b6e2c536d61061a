import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { EMPTY_ROOT } from '../core/merkle.ts';
import { type CopyHost, createCopyHost } from '../log/copy-host.ts';
import { parseMode } from '../mock/mount.ts';
import { country } from '../mock/registers/country.ts';
import { planet } from '../mock/registers/planet.ts';
import { BEHAVIOURS, FAULTS } from '../mock/switches/switches.ts';
import { headQuery } from './register-queries.ts';
import {
  type RemoteHost,
  type RegisterCopy,
  type CopyDesk,
  type CopyPhase,
  createCopyDesk,
} from './copy-desk.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';

const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;

/** What goes in and out of the host is copied as between threads. */
function closeHost(): RemoteHost {
  const host = createCopyHost(bulkDecoder);
  const call =
    (name: keyof CopyHost) =>
    async (...args: unknown[]): Promise<unknown> =>
      structuredClone((host[name] as (...args: unknown[]) => unknown)(...structuredClone(args)));
  return Object.fromEntries(Object.keys(host).map((name) => [name, call(name as keyof CopyHost)])) as never;
}

function deskOf(visit: MockVisit): { desk: CopyDesk; hosts: () => number } {
  let hosts = 0;
  const desk = createCopyDesk(visit.session, visit.queries, async () => ({
    host() {
      hosts += 1;
      return { host: closeHost(), end: () => undefined };
    },
    pages: (session, client) => bulkPages(client, session.transport),
  }));
  return { desk, hosts: () => hosts };
}

function settled(desk: CopyDesk): Promise<CopyPhase> {
  return new Promise((resolve) => {
    const look = (): void => {
      const phase = desk.phase();
      if (phase.phase !== 'ready' && phase.phase !== 'failed') return;
      end();
      resolve(phase);
    };
    const end = desk.subscribe(look);
    look();
  });
}

function ready(desk: CopyDesk): RegisterCopy {
  const phase = desk.phase();
  if (phase.phase !== 'ready') throw new Error(`the desk is ${phase.phase}`);
  return phase.copy;
}

/** said is the verdict on the copy, with the number of data that could not be had where there is one; or that the reading failed. */
async function said(visit: MockVisit): Promise<string> {
  const { desk } = deskOf(visit);
  try {
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    desk.read(head.logSize, head);
    const phase = await settled(desk);
    if (phase.phase !== 'ready') return 'failed';
    const { verdict, missing } = phase.copy;
    return verdict.outcome + (missing > 0 ? `, ${missing} missing` : '');
  } catch {
    return 'failed';
  }
}

function known(visit: MockVisit, mode: string): MockVisit {
  visit.session.trust.learnLeafRule(parseMode(mode).behaviour.leafRule);
  return visit;
}

/** What the copy is worth on a first visit, where the leaf rule is known, and to a browser that remembers the honest register. */
const EXPECTED: Readonly<Record<string, readonly [first: string, known: string, remembered: string]>> = {
  honest: ['holds', 'holds', 'holds'],
  'altered-item': ['does-not-match, 1 missing', 'does-not-match, 1 missing', 'does-not-match, 1 missing'],
  'half-character': ['cannot-check, 1 missing', 'cannot-check, 1 missing', 'cannot-check, 1 missing'],
  'altered-entry': ['does-not-match', 'does-not-match', 'does-not-match'],
  'altered-proof': ['holds', 'holds', 'holds'],
  'altered-consistency': ['holds', 'holds', 'cannot-check'],
  'altered-root': ['cannot-check', 'does-not-match', 'does-not-match'],
  'stale-root': ['holds', 'holds', 'cannot-check'],
  'stale-record': ['holds', 'holds', 'holds'],
  'forged-record': ['holds', 'holds', 'holds'],
  'other-record': ['holds', 'holds', 'holds'],
  'short-trail': ['holds', 'holds', 'holds'],
  fork: ['holds', 'holds', 'cannot-check'],
  'fork-longer': ['holds', 'holds', 'cannot-check'],
  rollback: ['holds', 'holds', 'cannot-check'],
  'other-moment': ['holds', 'holds', 'cannot-check'],
  'long-proof': ['holds', 'holds', 'cannot-check'],
  'truncated-json': ['failed', 'failed', 'failed'],
  'wrong-type': ['failed', 'failed', 'failed'],
  'not-found-html': ['failed', 'failed', 'failed'],
  dead: ['failed', 'failed', 'failed'],
  slow: ['failed', 'failed', 'failed'],
  late: ['failed', 'failed', 'failed'],
  'links-circle': ['holds', 'holds', 'holds'],
  'links-back': ['holds', 'holds', 'holds'],
  'links-away': ['holds', 'holds', 'holds'],
  'links-endless': ['holds', 'holds', 'holds'],
  'entries-skipped': ['holds', 'holds', 'holds'],
  'entries-repeated': ['holds', 'holds', 'holds'],
  'entries-reversed': ['holds', 'holds', 'holds'],
  'log-cut': ['failed', 'failed', 'failed'],
  'numbers-huge': ['failed', 'failed', 'failed'],
  'numbers-exponent': ['failed', 'failed', 'failed'],
  'numbers-hex': ['failed', 'failed', 'failed'],
  'numbers-other-digits': ['failed', 'failed', 'failed'],
  stall: ['failed', 'failed', 'failed'],
  'stall-body': ['failed', 'failed', 'failed'],
  'broken-off': ['failed', 'failed', 'failed'],
  'endless-body': ['failed', 'failed', 'failed'],
  'gzip-bomb': ['failed', 'failed', 'failed'],
  'wrong-length': ['holds', 'holds', 'holds'],
  'deep-json': ['failed', 'failed', 'failed'],
  'web-page': ['failed', 'failed', 'failed'],
  'too-many-requests': ['failed', 'failed', 'failed'],
  unavailable: ['failed', 'failed', 'failed'],
  'fails-once': ['failed', 'failed', 'failed'],
};

const WAITS = new Set(['slow', 'late', 'stall', 'stall-body', 'endless-body', 'gzip-bomb']);

describe('a copy', () => {
  test.each([
    ['v2', undefined],
    ['v2+entries-reversed', expect.stringMatching(/^The list of entries has entry 15 where entry 1 belongs/)],
    ['earlier+entries-skipped', expect.stringMatching(/^The list of entries has entry 3 where entry 2/)],
  ])('says what was wrong with the list of entries of %s', async (mode, remark) => {
    const visit = visitMock({ source: planet, mode });
    const { desk } = deskOf(visit);
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    desk.read(head.logSize, head);
    await settled(desk);
    expect(ready(desk).remark).toEqual(remark);
  });

  test('is expected to say something of every fault', () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(['honest', ...FAULTS.map(({ id }) => id)].toSorted());
  });

  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    // Waiting for each answer shows nothing that `dead` does not.
    if (WAITS.has(fault)) return;
    for (const mode of MODES) {
      const switched = fault === 'honest' ? mode : `${mode}+${fault}`;
      const visit = (rememberedSize?: number): MockVisit =>
        visitMock({
          source: planet,
          mode: switched,
          ...(rememberedSize === undefined ? {} : { rememberedSize }),
        });
      const found = [await said(visit()), await said(known(visit(), mode)), await said(visit(14))];
      expect([mode, ...found]).toEqual([mode, ...expected]);
    }
  });

  const behaviours = BEHAVIOURS.filter(({ id }) => id !== 'redirects');
  test.each(behaviours)('holds for an honest server with the behaviour $id', async ({ id, variant }) => {
    const modes = MODES.filter(
      (one) => variant === undefined || (variant === 'item') === one.startsWith('v2'),
    );
    for (const mode of modes)
      expect([mode, await said(visitMock({ source: planet, mode: `${mode}+${id}` }))]).toEqual([
        mode,
        'holds',
      ]);
  });

  test.each([
    ['failed', 500, 'cannot-check', 'request-failed', /could not be read \(.*500/],
    ['is answered that there is none', 404, 'not-checked', 'no-root-published', /publishes no root/],
  ])('whose request for the root %s says so', async (_, status, outcome, code, reason) => {
    const visit = visitMock({ source: planet, mode: 'v2' });
    const transport = visit.session.transport;
    const broken: typeof transport = {
      ...transport,
      get: (address, ...rest) =>
        /\/proof\/register/.test(address)
          ? Promise.reject(new ApiError('HTTP_STATUS', `answered ${status}`, { address, status }))
          : transport.get(address, ...rest),
    };
    Object.assign(visit.session, { transport: broken });
    await visit.queries.fetchQuery(headQuery(visit.session)).catch(() => undefined);
    const { desk } = deskOf(visit);
    desk.read(15, undefined);
    await settled(desk);
    expect(ready(desk).verdict).toEqual({ outcome, code, reason: expect.stringMatching(reason) });
  });

  test('goes on from what it has when the log grows, and reads a log anew that does not go on from it', async () => {
    const visit = visitMock({ source: planet, mode: 'v2' });
    const { desk, hosts } = deskOf(visit);
    const early = trueHead(planet, 'v2', 9);
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    desk.read(9, early);
    await settled(desk);
    const requests = (): number => visit.session.ledger.entries().length;
    const before = requests();
    desk.read(head.logSize, head);
    await expect.poll(() => (desk.phase() as { copy: { size: number } }).copy.size).toBe(head.logSize);
    expect(desk.phase()).toMatchObject({
      phase: 'ready',
      copy: { verdict: { outcome: 'holds' }, missing: 0 },
    });
    expect(hosts()).toBe(1);
    expect(
      visit.session.ledger
        .entries()
        .slice(before)
        .map(({ address }) => new URL(address).search),
    ).toContain('?start=10&limit=5000');
    expect(await desk.host(ready(desk)).ask('summary', { at: 9 })).toMatchObject({ entries: 9 });
  });

  test('stays as it is while it goes on, and where that fails', async () => {
    const visit = visitMock({
      source: planet,
      mode: 'v2',
      tamper: (path, body) => (path.startsWith('/entries') && path.includes('start=10') ? 'no JSON' : body),
    });
    const { desk } = deskOf(visit);
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    desk.read(9, trueHead(planet, 'v2', 9));
    await settled(desk);
    const phases: string[] = [];
    desk.subscribe(() => phases.push(desk.phase().phase));
    desk.read(head.logSize, head);
    await expect.poll(() => visit.session.ledger.entries().at(-1)?.address).toContain('start=10');
    await expect.poll(() => desk.phase()).toMatchObject({ phase: 'ready', copy: { size: 9 } });
    expect(phases).toEqual([]);
  });

  test.each(['fork', 'fork-longer', 'rollback'])(
    'does not hold for a %s of the log that it held for in the same visit',
    async (fault) => {
      for (const mode of ['v2', 'earlier+leaf-hex']) {
        // The same server in another mood: what it says changes under the reader.
        let lies = false;
        const visit = visitMock({ source: planet, mode, mood: () => (lies ? `${mode}+${fault}` : mode) });
        const { desk, hosts } = deskOf(visit);
        const honest = await visit.queries.fetchQuery(headQuery(visit.session));
        desk.read(honest.logSize, honest);
        expect(await settled(desk)).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
        const held = ready(desk);
        lies = true;
        const forged = await visit.queries.fetchQuery({ ...headQuery(visit.session), staleTime: 0 });
        expect(forged).not.toEqual(honest);
        desk.read(forged.logSize, forged);
        await expect.poll(() => ready(desk).head).toEqual(forged);
        expect(['does-not-match', 'cannot-check']).toContain(ready(desk).verdict.outcome);
        expect(hosts()).toBe(2);
        // The worker of the first reading is gone: nothing is told of it out of the other copy.
        expect(() => desk.host(held)).toThrow(/read again meanwhile/);
      }
    },
  );

  test.each(MODES)(
    'of an empty log finds no leaf rule, so that the first entries are believed, %s',
    async (mode) => {
      const visit = visitMock({ source: planet, mode });
      const { desk } = deskOf(visit);
      const head = await visit.queries.fetchQuery(headQuery(visit.session));
      desk.read(0, { logSize: 0, rootHash: EMPTY_ROOT });
      expect(await settled(desk)).toMatchObject({ copy: { verdict: { outcome: 'holds' } } });
      expect(visit.session.trust.leafRule()).toBeUndefined();
      desk.read(head.logSize, head);
      await expect.poll(() => ready(desk).size).toBe(head.logSize);
      expect(ready(desk).verdict).toEqual({ outcome: 'holds' });
      expect(visit.session.trust.leafRule()).toBe(parseMode(mode).behaviour.leafRule);
    },
  );

  test('refuses questions about a size that it has not reached', async () => {
    const visit = visitMock({ source: planet, mode: 'v2' });
    const { desk } = deskOf(visit);
    desk.read(9, trueHead(planet, 'v2', 9));
    await settled(desk);
    const host = desk.host(ready(desk));
    await expect(host.ask('summary', { at: 10 })).rejects.toThrow(/9 entries, not yet 10/);
    await expect(host.ask('changes', { from: 1, to: 10 })).rejects.toThrow(RangeError);
  });

  test('is brought by records where there is no list, and does not follow a list that never ends', async () => {
    const unlisted = visitMock({ source: country, mode: 'v2+no-items-list' });
    const { desk } = deskOf(unlisted);
    const head = await unlisted.queries.fetchQuery(headQuery(unlisted.session));
    desk.read(head.logSize, head);
    expect(await settled(desk)).toMatchObject({
      phase: 'ready',
      copy: { verdict: { outcome: 'holds' }, missing: 0 },
    });
    const endless = visitMock({ source: country, mode: 'v2' });
    let pages = 0;
    const other = createCopyDesk(endless.session, endless.queries, async () => ({
      host: () => ({ host: closeHost(), end: () => undefined }),
      pages: (session, client) => ({
        ...bulkPages(client, session.transport),
        itemsPage: () => {
          pages += 1;
          return Promise.resolve({
            bytes: new TextEncoder().encode('{}'),
            address: 'http://mock.example/items',
            next: { query: `page=${pages}`, ordinal: pages + 1, seen: '' },
          });
        },
        item: () => Promise.resolve('none' as const),
      }),
    }));
    other.read(head.logSize, head);
    expect(await settled(other)).toMatchObject({ phase: 'ready' });
    expect(pages).toBe(1);
  });

  test('is broken off once nobody follows it', async () => {
    vi.useFakeTimers();
    try {
      const visit = visitMock({ source: planet, mode: 'v2' });
      const never = createCopyDesk(visit.session, visit.queries, async () => ({
        host: () => ({ host: closeHost(), end: () => undefined }),
        pages: (session, client) => ({
          ...bulkPages(client, session.transport),
          entriesPage: (_start, _count, signal) =>
            new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason as Error)),
            ),
        }),
      }));
      const leave = never.subscribe(() => undefined);
      never.read(15, undefined);
      await vi.advanceTimersByTimeAsync(100);
      expect(never.phase()).toMatchObject({ phase: 'reading' });
      leave();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(never.phase()).toEqual({ phase: 'absent' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('is not verified, and says how much is missing, where the data cannot be read', async () => {
    const visit = visitMock({
      source: planet,
      mode: 'v2',
      tamper: (path, body) => (path.startsWith('/items') ? 'not JSON' : body),
    });
    const { desk } = deskOf(visit);
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    desk.read(head.logSize, head);
    expect(await settled(desk)).toMatchObject({
      phase: 'ready',
      copy: {
        verdict: {
          outcome: 'cannot-check',
          code: 'incomplete',
          reason: 'the data of 15 items that entries name could not be read',
        },
        missing: 15,
      },
    });
  });
});
