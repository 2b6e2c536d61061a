import type { Page } from 'playwright/test';
import {
  axeFindings,
  expectAccessible,
  expectNoOverflow,
  inLook,
  PHONE,
  smallTargets,
} from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  alertOf,
  expectRemembered,
  failedRequest,
  openChecks,
  proofPicture,
  provedRow,
  remote,
} from './words.ts';

const heading = (name: RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();
const proof = (page: Page) =>
  expect(proofPicture(page)).toHaveAccessibleName(
    /equals the published|is the root at|not the one that entry/i,
  );

/** The newest data of uranus. */
const URANUS_BLOB = '4443f6368b42e9a09651d835050843c9ee1c08d5dd699f8fa500310da0e78475';

type View = readonly [path: string, ready: (page: Page) => Promise<void>];

const text = (words: RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();
const named = (role: 'link' | 'button' | 'figure' | 'columnheader', name: RegExp) => (page: Page) =>
  expect(page.getByRole(role, { name }).first()).toBeVisible();

/** What no other journey holds to this while it is there: an address, and what it shows when it is ready. A record is in record.spec.ts, where its link is copied. */
const VIEWS: Readonly<Record<string, readonly View[]>> = {
  'where one arrives': [
    ['/', named('link', /^planets$/i)],
    ['/help#inclusion-proof', text(/the API calls it an entry proof/i)],
    ['/nothing/here/at/all', heading(/nothing at this address/i)],
    ['/premises', named('button', /^check every entry$/i)],
    ['/premises/records?q=mill', text(/^not searched/i)],
  ],
  'lists, the log and what is in it': [
    // At the end of the log, which stays on view when there is room for fewer rows.
    ['/planet/entries?entry=14', (page) => expect(provedRow(page, 14)).toBeInViewport()],
    [
      '/planet~earlier/items',
      (page) => expect(page.getByRole('img', { name: /matches its hash/i })).toHaveCount(15),
    ],
    [`/planet~earlier/items/${URANUS_BLOB}`, heading(/^blob$/i)],
    [
      '/country/records/GM?why',
      async (page) => {
        await proof(page);
        if (await page.getByRole('dialog').isVisible()) return;
        await openChecks(page);
        await expect(page.locator('main li figure')).toHaveCount(4);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    ],
  ],
  'proofs and their pictures': [
    ['/country/proofs/entries/5/200', proof],
    ['/country~earlier/entries/150?proof=steps', named('columnheader', /bytes hashed/i)],
    ['/country/proofs/consistency/200/208', named('figure', /^two ladders/i)],
  ],
  'what does not match': [
    ['/country~v2+altered-item/records/ZW', proof],
    ['/country~v2+altered-proof/records/ZW?proof=tree', named('figure', /tree of 295.*does not match/i)],
    [
      '/planet~v2+altered-root/entries/3',
      (page) => expect(proofPicture(page)).toHaveAccessibleName(/none of the proofs tried/i),
    ],
  ],
};

test.beforeEach(({ guard }) => guard.expectFailures(/status of 404/));

for (const [group, views] of Object.entries(VIEWS)) {
  test(`${group}: axe finds nothing in both themes and on a phone`, async ({ page, walk }) => {
    test.slow();
    for (const [path, ready] of views)
      await test.step(path, async () => {
        await walk(path);
        await expectAccessible(page, path, ready);
      });
  });
}

test('axe: an alarm, the settings and a failed request', async ({ page, walk, deadOrigin, guard }) => {
  test.slow();
  guard.expectFailures(/ERR_CONNECTION_REFUSED/);
  await page.goto('/unfaithful/records/GM');
  await expectRemembered(page, 'unfaithful', 295);
  await walk('/unfaithful~v2+fork-longer/entries/3');
  await page.getByText('Details', { exact: true }).click();
  await page.getByText(/the consistency proof, drawn/i).click();
  await expect(proofPicture(page)).toHaveAccessibleName(/contradicts the one this browser/i);
  await expectAccessible(page, 'alarm', async () => {
    await expect(alertOf(page, /does not begin with/i)).toBeVisible();
    await expect(page.getByRole('figure', { name: /two ladders/i })).toBeVisible();
  });
  await walk('/settings');
  await expectAccessible(page, 'settings', () =>
    expect(page.getByRole('list', { name: /alarms of unfaithful/i })).toBeVisible(),
  );
  await walk(remote(`${deadOrigin}/v1`, '/records/GB'));
  await expectAccessible(page, 'failed request', () =>
    expect(failedRequest(page).getByRole('heading', { level: 1 })).toBeVisible(),
  );
});

/** What has links side by side and is no stop of the walk through every view, which fault-matrix.spec.ts holds to the same, or has more of them there. */
const SIDE_BY_SIDE = [
  '/',
  '/check',
  '/settings',
  '/help',
  '/country',
  '/country/records',
  '/country/changes/206/295',
  '/country/entries/1',
  '/country/entries/194',
  '/country~earlier/entries/150',
  '/country~earlier/entries/150?proof=steps',
  '/country/records/CZ?at=206',
  '/country/records/GM?version=278&compare=275',
  '/country/records?q=Swaziland&former=yes',
  '/unfaithful~v2+altered-item/records/ZW',
];

test('on a phone every link and button is 24 px wide and high, or stands apart', async ({ page, walk }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  for (const path of SIDE_BY_SIDE)
    await test.step(path, async () => {
      await walk(path);
      expect.soft(await smallTargets(page), path).toEqual([]);
    });
});

test('the theme is kept, and text at 400 % needs no sideways scroll', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  // 1280 px wide at 400 % is 320 px, and a phone on its side is as low; WCAG 2.2, 1.4.10.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/country/records/GM');
  await proof(page);
  await expectNoOverflow(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('combobox', { name: /theme/i }).selectOption('dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect.poll(background).toBe(dark);
  await page.getByRole('combobox', { name: /theme/i }).selectOption({ label: 'system' });
  await expect.poll(background).toBe(light);
});

test('with less motion nothing goes on moving while it loads', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/registers/country/**', () => undefined);
  await page.goto('/country/records/GM');
  await expect(page.locator('[data-loading]').first()).toBeVisible();
  const endless = () =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length;
  expect(await page.evaluate(endless)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => page.evaluate(endless)).toBeGreaterThan(0);
});

test('with more contrast no text is below 7:1', async ({ page, walk }) => {
  for (const path of ['/country/records/GM', '/planet/entries', '/country/changes/200/208'])
    await test.step(path, async () => {
      await walk(path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await inLook(page, { contrast: 'more', colorScheme });
        expect.soft(await axeFindings(page, ['color-contrast-enhanced']), colorScheme).toEqual([]);
      }
    });
});

test('in forced colours the digit that differs, the tab on view and a failing part stand out', async ({
  page,
}) => {
  await page.goto('/country~v2+altered-item/records/ZW');
  await proof(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const looks = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { color, backgroundColor, borderStyle, forcedColorAdjust } = getComputedStyle(element);
          return { color, backgroundColor, borderStyle, forcedColorAdjust };
        });
    const digit = await looks('main figure mark');
    expect(digit.color).not.toBe(digit.backgroundColor);
    const around = await looks('main figure [data-node]');
    expect(digit.backgroundColor).not.toBe(around.backgroundColor);
    const [current, other] = [await looks('nav a[aria-current]'), await looks('nav a:not([aria-current])')];
    expect(current.backgroundColor).not.toBe(other.backgroundColor);
    // Else the browser puts a plate of another colour behind the words.
    expect(current).toMatchObject({ forcedColorAdjust: 'none' });
    expect(current.color).not.toBe(current.backgroundColor);
    expect((await looks('[data-node][data-tone="does-not-match"]')).borderStyle).toBe('double');
  }
});
