import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  button,
  expectNoText,
  expectText,
  expectTitle,
  followLink,
  keyTo,
  link,
  main,
  oneBox,
  openRecord,
  proofPicture,
  provedRow,
  tabOf,
} from './words.ts';

// By keyboard, and what help says.

/** Presses Tab until something has the focus; fails where the focus never gets there. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('the first Tab skips to the content, and the checks unfold', async ({ page }) => {
  await openRecord(page);
  await page.keyboard.press('Tab');
  const skip = link(page, /skip to the content/i);
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await keyTo(page, 'Enter', main(page));
  await keyTo(page, 'Tab', link(main(page), 'Records'));
  const summary = main(page)
    .locator('summary')
    .filter({ hasText: /what was checked/i });
  await tabTo(page, summary);
  await page.keyboard.press('Enter');
  const why = main(page).locator('summary').filter({ hasText: 'Why? Data matches its fingerprint' });
  await tabTo(page, why);
  await page.keyboard.press('Enter');
  await expectText(page, /this page hashed the data you see; entry 278 records the same hash/i);
});

test('each tab leads the focus to its view; the register menu opens and closes', async ({ page }) => {
  await page.goto('/planet');
  await tabTo(page, tabOf(page, /records/i));
  await page.keyboard.press('Enter');
  await expectTitle(page, /^records$/i);
  await expect(tabOf(page, /records/i)).toHaveAttribute('aria-current', 'page');
  await expect(main(page)).toBeFocused();
  await tabTo(page, tabOf(page, /entries/i), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(provedRow(page, 1)).toBeVisible();
  await expect(main(page)).toBeFocused();

  const menu = button(page, /another register/i);
  const others = page.getByRole('list', { name: 'Other registers' });
  const country = link(others, /^countr/i).first();
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(country).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(country).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, country);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country$/);
  await expect(country).toBeHidden();
});

test('the proof picture is one stop for Tab, walked by arrows', async ({ page }) => {
  await openRecord(page, '/planet/entries/3', 3);
  const picture = proofPicture(page);
  const box = (name: RegExp) => button(picture, name);
  await tabTo(page, box(/equals the published/i));
  await keyTo(page, 'End', box(/^data shown/i));
  await keyTo(page, 'ArrowUp', box(/computed here · hash of the data/i));
  await keyTo(page, 'ArrowUp', box(/^entry 3 · key earth/i));
  await keyTo(page, 'ArrowUp', box(/leaf hash of entry 3/i));
  await keyTo(page, 'ArrowRight', box(/sent by the server · entry 4,/i));
  // The node that has the focus is shown in full under the picture, to copy.
  await expectText(picture, /sha-256:3094d6[0-9a-f]{58}/);
  await keyTo(page, 'Home', box(/equals the published/i));
  await expectNoText(picture, /sha-256:3094d6[0-9a-f]{58}/);
  await keyTo(page, 'Tab', button(picture, /copy the hash/i));
  await page.keyboard.press('Tab');
  await expect(picture.locator(':focus')).toHaveCount(0);
});

test('each check says why it is made, with a drawing; its word leads to the glossary', async ({ page }) => {
  await openRecord(page);
  await main(page).getByText('What was checked?').click();
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('summary') });
  await expect(lines).toHaveCount(4);
  for (const line of await lines.all()) {
    await line.locator('summary').click();
    await expect(line.getByRole('figure')).toBeVisible();
    await expect(line.locator('details p')).toHaveText(/^[^.]+\. [^.]+\. What is an? [a-z ]+\?$/);
  }
  await followLink(page, /what is an inclusion proof/i);
  await expect(page).toHaveURL(/\/help#inclusion-proof$/);
  const word = page.locator('#inclusion-proof');
  await expect(word).toBeFocused();
  await expect(word).toBeInViewport();
  await expect(link(word, 'RFC 9162, 2.1.3')).toHaveAttribute('href', /section-2\.1\.3$/);
});

test('the question mark shows the keys over the page, but not while something is typed', async ({ page }) => {
  await openRecord(page);
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('?');
  await expect(keys).toContainText(/find a key, entry, hash or date/i);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(oneBox(page)).toHaveValue('?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await link(keys, /more help/i).click();
  await expectTitle(page, 'Help');
  await expect(keys).toHaveCount(0);
});

test('help leads to each of its parts, and to the program that checks bundles', async ({ page, request }) => {
  await page.goto('/');
  await followLink(page, /what is this/i);
  await expectTitle(page, 'Help');
  const contents = page.getByRole('navigation', { name: /on this page/i }).getByRole('link');
  expect(await contents.count()).toBeGreaterThanOrEqual(6);
  for (const link of await contents.all()) {
    await link.click();
    await expect(page.locator(new URL(page.url()).hash)).toBeFocused();
  }
  const script = await link(page, 'check-bundle.mjs').getAttribute('href');
  expect(await (await request.get(script ?? '')).text()).toContain('node check-bundle.mjs FILE');
  await page.goto('/check');
  await followLink(page, /verify without this page/i);
  await expect(page.locator('#verify')).toBeFocused();
});
