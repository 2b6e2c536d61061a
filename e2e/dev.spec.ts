import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, preview } from 'vite';
import { DIST, expect, test } from './fixtures.ts';
import { expectVerified, provedRow } from './words.ts';

const TOP = fileURLToPath(new URL('../', import.meta.url));
const shared = { root: TOP, configFile: join(TOP, 'vite.config.ts'), logLevel: 'error' } as const;

test('npm run dev serves site and mock server from one address, and React finds nothing to complain of', async ({
  page,
  origins,
  guard,
}) => {
  test.slow();
  guard.expectFailures(/404 .*\/records\/XX/);
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
    await expectVerified(page, 278);
    await page.goto(`${address}/country~earlier/entries?at=150`);
    await expect(provedRow(page, 150)).toBeInViewport();
    for (const path of [
      '/',
      '/country',
      '/planet/records',
      '/planet/items',
      '/planet/proofs/entries/3/9',
      '/planet/api',
      '/country/records/XX',
    ]) {
      await page.goto(address + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
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
    await server.close();
  }
});
