import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { importTypeScript } from './setup.mjs';

/** Answers that a host compresses. */
const TEXT = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;

/** compressing stands before a server and compresses what hosts of static sites compress, as the sizes that are promised are counted. */
async function compressing(server) {
  const packed = new Map();
  const front = createServer((request, response) => {
    void answer(request.url).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  const answer = async (path) => {
    const known = packed.get(path);
    if (known) return known;
    const { status, headers, body } = await fetch(server.address + path, { redirect: 'manual' }).then(
      async (found) => ({ status: found.status, headers: found.headers, body: await found.arrayBuffer() }),
    );
    const own = Object.fromEntries(
      [...headers].filter(
        ([name]) => !/^(?:connection|keep-alive|transfer-encoding|content-length)$/.test(name),
      ),
    );
    const isText = TEXT.test(headers.get('content-type') ?? '');
    const made = {
      status,
      headers: isText ? { ...own, 'content-encoding': 'gzip' } : own,
      body: isText ? gzipSync(new Uint8Array(body)) : Buffer.from(body),
    };
    if (!path.startsWith('/registers')) packed.set(path, made);
    return made;
  };
  await new Promise((resolve) => front.listen(0, 'localhost', resolve));
  return {
    address: `http://localhost:${front.address().port}`,
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await server.close();
    },
  };
}

/**
 * openBrowser starts a browser and serves the built site as npm start serves it, compressed. `inProfile` does some work on a page of a fresh profile and resolves with its
 * result; `serviceWorkers: 'block'` has the server answer for the registers, and `app` another mock server than the bundled registers'.
 */
export async function openBrowser(executablePath, dist) {
  const { serveSite } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const { chromium } = await import('playwright');
  const site = await compressing(await serveSite({ distFolder: dist, port: 0, host: 'localhost' }));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  return {
    browser,
    version: browser.version(),
    async inProfile(work, { serviceWorkers = 'allow', app } = {}) {
      const own = app && (await serveSite({ distFolder: dist, port: 0, host: 'localhost', app }));
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers });
      try {
        return await work(await context.newPage(), (own ?? site).address);
      } finally {
        await context.close();
        await own?.close();
      }
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
