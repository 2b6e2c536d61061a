import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSiteCache, requestKind } from './site-cache.ts';

const SCOPE = 'https://page.example/sub/';
const FILES = ['index.html', 'assets/app.js'];
const RARE = `${SCOPE}assets/rare.woff2`;
const HTML = { headers: { 'content-type': 'Text/html; charset=utf-8' } };

test.each([
  ['registers/planet/v2/records', 'cors', 'register'],
  ['registers/planet/v2/records', 'navigate', 'register'],
  ['registers', 'cors', 'listing'],
  ['registers.csv', 'navigate', 'listing'],
  ['registers/other/v2/records', 'cors', 'elsewhere'],
  ['registers/planet2/v2', 'navigate', 'elsewhere'],
  ['registers/__proto__/v2', 'cors', 'elsewhere'],
  ['', 'navigate', 'page'],
  ['country/records/GB?x#y', 'navigate', 'page'],
  ['assets/app.js', 'cors', 'elsewhere'],
  ['https://other.example/sub/registers/planet/v2', 'cors', 'elsewhere'],
  ['/subway/registers/planet/v2', 'cors', 'elsewhere'],
] as const)('the service worker takes %s (%s) as %s', (path, mode, place) => {
  expect(requestKind({ url: new URL(path, SCOPE).href, mode }, SCOPE, ['planet'])).toBe(place);
});

const network = vi.fn<(request: Request) => Response>();
let stores: Map<string, Map<string, Response>>;

beforeEach(() => {
  stores = new Map();
  network.mockReset();
  vi.stubGlobal('fetch', async (input: string | Request) => network(new Request(input)));
});
afterEach(() => vi.unstubAllGlobals());

/** The part of CacheStorage that the site cache uses. */
const caches = {
  open: async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (url: string) => store.get(url)?.clone(),
      put: async (url: string, response: Response) => void store.set(url, response),
    };
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
} as unknown as CacheStorage;

const page = (build: string): Response => new Response(`<meta name="build" content="${build}">`, HTML);
const text = async (response: Promise<Response>): Promise<string> => (await response).text();
const site = (buildId = 'b2') =>
  createSiteCache({ scope: SCOPE, buildId, files: FILES, rare: ['assets/rare.woff2'] }, caches);

/** The files of a build: the page names it, any other file is its address. */
function host(build: string) {
  return ({ url }: Request): Response => (url.endsWith('.html') ? page(build) : new Response(`file ${url}`));
}

async function filled(buildId = 'b2') {
  network.mockImplementation(host(buildId));
  await site(buildId).fill();
  network.mockReset();
  return site(buildId);
}

test('answers with its files without a network', async () => {
  const kept = await filled();
  const address = `${SCOPE}assets/app.js`;
  expect([kept.has(address), kept.has(`${SCOPE}assets/other.js`)]).toEqual([true, false]);
  expect(await text(kept.file(new Request(address)))).toBe(`file ${address}`);
  expect(network).not.toHaveBeenCalled();
});

test('keeps a file that few visits need once it was asked for', async () => {
  const kept = await filled();
  network.mockImplementationOnce(() => new Response('font'));
  for (const _ of [1, 2]) expect(await text(kept.file(new Request(RARE)))).toBe('font');
  expect(kept.has(RARE)).toBe(true);
  expect(network).toHaveBeenCalledTimes(1);
});

test.each<[what: string, answer: (request: Request) => Response, why: string]>([
  ['is missing', () => new Response('', { status: 404 }), '404'],
  ['is the page of another build', host('b3'), 'replaced'],
  [
    'is a page that the host sends in its place',
    () => page('b2'),
    'app.js answered with a page in its place',
  ],
])('is not filled where a file %s', async (_what, answer, why) => {
  network.mockImplementation(answer);
  await expect(site().fill()).rejects.toThrow(why);
  expect([...stores.values()].some((store) => store.has(`${SCOPE}assets/app.js`))).toBe(why === 'replaced');
});

describe('answers a navigation', () => {
  const asked = new Request(`${SCOPE}country/records/GB`);
  const KEPT = '<meta name="build" content="b2">';

  test.each<[what: string, answer: () => Response, expected: string]>([
    [
      'from the network while there is one',
      () => new Response(`${KEPT} as sent now`, HTML),
      `${KEPT} as sent now`,
    ],
    ['with what is the host’s own', () => new Response('something else', HTML), 'something else'],
    ['with the kept page where the host has one of another build', () => page('b3'), KEPT],
    ['with the kept page for status 404', () => new Response('host', { status: 404 }), KEPT],
    ['with the kept page for status 500', () => new Response('host', { status: 500 }), KEPT],
    ['with the kept page without a network', offline, KEPT],
  ])('%s', async (_what, answer, expected) => {
    const kept = await filled();
    network.mockImplementation(answer);
    expect(await text(kept.page(asked))).toBe(expected);
  });

  test('by failing as the network does when nothing is kept', async () => {
    network.mockImplementation(offline);
    await expect(site().page(asked)).rejects.toThrow('offline');
  });
});

function offline(): never {
  throw new TypeError('offline');
}

test('drops earlier builds of this site and no other site’s', async () => {
  await filled('b1');
  const kept = await filled('b2');
  await caches.open('register-explorer https://page.example/other/ b1');
  await kept.dropOthers();
  expect([...stores.keys()]).toEqual([
    `register-explorer ${SCOPE} b2`,
    'register-explorer https://page.example/other/ b1',
  ]);
});
