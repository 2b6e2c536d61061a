import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { failing, mockListener } from './hosts/servers.ts';
import {
  button,
  expectHeading,
  expectText,
  expectTitle,
  expectVerified,
  goBack,
  holdBack,
  link,
  listCount,
  main,
  press,
  provedRow,
  remote,
  tabOf,
} from './words.ts';

const rows = (page: Page) => main(page).getByRole('rowheader');
const search = (page: Page) => page.getByRole('searchbox', { name: /search these records/i });
const computed = (page: Page) =>
  page.getByText(/computed here from all [\d,]+ entries, which give the published root hash/i);

/** The words that are marked in the list; they are drawn by the browser, not by elements. */
function marked(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map(String));
}

test('a former name finds its record, and is said to be former', async ({ page }) => {
  await page.goto('/country/records');
  await expect(computed(page)).toBeVisible();
  await search(page).fill('Swaziland');
  await expectHeading(page, /no matching records/i);
  await press(page, /1 more in former versions/i);
  await expect(rows(page)).toHaveText(['SZ']);
  const why = page.getByRole('row').filter({ hasText: /formerly Swaziland \(name, until entry 281\)/ });
  await expect(link(why, 'entry 281')).toBeVisible();
  await expect.poll(() => marked(page)).toEqual(['Swaziland']);
  // With letters missing and in the wrong place, and again from the address alone.
  await search(page).fill('swazilnad');
  await expect(page).toHaveURL(/q=swazilnad&former=yes/);
  await expect(rows(page)).toHaveText(['SZ']);
  await page.reload();
  await expect(why).toBeVisible();
  await expect(search(page)).toHaveValue('swazilnad');
  await expectAccessible(page, 'search of former versions', () => expect(why).toBeVisible());
  await press(page, /clear all/i);
  await expect(listCount(page)).toHaveText('236 records');
  await expect(search(page)).toHaveValue('');
});

test('choices, order and columns are made by keyboard and kept in the address', async ({ page }) => {
  await page.goto('/currency/records');
  await expect(computed(page)).toBeVisible();
  const tools = main(page).getByRole('search');
  await button(tools, /^minor-unit/).focus();
  await page.keyboard.press('Enter');
  const choice = (name: RegExp) => tools.getByRole('checkbox', { name });
  // The second is chosen before the page has drawn the first.
  for (const name of [/^0/, /^3/]) {
    await choice(name).focus();
    await page.keyboard.press('Space');
  }
  await expect(page).toHaveURL(/is\.minor-unit=0&is\.minor-unit=3$/);
  await page.keyboard.press('Escape');
  await expect(listCount(page)).toHaveText('31 of 222 records');
  await page.getByRole('combobox', { name: /show/i }).selectOption('current');
  await expect(listCount(page)).toHaveText('23 of 222 records');
  await page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await expect(rows(page).first()).toContainText('JPY');

  await press(tools, /columns and order/i);
  await tools.getByRole('checkbox', { name: 'countries' }).uncheck();
  await tools.getByRole('checkbox', { name: 'entry-number' }).check();
  await page.keyboard.press('Escape');
  const heads = page.getByRole('columnheader');
  const columns = ['key', 'name', 'minor-unit', 'numeric-code', 'start-date', 'end-date', 'entry-number'];
  await expect(heads).toHaveText(columns);
  const keys = await rows(page).allTextContents();

  // The link opens the same elsewhere.
  await page.goto(page.url());
  await expect(rows(page)).toHaveText(keys);
  await expect(heads).toHaveText(columns);
  await press(page, /clear all/i);
  await expect(listCount(page)).toHaveText('222 records');
});

test('the server lists first; then the same rows are computed here', async ({ page, serve, guard }) => {
  // What is not served: entries at first, pages past the last, a register of definitions.
  guard.expectFailures(/status of (?:501|404) .*\/(?:entries\?|records\?|registers\/field\/)/);
  const host = failing(mockListener(), /\/entries\?/);
  const { origin } = await serve(host.listener);
  // This behaviour loses the filter in its links, and cuts its pages short.
  const base = `${origin}/registers/country/earlier+link-drops-filter+small-pages`;
  await page.goto(remote(base, '/records?attribute=currency&value=EUR'));
  await expectText(page, /records as the server filters them/i);
  const listed = main(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
  await expect(listed.filter({ hasText: 'France' })).toHaveCount(1);
  await expect(listed.filter({ hasNotText: 'EUR' })).toHaveCount(0);
  await rest(page);
  const keys = await rows(page).allTextContents();
  host.mend();
  await press(page, /^try again$/i);
  await expect(computed(page)).toBeVisible();
  await expect(rows(page)).toHaveText(keys);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } });
  test('records come in parts; back leads to the same card', async ({ page }) => {
    await page.goto('/country/records');
    await expect(listCount(page)).toHaveText('236 records');
    await expect(rows(page)).toHaveCount(20);
    const more = button(page, /show more of 236 records/i);
    await more.press('Enter');
    const added = rows(page).nth(20).getByRole('link').first();
    await expect(added).toBeFocused();
    await added.press('Enter');
    await expect(page).toHaveURL(/\/records\/[A-Z]{2}$/);
    await goBack(page);
    await expect(added).toBeInViewport();
  });
});

test('a record opened right after typing stays open', async ({ page }) => {
  await page.goto('/country/records');
  await search(page).fill('Germany');
  // In one event: the list that comes meanwhile replaces the link between a press and its release.
  await link(page, 'DE').evaluate((row: HTMLElement) => row.click());
  await expectTitle(page, 'Germany');
  await expectVerified(page, '\\d+');
  await expect(page).toHaveURL(/\/records\/DE$/);
  await goBack(page);
  await expect(page).toHaveURL(/\/records\?q=Germany$/);
  await expect(search(page)).toHaveValue('Germany');
});

test('a page opened while the log still scrolls stays open', async ({ page }) => {
  await page.goto('/country/entries?order=oldest');
  await expect(provedRow(page, 1)).toBeVisible();
  const send = await holdBack(page, /\/tools\.js$/);
  await page.getByRole('rowgroup', { name: /scrollable/i }).hover();
  await page.mouse.wheel(0, 2_000);
  await tabOf(page, /^audit/i).click();
  // The log proves what it shows, and writes the address, once it stands still: here before the next view is there.
  await expect(provedRow(page, 51)).toBeInViewport();
  await send();
  await expectTitle(page, 'Audit');
  await expect(page).toHaveURL(/\/country\/audit$/);
});
