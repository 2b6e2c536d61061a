import type { Page } from 'playwright/test';
import { planet } from '../src/mock/registers/planet.ts';
import { axeFindings } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { createFileHost } from './hosts/servers.ts';
import {
  button,
  expectCheck,
  expectTitle,
  expectVerified,
  field,
  holdBack,
  keyTo,
  link,
  offer,
  oneBox,
  openRecord,
  press,
  provedRow,
  rsfOf,
} from './words.ts';

/** Opens the box by its key and types. */
async function find(page: Page, text: string): Promise<void> {
  await expect(button(page, /find a key/i)).toBeVisible();
  await keyTo(page, '/', oneBox(page));
  await page.keyboard.type(text);
}

test('the box offers, and is walked by arrows', async ({ page }) => {
  await openRecord(page);
  await find(page, '194');
  await expect(offer(page, /^entry entry 194/i)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('status').filter({ hasText: /\d offers/ })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(offer(page, /^record record 194/i)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expectVerified(page, 194);

  await find(page, '900');
  await expect(page.getByRole('dialog')).toContainText('There is no entry 900.');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A former name, found in the copy of the register that is read for it.
  await find(page, 'swaziland');
  await expect(offer(page, /record SZ .*formerly.*swaziland/i)).toBeVisible();
  await page.keyboard.press('Enter');
  await expectTitle(page, /eswatini/i);

  // What it found before is not kept.
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toContainText('the record with this key');
  await expect(offer(page, /./)).toHaveCount(0);
});

test('a date or the first digits of a hash lead there, at the size on view', async ({ page, walk }) => {
  await page.goto('/country');
  await expectCheck(page, 'Verified', /all 295 entries verified/i);
  await find(page, '2008-03');
  await expect(offer(page, /as it was at the end of mar 2008/i)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country\?at=\d+&date=2008-03$/);
  const at = new URL(page.url()).search.replace(/&date.*/, '');
  await find(page, 'GM');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/country/records/GM\\${at}$`));

  await walk('/country/records/GM');
  await expectVerified(page, 278);
  await find(page, '6cf0395e');
  await expect(offer(page, /^data item 6cf0395e…e3b901af/i)).toBeVisible();
  await expect(offer(page, /^entry entry 278/i)).toBeVisible();
  await oneBox(page).fill('sha-256:6cf0395e9665d2376b070d9ba32c50de1b37e9b5c3b4668602d1b1a6e3b901af');
  await page.keyboard.press('Enter');
  await expectCheck(page, 'Verified', /data matches its fingerprint/i);
});

test('without a register on view the small ones that come with the page are searched', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await find(page, 'swaziland');
  await expect(offer(page, /record SZ of countr.*formerly swaziland/i)).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expectTitle(tab, /eswatini/i);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the box works on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto('/country/entries');
  await expect(provedRow(page, 295)).toBeVisible();
  // A slash typed into a field is a slash.
  const box = field(page, /go to entry/i);
  await box.pressSequentially('/');
  await expect(box).toHaveValue('/');
  await press(page, /find a key/i);
  await oneBox(page).fill('GM');
  await offer(page, /^record record GM/i)
    .first()
    .click();
  await expectVerified(page, 278);
});

test('no key typed early is lost, and Enter waits for the answer', async ({ page }) => {
  await page.goto('/country');
  await expectCheck(page, 'Verified', /all 295 entries verified/i);
  // The code of the box is held back, so that all of these keys come before it.
  const send = await holdBack(page, /\/box\.js$/);
  await page.keyboard.type('/unk');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ited sta');
  await send();
  await page.keyboard.type('tes of america');
  await expect(oneBox(page)).toHaveValue('united states of america');
  await expect(offer(page, /record US .*united states/i)).toBeVisible();
  // A slash opens it again in the very moment in which it closes.
  await page.keyboard.press('Escape');
  await page.keyboard.type('/mexico');
  await expect(oneBox(page)).toHaveValue('mexico');
  await expect(offer(page, /record MX/i)).toBeVisible();

  // Enter at once, in a page that has not read anything yet.
  await page.reload();
  await expect(button(page, /find a key/i)).toBeVisible();
  await page.keyboard.type('/united states\n');
  await expectTitle(page, /united states/i);
  await expect(page).toHaveURL(/\/records\/US$/);

  // What is not in the register is said not to be, and not offered.
  await find(page, 'qqzzqq');
  await expect(page.getByRole('dialog')).toContainText(/matches qqzzqq/i);
  await expect(offer(page, /./)).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('an address is offered as an RSF file and as an API', async ({ page, walk, serve, guard }) => {
  guard.expectFailures(/status of 404/);
  const text = rsfOf(planet);
  const { origin } = await serve(createFileHost({ '/planet.rsf': { text }, '/planets': { text } }).listener);
  await page.goto('/');
  await find(page, `${origin}/planet.rsf`);
  await expect(offer(page, /open as an rsf file/i)).toHaveAttribute('aria-selected', 'true');
  await expect(offer(page, /^register/i)).toHaveCount(2);
  await oneBox(page).fill(`${origin}/planets`);
  await expect(offer(page, /open as an rsf file/i)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Enter');
  // What does not answer as an API may be a file.
  await expect(page.locator('[data-notice]')).toBeVisible();
  await link(page, /open as an rsf file/i).click();
  await expect(page).toHaveURL(/\/rsf:.*planets$/);
  await expectCheck(page, 'Verified', /all 15 entries verified/i);
  await walk('/');
  await field(page, /address of a register/i).fill(`rsf:${origin}/planets`);
  await page.keyboard.press('Enter');
  await expectCheck(page, 'Verified', /all 15 entries verified/i);
});

// Every such address: app/one-box/understand.test.ts.
test('an address below a base address opens what it says, in either variant', async ({
  page,
  walk,
  baseURL,
}) => {
  const api = `${baseURL}/registers/country`;
  await walk('/');
  await field(page, /address of a register/i).fill(`${api}/earlier/snapshots/30/BT`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country~earlier\/records\/BT\?at=30$/);
  // The address comes before its page, whose box is another.
  await expectTitle(page, /bhutan/i);
  await find(page, `${api}/v2/records?name=currency&value=EUR`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/country\/records\?attribute=currency&value=EUR$/);
  await page.goto(`/${api}/v2/records/GM`);
  await link(page, /open record GM/i).click();
  await expectVerified(page, 278);
  await expect(page).toHaveURL(/\/country\/records\/GM$/);
});
