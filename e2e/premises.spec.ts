import { expect, test } from './fixtures.ts';
import { expectText, expectVerified, proofPicture, provedRow } from './words.ts';

// A register too large to be read whole: what is asked for is proved all the same, and what would need all of it is refused in words.
test('one record among a million is proved by twenty hashes, at any size of the log', async ({ page }) => {
  await page.goto('/premises/records/10777777');
  await expectVerified(page, '972,221');
  await expect(proofPicture(page).getByRole('button', { name: /sent by the server/i })).toHaveCount(20);
  await page.goto('/premises/records/10777777?at=972221');
  await expectText(page, /the log of 972,221 entries is the beginning of the present log/i);

  await page.goto('/premises/entries?entry=777777');
  await expect(page.getByRole('row', { name: /777,777/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /of 1,000,000/ })).toBeVisible();

  // The first page of the records is there at once; the rest is nobody’s to read unasked.
  const lists: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/records(\/use\/inn)?$/.test(pathname) && pathname.startsWith('/registers/'))
      lists.push(pathname + search);
  });
  const found = page.getByRole('status').filter({ hasText: /records?$/ });
  await page.goto('/premises/records');
  await expectText(page, /too large to be read whole/i);
  await expect(page.getByRole('link', { name: '10000001' })).toBeVisible();
  await expect(found).toHaveText('The first 100 of 800,000 records');
  await page.getByRole('link', { name: '10000030' }).scrollIntoViewIfNeeded();
  await page.keyboard.press('End');
  await expect(found).toHaveText(/^The first [2-9]00 of 800,000 records$/);
  expect(lists.length).toBeLessThan(6);

  lists.length = 0;
  await page.goto('/premises/records?attribute=use&value=inn');
  await expect(found).toHaveText('The first 100 records');
  await expectText(page, /as the server filters them/i);
  expect(lists).toEqual([expect.stringMatching(/\/use\/inn$/)]);

  await page.goto('/premises?at=5000');
  await expect(page.getByText(/too large to be held in this page/i).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^read .*entries/i })).toHaveCount(0);
});

test('on a host of files alone the million is answered in the browser, by the service worker, too', async ({
  newProfile,
  staticSite,
  guard,
}) => {
  // Such a host answers a deep link with its page for what is not there.
  guard.expectFailures(/status of 404 .*http/);
  const page = await (await newProfile({ serviceWorkers: 'allow' })).newPage();
  await page.goto(`${staticSite.origin}/premises/entries?entry=777777`);
  await expect(provedRow(page, 777_777)).toBeInViewport();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 40_000 })
    .toBe(true);
  const answered = page.waitForResponse(
    (response) => response.url().includes('/registers/premises/') && response.fromServiceWorker(),
  );
  await page.goto(`${staticSite.origin}/premises/records/10777777`);
  await answered;
  await expectVerified(page, '972,221');
});
