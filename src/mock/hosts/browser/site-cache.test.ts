import { afterEach, expect, test, vi } from 'vitest';
import { createSiteCache } from './site-cache.ts';

const SCOPE = 'https://site.example/explorer/';
const PAGE = '<!doctype html><meta name="build" content="b1" />';

afterEach(() => vi.unstubAllGlobals());

/** A cache in memory, and a host that has these files and answers all else with its index page. */
function aSite(present: Readonly<Record<string, string>>) {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
  };
  vi.stubGlobal('fetch', async (asked: string | { url: string }) => {
    const url = typeof asked === 'string' ? asked : asked.url;
    const type = present[new URL(url).pathname.replace('/explorer/', '')];
    return new Response(type === undefined ? PAGE : 'the file', {
      headers: { 'content-type': type ?? 'Text/html; charset=utf-8' },
    });
  });
  const files = ['index.html', '404.html', 'assets/b1/x.js', 'licenses.md'];
  const site = createSiteCache({ scope: SCOPE, buildId: 'b1', files, rare: ['assets/b1/rare.woff2'] }, {
    open: async () => cache,
  } as unknown as CacheStorage);
  return { site, kept };
}

test('a build is kept whole', async () => {
  const { site, kept } = aSite({ 'assets/b1/x.js': 'text/javascript', 'licenses.md': 'text/markdown' });
  await site.fill();
  expect([...kept.keys()].map((url) => url.slice(SCOPE.length)).toSorted()).toEqual([
    '404.html',
    'assets/b1/x.js',
    'index.html',
    'licenses.md',
  ]);
});

test('a file that few visits need is kept once it was asked for', async () => {
  const { site, kept } = aSite({ 'assets/b1/rare.woff2': 'font/woff2' });
  const address = `${SCOPE}assets/b1/rare.woff2`;
  expect(site.has(address)).toBe(true);
  expect(await (await site.file({ url: address } as Request)).text()).toBe('the file');
  expect(kept.has(address)).toBe(true);
});

test('a page that a host sends for a file that it does not have yet is not kept in its place', async () => {
  const { site, kept } = aSite({ 'licenses.md': 'text/markdown' });
  await expect(site.fill()).rejects.toThrow('x.js answered with a page in its place');
  expect(kept.has(`${SCOPE}assets/b1/x.js`)).toBe(false);
});
