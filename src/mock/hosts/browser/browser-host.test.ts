import { expose } from 'comlink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { directFetch, openRsf } from './direct-fetch.ts';
import { createDirectMount } from './direct-mount.ts';
import { createSiteCache, placeOf } from './site-cache.ts';
import { planet } from '../../registers/planet.ts';
import { writeRsf } from '../../rsf/write-rsf.ts';

const SCOPE = 'https://page.example/sub/';

describe('the service worker answers', () => {
  test.each([
    ['registers/planet/v2/records', 'cors', 'register'],
    ['registers/planet/v2/records', 'navigate', 'register'],
    ['registers/planet', 'cors', 'register'],
    ['registers', 'cors', 'listing'],
    ['registers/?x', 'cors', 'listing'],
    ['registers.csv', 'navigate', 'listing'],
    ['registers/other/v2/records', 'cors', 'elsewhere'],
    ['registers/planet2/v2', 'navigate', 'elsewhere'],
    ['registers/__proto__/v2', 'cors', 'elsewhere'],
    ['', 'navigate', 'page'],
    ['country/records/GB?x#y', 'navigate', 'page'],
    ['registersx', 'navigate', 'page'],
    ['assets/app.js', 'cors', 'elsewhere'],
    ['https://other.example/sub/registers/planet/v2', 'cors', 'elsewhere'],
    ['https://other.example/sub/', 'navigate', 'elsewhere'],
    ['/registers/planet/v2', 'cors', 'elsewhere'],
    ['/subway/registers/planet/v2', 'cors', 'elsewhere'],
  ] as const)('%s (%s) as %s', (path, mode, place) => {
    expect(placeOf({ url: new URL(path, SCOPE).href, mode }, SCOPE, ['planet'])).toBe(place);
  });
});

/** The part of CacheStorage that the site cache uses. */
function fakeCaches(): CacheStorage & { readonly stores: Map<string, Map<string, Response>> } {
  const stores = new Map<string, Map<string, Response>>();
  const open = (name: string): Cache => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: (url: string) => Promise.resolve(store.get(url)?.clone()),
      put: (url: string, response: Response) => Promise.resolve(void store.set(url, response)),
    } as unknown as Cache;
  };
  return {
    stores,
    open: (name: string) => Promise.resolve(open(name)),
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  } as unknown as ReturnType<typeof fakeCaches>;
}

