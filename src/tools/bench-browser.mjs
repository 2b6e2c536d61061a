import { importTypeScript } from './setup.mjs';

/**
 * openBrowser starts a browser and serves the built site as npm start does. `inProfile` does some work on a page of a fresh profile and resolves with its
 * result; `serviceWorkers: 'block'` has the server answer for the registers, and `app` another mock server than the bundled registers'.
 */
export async function openBrowser(executablePath, dist) {
  const { serveSite } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const { chromium } = await import('playwright');
  const site = await serveSite({ distFolder: dist, port: 0, host: 'localhost' });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  return {
    browser,
    address: site.address,
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
