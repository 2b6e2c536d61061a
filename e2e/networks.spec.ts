import type { Page } from 'playwright/test';
import { rest, walkIn } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { inShare, type NetworkFault, proxy } from './hosts/proxy.ts';
import { switchable } from './hosts/servers.ts';
import {
  button,
  checkEveryEntry,
  downloaded,
  expectCheck,
  expectHeading,
  expectHeader,
  failedRequest,
  headerOutcome,
  inTurns,
  main,
  openTab,
  press,
  remote,
  requestsOf,
  VARIANTS,
} from './words.ts';

test.beforeEach(({ guard }) => guard.expectFailures(/Failed to load resource/));

/** baseOf is the address of a register behind a proxy. */
const baseOf = (origin: string, variant: string, register = 'country'): string =>
  `${origin}/registers/${register}/${variant}`;

/** hashIn is the hash that an entry names, as an address has it. */
async function hashIn(base: string, entryNumber: number): Promise<string> {
  const answer = await fetch(`${base}/entries/${entryNumber}`);
  const [, hash] = /"((?:sha-256:|1220)[0-9a-f]{64})"/.exec(await answer.text()) ?? [];
  if (hash === undefined) throw new Error(`entry ${entryNumber} names no hash`);
  return hash;
}

/** LONG is how long a page may wait on such a network: a list is asked for three times more, the last time after up to 50 s (api/retry.ts). */
const LONG = { patienceMs: 120_000 };

/** verified waits until a page is, and presses Try again once if it does not become so by itself. */
async function verified(page: Page): Promise<void> {
  await rest(page, LONG);
  const outcome = await headerOutcome(page).getAttribute('data-outcome');
  const again = button(main(page), /^(?:try again|read the missing .+)$/i).first();
  // The page may get up by itself before it is pressed.
  if (outcome === 'cannot-check') await again.click({ timeout: 10_000 }).catch(() => undefined);
  await expectVerifiedAgain(page);
}

/** expectVerifiedAgain waits until a page is verified that is asked again by itself, after 4, 8, 16 s. */
async function expectVerifiedAgain(page: Page): Promise<void> {
  await expect(headerOutcome(page)).toHaveAttribute('data-outcome', 'holds', { timeout: 40_000 });
}

/** What fails on a page, and keeps it from being verified. */
const PAGES: readonly (readonly [path: string, failing: RegExp, register?: string])[] = [
  ['', /\/proofs?\/register/],
  ['', /\/proofs?\/entr/],
  ['', /\/entries?\/295$/],
  ['/records', /\/proofs?\/register/],
  ['/records/GB?at=206', /\/proofs?\/consistency/],
  ['/items/HASH?entry=194', /\/proofs?\/entr/],
  ['/items/HASH?entry=194', /\/proofs?\/register/],
  ['/witnesses', /\/proofs?\/entr/],
  ['/compare', /\/proofs?\/entr/],
  ['/entries', /\/proofs?\/register/],
  // A log that is not read whole asks for proofs of its rows.
  ['/entries', /\/proofs?\/entr/, 'premises'],
  ['/changes/206/295', /\/proofs?\/consistency/],
];

for (const variant of VARIANTS)
  test(`pages of ${variant} get up again after a failed request, by one press`, async ({ page, serve }) => {
    test.slow();
    const walk = walkIn(page);
    await page.goto('/settings');
    const pages = PAGES.filter((_, at) => inTurns(at).includes(variant));
    for (const [path, failing, register] of pages)
      await test.step(`${path} without ${failing.source}`, async () => {
        // A server of its own: what another page has read would be known.
        const host = proxy();
        const { origin } = await serve(host.listener);
        const base = baseOf(origin, variant, register);
        const address = path.includes('HASH') ? path.replace('HASH', await hashIn(base, 194)) : path;
        host.fault = (asked) => (failing.test(asked) ? 'web-page' : undefined);
        await walk(remote(base, address));
        await expectHeader(page, 'cannot-check');
        host.fault = () => undefined;
        await verified(page);
      });
  });

