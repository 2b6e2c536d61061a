import { planet } from '../src/mock/registers/planet.ts';
import { buildIdOf, namedIdOf } from '../src/tools/build-id.mjs';
import { rest } from './fault-walk.ts';
import { DIST, expect, test } from './fixtures.ts';
import {
  EVERY_VARIANT,
  expectHeader,
  expectTitle,
  expectVerified,
  oneBox,
  openRecord,
  press,
  rsfOf,
} from './words.ts';

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

test('the page refuses whatever is not of its own build', async ({ browser, elsewhere, staticSite }) => {
  // The guard forgives no breach, so that they are tried in a profile of their own; a host of files gives no policy but the page's own.
  const tried = await browser.newContext({ serviceWorkers: 'block' });
  const page = await tried.newPage();
  await page.goto(`${staticSite.origin}/country/records/GB`);
  await expectVerified(page, 65);
  expect(await page.evaluate(tryForbidden, elsewhere.origin)).toEqual([]);
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

const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** What is loaded on either screen with EVERY_VARIANT, else on one of them by turns. */
const PLACES = [
  '/',
  '/settings',
  '/country/records?q=king',
  '/country',
  '/country/records/ZW',
  '/country/records/GB?at=206',
  '/country/records/GM?version=278&compare=275',
  '/country~earlier/records/GM',
  '/country/proofs/consistency/197/208',
  '/unfaithful~v2+altered-item/records/ZW',
  '/country/changes/200/295',
];

for (const [screen, size] of Object.entries(SCREENS))
  test(`nothing moves while a page comes: ${screen}`, async ({ newPage }) => {
    test.slow();
    // Touch stays on in a profile that others share.
    const page = await newPage({ viewport: size, hasTouch: screen === 'phone' });
    await page.addInitScript(() => {
      const shifts = ((globalThis as { shifts?: number[] }).shifts = []) as number[];
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries())
          shifts.push((shift as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // A slow line, on which each answer comes for itself.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    });
    for (const [at, place] of PLACES.entries()) {
      if (!EVERY_VARIANT && screen !== (at % 2 === 0 ? 'phone' : 'desktop')) continue;
      await page.goto(place);
      if (place.includes('altered')) await expectHeader(page, 'does-not-match');
      else if (place.startsWith('/country')) await expectHeader(page, 'holds');
      await rest(page);
      const shifts = await page.evaluate(() => (globalThis as { shifts?: number[] }).shifts ?? []);
      expect(
        shifts.reduce((sum, shift) => sum + shift, 0),
        place,
      ).toBeLessThan(0.02);
    }
  });

test('the site can be installed, and says what it is where a link to it is shown', async ({ page }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A page of a test is in a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { icons } = (await (await page.request.get(url)).json()) as {
    icons: { src: string; type: string }[];
  };
  for (const { src, type } of icons)
    expect((await page.request.get(new URL(src, url).href)).headers()['content-type']).toContain(type);
  const property = (name: string) =>
    page.locator(`meta[property="og:${name}"]`).evaluate((meta) => (meta as HTMLMetaElement).content);
  expect(await property('title')).toBe('Register Explorer');
  expect(await property('description')).toContain('browser');
});

test('an address that another app shares is in the box', async ({ page, site }) => {
  const address = `${site}/registers/planet/v2`;
  for (const query of [
    `url=${encodeURIComponent(address)}`,
    `text=${encodeURIComponent(`See ${address} now`)}`,
  ]) {
    await page.goto(`/?${query}&title=Planets`);
    await expect(oneBox(page)).toHaveValue(address);
    await expect(page).toHaveURL(`${site}/`);
  }
  await page.keyboard.press('Enter');
  await expectTitle(page, 'Planets');
});

test('a file that is opened with the installed site is opened', async ({ page }) => {
  const launch = (name: string, text: string): void => {
    const handle = { getFile: () => Promise.resolve(new File([text], name)) };
    const launchQueue = {
      setConsumer: (consume: (launched: unknown) => void) => consume({ files: [handle] }),
    };
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
  };
  const text = rsfOf({ ...planet, name: 'worlds' });
  await page.addInitScript(`(${String(launch)})("worlds.rsf", ${JSON.stringify(text)})`);
  await page.goto('/');
  await expect(page).toHaveURL(/\/file:worlds-[0-9a-f]{8}$/);
  await expectTitle(page, 'Planets');
});

test('a link is shared by the sheet of the system, where there is one', async ({ page, site }) => {
  const share = (): void => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, {
      share: (data: unknown) => {
        shared.push(data);
        return Promise.reject(new DOMException('', 'AbortError'));
      },
    });
  };
  await page.addInitScript(`(${String(share)})()`);
  await openRecord(page);
  await press(page, /share this record/i);
  expect(await page.evaluate('shared')).toEqual([
    {
      title: expect.stringContaining('Gambia'),
      url: expect.stringMatching(new RegExp(`^${site}/country/records/GM#seen=295\\.[0-9a-f]{32}$`)),
    },
  ]);
});
