import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoText, expectText, expectVerified } from './words.ts';

/** end ends a worker of the page from inside, without a word to the page. `file` is what its script is called. */
async function end(page: Page, file: RegExp): Promise<void> {
  const worker = page.workers().find((one) => file.test(new URL(one.url()).pathname));
  if (worker === undefined) throw new Error(`no worker ${String(file)} among ${page.workers().length}`);
  // The answer to this very call may be lost with it.
  await Promise.race([
    worker.evaluate(() => self.close()),
    new Promise((done) => worker.once('close', done)),
  ]);
}

/** goTo leads to another record without leaving the page. */
async function goTo(page: Page, key: string, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name: key, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/records/${key}$`));
}

/** appearsInTime lets the page's clock run on until an element shows: what waits for a silent worker may begin to wait late on a busy machine. */
async function appearsInTime(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(25_000);
    await expect(element).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

const VERIFIER = /\/worker[-.\w]*\.js$/;
const REPLICA = /\/replica-worker[-.\w]*\.js$/;

test('a worker that ends is started again, and the check says so; one that cannot be is "cannot check", with what to do', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/country/records/GM');
  await expectVerified(page, '\\d+');
  await end(page, VERIFIER);

  // Other records are proved by another worker, once this one has been silent for long enough.
  await goTo(page, 'FR', 'France');
  const details = page.getByText('What was checked?');
  await appearsInTime(page, details);
  await expectVerified(page, '\\d+');
  await details.click();
  await expect(
    page.getByText(/stopped while it was at this\. It was started again, and so was the check\./).first(),
  ).toBeVisible();

  // The page can be read on; what is left of it to be checked is not called wrong.
  await page.route(VERIFIER, (route) => route.abort());
  await end(page, VERIFIER);
  await goTo(page, 'DE', 'Germany');
  await appearsInTime(page, details);
  await details.click();
  await expect(page.getByText(/stopped twice .* Reload the page\./).first()).toBeVisible();
  await expectNoText(page, /does not match|does not connect/);
});

test('a copy of a register whose worker ended is read again, and answers', async ({ page }) => {
  const rows = page.getByRole('main').getByRole('rowheader');
  await page.clock.install();
  await page.goto('/country/records?q=Gambia');
  await expect(rows).toHaveText(['GM']);
  await expectText(page, /computed here from all [\d,]+ entries/i);
  await end(page, REPLICA);
  await page.getByRole('searchbox').fill('Germany');
  await appearsInTime(page, page.getByRole('rowheader', { name: 'DE', exact: true }));
  await expectText(page, /computed here from all [\d,]+ entries/i);
});
