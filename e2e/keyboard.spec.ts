import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  button,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  field,
  followLink,
  keyTo,
  link,
  logRow,
  main,
  offer,
  oneBox,
  openRecord,
  proofPicture,
  provedRow,
  tabOf,
} from './words.ts';

// By keyboard, and what help says.

/** Presses Tab until something, or what is in it, has the focus; fails where that takes more presses than these. */
async function tabTo(page: Page, target: Locator, key = 'Tab', most = 60): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < most && !(await isThere()); presses += 1) await page.keyboard.press(key);
  expect(await isThere(), `reached within ${most} stops`).toBe(true);
}

/** stops presses Tab as tabTo does, at most so often. */
const stops = (page: Page, most: number, target: Locator) => tabTo(page, target, 'Tab', most);

test('of every page the content begins after at most eight stops', async ({ page }) => {
  for (const path of ['/', '/country/records/GM', '/premises/entries']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await stops(page, 1, link(page, /skip to the content/i));
    // One more leads into it.
    await stops(page, 9, main(page));
  }
});

test('by keyboard alone: a register is opened, a record found, and its proof read as Path and Steps', async ({
  page,
}) => {
  await page.goto('/');
  await stops(page, 40, link(main(page), /^countries/i).first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('GM');
  await expect(offer(page, /record GM|GM/i).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /gambia/i })).toBeFocused();
  await expectVerified(page, 278);
  const steps = link(main(page), 'Steps');
  await stops(page, 20, steps);
  await stops(page, 1, proofPicture(page));
  await keyTo(page, 'End', button(proofPicture(page), /^data shown/i));
  await tabTo(page, steps, 'Shift+Tab', 3);
  await page.keyboard.press('Enter');
  const slider = page.getByRole('slider', { name: 'Step' });
  await expect(steps).toBeFocused();
  await stops(page, 4, slider);
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Step 8 of 8');
  await expectText(page, 'The root computed here equals the published root.');
});

test('by keyboard alone: to entry 500,000, and out of the log', async ({ page }) => {
  await page.goto('/premises/entries');
  await expect(provedRow(page, 1_000_000)).toBeVisible();
  await stops(page, 14, field(page, 'Go to entry'));
  await page.keyboard.type('500000');
  await page.keyboard.press('Enter');
  const row = logRow(page, 500_000);
  await expect(row.getByRole('link').first()).toBeFocused();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await keyTo(page, 'ArrowDown', logRow(page, 499_999).getByRole('link').first());
  await stops(page, 1, page.getByRole('contentinfo'));
});

test('by keyboard alone: a copy is tampered with, undone and closed, and the focus is never lost', async ({
  page,
}) => {
  await openRecord(page);
  const begin = button(main(page), 'Tamper with a copy');
  await tabTo(page, begin);
  await page.keyboard.press('Enter');
  const first = field(page, /^country/);
  await expect(first).toBeFocused();
  await page.keyboard.type('x');
  await expectText(main(page), 'Your copy does not match the published root');
  const undo = button(main(page), 'Undo');
  await tabTo(page, undo, 'Shift+Tab', 3);
  await page.keyboard.press('Enter');
  await expectText(main(page), 'Your copy: nothing changed yet');
  await expect(undo).toBeFocused();
  await expect(undo).toHaveAccessibleDescription('Nothing was changed yet');
  await stops(page, 1, button(main(page), 'Done'));
  await page.keyboard.press('Enter');
  await expect(begin).toBeFocused();
});

test('the first Tab skips to the content; each check says why it is made, and its word leads to the glossary', async ({
  page,
}) => {
  await openRecord(page);
  await page.keyboard.press('Tab');
  const skip = link(page, /skip to the content/i);
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await keyTo(page, 'Enter', main(page));
  await keyTo(page, 'Tab', link(main(page), 'Records'));
  await tabTo(
    page,
    main(page)
      .locator('summary')
      .filter({ hasText: /what was checked/i }),
  );
  await page.keyboard.press('Enter');
  const lines = main(page)
    .getByRole('listitem')
    .filter({ has: page.locator('summary') });
  await expect(lines).toHaveCount(4);
  for (const line of await lines.all()) {
    await tabTo(page, line.locator('summary'));
    await page.keyboard.press('Enter');
    await expect(line.getByRole('figure')).toBeVisible();
    await expect(line.locator('details p')).toHaveText(/^[^.]+\. [^.]+\. What is an? [a-z ]+\?$/);
  }
  await expectText(page, /this page hashed the data you see; entry 278 records the same hash/i);
  await followLink(page, /what is an inclusion proof/i);
  await expect(page).toHaveURL(/\/help#inclusion-proof$/);
  const word = page.locator('#inclusion-proof');
  await expect(word).toBeFocused();
  await expect(word).toBeInViewport();
  await expect(link(word, 'RFC 9162, 2.1.3')).toHaveAttribute('href', /section-2\.1\.3$/);
});

test('each tab leads the focus to its view; the register menu opens and closes', async ({ page }) => {
  await page.goto('/planet');
  // Together the tabs are one stop, walked by arrows.
  await tabTo(page, tabOf(page, /overview/i));
  await keyTo(page, 'ArrowRight', tabOf(page, /records/i));
  await page.keyboard.press('Enter');
  await expectTitle(page, /^records$/i);
  await expect(tabOf(page, /records/i)).toHaveAttribute('aria-current', 'page');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  await tabTo(page, tabOf(page, /records/i), 'Shift+Tab');
  await keyTo(page, 'ArrowRight', tabOf(page, /entries/i));
  await page.keyboard.press('Enter');
  await expect(provedRow(page, 1)).toBeVisible();
  await expect(title).toBeFocused();

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
  await keyTo(page, 'ArrowUp', box(/^entry 3 · earth/i));
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

test('the question mark shows the keys over the page, but not while something is typed, nor where single keys are turned off', async ({
  page,
}) => {
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

  await followLink(page, 'Settings');
  await page.getByRole('checkbox', { name: /single keys/i }).uncheck();
  await followLink(page, 'Help');
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(oneBox(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('help leads to each of its parts, and to the program that checks bundles', async ({
  page,
  walk,
  request,
}) => {
  await walk('/');
  await followLink(page, /what is this/i);
  await expectTitle(page, 'Help');
  const contents = page.getByRole('navigation', { name: /on this page/i }).getByRole('link');
  expect(await contents.count()).toBeGreaterThanOrEqual(6);
  for (const link of await contents.all()) {
    const target = await link.getAttribute('href');
    await link.click();
    await expect(page.locator(/#.+/.exec(target ?? '')?.[0] ?? 'none')).toBeFocused();
  }
  const script = await link(page, 'check-bundle.mjs').getAttribute('href');
  expect(await (await request.get(script ?? '')).text()).toContain('node check-bundle.mjs FILE');
  await walk('/check');
  await followLink(page, /verify without this page/i);
  await expect(page.locator('#verify')).toBeFocused();
});
