import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../mock/app.ts';
import { type RunningServer, createListener, listen } from '../mock/hosts/node/serve.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';

let server: RunningServer;
beforeAll(async () => {
  const app = createApp({ registers: bundledRegisters() });
  server = await listen(createListener(app), { port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Runs the command and resolves with its exit code and what it prints. Wrong arguments: tools/commands.test.ts. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile('node', ['src/tools/conformance.mjs', ...args], (_, output) =>
      resolve({ code: child.exitCode ?? -1, output }),
    );
  });
}

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['/registers/planet/v2', 0, 'partial'],
  ['/registers/planet/earlier+entries-reversed', 1, 'fails'],
  ['/registers/planet/v2+unavailable', 2, 'incomplete'],
])('%s ends with %i', async (path, code, verdict) => {
  const file = join(folder, 'report.md');
  const to = ['--json', '-', '--markdown', file];
  // The scheme may be in capitals.
  const ended = await run(
    server.address.replace('http', 'HTTP') + path,
    '--rate',
    '1000',
    '--only',
    'entries',
    ...to,
  );
  expect(ended.code).toBe(code);
  expect(JSON.parse(ended.output)).toMatchObject({
    verdict,
    groups: ['entries'],
    base: server.address + path,
  });
  expect(readFileSync(file, 'utf8')).toContain(server.address + path);
});
