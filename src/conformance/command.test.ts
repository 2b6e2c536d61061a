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

/** Runs the command and resolves with its exit code, what it prints, and its errors. */
function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    const child = execFile('node', ['src/tools/conformance.mjs', ...args], (_, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
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
  const ended = await run(server.address + path, '--rate', '1000', '--only', 'entries', ...to);
  expect(ended.code).toBe(code);
  expect(JSON.parse(ended.output)).toMatchObject({
    verdict,
    groups: ['entries'],
    base: server.address + path,
  });
  expect(readFileSync(file, 'utf8')).toContain(server.address + path);
});

test.each<[args: string[], words: RegExp]>([
  [['nowhere'], /^Name one address/],
  [['http://localhost', '--only', 'all'], /^--only does not know all\./],
  [['http://localhost', '--json', '/nonexistent/x.json'], /^--json names a file .*\/nonexistent\/x\.json/],
])('the arguments %j are refused with a sentence, before anything is requested', async (args, words) => {
  const { code, output, errors } = await run(...args);
  expect(errors).toMatch(words);
  expect(errors).not.toMatch(/^\s+at /m);
  expect([code, output]).toEqual([2, '']);
});
