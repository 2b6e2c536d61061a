import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  check,
  downloaded,
  expectCheck,
  expectHeader,
  expectNoText,
  expectText,
  expectTitle,
  field,
  followLink,
  link,
  logRow,
  main,
  openTab,
  press,
  proofPicture,
  provedRow,
  tabOf,
} from './words.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: /moment shown/i });

/** Waits until the banner names this size, and that it begins the present log. */
async function expectSize(page: Page, size: number, now = 295): Promise<void> {
  await expect(banner(page)).toContainText(`at size ${size}`);
  await expect(banner(page).getByRole('img', { name: 'Verified' })).toBeVisible();
  await expect(banner(page)).toContainText(`is the beginning of the present log of ${now}`);
}

test('a date leads to the register then, and every tab keeps it', async ({ page }) => {
  await page.goto('/country~earlier');
  await press(page, 'Enter a date');
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
  await field(page, /go to entry or date/i).fill('5 Jan 2009');
  await page.keyboard.press('Enter');
  await expect(provedRow(page, 240)).toBeInViewport();
  await expect(page).toHaveURL(/at=249&entry=240$/);

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
  await expect(main(page)).toBeFocused();
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
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(main(page).getByRole('table')).toHaveCount(0);
    await expectNoText(page, 'Gambia');
  }
  await followLink(page, /show the present/i);
  await expect(page).toHaveURL(/\/country\/records$/);
});

/** sizesLine says between which sizes changes are listed, each with the date of its last entry. */
function sizesLine(page: Page): Locator {
  return main(page).getByText(/^from size/);
}

test('a past that cannot be proved is not called proved', async ({ page, walk }) => {
  await page.goto('/country~v2+altered-consistency/entries?at=200');
  await expect(banner(page).getByRole('img', { name: 'Does not match' })).toBeVisible();
  await expect(banner(page)).toContainText(/is not proved to be the beginning of the present log/i);
  await expectHeader(page, 'does-not-match');
  const mark = (name: RegExp) => page.getByRole('row').getByRole('img', { name });
  await expect(mark(/earlier size of it is not proved/i).first()).toBeVisible();
  await expect(mark(/^verified/i)).toHaveCount(0);

  await walk('/country~v2+altered-consistency/changes/190/200');
  await expectCheck(page, 'Does not match', /proof sent does not show that the smaller log/i);
  await expectCheck(page, 'Not checked', /whether these are the entries between/i);
  await expectNoText(page, /exactly 10 entries/i);
  await expectHeader(page, 'does-not-match');
});

test('what changed between two sizes, as a list and as a file', async ({ page }) => {
  await page.goto('/country/changes/250/240');
  await expect(page).toHaveURL(/changes\/240\/250$/);
  await expectCheck(page, 'Verified', /log of 240 entries is the beginning of the log of 250/i);
  await expectCheck(page, 'Verified', /exactly 10 entries between/i);
  await expectCheck(page, 'Not checked', /which version came before/i);
  await expect(sizesLine(page).getByRole('time')).toHaveCount(2);
  const kinds = page.getByRole('navigation', { name: /kinds of change/i });
  await expect(kinds).toHaveText(/all 9\s*added 3\s*changed 5\s*ended 1$/i);
  await link(kinds, /ended/i).press('Enter');
  const rows = page.getByRole('list', { name: /records with entries/i }).locator('> li');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Netherlands Antilles');
  await expectAccessible(page, 'what changed');
  await press(page, /read the whole register/i);
  await expectCheck(page, 'Verified', /all 295 entries, read here, give/i);
  await expect(check(page, 'Not checked', /which version/i)).toHaveCount(0);

  const { name, text } = await downloaded(page, () => press(page, 'Save as JSON'));
  expect(name).toBe('country-changes-240-250.json');
  const { manifest } = JSON.parse(text) as { manifest: object };
  expect(manifest).toMatchObject({ verified: true, counts: { added: 3, changed: 5, ended: 1, touched: 0 } });

  await field(page, /from size/i).fill('290');
  await field(page, /to size/i).fill('295');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/changes\/290\/295$/);
});

const slider = (page: Page) => page.getByRole('slider', { name: 'Log size' });
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

test('every view follows the slider, and asks the server only where it stops', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/country~earlier');
  await expectRead(page);
  await expectHeader(page, 'holds');
  const before = asked.length;
  await dragBy(page, [-0.2, -0.4, -0.5]);
  await expect(slider(page)).toHaveValue(/^1[3-5]\d$/);
  const size = await slider(page).inputValue();
  await expect(main(page).getByRole('definition').first()).toHaveText(size);
  await expect(banner(page)).toContainText(`at size ${size}, 14 Jan 2008`);
  expect(asked.slice(before).filter((url) => /proof|entries|snapshots/.test(url))).toEqual([]);
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`at=${size}$`));
  await expect(banner(page)).toContainText(`is the beginning of the present log of 295`);
  await expectHeader(page, 'holds');

  await link(page, /^records/i)
    .first()
    .click();
  await expectText(page, new RegExp(`^${size} records$`));
  await expectRead(page);
  await slider(page).press('Home');
  await expectText(page, /^1 record$/);
  await expect(page).toHaveURL(/records\?at=1$/);
  await slider(page).press('ArrowRight');
  await expect(page).toHaveURL(/records\?at=2$/);
  await expect(slider(page)).toBeFocused();
  await slider(page).press('End');
  await expectText(page, /^236 records$/);
  await followLink(page, 'Back to now');
  await expect(page).toHaveURL(/country~earlier\/records$/);
});
