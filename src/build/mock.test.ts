import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mockServer } from './mock.ts';

let server: ViteDevServer;
let address = '';
beforeAll(async () => {
  server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [mockServer()],
    server: { port: 0, host: '127.0.0.1', hmr: false },
  });
  await server.listen();
  address = server.resolvedUrls?.local[0] ?? '';
});
afterAll(() => server.close());

test.each([
  ['', 'text/html'],
  ['registers', 'application/json'],
  ['registers/planet/v2/records/earth', 'application/json'],
  ['registers.csv', 'text/csv'],
  // A worker of the page loads this module.
  ['src/mock/registers/bundled.ts', 'text/javascript'],
])('the dev server answers /%s with %s', async (path, type) => {
  const { status, headers } = await fetch(address + path, { headers: { accept: '*/*' } });
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  if (path === '') expect(headers.get('server-timing')).toBe('registers');
});
