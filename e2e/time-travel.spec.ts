import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { lying } from './hosts/servers.ts';
import {
  check,
  checkLine,
  expectCheck,
  expectHeader,
  expectNoText,
  expectText,
  expectTitle,
  field,
  followLink,
  goBack,
  inTurns,
  link,
  logRow,
  main,
  openTab,
  press,
  proofPicture,
  provedRow,
  remote,
  tabOf,
} from './words.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: /moment shown/i });

/** Waits until the banner names this size, and that it begins the present log. */
async function expectSize(page: Page, size: number): Promise<void> {
  await expect(banner(page)).toContainText(`at size ${size}`);
  await expect(banner(page).getByRole('img', { name: 'Verified' })).toBeVisible();
  await expect(banner(page)).toContainText('is the beginning of the present log of 295');
}

test('a date leads to the register then, and every tab keeps it', async ({ page }) => {
  await page.goto('/country~earlier');
  await press(page, 'View an earlier version');
  await page.getByLabel(/end of day/i).fill('2010-10-12');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/at=249&date=2010-10-12$/);
  await expectSize(page, 249);
  await expect(main(page).getByRole('definition').first()).toHaveText('235');
  await expect(tabOf(page, /^entries/i)).toHaveText(/249$/);
  await expect(tabOf(page, /^records/i)).toHaveText(/235$/);
  await expectCheck(page, 'Verified', /server’s own snapshot at size 249 matches the log/i);
  await expectAccessible(page, 'overview at a size', (on) => expectSize(on, 249));

  await openTab(page, /^entries/i);
  await expect(provedRow(page, 249)).toBeInViewport();
  await expect(logRow(page, 250)).toHaveCount(0);
  await field(page, 'or date').fill('2009-01-05');
  await expect(provedRow(page, 240)).toBeInViewport();
  await expect(page).toHaveURL(/at=249&entry=240&order=newest$/);

  await link(banner(page), /on to size 250/i).press('Enter');
  await expectSize(page, 250);
  await expect(provedRow(page, 250)).toBeInViewport();

  await openTab(page, /^proofs/i);
  await expect(proofPicture(page)).toHaveAccessibleName(/is the root at size 250/i);
  await expectHeader(page, 'holds');
  await openTab(page, /^entries/i);
  await link(banner(page), 'Back to now').press('Enter');
  await expect(page).toHaveURL(/\/country~earlier\/entries$/);
  await expect(banner(page)).toHaveCount(0);
  await expect(tabOf(page, /^entries/i)).toHaveText(/295$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a size that the log does not have shows no view', async ({ page, walk }) => {
  const cases = [
    ['/country/entries?at=0', /at “0”/],
    ['/country/records/GM?at=296', /at “296”.*from 1 to 295/],
    [`/country?at=${'9'.repeat(30)}`, /at “9{30}”/],
    ['/country/records?at=1999-12-31', /end of 31 dec 1999 falls before the log’s first entry/i],
  ] as const;
  for (const [path, words] of cases) {
    await walk(path);
    await expectTitle(page, /no such version/i);
    await expect(page.locator('[data-notice]')).toContainText(words);
    await expect(main(page).getByRole('table')).toHaveCount(0);
    await expectNoText(page, 'Gambia');
  }
  await followLink(page, /back to now/i);
  await expect(page).toHaveURL(/\/country\/records$/);
});

/** sizesLine says between which sizes changes are listed, each with the date of its last entry. */
function sizesLine(page: Page): Locator {
  return main(page).getByText(/^from size/);
}

test('a past that cannot be proved is not called proved', async ({ page, serve, guard }) => {
  guard.expectFailures(/status of 404/);
  await page.goto('/country~v2+altered-consistency/entries?at=200');
  await expect(banner(page).getByRole('img', { name: 'Does not match' })).toBeVisible();
  await expect(banner(page)).toContainText(/is not proved to be the beginning of the present log/i);
  await expectHeader(page, 'does-not-match');
  const mark = (name: RegExp) => page.getByRole('row').getByRole('img', { name });
  await expect(mark(/earlier size of it is not proved/i).first()).toBeVisible();
  await expect(mark(/^verified/i)).toHaveCount(0);

  // Without the copy of the log that the page of entries has read.
  await page.goto('/country~v2+altered-consistency/changes/190/200');
  await expectCheck(page, 'Does not match', /proof sent does not show that the smaller log/i);
  await expectCheck(page, 'Not checked', /whether these are the entries between/i);
  await expectNoText(page, /exactly 10 entries/i);
  await expectHeader(page, 'does-not-match');

  const lastUnproved = await serve(
    lying((path) => (/\/proofs?\/entr\w+\/295\/295/.test(path) ? 404 : undefined)),
  );
  await page.goto(remote(`${lastUnproved.origin}/registers/country/v2`, '/changes/285/295'));
  await expectHeader(page, 'cannot-check');
  await expectCheck(page, 'Not checked', /whether these are the entries between/i);
});

