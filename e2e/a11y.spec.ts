import type { Page } from 'playwright/test';
import { expectAccessible, expectNoOverflow } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { expectRemembered, failedRequest, proofPicture, provedRow, remote } from './words.ts';

interface View {
  readonly name: string;
  readonly path: string;
  /** Waits until the view shows what it is for. */
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (page: Page, name: RegExp) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();
const proof = (page: Page) =>
  expect(proofPicture(page)).toHaveAccessibleName(
    /equals the published|is the root at|not the one that entry/i,
  );

/** The newest data of uranus. */
const URANUS_BLOB = '4443f6368b42e9a09651d835050843c9ee1c08d5dd699f8fa500310da0e78475';

/** What no other journey holds to this while it is there. */
const VIEWS: Readonly<Record<string, readonly View[]>> = {
  'where one arrives': [
    {
      name: 'start',
      path: '/',
      ready: (page) => expect(page.getByRole('link', { name: /^planets$/i })).toBeVisible(),
    },
    { name: 'api', path: '/planet/api', ready: (page) => heading(page, /^endpoints$/i) },
    {
      name: 'help',
      path: '/help#inclusion-proof',
      ready: (page) => expect(page.getByText(/the API calls it an entry proof/i)).toBeVisible(),
    },
    {
      name: 'nowhere',
      path: '/nothing/here/at/all',
      ready: (page) => heading(page, /nothing at this address/i),
    },
    { name: 'tour', path: '/tour', ready: (page) => heading(page, /./) },
  ],
  'too large to be held': [
    {
      name: 'overview',
      path: '/premises',
      ready: (page) => expect(page.getByRole('button', { name: 'Check every entry' })).toBeVisible(),
    },
    {
      name: 'records that were not searched',
      path: '/premises/records?q=mill',
      ready: (page) => expect(page.getByText(/^not searched/i)).toBeVisible(),
    },
  ],
  'lists and the log': [
    {
      name: 'entries',
      path: '/country/entries?entry=150',
      ready: (page) => expect(provedRow(page, 150)).toBeInViewport(),
    },
    {
      name: 'items',
      path: '/planet~earlier/items',
      ready: (page) => expect(page.getByRole('img', { name: /matches its hash/i })).toHaveCount(15),
    },
  ],
  'one record, entry or item': [
    { name: 'record', path: '/country/records/GM', ready: proof },
    {
      name: 'why each check is made, and the keys',
      path: '/country/records/GM',
      ready: async (page) => {
        await proof(page);
        if (await page.getByRole('dialog').isVisible()) return;
        await page.getByText('What was checked?').click();
        for (const summary of await page.locator('summary', { hasText: 'Why?' }).all()) await summary.click();
        await expect(page.locator('main li figure')).toHaveCount(4);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    { name: 'record that does not match', path: '/country~v2+altered-item/records/ZW', ready: proof },
    { name: 'entry', path: '/country~earlier/entries/150', ready: proof },
    {
      name: 'blob',
      path: `/planet~earlier/items/${URANUS_BLOB}`,
      ready: (page) => heading(page, /^blob$/i),
    },
  ],
  'proofs and their pictures': [
    { name: 'proofs', path: '/country/proofs', ready: (page) => heading(page, /^proofs$/i) },
    { name: 'entry proof at a size', path: '/country/proofs/entries/5/200', ready: proof },
    {
      name: 'steps',
      path: '/country~earlier/entries/150?proof=steps',
      ready: (page) => expect(page.getByRole('columnheader', { name: /bytes hashed/i })).toBeVisible(),
    },
    {
      name: 'consistency proof',
      path: '/country/proofs/consistency/200/208',
      ready: (page) => expect(page.getByRole('figure', { name: /^two ladders/i })).toBeVisible(),
    },
  ],
  'what does not match': [
    {
      name: 'whole tree that does not match',
      path: '/country~v2+altered-proof/records/ZW?proof=tree',
      ready: (page) =>
        expect(page.getByRole('figure', { name: /tree of 295.*does not match/i })).toBeVisible(),
    },
    {
      name: 'proof that cannot be checked',
      path: '/planet~v2+altered-root/entries/3',
      ready: (page) => expect(proofPicture(page)).toHaveAccessibleName(/none of the proofs tried/i),
    },
    {
      name: 'tour of a dishonest register',
      path: '/tour?stop=3',
      ready: (page) => expect(page.getByRole('link', { name: /start with stop 1/i })).toBeVisible(),
    },
    {
      name: 'tamper lab',
      path: '/planet/lab?entry=12&preset=compare',
      ready: (page) => expect(page.getByRole('img', { name: 'Root: does not match' })).toBeVisible(),
    },
  ],
};

test.beforeEach(({ guard }) => guard.expectFailures(/status of 404/));

for (const [group, views] of Object.entries(VIEWS)) {
  test(`${group}: axe finds nothing in both themes and on a phone`, async ({ page, walk }) => {
    test.slow();
    for (const { name, path, ready } of views) {
      await test.step(name, async () => {
        await walk(path);
        await expectAccessible(page, name, ready);
      });
    }
  });
}

test('axe finds nothing in an alarm, the settings and a failed request', async ({
  page,
  deadOrigin,
  guard,
}) => {
  test.slow();
  guard.expectFailures(/ERR_CONNECTION_REFUSED/);
  await page.goto('/unfaithful/records/GM');
  await expectRemembered(page, 'unfaithful', 295);
  await page.goto('/unfaithful~v2+fork-longer/entries/3');
  await page.getByText(/the consistency proof, drawn/i).click();
  await expect(proofPicture(page)).toHaveAccessibleName(/contradicts the one this browser/i);
  await expectAccessible(page, 'alarm', async () => {
    await expect(page.getByRole('alert').filter({ hasText: /does not begin with/i })).toBeVisible();
    await expect(page.getByRole('figure', { name: /two ladders/i })).toBeVisible();
  });
  await page.goto('/settings');
  await expectAccessible(page, 'settings', () =>
    expect(page.getByRole('list', { name: /alarms of unfaithful/i })).toBeVisible(),
  );
  await page.goto(remote(`${deadOrigin}/v1`, '/records/GB'));
  await expectAccessible(page, 'failed request', () =>
    expect(failedRequest(page).getByRole('heading', { level: 1 })).toBeVisible(),
  );
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
