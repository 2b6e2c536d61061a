import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { expectCheck, expectHeader, followLink, expectText } from './words.ts';

const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Log size' });
const banner = (page: Page): Locator => page.getByRole('complementary', { name: /moment shown/i });

/** Waits until the register was read whole, as the calendar under the slider shows. */
async function expectRead(page: Page): Promise<void> {
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /\d{4}$/);
}

/** Presses the slider where it stands and draws it by shares of its width. */
async function dragBy(page: Page, shares: readonly number[]): Promise<void> {
  const box = await slider(page).boundingBox();
  if (box === null) throw new Error('no slider in sight');
  const [value, most] = await slider(page).evaluate((input: HTMLInputElement) => [
    input.valueAsNumber,
    +input.max,
  ]);
  const y = box.y + box.height - 8;
  const x = box.x + 7 + ((value - 1) / (most - 1)) * (box.width - 14);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const share of shares) await page.mouse.move(x + share * box.width, y, { steps: 6 });
}

for (const register of ['country', 'country~earlier'])
  test(`${register} follows the slider from view to view, and asks the server only where it stops`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`/${register}`);
    await expectRead(page);
    await expectHeader(page, 'holds');
    const main = page.getByRole('main');
    const before = asked.length;
    await dragBy(page, [-0.2, -0.4, -0.5]);
    await expect(slider(page)).toHaveValue(/^1[3-5]\d$/);
    const size = await slider(page).inputValue();
    await expect(main.getByRole('definition').first()).toHaveText(size);
    await expect(banner(page)).toContainText(`at size ${size}, after the entry of 14 Jan 2008`);
    expect(asked.slice(before).filter((url) => /proof|entries|snapshots/.test(url))).toEqual([]);
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`at=${size}$`));
    await expect(banner(page)).toContainText(`is the beginning of the present log of 295`);
    await expectHeader(page, 'holds');

    await page
      .getByRole('link', { name: /^records/i })
      .first()
      .click();
    await expectText(page, new RegExp(`^${size} records$`));
    await expectRead(page);
    await slider(page).press('Home');
    await expectText(page, /^1 record$/);
    await expect(page).toHaveURL(/records\?at=1$/);
    for (const _ of [1, 2]) await slider(page).press('ArrowRight');
    await expectText(page, /^3 records$/);
    await expect(page).toHaveURL(/records\?at=3$/);
    await expect(slider(page)).toBeFocused();
    await slider(page).press('End');
    await expectText(page, /^236 records$/);
    await followLink(page, 'Back to now');
    await expect(page).toHaveURL(new RegExp(`${register}/records$`));
    await expectAccessible(page, 'records with the slider', (on) => expectRead(on));
  });

test('the proof between any two positions is one press away', async ({ page }) => {
  await page.goto('/country?at=200');
  await expectRead(page);
  await slider(page).press('PageUp');
  await expect(page).toHaveURL(/at=2[23]\d$/);
  const size = await slider(page).inputValue();
  await expect(banner(page)).toContainText(`From size 200 to ${size}`);
  await banner(page)
    .getByRole('link', { name: /nothing earlier changed/i })
    .click();
  await expect(page).toHaveURL(new RegExp(`consistency/200/${size}$`));
  await expectHeader(page, 'holds');
});

for (const register of ['country', 'country~earlier'])
  test(`the values of a record of ${register} are rewritten`, async ({ page, guard }) => {
    // The snapshot of a record that was not there yet.
    guard.expectFailures(/status of 404/);
    await page.goto(`/${register}/records/GM`);
    await followLink(page, 'View over time');
    await expect(page).toHaveURL(/at=295$/);
    // Before the register was read, the slider stops at the versions of the record.
    await slider(page).press('ArrowLeft');
    await expect(page).toHaveURL(/at=2[78]\d$/);
    await expectRead(page);
    await slider(page).press('Home');
    await expect(page).toHaveURL(/at=1$/);
    await expectText(page, /not in the register yet|did not exist|first entry/i);
    await dragBy(page, [0.3, 0.6]);
    await expectText(page, /version 1 of 1/);
    await page.mouse.up();
    await expectCheck(page, 'Verified', /was in the log of 1\d\d entries/i);
  });

test('a log too long to be read whole goes where the slider stops, and its records from version to version', async ({
  page,
}) => {
  await page.goto('/premises?at=500000');
  await expect(slider(page)).toHaveValue('500000');
  await slider(page).press('ArrowRight');
  await expect(page).toHaveURL(/at=500001$/);
  await expect(banner(page)).toContainText('is the beginning of the present log of 1,000,000');
});

test.describe('on a phone with less motion, in the dark', () => {
  test.use({
    viewport: { width: 390, height: 780 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    hasTouch: true,
  });
  test('the slider is large enough for a finger, and nothing is cut off', async ({ page }) => {
    await page.goto('/country/records?at=206');
    await expectRead(page);
    const box = await slider(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page, 'the slider on a phone', (on) => expectRead(on));
  });
});

test('a past that does not match is not called verified after a drag', async ({ page }) => {
  await page.goto('/country~v2+altered-consistency?at=250');
  await expectRead(page);
  await slider(page).press('ArrowLeft');
  await expect(page).toHaveURL(/at=249$/);
  await expect(banner(page).getByRole('img', { name: 'Does not match' })).toBeVisible();
  await expectHeader(page, 'does-not-match');
});