test('a captive portal that opens, in two tabs, and a network that comes back, need no press', async ({
  page,
  serve,
  context,
}) => {
  test.slow();
  const host = proxy();
  const { origin } = await serve(host.listener);
  host.fault = () => 'web-page';
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(remote(baseOf(origin, 'v2'), '/records/GM'));
    await expect(failedRequest(tab)).toContainText('Hotel Wi-Fi');
  }
  host.fault = () => undefined;
  for (const tab of tabs) await expectVerifiedAgain(tab);

  // It closes between the root and a record: the message stays, and its button has the focus, while it is asked again.
  let tries = 0;
  host.fault = (asked) => {
    if (!asked.includes('/records/')) return undefined;
    tries += 1;
    return 'web-page';
  };
  await walkIn(page)(remote(baseOf(origin, 'v2'), '/records/FR'));
  const again = button(failedRequest(page), /^try/i);
  await again.focus();
  const before = tries;
  await expect.poll(() => tries).toBeGreaterThan(before);
  await expect(again).toBeFocused();
  await expectHeader(page, 'cannot-check');
  host.fault = () => undefined;
  await expectVerifiedAgain(page);

  // It closes between the root and the copy of the register.
  host.fault = (asked) => (/\/(?:entries|items)\?/.test(asked) ? 'web-page' : undefined);
  await walkIn(page)(remote(baseOf(origin, 'v2'), '/records'));
  // The pages of a copy are asked for with long waits.
  await expect(headerOutcome(page)).toHaveAttribute('data-outcome', 'cannot-check', { timeout: 40_000 });
  host.fault = () => undefined;
  await expectVerifiedAgain(page);

  await context.setOffline(true);
  await walkIn(page)(remote(baseOf(origin, 'v2'), '/records/ZW'));
  await expectHeader(page, 'cannot-check');
  await context.setOffline(false);
  await expectVerifiedAgain(page);
});

test('a list that fails is asked again, costs no single requests, and is read on by itself or by one press', async ({
  page,
  serve,
}) => {
  test.slow();
  const host = proxy();
  const { origin } = await serve(host.listener);
  const items: string[] = [];
  let isBroken = true;
  host.fault = (asked) => {
    if (!asked.includes('/items')) return undefined;
    return items.push(asked) > 2 && isBroken ? 'unavailable' : undefined;
  };
  await page.goto(remote(baseOf(origin, 'v2', 'many'), '/records'));
  const missing = button(main(page), 'Read the missing 2,000 items');
  await expect(missing).toBeVisible({ timeout: 90_000 });
  // A while later it is asked for again by itself.
  expect(items.slice(3, 6)).toEqual(Array(3).fill(items[2]));
  const before = items.length;
  isBroken = false;
  await missing.click();
  await expectHeader(page, 'holds');
  expect(items.slice(before)).toHaveLength(3);

  isBroken = true;
  await walkIn(page)(remote(baseOf(origin, 'v2'), '/records'));
  await expect(button(main(page), /^read the missing/i)).toBeVisible({ timeout: 40_000 });
  isBroken = false;
  await expectHeader(page, 'holds');
});

test('records whose new entries cannot be read could not be checked, and are by one press', async ({
  page,
  serve,
}) => {
  const host = switchable('+rollback');
  await page.clock.install();
  await page.goto(remote((await serve(host.listener)).origin + host.path, '/records'));
  await expectHeader(page, 'holds');
  host.switches = '+not-found-html@entries';
  await page.clock.fastForward(40_000);
  await press(page, 'Show');
  await expectHeader(page, 'cannot-check');
  host.switches = '';
  await press(page, 'Try again');
  await expectHeader(page, 'holds');
});

