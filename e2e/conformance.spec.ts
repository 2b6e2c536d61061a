import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';
import { type Ask, caseName, type Question, runCase } from '../src/mock/conformance/case.ts';
import { CONFORMANCE_CASES } from '../src/mock/conformance/conformance.ts';
import { namedIdOf } from '../src/tools/build-id.mjs';
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
  await Promise.all(Array.from({ length: 64 }, workThrough));
  return failed;
}

/** batched takes all questions that are asked at once to the page together: most of the time goes into the way there and back. */
function batched(askAll: (questions: Question[]) => Promise<Reply[]>): Ask {
  let waiting: Question[] = [];
  let answers: Promise<Reply[]> | undefined;
  return async (question) => {
    const place = waiting.push(question) - 1;
    answers ??= new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      const questions = waiting;
      waiting = [];
      answers = undefined;
      return askAll(questions);
    });
    const reply = (await answers)[place];
    if (reply === undefined) throw new Error('the page answered fewer questions than it was asked');
    return reply;
  };
}

test.use({ reuseContext: false, serviceWorkers: 'allow' });

test.beforeEach(async ({ guard, page, staticSite }) => {
  guard.expectFailures(/status of (?:4\d\d|503)/);
  await page.goto(`${staticSite.origin}/`);
});

test('every conformance case holds through the service worker', async ({ page }) => {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(CASES.length).toBeGreaterThan(300);
  expect(await failuresOf(batched((questions) => page.evaluate(askByFetch, questions)))).toEqual([]);
});

function askByFetch(questions: Question[]): Promise<Reply[]> {
  return Promise.all(
    questions.map(async ({ path, method = 'GET', headers = {} }) => {
      const response = await fetch(path, { method, headers });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    }),
  );
}

test.describe('where service workers are blocked', () => {
  // This test puts a script of its own into the page, which the page's policy refuses.
  test.use({ serviceWorkers: 'block', bypassCSP: true });

  test('every conformance case holds through the worker of the page', async ({ page }) => {
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('comlink/dist/umd/comlink.js') });
    await startWorker(page, `/assets/${namedIdOf(DIST)}/direct-worker.js`);
    expect(await failuresOf(batched((questions) => page.evaluate(askWorker, questions)))).toEqual([]);
  });
});

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

function askWorker(questions: Question[]): Promise<Reply[]> {
  const { mount } = globalThis as Mount;
  if (mount === undefined) throw new Error('no worker was started');
  return Promise.all(
    questions.map(async ({ path, method = 'GET', headers = {} }, id) => {
      const url = location.origin + path;
      const answer = await mount.fetch({ id, url, method, headers: Object.entries(headers), basePath: '' });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
    }),
  );
}
