import { afterEach, describe, expect, test } from 'vitest';
import { createLedger } from '../../api/ledger.ts';
import { createTransport } from '../../api/transport.ts';
import { createDirectMount } from '../../mock/hosts/browser/direct-mount.ts';
import { planet } from '../../mock/registers/planet.ts';
import { type Progress } from '../../rsf/fetch-rsf.ts';
import { writeRegister } from '../../testing/rsf-files.ts';
import { FakeWorker } from '../../testing/fake-worker.ts';
import { answerCalls } from '../../verify/worker-bridge.ts';
import { createMockWorker } from './mock-worker.ts';

const workers: FakeWorker[] = [];
const makeWorker = (): FakeWorker => new FakeWorker((port) => void answerCalls(createDirectMount(), port));
const BASE = 'https://page.example/registers';
const PLANET = `${BASE}/planet/v2/register`;

function opened() {
  const mock = createMockWorker(() => {
    const worker = makeWorker();
    workers.push(worker);
    return worker;
  }, '');
  const ledger = createLedger();
  const transport = createTransport({
    fetch: (address, init) => mock.fetch(address, init),
    ledger,
    waitsMs: [1],
  });
  const get = (address = PLANET) => transport.get(address, (body: unknown) => body);
  return { mock, ledger, get };
}

afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

describe('the mock in a worker of the page', () => {
  test('is restarted after a crash, and its requests are repeated', async () => {
    const { get, ledger } = opened();
    await get();
    get(`${BASE}/planet/v2+slow/register`).catch(() => undefined);
    await expect.poll(() => ledger.entries()).toHaveLength(2);
    setTimeout(() => workers[0]?.crash(), 20);
    await expect.poll(() => workers.length).toBe(2);
    expect(workers[0]?.terminated).toBe(true);
    const message = expect.stringMatching(/out of memory\. It says nothing about the register\./);
    expect(ledger.entries()[1]).toMatchObject({ error: 'NETWORK', message });
  });

  test('rereads an opened file in a new worker', async () => {
    const { mock, get } = opened();
    const file = await mock.openRsf(new File([...writeRegister(planet)], 'planet.rsf'));
    if ('problem' in file) throw new Error(file.problem);
    const address = `${BASE}/${file.name}/v2/register`;
    const before = await get(address);
    workers[0]?.crash();
    expect(await get(address)).toEqual(before);
    expect(workers).toHaveLength(2);
  });

  test('is not replaced for a slow answer', async () => {
    const { mock } = opened();
    const asking = new AbortController();
    const asked = mock.fetch(`${BASE}/planet/v2+slow/register`, { signal: asking.signal });
    // By then it was sent.
    await new Promise(setImmediate);
    asking.abort(new Error('too slow'));
    await expect(asked).rejects.toThrow('too slow');
    expect((await mock.fetch(PLANET)).status).toBe(200);
    expect(workers).toHaveLength(1);
  });
});

describe('the mock in a worker, asked like the network', () => {
  const { fetch: ask, openRsf } = createMockWorker(makeWorker, '/sub');
  const BASE = 'https://page.example/sub/registers';

  test('answers like fetch, follows redirects, and rejects where the connection breaks or the caller aborts', async () => {
    const response = await ask(`${BASE}/planet/v2/entries?limit=1`, { headers: { accept: 'text/csv' } });
    expect([response.status, response.url]).toEqual([200, `${BASE}/planet/v2/entries?limit=1`]);
    expect(response.headers.get('link')).toBe(
      '</sub/registers/planet/v2/entries?start=2&limit=1>; rel="next"',
    );
    expect(await response.text()).toMatch(/^index-entry-number,/);
    const { redirected, url } = await ask(`${BASE}/planet/v2+redirects/register`);
    expect([redirected, url]).toEqual([true, `${BASE}/planet/v2+redirects/register/`]);
    await expect(ask(`${BASE}/planet/v2+dead/register`)).rejects.toThrow(TypeError);
    const signal = AbortSignal.abort(new Error('before'));
    await expect(ask(`${BASE}/planet`, { signal })).rejects.toThrow('before');
  });

  test('serves an RSF file under its name and the beginning of its root', async () => {
    const reported: Progress[] = [];
    const file = new File([...writeRegister(planet)], 'my planets.rsf');
    const opened = await openRsf(file, { onProgress: (progress) => reported.push(progress) });
    // The end after the last byte is reported, too.
    await expect.poll(() => reported.at(-1)).toEqual({ bytes: file.size, total: file.size, isRead: true });
    if ('problem' in opened) throw new Error(opened.problem);
    expect(opened.name).toMatch(/^planet-[0-9a-f]{8}$/);
    const proof = await ask(`${BASE}/${opened.name}/v2/proof/register/merkle:sha-256`);
    expect(await proof.text()).toContain(`"sha-256:${opened.name.slice(-8)}`);
    expect(await openRsf(new File([...writeRegister(planet)], 'again.rsf'))).toEqual(opened);
  });
});
