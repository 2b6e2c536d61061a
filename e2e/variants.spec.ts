import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectVerified, failedRequest, provedRow, remote } from './words.ts';

const NEWEST_OF_GM = 278;

async function expectWholeRegister(page: Page, path: string): Promise<void> {
  await page.goto(`${path}/records`);
  await expect(page.getByText(/\b236 records/)).toBeVisible();
  await page.getByRole('searchbox', { name: /search these records/i }).fill('Zimbabwe');
  await expect(page.getByRole('main').getByRole('link', { name: 'ZW', exact: true })).toBeVisible();
  await page.goto(`${path}/entries`);
  await page.getByRole('button', { name: /newest/i }).click();
  await expect(provedRow(page, 295)).toBeInViewport();
  await expect(failedRequest(page)).toHaveCount(0);
}

test('the register menu opens the other variant and comes back', async ({ page }) => {
  await page.goto('/country/records/GM');
  const menu = page.getByRole('button', { name: /another register or variant/i });
  await menu.click();
  await page.getByRole('link', { name: /blobs \(earlier/i }).click();
  await expect(page).toHaveURL(/\/country~earlier(\/|$)/);
  const tabs = page.getByRole('navigation', { name: /views of this register/i });
  await expect(tabs.getByRole('link', { name: /blobs/i })).toBeVisible();
  await menu.click();
  await page.getByRole('link', { name: /items \(v2/i }).click();
  await expect(page).toHaveURL(/\/country(\/|$)/);
  await expect(tabs.getByRole('link', { name: /items/i })).toBeVisible();
  await menu.click();
  await page.getByRole('link', { name: /another register/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/read a register/i);
});

test.describe('a register on another origin, whose Link header the page may not read', () => {
  for (const mount of ['v2+link-hidden', 'earlier+link-hidden', 'v2+link-hidden+small-pages']) {
    test(`${mount}: records and log are complete`, async ({ page, elsewhere }) => {
      await expectWholeRegister(page, remote(`${elsewhere.origin}/registers/country/${mount}`));
    });
  }

  test('opened by its address, by a record in it, and listed as opened before', async ({
    page,
    elsewhere,
  }) => {
    const base = `${elsewhere.origin}/registers/country/v2+link-hidden`;
    await page.goto('/');
    const box = page.getByRole('textbox', { name: /address of a register/i });
    await box.fill(`${base}/records/GM.json`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expectVerified(page, NEWEST_OF_GM);
    await expect(page).toHaveURL(new RegExp(`/${encodeURIComponent(base)}/records/GM$`));
    await page.getByRole('link', { name: 'Register Explorer' }).click();
    await page
      .getByRole('region', { name: /opened before/i })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/${encodeURIComponent(base)}$`));
    await page.getByRole('link', { name: 'Register Explorer' }).click();
    await page.getByRole('button', { name: /^forget/i }).click();
    await expect(page.getByRole('region', { name: /opened before/i })).toHaveCount(0);
  });

  test('an address that cannot be one is refused in words', async ({ page }) => {
    await page.goto('/');
    const box = page.getByRole('textbox', { name: /address of a register/i });
    for (const [typed, problem] of [
      ['', /type the address/i],
      ['ftp://example.org', /http/i],
      ['https://', /not a web address/i],
      ['https://name:word@example.org', /user name/i],
    ] as const) {
      await box.fill(typed);
      await box.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: problem })).toBeVisible();
      await expect(box).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page).toHaveURL(/\/$/);
  });
});

// Servers that are not ours in manner: each must show the same record, verified.
const MANNERS = [
  'v2+numbers-as-strings',
  'v2+numbers-as-numbers+html-errors',
  'v2+link-absolute+deprecation-link',
  'v2+link-relative+small-pages',
  'v2+link-none+redirects',
  'v2+link-loop+link-raw-key',
  'v2+leaf-2016',
  'v2+no-summary',
  'earlier+numbers-as-strings+html-errors',
  'earlier+link-none+small-pages',
  'earlier+leaf-hex+proofs-entry-spelling',
  'earlier+leaf-digest+sparse-context',
  'earlier+no-summary+redirects',
];

for (const mount of MANNERS) {
  test(`a record is verified from a server in the manner of ${mount}`, async ({ page, elsewhere, guard }) => {
    guard.expectFailures(/404 .*\/proofs\/entries\//, /404 .*\/(register|context)\/?$/);
    await page.goto(remote(`${elsewhere.origin}/registers/country/${mount}`, '/records/GM'));
    await expect(page.getByRole('heading', { level: 1, name: 'The Gambia' })).toBeVisible();
    await expectVerified(page, NEWEST_OF_GM);
  });
}

for (const mount of ['v2+link-loop', 'earlier+link-none+small-pages', 'v2+no-summary+small-pages']) {
  test(`records and log are complete from a server in the manner of ${mount}`, async ({
    page,
    elsewhere,
  }) => {
    await expectWholeRegister(page, remote(`${elsewhere.origin}/registers/country/${mount}`));
  });
}

test('a filter whose links lose it still shows only what it asked for', async ({ page, elsewhere }) => {
  const base = `${elsewhere.origin}/registers/country/earlier+link-drops-filter+small-pages`;
  await page.goto(remote(base, '/records?attribute=currency&value=EUR'));
  await expect(page.getByText(/records with this value/i)).toBeVisible();
  const rows = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
  await expect(rows.filter({ hasText: 'France' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Finland' })).toHaveCount(1);
  await expect(rows.filter({ hasNotText: 'EUR' })).toHaveCount(0);
});

test('a server that answers errors in HTML: a record that is not there is that, and no more', async ({
  page,
  elsewhere,
  guard,
}) => {
  guard.expectFailures(/404 .*\/records\/XX/);
  await page.goto(remote(`${elsewhere.origin}/registers/country/v2+html-errors`, '/records/XX'));
  await expect(page.getByRole('heading', { name: /no record .*XX/i })).toBeVisible();
});

for (const mount of ['v2+no-items-list', 'earlier+no-items-list']) {
  test(`a server without a list of data says so, and one item still opens, ${mount}`, async ({
    page,
    elsewhere,
    guard,
  }) => {
    guard.expectFailures(/404 .*\/(items|blobs)/);
    const path = remote(`${elsewhere.origin}/registers/planet/${mount}`);
    await page.goto(`${path}/items`);
    await expect(page.getByText(/does not list its (items|blobs)/i)).toBeVisible();
    // The log names them all, so they are had one by one.
    await expect(page.getByRole('img', { name: /matches its hash/i })).toHaveCount(15);
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
    await expect(page.getByText(/(item|blob) matches its hash/i).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Entry 1', exact: true })).toBeVisible();
  });
}

test('a register without a summary opens, and its overview says what it knows', async ({
  page,
  elsewhere,
}) => {
  await page.goto(remote(`${elsewhere.origin}/registers/country/v2+no-summary`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/newest entry, 295, leads to the published root/i)).toBeVisible();
});
