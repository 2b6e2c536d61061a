import { expect, test } from './fixtures.ts';
import { expectCheck, expectHeader, followLink, goBack, main } from './words.ts';

test('each lie that the first page links shows on a first visit, and the page it opens explains it', async ({
  page,
  walk,
}) => {
  for (const [link, explanation] of [
    [/a changed word/i, /data is not what entry 292 recorded/i],
    [/a changed time/i, /entry 292 does not connect to the published root/i],
    [/a forged history/i, /entry 205 is not proved to be in this log/i],
  ] as const) {
    await walk('/');
    await followLink(page, link);
    await expectHeader(page, 'does-not-match');
    await expectCheck(page, 'Does not match', explanation);
    await expect(page.locator('[data-notice]')).toHaveCount(0);
  }
});

test('the demo of a rewritten history begins with the honest page, which says what is next', async ({
  page,
}) => {
  await page.goto('/');
  await followLink(page, /a rewritten history/i);
  await expectHeader(page, 'holds');
  await expect(page).toHaveURL(/\/unfaithful\/records\/ZW$/);
  await followLink(page, /open the record after its history was rewritten/i);
  await expectHeader(page, 'does-not-match');
  await expect(page.locator('[data-notice]')).toContainText(/save the report/i);
});

test('the addresses of what was removed lead to what remains, and say so once', async ({ page }) => {
  await page.goto('/country~earlier/lab?entry=12');
  await expect(page).toHaveURL(/\/country~earlier\/entries\/12$/);
  const note = main(page).getByText(/was removed/i);
  await expect(note).toHaveText(/the lab was removed\..*tamper with a copy/i);
  await followLink(main(page), 'Next');
  await expect(page).toHaveURL(/\/entries\/13$/);
  await expect(note).toHaveCount(0);
  await page.goto('/tour?stop=6');
  await expect(page).toHaveURL(/[^r]\/$/);
  await expect(note).toHaveText(/the tour was removed/i);
  // The old address is not in the history.
  await goBack(page);
  await expect(page).toHaveURL(/\/entries\/13$/);
});
