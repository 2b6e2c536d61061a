import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, preview } from 'vite';
import { DIST, expect, test } from './fixtures.ts';
import { expectVerified, followLink } from './words.ts';

const TOP = fileURLToPath(new URL('../', import.meta.url));
const shared = { root: TOP, configFile: join(TOP, 'vite.config.ts'), logLevel: 'error' } as const;

test('npm run dev serves site and mock, and React has no complaint', async ({ page, origins }) => {
  test.slow();
  const cacheDir = await mkdtemp(join(tmpdir(), 'register-explorer-vite-'));
  const server = await createServer({
    ...shared,
    cacheDir,
    server: { port: 0, host: '127.0.0.1', hmr: false },
  });
  await server.listen();
  const address = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  origins.add(address);
  try {
    await page.goto(`${address}/country/records/GM`);
    // The first page of a cold server brings hundreds of modules.
    await expect(page.getByRole('heading', { level: 1, name: 'The Gambia' })).toBeVisible({
      timeout: 60_000,
    });
    await expectVerified(page, 278);
    // From view to view without loading each module again, which a development server sends by the hundred.
    const views = page.getByRole('navigation', { name: /views of this register/i });
    for (const view of [/^entries/i, /^records/i, /^proofs/i, /^audit/i, /^developer/i, /^overview/i]) {
      await followLink(views, view);
      await expect(views.locator('[aria-current=page]')).toHaveText(view);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await followLink(page, 'Register Explorer');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    // Pieces that come later may still be on their way.
    await page.close();
    await server.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
});

test('vite preview serves site and mock server from one address', async ({ page, origins }) => {
  const server = await preview({
    ...shared,
    build: { outDir: DIST },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const address = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  origins.add(address);
  try {
    const answer = await page.request.get(`${address}/registers`);
    expect(answer.headers()['content-type']).toMatch(/^application\/json/);
    await page.goto(`${address}/country/records/GM`);
    await expectVerified(page, 278);
  } finally {
    await page.close();
    await server.close();
  }
});
