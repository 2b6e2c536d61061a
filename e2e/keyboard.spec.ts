import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  keyTo,
  main,
  proofPicture,
  provedRow,
  tabOf,
} from './words.ts';

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
  await page.goto('/country/records/GM');
  await expectVerified(page, 278);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /skip to the content/i });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await keyTo(page, 'Enter', main(page));
  await keyTo(page, 'Tab', main(page).getByRole('link', { name: 'Records' }));
  const summary = main(page)
    .locator('summary')
    .filter({ hasText: /what was checked/i });
  await tabTo(page, summary);
  await page.keyboard.press('Enter');
  await expectText(page, /this page hashed the data you see; entry 278 records the same hash/i);
});

test('each tab leads the focus to the content of its view', async ({ page }) => {
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
});

test('the register menu opens, closes by Escape, and leads on', async ({ page }) => {
  await page.goto('/planet');
  const menu = page.getByRole('button', { name: /another register or variant/i });
  const blobs = page.getByRole('link', { name: /blobs api/i });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await expect(blobs).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(blobs).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, blobs);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/planet~earlier$/);
  await expect(blobs).toBeHidden();
  // The address may be there before the page that it leads to.
  await expect(tabOf(page, /developer/i)).toHaveAttribute('href', '/planet~earlier/api');
  await tabOf(page, /developer/i).press('Enter');
  await expect(page.getByRole('link', { name: 'View all blobs' })).toBeVisible();
});

test('the proof picture is one stop for Tab, walked by arrows', async ({ page }) => {
  await page.goto('/planet/entries/3');
  await expectVerified(page, 3);
  const picture = proofPicture(page);
  const box = (name: RegExp) => picture.getByRole('button', { name });
  await tabTo(page, box(/equals the published/i));
  await keyTo(page, 'End', box(/^data · \d+ values shown/i));
  await keyTo(page, 'ArrowUp', box(/computed here · hash of the data/i));
  await keyTo(page, 'ArrowUp', box(/^entry 3 · key earth/i));
  await keyTo(page, 'ArrowUp', box(/leaf hash of entry 3/i));
  await keyTo(page, 'ArrowRight', box(/sent by the server · entry 4,/i));
  // The node that has the focus is shown in full under the picture, to copy.
  await expectText(picture, /sha-256:3094d6[0-9a-f]{58}/);
  await keyTo(page, 'Home', box(/equals the published/i));
  await expectNoText(picture, /sha-256:3094d6[0-9a-f]{58}/);
  await keyTo(page, 'Tab', picture.getByRole('button', { name: /copy the hash/i }));
  await page.keyboard.press('Tab');
  await expect(picture.locator(':focus')).toHaveCount(0);
});
