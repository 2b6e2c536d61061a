import { describe, expect, test } from 'vitest';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { parseMode } from '../mock/mount.ts';
import { planet } from '../mock/registers/planet.ts';
import { FAULTS } from '../mock/switches/faults.ts';
import { MANNERS } from '../mock/switches/manners.ts';
import { createReplicaHost, type ReplicaHost } from '../replica/host.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';
import { headQuery } from './register-queries.ts';
import { createReplicaDesk, type RemoteHost, type ReplicaDesk, type ReplicaPhase } from './replica-desk.ts';

const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;

/** What goes in and out of the host is copied as between threads. */
function closeHost(): RemoteHost {
  const host = createReplicaHost(bulkDecoder);
  const call =
    (name: keyof ReplicaHost) =>
    async (...args: unknown[]): Promise<unknown> =>
      structuredClone((host[name] as (...args: unknown[]) => unknown)(...structuredClone(args)));
  return Object.fromEntries(
    Object.keys(host).map((name) => [name, call(name as keyof ReplicaHost)]),
  ) as never;
}

function deskOf(visit: MockVisit): { desk: ReplicaDesk; hosts: () => number } {
  let hosts = 0;
  const desk = createReplicaDesk(visit.session, visit.queries, async () => ({
    host() {
      hosts += 1;
      return { host: closeHost(), end: () => undefined };
    },
    pages: (session, client) => bulkPages(client, session.transport, []),
  }));
  return { desk, hosts: () => hosts };
}

function settled(desk: ReplicaDesk): Promise<ReplicaPhase> {
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

/** said is the verdict on the copy, with the number of data that could not be had where there is one; or that the reading failed. */
async function said(visit: MockVisit): Promise<string> {
  const { desk } = deskOf(visit);
  try {
    const head = await visit.queries.fetchQuery(headQuery(visit.session));
    desk.read(head.logSize, head);
    const phase = await settled(desk);
    if (phase.phase !== 'ready') return 'failed';
    const { verdict, missing } = phase.replica;
    return verdict.outcome + (missing > 0 ? `, ${missing} missing` : '');
  } catch {
    return 'failed';
  }
}

function known(visit: MockVisit, mode: string): MockVisit {
  visit.session.leafRule.found = parseMode(mode).manner.leafRule;
  return visit;
}

/** What the copy is worth on a first visit, where the leaf rule is known, and to a browser that remembers the honest register. */
const EXPECTED: Readonly<Record<string, readonly [first: string, known: string, remembered: string]>> = {
  honest: ['holds', 'holds', 'holds'],
  'altered-item': ['does-not-match, 1 missing', 'does-not-match, 1 missing', 'does-not-match, 1 missing'],
  'altered-entry': ['cannot-check', 'does-not-match', 'does-not-match'],
  'altered-proof': ['holds', 'holds', 'holds'],
  'altered-consistency': ['holds', 'holds', 'cannot-check'],
  'altered-root': ['cannot-check', 'does-not-match', 'does-not-match'],
  'stale-root': ['holds', 'holds', 'cannot-check'],
  'stale-record': ['holds', 'holds', 'holds'],
  fork: ['holds', 'holds', 'cannot-check'],
  'fork-longer': ['holds', 'holds', 'cannot-check'],
  rollback: ['holds', 'holds', 'cannot-check'],
  'truncated-json': ['failed', 'failed', 'failed'],
  'wrong-type': ['failed', 'failed', 'failed'],
  'not-found-html': ['failed', 'failed', 'failed'],
  dead: ['failed', 'failed', 'failed'],
  slow: ['failed', 'failed', 'failed'],
};

describe('a replica', () => {
  test('is expected to say something of every fault', () => {
    expect(Object.keys(EXPECTED)).toEqual(['honest', ...FAULTS.map(({ id }) => id)]);
  });

  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    // Waiting for each answer shows nothing that `dead` does not.
    if (fault === 'slow') return;
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

  const manners = MANNERS.filter(({ id }) => id !== 'redirects');
  test.each(manners)('holds for an honest server with the manner $id', async ({ id, variant }) => {
    const modes = MODES.filter(
      (one) => variant === undefined || (variant === 'item') === one.startsWith('v2'),
    );
    for (const mode of modes)
      expect([mode, await said(visitMock({ source: planet, mode: `${mode}+${id}` }))]).toEqual([
        mode,
        'holds',
      ]);
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
    await expect.poll(() => (desk.phase() as { replica: { size: number } }).replica.size).toBe(head.logSize);
    expect(desk.phase()).toMatchObject({
      phase: 'ready',
      replica: { verdict: { outcome: 'holds' }, missing: 0 },
    });
    expect(hosts()).toBe(1);
    expect(
      visit.session.ledger
        .entries()
        .slice(before)
        .map(({ address }) => new URL(address).search),
    ).toContain('?start=10&limit=5000');
    expect(await desk.host().ask('summary', { at: 9 })).toMatchObject({ entries: 9 });
  });

  test('says what is missing where the data cannot be read', async () => {
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
      replica: { verdict: { outcome: 'holds' }, missing: 15 },
    });
  });
});
