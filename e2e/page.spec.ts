import type { Page } from 'playwright/test';
import { buildIdOf, namedIdOf } from '../src/tools/build-id.mjs';
import { DIST, expect, test } from './fixtures.ts';
import { expectHeader, expectVerified } from './words.ts';

/** Tries in the page what its policy refuses; returns what went through all the same. */
async function tryForbidden(elsewhere: string): Promise<string[]> {
  // What a test evaluates may make code from text; what a timer calls may not.
  await new Promise((resolve) => void setTimeout(resolve));
  const through: string[] = [];
  const attempts: Record<string, () => unknown> = {
    'markup from text': () => (document.createElement('p').innerHTML = '<b>x</b>'),
    // oxlint-disable-next-line typescript/no-implied-eval -- Whether it is refused is the question.
    'code from text': () => new Function('return 1')(),
    'a worker from text': () => new Worker(URL.createObjectURL(new Blob(['1']))),
    'a worker from elsewhere': () => new Worker(`${elsewhere}/worker.js`),
    'a worker outside of the build': () => new Worker('/icon.svg'),
    'another policy': () =>
      (
        globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
      ).trustedTypes.createPolicy('another', {}),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      attempt();
      through.push(name);
    } catch {
      // Refused.
    }
  }
  return through;
}

/** Resolves with whether a script, a style, a picture or a frame that is put into the page takes effect. */
async function takesEffect(page: Page, elsewhere: string): Promise<string[]> {
  return page.evaluate(async (origin) => {
    const loaded = (tag: 'img' | 'iframe' | 'link', set: Record<string, string>): Promise<boolean> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        element.addEventListener('load', () =>
          resolve(tag !== 'iframe' || (element as HTMLIFrameElement).contentDocument === null),
        );
        element.addEventListener('error', () => resolve(false));
        Object.assign(element, set);
        document.body.append(element);
        setTimeout(() => resolve(false), 1_000);
      });
    const effects: string[] = [];
    if (await loaded('img', { src: `${origin}/icon.svg` })) effects.push('a picture from elsewhere');
    if (await loaded('link', { rel: 'stylesheet', href: `${origin}/style.css` }))
      effects.push('a style from elsewhere');
    const style = document.createElement('style');
    style.append('body { outline: 1px solid red }');
    document.body.append(style);
    if (getComputedStyle(document.body).outlineStyle === 'solid') effects.push('a style of the text');
    return effects;
  }, elsewhere);
}

test('the page refuses whatever is not of its own build', async ({ browser, elsewhere, staticSite }) => {
  // The guard forgives no breach, so that they are tried in a profile of their own; a host of files gives no policy but the page's own.
  const tried = await browser.newContext({ serviceWorkers: 'block' });
  const page = await tried.newPage();
  await page.goto(`${staticSite.origin}/country/records/GB`);
  await expectVerified(page, 65);
  expect(await page.evaluate(tryForbidden, elsewhere.origin)).toEqual([]);
  expect(await takesEffect(page, elsewhere.origin)).toEqual([]);
  await tried.close();
});

test('the server states the policy for workers too, and the page its build', async ({ page, request }) => {
  const id = namedIdOf(DIST);
  expect(buildIdOf(DIST, id)).toBe(id);
  for (const path of ['/', '/country/records/GB', `/assets/${id}/worker.js`, '/service-worker.js']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'",
    );
    expect(policy, path).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
  }
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(id.slice(0, 8));
});

test('the page has its name before its script has come, in its place', async ({ browser, site }) => {
  const first = await browser.newContext({ serviceWorkers: 'block' });
  const page = await first.newPage();
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => void (answer = resolve));
  await page.route('**/frame.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site}/country/records/GB`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.styleSheets.length > 0);
  const name = page.locator('.app-frame_brand');
  await expect(name).toHaveText('Register Explorer');
  const before = await name.boundingBox();
  answer();
  await expectVerified(page, 65);
  expect(await name.boundingBox()).toEqual(before);
  await first.close();
});

const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

for (const [screen, size] of Object.entries(SCREENS))
  test(`nothing moves while a page comes: ${screen}`, async ({ page }) => {
    await page.setViewportSize(size);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: screen === 'phone' });
    await page.addInitScript(() => {
      const shifts = ((globalThis as { shifts?: number[] }).shifts = []) as number[];
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries())
          shifts.push((shift as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const place of ['/', '/country', '/country/records/GB', '/country~earlier/records/GM']) {
      await page.goto(place);
      if (place !== '/') await expectHeader(page, 'holds');
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (globalThis as { shifts?: number[] }).shifts ?? []);
      expect(
        shifts.reduce((sum, shift) => sum + shift, 0),
        place,
      ).toBeLessThan(0.02);
    }
  });
