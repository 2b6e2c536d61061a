import { expose } from 'comlink';
import { describe, expect, test, vi } from 'vitest';
import { directFetch, openRsf, type Progress, rsfRoot } from './direct-fetch.ts';
import { createDirectMount } from './direct-mount.ts';
import { planet } from '../../registers/planet.ts';
import { writeRsf } from '../../rsf/write-rsf.ts';
import { idsOf, runAll } from '../../../testing/conformance-run.ts';

describe('the direct mount', () => {
  const channel = new MessageChannel();
  expose(createDirectMount(), channel.port1);
  const worker = channel.port2 as unknown as Worker;
  const ask = directFetch(worker, '/sub');
  const BASE = 'https://page.example/sub/registers';

  test('answers like fetch', async () => {
    const response = await ask(`${BASE}/planet/v2/entries?limit=1`, { headers: { accept: 'text/csv' } });
    expect(response.status).toBe(200);
    expect(response.url).toBe(`${BASE}/planet/v2/entries?limit=1`);
    expect(response.headers.get('content-type')).toBe('text/csv;charset=UTF-8');
    expect(response.headers.get('link')).toBe(
      '</sub/registers/planet/v2/entries?start=2&limit=1>; rel="next"',
    );
    expect(await response.text()).toMatch(/^index-entry-number,/);
  });

  test('takes a URL and a Request too, and follows redirects', async () => {
    expect((await ask(new URL(`${BASE}/planet/v2/register`))).status).toBe(200);
    expect((await ask(new Request(`${BASE}/planet/v2/register`, { method: 'HEAD' }))).status).toBe(200);
    const { status, redirected, url } = await ask(`${BASE}/planet/v2+redirects/register`);
    expect([status, redirected, url]).toEqual([200, true, `${BASE}/planet/v2+redirects/register/`]);
  });

  test('rejects with TypeError where the connection breaks', async () => {
    await expect(ask(`${BASE}/planet/v2+dead/register`)).rejects.toThrow(TypeError);
  });

  test('rejects with the reason when the caller gives up', async () => {
    const controller = new AbortController();
    const answer = ask(`${BASE}/planet/v2+slow/register`, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await expect(ask(`${BASE}/planet`, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
  });

  test('passes a conformance report', async () => {
    expect(idsOf(await runAll(`${BASE}/planet/v2`, ask), 'pass').length).toBeGreaterThan(55);
  });

  test('serves an RSF file under its name and the beginning of its root', async () => {
    const told: Progress[] = [];
    const file = new File([...writeRsf(planet)], 'my planets.rsf');
    const opened = await openRsf(worker, file, { onProgress: (progress) => told.push(progress) });
    // What comes after the last byte is told, too.
    await vi.waitFor(() => expect(told.at(-1)).toEqual({ bytes: file.size, total: file.size, isRead: true }));
    if ('problem' in opened) throw new Error(opened.problem);
    expect(opened.name).toMatch(/^planet-[0-9a-f]{8}$/);
    const proof = await ask(`${BASE}/${opened.name}/v2/proof/register/merkle:sha-256`);
    expect(await proof.text()).toContain(`"sha-256:${opened.name.slice(-8)}`);
    expect(await openRsf(worker, new File([...writeRsf(planet)], 'again.rsf'))).toEqual(opened);
    expect(await rsfRoot(worker, opened.name, opened.logSize)).toBe(opened.root);
    expect(await rsfRoot(worker, opened.name, opened.logSize + 1)).toBeUndefined();
  });

  test('says why a file cannot be read', async () => {
    const problem = await openRsf(worker, new File(['add-item\t{}\nnonsense\n'], 'bad.rsf'));
    expect(problem).toEqual({ problem: expect.stringMatching(/line 2 .*nonsense/), code: 'content' });
    expect(await openRsf(worker, new File([], 'empty.rsf'))).toHaveProperty('problem');
  });
});
