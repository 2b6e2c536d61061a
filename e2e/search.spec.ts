import type { RequestListener } from 'node:http';
import type { Page } from 'playwright/test';
import type { RegisterSource } from '../src/mock/source.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { listenerOf, mockListener } from './hosts/servers.ts';
import {
  expectHeading,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  followLink,
  main,
  press,
  provedRow,
  remote,
  tabOf,
  goBack,
} from './words.ts';

const rows = (page: Page) => main(page).getByRole('rowheader');
const search = (page: Page) => page.getByRole('searchbox', { name: /search these records/i });
const found = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: /records?$/ });
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
  await expect(why.getByRole('link', { name: 'entry 281' })).toBeVisible();
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
  await expect(found(page)).toHaveText('236 records');
  await expect(search(page)).toHaveValue('');
  // Another register is another view: nothing of this one is left standing under its name.
  const box = await search(page).elementHandle();
  await press(page, /another register or variant/i);
  await followLink(page, /blobs api/i);
  await expect(page).toHaveURL(/\/country~earlier\/records$/);
  await expect.poll(() => box?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(found(page)).toHaveText('236 records');
  await search(page).fill('Swaziland');
  await press(page, /1 more in former versions/i);
  await expect(rows(page)).toHaveText(['SZ']);
});

test('an exact value is asked for by keyboard, and taken off again', async ({ page, guard }) => {
  // The page past the last one.
  guard.expectFailures(/status of 404 .*page-index/);
  await page.goto('/planet/records');
  await page.getByRole('button', { name: /^exact value/i }).press('Enter');
  await page.getByRole('combobox', { name: /attribute|exactly/i }).focus();
  await page.keyboard.type('moons');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/is\.moons=0/);
  await expect(rows(page)).toHaveText([/mercury/, /venus/]);
  await page.getByRole('button', { name: /^remove /i }).press('Enter');
  await expect(rows(page)).toHaveCount(9);
});

test('choices, order and columns are made by keyboard and kept in the address', async ({ page }) => {
  await page.goto('/currency/records');
  await expect(computed(page)).toBeVisible();
  const tools = main(page).getByRole('search');
  await tools.getByRole('button', { name: /^minor-unit/ }).focus();
  await page.keyboard.press('Enter');
  const choice = (name: RegExp) => tools.getByRole('checkbox', { name });
  // The second is chosen before the page has drawn the first.
  for (const name of [/^0/, /^3/]) {
    await choice(name).focus();
    await page.keyboard.press('Space');
  }
  await expect(page).toHaveURL(/is\.minor-unit=0&is\.minor-unit=3$/);
  await page.keyboard.press('Escape');
  await expect(choice(/^3/)).toBeHidden();
  await expect(found(page)).toHaveText('31 of 222 records');
  await page.getByRole('combobox', { name: /show/i }).selectOption('current');
  await expect(found(page)).toHaveText('23 of 222 records');
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

  // The link opens the same elsewhere; back goes one step back.
  const link = page.url();
  await page.goto(link);
  await expect(rows(page)).toHaveText(keys);
  await expect(heads).toHaveText(columns);
  await press(page, /remove minor-unit is 3/i);
  await expect(page).not.toHaveURL(/minor-unit=3/);
  await goBack(page);
  await expect(rows(page)).toHaveText(keys);
  await press(page, /clear all/i);
  await expect(found(page)).toHaveText('222 records');
});