test('a server without a list is asked for a screen of items, and for all others by one press', async ({
  page,
  elsewhere,
}) => {
  const asked = requestsOf(page);
  await page.goto(remote(`${elsewhere.origin}/registers/country/v2+no-items-list`));
  const missing = button(main(page), /^read the missing \d+ items$/i);
  await expect(missing).toBeVisible();
  expect(asked.filter((address) => /\/items\/./.test(address)).length).toBeLessThanOrEqual(20);
  await missing.click();
  await expectCheck(page, 'Verified', /all 295 entries verified/i);
  await expect(missing).toHaveCount(0);
});

const WALK: readonly (readonly [path: string, register?: string])[] = [
  [''],
  ['/records'],
  ['/records?q=Gambia'],
  ['/records/GB'],
  ['/records/GB?at=206'],
  ['/entries'],
  ['/entries/194'],
  ['/items/HASH?entry=194'],
  ['/proofs/entries/10/200'],
  ['/changes/206/295'],
  ['/witnesses'],
  ['/compare'],
  ['/entries', 'premises'],
];

for (const variant of inTurns(1))
  test(`a network that fails a fifth of all requests: every page of ${variant} is verified, by itself or by one press`, async ({
    page,
    serve,
  }) => {
    test.setTimeout(600_000);
    const walk = walkIn(page, LONG);
    // Files are downloads where the browser has no picker.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.goto('/settings');
    const asked: number[] = [];
    for (const fault of [(): NetworkFault | undefined => undefined, inShare(0.2, 7)]) {
      const host = proxy();
      const { origin } = await serve(host.listener);
      const hash = await hashIn(baseOf(origin, variant), 194);
      host.fault = fault;
      for (const [path, register] of WALK)
        await test.step(`${register ?? ''}${path}`, async () => {
          await walk(remote(baseOf(origin, variant, register), path.replace('HASH', hash)));
          await verified(page);
        });
      await test.step('export', async () => {
        await walk(remote(baseOf(origin, variant, 'planet'), '/records'));
        await press(main(page), /download data/i);
        const { text } = await downloaded(page, () => press(page.getByRole('dialog'), /^save \S+\.csv$/i));
        expect(text.trim().split('\n')).toHaveLength(10);
      });
      for (const register of ['country', 'many'])
        await test.step(`audit of ${register}`, async () => {
          await walk(remote(baseOf(origin, variant, register), '/audit'));
          await checkEveryEntry(page);
          await verified(page);
        });
      asked.push(host.asked);
    }
    const [honest = 0, troubled = 0] = asked;
    expect(troubled).toBeLessThanOrEqual(3 * honest);
  });

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a later visit that lacks the code for old storage is verified all the same', async ({ page }) => {
    await page.goto('/country/records/GB');
    await expectHeader(page, 'holds');
    await page.route(/\/rest\.js$/, (route) => route.abort());
    const lacked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rest.js'));
    await page.reload();
    await lacked;
    await expectHeader(page, 'holds');
  });

  test('a register that did not open says so on each view, also if the developer page asks again', async ({
    page,
    serve,
  }) => {
    const host = proxy();
    const { origin } = await serve(host.listener);
    host.fault = () => 'web-page';
    await page.goto(remote(baseOf(origin, 'v2'), '/records'));
    await expect(failedRequest(page)).toContainText('Hotel Wi-Fi');
    // The code of the developer page takes until the register is asked for again, and has no answer.
    host.fault = () => 'stall';
    const before = host.asked;
    await page.route(/\/tools\.js$/, async (route) => {
      await expect.poll(() => host.asked).toBeGreaterThan(before);
      await route.continue();
    });
    await openTab(page, /developer/i);
    await expectHeading(page, 'Developer');
    await openTab(page, /compare/i);
    await expect(failedRequest(page)).toContainText('Hotel Wi-Fi');
    await expect(page.getByRole('heading', { name: /^compare/i })).toHaveCount(0);
  });
});