test('what changed between two sizes, as a list', async ({ page, walk }) => {
  // Without sizes, by the newest ten entries.
  await walk('/planet/changes');
  await expect(page).toHaveURL(/\/planet\/changes\/5\/15$/);
  await walk('/country/changes/250/240');
  await expect(page).toHaveURL(/changes\/240\/250$/);
  await expectCheck(page, 'Verified', /log of 240 entries is the beginning of the log of 250/i);
  await expectCheck(page, 'Verified', /exactly 10 entries between/i);
  await expectCheck(page, 'Not checked', /which version came before/i);
  await expect(sizesLine(page).getByRole('time')).toHaveCount(2);
  const kinds = page.getByRole('navigation', { name: /kinds of change/i });
  await expect(kinds).toHaveText(/all 9\s*added 3\s*changed 5\s*ended 1$/i);
  await link(kinds, /ended/i).press('Enter');
  const rows = page.getByRole('list', { name: /records with new entries/i }).locator('> li');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Netherlands Antilles');
  await expectAccessible(page, 'what changed');
  await press(page, /read the whole register/i);
  await expectCheck(page, 'Verified', /all 295 entries, read here, give/i);
  await expect(check(page, 'Not checked', /which version/i)).toHaveCount(0);

  await field(page, /from size/i).fill('290');
  await field(page, /to size/i).fill('295');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/changes\/290\/295$/);
});

const slider = (page: Page) => page.getByRole('slider', { name: 'Versions of GM' });

/** Drags the slider from version 3 to 2: the address follows once it is let go. */
async function dragSlider(page: Page): Promise<void> {
  await slider(page).scrollIntoViewIfNeeded();
  const box = await slider(page).boundingBox();
  if (box === null) throw new Error('no slider in sight');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + (box.width * 2) / 3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, y, { steps: 6 });
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Version 2 of 4 · entry 208/);
  await expect(page).toHaveURL(/version=275$/);
  await page.mouse.up();
  await expect(page).toHaveURL(/version=208$/);
  await expectText(main(page), /version 2 of 4 · entry 208/i);
  await expectHeader(page, 'holds');
}

/** Moves the slider by keys: the address follows at once, and where a key is held down once it is released. */
async function moveSliderByKeys(page: Page): Promise<void> {
  await slider(page).press('End');
  await expect(page).toHaveURL(/version=278$/);
  await slider(page).press('ArrowLeft');
  await expect(page).toHaveURL(/version=275$/);
  await page.keyboard.down('ArrowLeft');
  await expect(page).toHaveURL(/version=208$/);
  await page.keyboard.down('ArrowLeft');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Version 1 of 4 · entry 69/);
  await expect(page).toHaveURL(/version=208$/);
  await page.keyboard.up('ArrowLeft');
  await expect(page).toHaveURL(/version=69$/);
  await expect(slider(page)).toBeFocused();
  await expectHeader(page, 'holds');
}

for (const register of inTurns(0).map((variant) => `country~${variant}`))
  test(`a record of ${register} goes through its versions by a slider`, async ({ page, walk }) => {
    await page.goto(`/${register}/records/GM`);
    await followLink(main(page).getByRole('listitem'), /^view this version.*275/i);
    await expect(page).toHaveURL(/records\/GM\?version=275$/);
    await expect(banner(page)).toHaveCount(0);
    await expectHeader(page, 'holds');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Version 3 of 4 · entry 275 · 15 Dec 2015');

    await test.step('by mouse', () => dragSlider(page));
    await test.step('by keyboard', () => moveSliderByKeys(page));
    await goBack(page);
    await expect(page).toHaveURL(/records\/GM$/);
    await test.step('at an earlier size, over the versions that there were', async () => {
      await walk(`/${register}/records/GM?at=277`);
      await expectSize(page, 277);
      await expect(slider(page)).toHaveAttribute(
        'aria-valuetext',
        /^Version 3 of 3 .* newest reported then$/,
      );
      await slider(page).press('Home');
      await expect(page).toHaveURL(/at=277&version=69$/);
      await expectSize(page, 277);
    });
    // Where there is one version there is nothing to go through.
    await walk(`/${register}/records/AD`);
    await expectHeader(page, 'holds');
    await expectText(main(page), /^1 version, /);
    await expect(link(page, /view this version/i)).toHaveCount(0);
  });

for (const register of inTurns(1).map((variant) => `country~${variant}`))
  test(`a page of ${register} speaks of the size that it shows`, async ({ page, walk }) => {
    const views = ['', '/records', '/entries', '/records/GM', '/entries/208', '/proofs'];
    for (const view of ['/proofs/consistency/100/200', ...views]) {
      await walk(`/${register}${view}?at=294`);
      await expectSize(page, 294);
      await expectHeader(page, 'holds');
      if (view === '')
        await expect(checkLine(page, 'inclusion')).toContainText(
          'Entry 294 verified in the log of 294 entries',
        );
    }

    // The log is not compared with itself.
    for (const view of ['', '/records/GM']) {
      await walk(`/${register}${view}?at=295`);
      await expect(banner(page)).toContainText('The register as it is now at size 295, 5 Jan 2026');
      await expectHeader(page, 'holds');
      await expect(banner(page).getByRole('img')).toHaveCount(0);
      await expectNoText(page, /present log|consistency proof connects/i);
    }
  });