test('the server lists first; then the same rows are computed here', async ({ page, serve, guard }) => {
  // What is not served: entries at first, pages past the last, a register of definitions.
  guard.expectFailures(/status of (?:501|404) .*\/(?:entries\?|records\?|registers\/field\/)/);
  const answer = mockListener();
  let open = false;
  const listener: RequestListener = (request, response) =>
    !open && /\/entries\?/.test(request.url ?? '')
      ? void response.writeHead(501, { 'access-control-allow-origin': '*' }).end('no')
      : answer(request, response);
  const { origin } = await serve(listener);
  // This behaviour loses the filter in its links, and cuts its pages short.
  const base = `${origin}/registers/country/earlier+link-drops-filter+small-pages`;
  await page.goto(remote(base, '/records?attribute=currency&value=EUR'));
  await expectText(page, /records as the server filters them/i);
  const listed = main(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
  await expect(listed.filter({ hasText: 'France' })).toHaveCount(1);
  await expect(listed.filter({ hasText: 'Finland' })).toHaveCount(1);
  await expect(listed.filter({ hasNotText: 'EUR' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /former versions/i })).toBeDisabled();
  await expectText(page.getByRole('alert'), /says nothing about whether the register is correct/i);
  await expectNoText(page, /root is the published/i);
  const keys = await rows(page).allTextContents();
  open = true;
  await press(page, /^try again$/i);
  await expect(computed(page)).toBeVisible();
  await expect(rows(page)).toHaveText(keys);
  await expect(page.getByRole('checkbox', { name: /former versions/i })).toBeEnabled();
});

test('at an earlier size the records are those of then', async ({ page, walk }) => {
  await page.goto('/country/records?at=280&q=swaziland');
  await expectText(page, /as of entry 280\. computed here/i);
  await expect(rows(page)).toHaveText(['SZ']);
  await expectNoText(page, /formerly/);
  await expect(page.getByRole('link', { name: 'SZ', exact: true })).toHaveAttribute('href', /at=280$/);
  await walk('/country~v2+altered-item/records?q=zimbabwe');
  await expectText(page, /as the server sent them, and they do not match/i);
  await expect(computed(page)).toHaveCount(0);
  // Its data was not believed, so that no search finds it: it is named instead.
  await expectText(page, /the data of 1 record could not be read or verified/i);
  await expect(main(page).getByRole('link', { name: 'ZW', exact: true })).toBeVisible();
});

test('of three thousand records only those near the screen are drawn', async ({ page, serve, guard }) => {
  guard.expectFailures(/status of 404 .*\/registers\/field\//);
  const server = await serve(listenerOf(manyRecords()));
  await page.goto(remote(`${server.origin}/registers/many/v2`, '/records'));
  await expect(computed(page)).toBeVisible();
  await expect(found(page)).toHaveText('3,000 records');
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: 'k3000', exact: true })).toBeInViewport();
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(151);
  // The names of the columns stay at the top.
  await expect(page.getByRole('columnheader', { name: 'name' })).toBeInViewport();
  await page.keyboard.press('Home');
  await search(page).fill('number 2777');
  await expect(rows(page)).toHaveText(['k2777']);
  await search(page).fill('');
});

function manyRecords(): RegisterSource {
  return {
    name: 'many',
    domain: 'many.example',
    fields: ['many', 'name', 'kind'],
    definitions: [],
    entries: Array.from({ length: 3_000 }, (_, index) => {
      const key = `k${index + 1}`;
      const item = new Map([
        ['many', key],
        ['name', `Number ${index + 1}`],
        ['kind', `kind ${index % 7}`],
      ]);
      return { key, timestamp: '2020-01-01T00:00:00Z', items: [item] };
    }),
  };
}

test('back from a record leads to the row it was opened from', async ({ page }) => {
  await page.goto('/country/records');
  const link = main(page).getByRole('link', { name: 'BO', exact: true });
  await link.scrollIntoViewIfNeeded();
  await expect(link).toBeInViewport();
  // Anywhere in a row leads to its record.
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'BO', exact: true }) })
    .getByRole('cell')
    .first()
    .click();
  await expectTitle(page, /bolivia/i);
  await goBack(page);
  await expect(link).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } });
  test('records come in parts, the first of each gets the focus, and back leads to the same card', async ({
    page,
  }) => {
    await page.goto('/country/records');
    await expect(found(page)).toHaveText('236 records');
    await expect(rows(page)).toHaveCount(20);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_500);
    const more = page.getByRole('button', { name: /show more of 236 records/i });
    await more.press('Enter');
    const added = rows(page).nth(20).getByRole('link').first();
    await expect(added).toBeFocused();
    await added.press('Enter');
    await expect(page).toHaveURL(/\/records\/[A-Z]{2}$/);
    await goBack(page);
    await expect(added).toBeInViewport();
    // Another question begins anew.
    await search(page).fill('islands');
    await expect(page).toHaveURL(/records\?q=islands$/);
  });
});

test('a record opened right after typing stays open', async ({ page }) => {
  await page.goto('/country/records');
  await search(page).fill('Germany');
  await followLink(page, 'DE');
  await expectTitle(page, 'Germany');
  await expectVerified(page, '\\d+');
  await expect(page).toHaveURL(/\/records\/DE$/);
  await goBack(page);
  await expect(page).toHaveURL(/\/records\?q=Germany$/);
  await expect(search(page)).toHaveValue('Germany');
});

test('a page opened while the log still scrolls stays open', async ({ page }) => {
  await page.goto('/country/entries');
  await expect(provedRow(page, 1)).toBeVisible();
  // The next view is fetched for longer than the log takes to stand still.
  await page.route(/\/assets\/.*\/tools\.js$/, async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.getByRole('rowgroup', { name: /scrollable/i }).hover();
  await page.mouse.wheel(0, 2_000);
  await tabOf(page, /^audit/i).click();
  await expectTitle(page, 'Audit');
  await expect(page).toHaveURL(/\/country\/audit$/);
});
