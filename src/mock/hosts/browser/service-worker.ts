import { createApp } from '../../app.ts';
import { browserPremises } from './premises-tools.ts';
import { createSiteCache, requestKind } from './site-cache.ts';
import { bundledRegisters } from '../../registers/bundled.ts';

/**
 * WorkerRequest is what a page asks of a service worker of this site: to be taken on, by the worker
 * of its own build; or that a worker which waits begins now, which is answered with how many other
 * pages keep it from doing so.
 */
export type WorkerRequest = { readonly type: 'claim'; readonly build: string } | { readonly type: 'begin' };

declare const self: ServiceWorkerGlobalScope;
/**
 * The site's files relative to the worker, those that few visits need, and the hash over
 * all; the build puts them in.
 */
declare const __PRECACHE__: readonly string[];
declare const __RARE_FILES__: readonly string[];
declare const __BUILD_ID__: string;

const { scope } = self.registration;
const site = createSiteCache(
  { scope, buildId: __BUILD_ID__, files: __PRECACHE__, rare: __RARE_FILES__ },
  caches,
);
const registers = bundledRegisters(browserPremises);
const app = createApp({
  registers,
  basePath: new URL(scope).pathname.replace(/\/$/, ''),
});
const names = [...registers.keys()];

self.addEventListener('install', (event) => event.waitUntil(site.fill()));

// The worker of a build starts when no page of the previous build is open, so that no page loses
// files it may still request.
self.addEventListener('activate', (event) => event.waitUntil(site.dropOthers()));

self.addEventListener('message', (event) => {
  const message = event.data as WorkerRequest;
  // On a first visit, and after a hard reload, a page has no worker. It asks to be taken on, and is, by the
  // worker of its own build.
  if (message.type === 'claim' && message.build === __BUILD_ID__) event.waitUntil(self.clients.claim());
  if (message.type === 'begin')
    event.waitUntil(begin().then((others) => event.ports[0]?.postMessage(others)));
});

/**
 * Starts at once if at most one page is open, the one that asks and will reload. Resolves
 * with the number of others.
 */
async function begin(): Promise<number> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const others = pages.filter(({ url }) => url.startsWith(scope)).length - 1;
  if (others <= 0) await self.skipWaiting();
  return Math.max(others, 0);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (requestKind(request, scope, names)) {
    case 'register':
      return event.respondWith(app.fetch(request));
    case 'listing':
      return event.respondWith(listing(request));
    case 'page':
      return event.respondWith(site.page(request));
    case 'elsewhere':
      return request.method === 'GET' && site.has(request.url)
        ? event.respondWith(site.file(request))
        : undefined;
  }
});

/**
 * A server that has more registers than these lists them itself; a static host answers
 * with a page, or not at all.
 */
async function listing(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && (response.headers.get('content-type') ?? '').startsWith('application/json'))
      return response;
  } catch {
    // Offline: these are all there are.
  }
  return app.fetch(request);
}
