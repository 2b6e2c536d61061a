import { describe, expect, test } from 'vitest';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { bulkPages } from '../api/bulk-pages.ts';
import { planet } from '../mock/registers/planet.ts';
import { createCopyHost } from '../log/copy-host.ts';
import { visitMock } from '../testing/mock-session.ts';
import { headQuery } from './register-queries.ts';
import { createCopyDesk, type RemoteHost, type CopyDesk, type CopyPhase } from './copy-desk.ts';
import { WorkerStopped } from './failure.ts';

interface FakeHost {
  readonly host: RemoteHost;
  stop(): void;
}

/** A host in this thread that can be stopped: whatever is asked of it then rejects. `stopsAt` stops it by itself at a call of that name. */
function fakeHost(stopped: (why: WorkerStopped) => void, stopsAt?: keyof RemoteHost): FakeHost {
  const host = createCopyHost(bulkDecoder);
  let why: WorkerStopped | undefined;
  const stop = (): void => {
    why = new WorkerStopped('The part of this page that holds the register stopped: boom.');
    stopped(why);
  };
  const call =
    (name: keyof RemoteHost) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (name === stopsAt) stop();
      if (why !== undefined) throw why;
      return (host[name] as (...args: unknown[]) => unknown)(...args);
    };
  const methods = Object.keys(host).map((name) => [name, call(name as keyof RemoteHost)]);
  return { host: Object.fromEntries(methods) as RemoteHost, stop };
}

/** world opens the desk of a register of which the first workers stop at these calls. */
async function world(...stopsAt: readonly (keyof RemoteHost | undefined)[]) {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const head = await queries.fetchQuery(headQuery(session));
  const hosts: FakeHost[] = [];
  const desk = createCopyDesk(session, queries, async () => ({
    host(stopped) {
      const fake = fakeHost(stopped, stopsAt[hosts.length]);
      hosts.push(fake);
      return { host: fake.host, end: () => undefined };
    },
    pages: (own, client) => bulkPages(client, own.transport),
  }));
  const phases: CopyPhase[] = [];
  desk.subscribe(() => void phases.push(desk.phase()));
  desk.read(head.logSize, head);
  return { desk, hosts, phases, head };
}

function settled(desk: CopyDesk): Promise<CopyPhase> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (desk.phase().phase === 'ready' || desk.phase().phase === 'failed') resolve(desk.phase());
    };
    desk.subscribe(look);
    look();
  });
}

describe('a worker that holds a register and stops', () => {
  test.each(['open', 'addEntries', 'check'] as const)('at %s is replaced, and says so', async (name) => {
    const { desk, hosts, phases } = await world(name);
    expect(await settled(desk)).toMatchObject({ phase: 'ready', copy: { verdict: { outcome: 'holds' } } });
    expect(hosts).toHaveLength(2);
    expect(phases.some((phase) => phase.phase === 'reading' && phase.again)).toBe(true);
  });

  test('when the copy was there is replaced, by another copy', async () => {
    const { desk, hosts, phases } = await world();
    const first = await settled(desk);
    hosts[0]?.stop();
    expect(desk.phase().phase).not.toBe('ready');
    const second = await settled(desk);
    if (first.phase !== 'ready' || second.phase !== 'ready') throw new Error('not ready');
    expect(phases.some((phase) => phase.phase === 'reading' && phase.again)).toBe(true);
    expect(second.copy.id).not.toBe(first.copy.id);
    expect(await desk.host(second.copy).ask('summary', { at: second.copy.size })).toBeDefined();
  });

  test('twice is a failure that says what to do, and no verdict; the reader may try again', async () => {
    const { desk, hosts, head } = await world('check', 'addItem', undefined);
    const failed = await settled(desk);
    if (failed.phase !== 'failed') throw new Error(failed.phase);
    expect(failed.failure.message).toMatch(/stopped: boom\. It is the second time\. Reload the page\./);
    expect(hosts).toHaveLength(2);
    await Promise.resolve();
    desk.read(head.logSize, head, true);
    await expect.poll(() => desk.phase().phase).toBe('ready');
    expect(hosts).toHaveLength(3);
  });

  test('is not replaced for nobody', async () => {
    const { session, queries } = visitMock({ source: planet, mode: 'v2' });
    const head = await queries.fetchQuery(headQuery(session));
    const hosts: FakeHost[] = [];
    const desk = createCopyDesk(session, queries, async () => ({
      host(stopped) {
        hosts.push(fakeHost(stopped));
        return { host: (hosts.at(-1) as FakeHost).host, end: () => undefined };
      },
      pages: (own, client) => bulkPages(client, own.transport),
    }));
    desk.read(head.logSize, head);
    await expect.poll(() => desk.phase().phase).toBe('ready');
    hosts[0]?.stop();
    expect(desk.phase().phase).toBe('absent');
    expect(hosts).toHaveLength(1);
  });
});
