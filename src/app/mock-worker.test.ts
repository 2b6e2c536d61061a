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
const PLANET = `${BASE}/planet/v2/register`;

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
  /** Asks for a register, and gives that up after `meanwhile`. */
  const giveUp = async (mount: string, meanwhile: () => void = () => undefined): Promise<void> => {
    const asking = new AbortController();
    const asked = mock.fetch(`${BASE}/planet/${mount}/register`, { signal: asking.signal });
    meanwhile();
    asking.abort(new Error('too slow'));
    await expect(asked).rejects.toThrow('too slow');
  };
  const get = (address = PLANET) => transport.get(address, (body: unknown) => body);
  return { mock, ledger, get, giveUp };
}

const getStuck = (): void => {
  if (workers[0]) workers[0].stuck = true;
};
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

afterEach(() => {
  vi.useRealTimers();
  for (const worker of workers.splice(0)) worker.terminate();
});

describe('the mock in a worker of the page', () => {
  test('is started anew after a crash, and what it was asked is asked again', async () => {
    const { get, ledger } = opened();
    await get();
    const asked = get(`${BASE}/planet/v2+slow/register`);
    await vi.waitFor(() => expect(ledger.entries()).toHaveLength(2));
    setTimeout(() => workers[0]?.crash(), 20);
    await vi.waitFor(() => expect(workers).toHaveLength(2), { timeout: 3_000 });
    expect(workers[0]?.terminated).toBe(true);
    const message = expect.stringMatching(/out of memory\. It says nothing about the register\./);
    expect(ledger.entries()[1]).toMatchObject({ error: 'NETWORK', message });
    await asked.catch(() => undefined);
  });

  test('reads an opened file again where its worker was replaced', async () => {
    const { mock, get } = opened();
    const file = await mock.openRsf(new File([...writeRsf(planet)], 'planet.rsf'));
    if ('problem' in file) throw new Error(file.problem);
    const address = `${BASE}/${file.name}/v2/register`;
    const before = await get(address);
    workers[0]?.crash();
    expect(await get(address)).toEqual(before);
    expect(workers).toHaveLength(2);
  });

  test('is replaced where it gives no sign of life when a request is given up', async () => {
    const { mock, giveUp } = opened();
    await mock.fetch(PLANET);
    fakeTimers();
    getStuck();
    await giveUp('v2');
    expect(workers[0]?.terminated).toBe(false);
    vi.advanceTimersByTime(20_000);
    expect(workers[0]?.terminated).toBe(true);
    vi.useRealTimers();
    expect((await mock.fetch(PLANET)).status).toBe(200);
  });

  test.each([
    ['it has not answered yet', false],
    ['it reads a file', true],
  ])('is not asked for a sign of life while %s', async (_when, reads) => {
    const { mock, giveUp } = opened();
    if (reads) await mock.fetch(PLANET);
    fakeTimers();
    let file: Promise<unknown> | undefined;
    await giveUp('v2', () => {
      getStuck();
      if (reads) file = mock.openRsf(new File([], 'large.rsf'));
    });
    vi.advanceTimersByTime(120_000);
    expect(workers[0]?.terminated).toBe(false);
    workers[0]?.crash();
    await file?.catch((error: unknown) => expect(String(error)).toContain('out of memory'));
  });

  test('is left alone where only its answer was slow', async () => {
    const { mock, giveUp } = opened();
    await giveUp('v2+slow');
    expect((await mock.fetch(PLANET)).status).toBe(200);
    expect(workers).toHaveLength(1);
  });
});