describe('the site cache', () => {
  const files = ['index.html', 'assets/app.js'];
  const network = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', network);
  afterEach(() => {
    network.mockReset();
  });

  async function filled(caches: CacheStorage, buildId = 'b2'): Promise<ReturnType<typeof createSiteCache>> {
    const site = createSiteCache({ scope: SCOPE, buildId, files }, caches);
    network.mockImplementation((input) => Promise.resolve(fileOf(new Request(input).url, buildId)));
    await site.fill();
    network.mockReset();
    return site;
  }

  /** A file of the site: the page names its build, any other file its address. */
  function fileOf(url: string, build: string): Response {
    return url.endsWith('.html')
      ? new Response(pageOf(build), { headers: { 'content-type': 'text/html;charset=UTF-8' } })
      : new Response(`file ${url}`);
  }

  const pageOf = (build: string): string => `<meta name="build" content="${build}">`;
  const html = { headers: { 'content-type': 'text/html' } };

  const text = async (response: Promise<Response>): Promise<string> => (await response).text();
  const page = new Request(`${SCOPE}country/records/GB`);

  test('answers with its files without a network', async () => {
    const site = await filled(fakeCaches());
    expect(site.has(`${SCOPE}assets/app.js`)).toBe(true);
    expect(site.has(`${SCOPE}assets/other.js`)).toBe(false);
    expect(await text(site.file(new Request(`${SCOPE}assets/app.js`)))).toBe(`file ${SCOPE}assets/app.js`);
    expect(network).not.toHaveBeenCalled();
  });

  test('answers a navigation from the network while there is one', async () => {
    const site = await filled(fakeCaches());
    network.mockResolvedValue(new Response(`${pageOf('b2')} as sent now`, html));
    expect(await text(site.page(page))).toBe(`${pageOf('b2')} as sent now`);
    network.mockResolvedValue(new Response('something else of this host', html));
    expect(await text(site.page(page))).toBe('something else of this host');
  });

  test('answers with the kept page where the host has one of another build', async () => {
    const site = await filled(fakeCaches());
    network.mockResolvedValue(new Response(pageOf('b3'), html));
    expect(await text(site.page(page))).toBe(pageOf('b2'));
  });

  test('is not filled with the page of another build', async () => {
    network.mockImplementation((input) => Promise.resolve(fileOf(new Request(input).url, 'b3')));
    const site = createSiteCache({ scope: SCOPE, buildId: 'b2', files }, fakeCaches());
    await expect(site.fill()).rejects.toThrow('replaced');
  });

  test.each([404, 500])(
    'answers a navigation that the host answers with %i with the kept page',
    async (status) => {
      const site = await filled(fakeCaches());
      network.mockResolvedValue(new Response('host', { status }));
      expect(await text(site.page(page))).toBe(pageOf('b2'));
    },
  );

  test('answers a navigation with the kept page when there is no network', async () => {
    const site = await filled(fakeCaches());
    network.mockRejectedValue(new TypeError('offline'));
    expect(await text(site.page(page))).toBe(pageOf('b2'));
  });

  test('fails as the network does when nothing is kept', async () => {
    const site = createSiteCache({ scope: SCOPE, buildId: 'b', files }, fakeCaches());
    network.mockRejectedValue(new TypeError('offline'));
    await expect(site.page(page)).rejects.toThrow('offline');
  });

  test('is not filled where a file is missing', async () => {
    network.mockResolvedValue(new Response('', { status: 404 }));
    const site = createSiteCache({ scope: SCOPE, buildId: 'b', files }, fakeCaches());
    await expect(site.fill()).rejects.toThrow(/404/);
  });

  test('drops earlier builds of this site and no other site’s', async () => {
    const caches = fakeCaches();
    await filled(caches, 'b1');
    const site = await filled(caches, 'b2');
    await caches.open('register-explorer https://page.example/other/ b1');
    await site.dropOthers();
    expect([...caches.stores.keys()]).toEqual([
      `register-explorer ${SCOPE} b2`,
      'register-explorer https://page.example/other/ b1',
    ]);
  });
});

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

  test('takes a URL and a Request too', async () => {
    expect((await ask(new URL(`${BASE}/planet/v2/register`))).status).toBe(200);
    expect((await ask(new Request(`${BASE}/planet/v2/register`, { method: 'HEAD' }))).status).toBe(200);
    expect((await ask(`${BASE}/planet/v2/records`, { method: 'OPTIONS' })).status).toBe(204);
  });

  test('follows redirects and says where it arrived', async () => {
    const response = await ask(`${BASE}/planet/v2+redirects/register`);
    expect([response.status, response.redirected]).toEqual([200, true]);
    expect(response.url).toBe(`${BASE}/planet/v2+redirects/register/`);
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

  test('serves an RSF file under its name and the beginning of its root', async () => {
    const opened = await openRsf(worker, new File([...writeRsf(planet)], 'my planets.rsf'));
    if ('problem' in opened) throw new Error(opened.problem);
    expect(opened.name).toMatch(/^planet-[0-9a-f]{8}$/);
    const proof = await ask(`${BASE}/${opened.name}/v2/proof/register/merkle:sha-256`);
    expect(await proof.text()).toContain(`"sha-256:${opened.name.slice(-8)}`);
    expect(await openRsf(worker, new File([...writeRsf(planet)], 'again.rsf'))).toEqual(opened);
  });

  test('says why a file cannot be read', async () => {
    const problem = await openRsf(worker, new File(['add-item\t{}\nnonsense\n'], 'bad.rsf'));
    expect(problem).toEqual({ problem: expect.stringMatching(/line 2 .*nonsense/) });
    expect(await openRsf(worker, new File([], 'empty.rsf'))).toHaveProperty('problem');
  });
});
