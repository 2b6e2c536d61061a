import { expose } from 'comlink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLedger } from '../api/ledger.ts';
import { createTransport } from '../api/transport.ts';
import { createDirectMount } from '../mock/hosts/browser/direct-mount.ts';
import { planet } from '../mock/registers/planet.ts';
import { writeRsf } from '../mock/rsf/write-rsf.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { createMockWorker } from './mock-worker.ts';

const workers: FakeWorker[] = [];
const BASE = 'https://page.example/registers';

function opened() {
  const mock = createMockWorker(() => {
    workers.push(new FakeWorker((port) => expose(createDirectMount(), port)));
    return workers.at(-1) as unknown as Worker;
  }, '');
  const ledger = createLedger();
  const transport = createTransport({
    fetch: (address, init) => mock.fetch(address, init),
    ledger,
    waitsMs: [1],
  });
  return { mock, ledger, transport };
}

/** giveUp asks for a register, and gives that up after `meanwhile`. */
async function giveUp(
  mock: ReturnType<typeof opened>['mock'],
  mount: string,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  const asking = new AbortController();
  const asked = mock.fetch(`${BASE}/planet/${mount}/register`, { signal: asking.signal });
  meanwhile();
  asking.abort(new Error('too slow'));
  await expect(asked).rejects.toThrow('too slow');
}

const getStuck = (): void => {
  if (workers[0]) workers[0].stuck = true;
};

afterEach(() => {
  vi.useRealTimers();
  for (const worker of workers.splice(0)) worker.terminate();
});

const asIs = (body: unknown): unknown => body;

describe('the mock in a worker of the page', () => {
  test('is started anew after a crash, and what it was asked is asked again', async () => {
    const { transport, ledger } = opened();
    await transport.get(`${BASE}/planet/v2/register`, asIs);
    const asked = transport.get(`${BASE}/planet/v2+slow/register`, asIs);
    await vi.waitFor(() => expect(ledger.entries()).toHaveLength(2));
    setTimeout(() => workers[0]?.crash(), 20);
    await vi.waitFor(() => expect(workers).toHaveLength(2), { timeout: 3_000 });
    expect(workers[0]?.terminated).toBe(true);
    expect(ledger.entries()[1]).toMatchObject({
      error: 'NETWORK',
      message: expect.stringContaining('stopped: out of memory. It says nothing about the register.'),
    });
    await asked.catch(() => undefined);
  });

  test('reads an opened file again where its worker was replaced', async () => {
    const { mock, transport } = opened();
    const file = await mock.openRsf(new File([...writeRsf(planet)], 'planet.rsf'));
    if ('problem' in file) throw new Error(file.problem);
    const address = `${BASE}/${file.name}/v2/register`;
    const before = await transport.get(address, asIs);
    workers[0]?.crash();
    expect(await transport.get(address, asIs)).toEqual(before);
    expect(workers).toHaveLength(2);
  });

  test('is replaced where it gives no sign of life when a request is given up', async () => {
    const { mock } = opened();
    await mock.fetch(`${BASE}/planet/v2/register`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    getStuck();
    await giveUp(mock, 'v2');
    expect(workers[0]?.terminated).toBe(false);
    vi.advanceTimersByTime(20_000);
    expect(workers[0]?.terminated).toBe(true);
    vi.useRealTimers();
    expect((await mock.fetch(`${BASE}/planet/v2/register`)).status).toBe(200);
  });

  test.each([
    ['it has not answered yet', false],
    ['it reads a file', true],
  ])('is not asked for a sign of life while %s', async (_when, reads) => {
    const { mock } = opened();
    if (reads) await mock.fetch(`${BASE}/planet/v2/register`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let file: Promise<unknown> | undefined;
    await giveUp(mock, 'v2', () => {
      getStuck();
      if (reads) file = mock.openRsf(new File([], 'large.rsf'));
    });
    vi.advanceTimersByTime(120_000);
    expect(workers[0]?.terminated).toBe(false);
    workers[0]?.crash();
    await file?.catch((error: unknown) => expect(String(error)).toContain('out of memory'));
  });

  test('is left alone where only its answer was slow', async () => {
    const { mock } = opened();
    await giveUp(mock, 'v2+slow');
    expect((await mock.fetch(`${BASE}/planet/v2/register`)).status).toBe(200);
    expect(workers).toHaveLength(1);
  });
});
