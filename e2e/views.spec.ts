import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  button,
  copied,
  expectCheck,
  expectHeading,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  field,
  followLink,
  goBack,
  keyTo,
  link,
  main,
  offer,
  openRecord,
  openTab,
  press,
  proofPicture,
  provedRow,
} from './words.ts';

/** digestOf is the SHA-256 of what an element shows after these bytes, in hexadecimal, as the browser itself computes it. */
function digestOf(element: Locator, before = ''): Promise<string> {
  return element.evaluate(async ({ textContent }, first) => {
    const hashed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(first + textContent));
    return [...new Uint8Array(hashed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, before);
}

test('the rows of lists and tables are links as a whole', async ({ page, walk }) => {
  const inList = main(page).getByRole('listitem');
  const rows = [
    ['/', inList.filter({ hasText: 'Planets' }), /\/planet$/],
    ['/planet/items', inList.filter({ hasText: 'venus' }), /\/planet\/items\/[0-9a-f]{64}$/],
    ['/planet/changes/10/15', inList.filter({ hasText: 'uranus' }), /\/planet\/records\/uranus\?at=15$/],
  ] as const;
  for (const [path, row, address] of rows) {
    await walk(path);
    // Beside every word of it. Texts with marks are drawn anew once the code for them is there, and rows may grow.
    await expect(async () => {
      // The click before may have arrived later than it was waited for.
      if (address.test(page.url())) return;
      const { width = 0, height = 0 } = (await row.first().boundingBox()) ?? {};
      await row.first().click({ position: { x: width - 4, y: height - 3 }, timeout: 1_000 });
    }).toPass();
    await expect(page).toHaveURL(address);
  }
});

test('an item shows its hashed bytes, and its entry the leaf', async ({ page }) => {
  await page.goto('/country/records/GM');
  await followLink(page, /inspect bytes/i);
  const bytes = page.getByLabel(/canonical json/i).filter({ hasText: '{' });
  await expect(bytes).toHaveText(/^\{"citizen-names":\["Gambian"\],"country":"GM",.*\}$/);
  // The digest of these bytes, computed by the browser's own SHA-256, is the hash in the address.
  expect(page.url()).toContain(await digestOf(bytes));
  await followLink(page, 'Entry 278');
  await expectVerified(page, 278);
  const digest = await digestOf(page.getByLabel(/leaf bytes/i), '\0');
  await press(proofPicture(page), /leaf hash of entry 278/i);
  await expectText(proofPicture(page), digest);
  await followLink(page, 'Next');
  await expectVerified(page, 279);
  await followLink(page, 'Previous');
  await followLink(page, /in the log/i);
  await expect(provedRow(page, 278)).toBeInViewport();
});

test('any proof can be asked for, and nonsense is refused in words', async ({ page, walk }) => {
  await page.goto('/planet/proofs');
  const ask = async (first: RegExp, a: string, second: RegExp, b: string) => {
    await field(page, first).fill(a);
    await field(page, second).fill(b);
    await field(page, second).press('Enter');
  };
  await ask(/^entry/i, '3', /in the log of size/i, '9');
  await expect(page).toHaveURL(/\/planet\/proofs\/entries\/3\/9$/);
  await expectCheck(page, 'Verified', /entry 3 was in the log of 9 entries/i);
  // One verdict, and the picture in sight.
  await expect(button(proofPicture(page), /^entry 3 · /i)).toBeInViewport();
  // The root of an earlier size is published nowhere, and is not called published.
  await expect(proofPicture(page)).not.toHaveAccessibleName(/published/i);
  await ask(/from size/i, '8', /to size/i, '15');
  await expect(page).toHaveURL(/\/planet\/proofs\/consistency\/8\/15$/);
  await expectCheck(page, 'Verified', /\b8 entries.*15/i);
  await ask(/from size/i, '15', /to size/i, '8');
  await expectText(page, /the smaller one first/i);
  await ask(/^entry/i, '1', /in the log of size/i, '16');
  await expect(page.getByText(/from 1 to 15/i).first()).toBeVisible();
  await walk('/planet/proofs/entries/99/15');
  await expectHeading(page, /no such proof/i);
});

test('the developer page lists requests with their answers, copies one, and sends one of either variant', async ({
  page,
}) => {
  await openRecord(page, '/planet/records/earth', 3);
  await openTab(page, /developer/i);
  const request = (path: RegExp) => page.getByRole('listitem').filter({ hasText: path });
  const proof = request(/GET \/proof\/entries\/3\/15\//);
  await expect(proof).toContainText('200');
  await proof.locator('summary').click();
  await expectText(proof, /"merkle-audit-path"/);
  expect(await copied(page, () => press(proof, /curl/i))).toMatch(
    /^curl .*\/registers\/planet\/v2\/proof\/entries\/3\/15\//,
  );
  await followLink(main(page), 'Blobs API');
  await expect(page).toHaveURL(/\/planet~earlier\/api$/);
  await expect(link(main(page), 'Blobs API')).toHaveAttribute('aria-current', 'page');
  await press(page, /clear list/i);
  await expectText(page, /no requests since/i);
  await page.getByLabel('Endpoint').selectOption({ label: '/entries/{entry-number}: One entry' });
  await expect(field(page, /^address/i)).toHaveValue('/entries/15');
  await field(page, /^address/i).fill('/entries/3');
  await press(page, 'Send');
  await expect(request(/GET \/entries\/3/)).toContainText('200');
  await expectAccessible(page, 'the developer page');
});

const chart = (page: Page) => page.getByRole('region', { name: 'Entries over time' });

/** visibleWords counts the words that a page shows before anything is opened, header and footer too. */
function visibleWords(page: Page): Promise<number> {
  return page.evaluate(() => {
    const hidden = document.querySelectorAll<HTMLElement>('.visually-hidden');
    for (const element of hidden) element.style.display = 'none';
    const words = document.body.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    for (const element of hidden) element.style.display = '';
    return words.length;
  });
}

test('the overview says what the register is and what was checked, and is short', async ({ page, walk }) => {
  for (const path of ['/country', '/country~earlier?at=200', '/unfaithful~v2+altered-item']) {
    await walk(path);
    await expect(chart(page)).toBeVisible();
    expect(await visibleWords(page), path).toBeLessThanOrEqual(300);
  }
  await walk('/country~earlier');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/countries/i);
  const fact = (term: RegExp) => main(page).locator('dl > div').filter({ hasText: term });
  await expect(fact(/^records/i)).toContainText('236');
  await expect(fact(/^entries/i)).toContainText('295');
  await expect(fact(/^custodian/i)).toHaveText(/custodian\s*\S/i);
  await expect(fact(/^licence/i)).toContainText('MIT');
  await expectCheck(page, 'Verified', /^all 295 entries verified$/i);
  await expectNoText(page, /newest entry/i);
});

test('the first page is short, proves a record, and follows what is typed into a copy', async ({ page }) => {
  await page.goto('/');
  const published = page.getByRole('region', { name: 'As published' });
  const copy = page.getByRole('region', { name: /your copy/i });
  await expect(published.locator('p').first()).toHaveText('Verified');
  // Nothing was typed yet, and one letter differs.
  await expect(copy.locator('p').first()).toHaveText('Does not match');
  const root = (one: typeof copy) => one.getByText('Root hash of 295 entries').locator('..');
  const honest = await root(published).textContent();
  const seen = new Set([honest, await root(copy).textContent()]);
  const name = copy.getByRole('textbox', { name: 'name', exact: true });
  await name.focus();
  await page.keyboard.press('End');
  for (const key of ['Backspace', 'x', 'y']) {
    await page.keyboard.press(key);
    await expect.poll(async () => seen.has(await root(copy).textContent())).toBe(false);
    seen.add(await root(copy).textContent());
    await expect(copy.locator('p').first()).toHaveText('Does not match');
  }
  await name.fill('Zimbabwe');
  await expect(copy.locator('p').first()).toHaveText('Verified');
  expect(await root(copy).textContent()).toBe(honest);
  await expect(published.locator('p').first()).toHaveText('Verified');
  expect(await visibleWords(page)).toBeLessThanOrEqual(250);
  const box = field(page, /address of a register/i);
  await box.fill('Gambia');
  await box.press('Enter');
  await expect(offer(page, /^record record GM of countries/i)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await followLink(page, /open this record/i);
  await expectTitle(page, /zimbabwe/i);
});

test('the chart leads to the records of a time, by keyboard and as a table', async ({ page }) => {
  await page.goto('/country');
  const all = chart(page);
  await expect(all).toContainText('from all 295 entries');
  const table = all.getByRole('region', { name: /entries by year/i });
  await expect(table).toBeHidden();
  await all.getByText('As a table').click();
  await expect(table.getByRole('row', { name: /^2008 239 1 239$/ })).toBeVisible();
  await expect(all).toContainText('1 bar is shortened');
  await expectAccessible(page, 'overview with its chart', () => expect(table).toBeVisible());

  const years = all.getByRole('group', { name: /entries by year/i });
  await link(years, /^2026: 1 entry, number 295$/).focus();
  await keyTo(page, 'ArrowLeft', link(years, /^2025: /));
  await keyTo(page, 'Home', link(years, /^2008: 239 entries, 1 to 239$/));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country\/records\?at=245&date=2009-12-31$/);
  await expectText(page, 'This is where the end of 31 Dec 2009 (UTC) falls.');
  await goBack(page);
  await link(years, /^2026: /).press('Enter');
  await expect(page).toHaveURL(/\/country\/records$/);
  await goBack(page);

  await page.getByText('Attributes').click();
  const attribute = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await followLink(attribute('end-date'), '13 of 236');
  await expect(main(page).getByRole('rowheader').first()).toContainText(/ended/i);
});
