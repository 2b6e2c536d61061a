import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type Ask, caseName, type Question, runCase } from '../src/mock/conformance/case.ts';
import { CONFORMANCE_CASES } from '../src/mock/conformance/conformance.ts';
import { DIST, expect, test } from './fixtures.ts';

type Reply = Awaited<ReturnType<Ask>>;

/** A page cannot see where a redirect leads, and neither mount of a page serves the register of odd keys. */
const CASES = CONFORMANCE_CASES.filter(({ register, status }) => register !== 'odd' && status !== 302);

async function failuresOf(ask: Ask): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...CASES];
  const workThrough = async (): Promise<void> => {
    for (let testCase = waiting.shift(); testCase !== undefined; testCase = waiting.shift()) {
      const name = caseName(testCase);
      await runCase(testCase, ask).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    }
  };
  // Most of the time goes into the way to the page and back.
  await Promise.all(Array.from({ length: 8 }, workThrough));
  return failed;
}

test.use({ reuseContext: false, serviceWorkers: 'allow' });

test.beforeEach(async ({ guard, page, staticSite }) => {
  guard.expectFailures(/status of 4\d\d/);
  await page.goto(`${staticSite.origin}/`);
});

test('every conformance case holds through the service worker', async ({ page }) => {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const ask: Ask = (question) => page.evaluate(askByFetch, question);
  expect(CASES.length).toBeGreaterThan(300);
  expect(await failuresOf(ask)).toEqual([]);
});

async function askByFetch({ path, method = 'GET', headers = {} }: Question): Promise<Reply> {
  const response = await fetch(path, { method, headers });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

test.describe('where service workers are blocked', () => {
  test.use({ serviceWorkers: 'block' });

  test('every conformance case holds through the worker of the page', async ({ page }) => {
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('comlink/dist/umd/comlink.js') });
    await startWorker(page, `/assets/${await assetOf(/^direct-worker-.*\.js$/)}`);
    expect(await failuresOf((question) => page.evaluate(askWorker, question))).toEqual([]);
  });
});

async function assetOf(name: RegExp): Promise<string> {
  const found = (await readdir(join(DIST, 'assets'))).filter((file) => name.test(file));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

type Mount = typeof globalThis & {
  Comlink: { wrap(worker: Worker): DirectMount };
  mount?: DirectMount;
};
interface DirectMount {
  fetch(request: object): Promise<{ status: number; headers: [string, string][]; body: string }>;
}

async function startWorker(page: Page, address: string): Promise<void> {
  await page.evaluate((url) => {
    const here = globalThis as Mount;
    here.mount = here.Comlink.wrap(new Worker(url, { type: 'module' }));
  }, address);
}

async function askWorker({ path, method = 'GET', headers = {} }: Question): Promise<Reply> {
  const { mount } = globalThis as Mount;
  if (mount === undefined) throw new Error('no worker was started');
  const url = location.origin + path;
  const answer = await mount.fetch({ id: 1, url, method, headers: Object.entries(headers), basePath: '' });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
}
