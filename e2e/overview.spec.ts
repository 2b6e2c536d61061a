import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { expectText, expectTitle, followLink } from './words.ts';

function pictures(page: Page): Locator {
  return page.getByRole('region', { name: /register in pictures/i });
}

test('the first page proves a record, shows the same one altered, and knows a register by its name', async ({
  page,
}) => {
  await page.goto('/');
  const outcome = (name: RegExp) => page.getByRole('region', { name }).getByRole('status');
  await expect(outcome(/checked just now/i)).toHaveText('Verified');
  const altered = page.getByRole('region', { name: /one word changed/i });
  await expect(outcome(/one word changed/i)).toHaveText('Does not match');
  // Only what was changed does not match: the entry is in the log.
  await expect(altered.getByRole('img', { name: 'Does not match' })).toHaveCount(1);
  await expect(altered.getByRole('img', { name: 'Verified' })).toHaveCount(1);
  await expect(page.getByText(/entries are only ever added/i)).toBeHidden();

  const box = page.getByRole('textbox', { name: /address of a register/i });
  await box.fill('Gambia');
  await box.press('Enter');
  await expect(page.getByRole('link', { name: /search the example countries/i })).toBeVisible();
  await box.fill('country');
  await box.press('Enter');
  await expect(box).toHaveValue('country');
  await followLink(page, /open the example register countries/i);
  await expectTitle(page, /countries/i);
  await page.goBack();
  await followLink(page, /open this record/i);
  await expectTitle(page, /zimbabwe/i);
});

test('pictures of the register lead into its log, by keyboard and as tables', async ({ page }) => {
  await page.goto('/country');
  const all = pictures(page);
  await expect(all).toContainText('All 295 together give the published root');
  const table = all.getByRole('region', { name: /entries by year/i });
  await expect(table).toBeHidden();
  await all.getByText('As a table').first().click();
  await expect(table.getByRole('row', { name: /^2008 239 1 239$/ })).toBeVisible();
  await expect(all).toContainText('Entries 1 to 205, 205 of 295, were added at once, on 14 Jan 2008');
  await expect(all).toContainText('One bar is shortened');
  await expectAccessible(page, 'overview with pictures', () => expect(table).toBeVisible());

  const years = all.getByRole('group', { name: /entries by year/i });
  await years.getByRole('link', { name: /^2026: 1 entry, number 295$/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(years.getByRole('link', { name: /^2025: / })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(years.getByRole('link', { name: /^2008: 239 entries, 1 to 239$/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(years.getByRole('link').and(page.locator(':focus'))).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country\/entries\?entry=240$/);
  await page.goBack();

  await page.getByText('Attributes').click();
  const attribute = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await followLink(attribute('end-date'), '13 of 236');
  await expect(page.getByRole('main').getByRole('rowheader').first()).toContainText(/ended/i);
  await page.goBack();
  await page.getByText('Attributes').click();
  await expect(attribute('currency')).toContainText(/27, last by entry \d+/);
  await followLink(attribute('currency'), /^entry \d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/entry \d+/i);
  await page.goBack();

  await all.getByRole('link', { name: /^After entry 295: 236 records, 13 of them ended$/ }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country\/records\?at=2\d$/);
  await expectText(page, /register as it was at size/i);
});

test('pictures are of the size that the address asks for, and say what they are worth', async ({ page }) => {
  await page.goto('/country~earlier?at=200');
  const all = pictures(page);
  await expect(all).toContainText('from the first 200 of 295 entries');
  await expect(all.getByRole('link', { name: /^14 Jan 2008: 200 entries, 1 to 200$/ })).toHaveAttribute(
    'href',
    /\/entries\?entry=1&at=200$/,
  );
  await page.goto('/country~v2+altered-item');
  await expect(all).toContainText(/counted in this browser from all 295 entries\. they do not match/i);
  await expect(all).not.toContainText(/give the published root/i);
});
