import { createApp } from '../../app.ts';
import { bundledRegisters } from '../../registers/bundled.ts';
import { createSiteCache } from './site-cache.ts';
import { placeOf } from './place.ts';

declare const self: ServiceWorkerGlobalScope;
/** The site's files relative to the worker, and the hash over them; the build puts them in. */
declare const __PRECACHE__: readonly string[];
declare const __BUILD_ID__: string;

const { scope } = self.registration;
const site = createSiteCache({ scope, buildId: __BUILD_ID__, files: __PRECACHE__ }, caches);
const registers = bundledRegisters();
const app = createApp({
  registers,
  basePath: new URL(scope).pathname.replace(/\/$/, ''),
});
const names = [...registers.keys()];

self.addEventListener('install', (event) => event.waitUntil(site.fill()));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([site.dropOthers(), self.clients.claim()])),
);

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  const type =
    typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  // After a hard reload a page has no worker; it asks to be taken on.
  if (type === 'claim') event.waitUntil(self.clients.claim());
  if (type === 'skip-waiting') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (placeOf(request, scope, names)) {
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

/** A server that has more registers than these lists them itself; a static host answers with a page, or not at all. */
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
