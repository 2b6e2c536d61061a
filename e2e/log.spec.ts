import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { logRow, provedRow, seal } from './words.ts';

const LOG_SIZE = 295;

function rows(page: Page): Locator {
  return page.getByRole('table', { name: /entries of the log/i }).locator('[role=row][aria-rowindex]');
}

function scroller(page: Page): Locator {
  return page.getByRole('rowgroup', { name: /scrollable/i });
}

function place(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /entry \d|end of the log/i });
}

/** Entry numbers of the rows drawn that hold an entry and not only its place. */
async function entriesDrawn(page: Page): Promise<number[]> {
  return rows(page).evaluateAll((elements) =>
    elements
      .filter((row) => row.querySelector('time') !== null)
      .map((row) => Number(row.getAttribute('aria-rowindex')) - 1),
  );
}

/** The first entry whose row lies wholly below the head of the table. */
async function firstInView(page: Page): Promise<number> {
  return scroller(page).evaluate((box) => {
    const top = box.getBoundingClientRect().top;
    const inView = [...box.querySelectorAll('[role=row]')].filter(
      (row) => row.getBoundingClientRect().top >= top - 2,
    );
    return Math.min(...inView.map((row) => Number(row.getAttribute('aria-rowindex')) - 1));
  });
}

async function wheelUntil(page: Page, deltaY: number, end: Locator, seen: Set<number>): Promise<void> {
  await scroller(page).hover();
  for (const entryNumber of await entriesDrawn(page)) seen.add(entryNumber);
  await expect(async () => {
    await page.mouse.wheel(0, deltaY);
    // Every row drawn gets its entry before the log is scrolled on.
    await expect
      .poll(async () => (await rows(page).count()) - (await entriesDrawn(page)).length)
      .toBeLessThan(2);
    for (const entryNumber of await entriesDrawn(page)) seen.add(entryNumber);
    await expect(end).toBeInViewport({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

test('the wheel scrolls the log from the first entry to the last and back, and no entry is left out', async ({
  page,
}) => {
  test.slow();
  await page.goto('/country/entries');
  await expect(provedRow(page, 1)).toBeInViewport();
  const down = new Set<number>();
  await wheelUntil(page, 450, logRow(page, LOG_SIZE), down);
  await expect(provedRow(page, LOG_SIZE)).toBeInViewport();
  await expect(place(page)).toHaveText(/end of the log.*295 entries/i);
  const all = Array.from({ length: LOG_SIZE }, (_, index) => index + 1);
  expect(all.filter((entryNumber) => !down.has(entryNumber))).toEqual([]);

  await wheelUntil(page, -2000, logRow(page, 1), new Set());
  await expect(provedRow(page, 1)).toBeInViewport();
  await expect(page).toHaveURL(/[?&]entry=1$/);
});

test('the address follows the log once it stands still, and back from an entry leads to the same place', async ({
  page,
}) => {
  await page.goto('/country/entries?entry=100');
  await expect(provedRow(page, 100)).toBeInViewport();
  await scroller(page).hover();
  await page.mouse.wheel(0, 1500);
  await expect(page).not.toHaveURL(/entry=100$/);
  const stands = await firstInView(page);
  expect(stands).toBeGreaterThan(110);
  await expect(page).toHaveURL(new RegExp(`entry=${stands}$`));
  await rows(page)
    .getByRole('link', { name: String(stands + 1), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Entry ${stands + 1}` })).toBeVisible();
  await page.goBack();
  await expect(provedRow(page, stands)).toBeInViewport();
  await expect.poll(() => firstInView(page)).toBe(stands);
});

test('Go to entry, Newest and Oldest lead to their places, a reload stands there, and nonsense is refused in words', async ({
  page,
}) => {
  await page.goto('/country/entries');
  const box = page.getByRole('textbox', { name: /go to entry/i });
  await box.fill('150');
  await page.keyboard.press('Enter');
  await expect(provedRow(page, 150)).toBeInViewport();
  await expect(page).toHaveURL(/[?&]entry=150$/);
  expect(await firstInView(page)).toBe(150);
  await page.reload();
  await expect(provedRow(page, 150)).toBeInViewport();
  await expect(page).toHaveURL(/[?&]entry=150$/);
  await expect.poll(() => firstInView(page)).toBe(150);
  for (const typed of ['0', '296', '-3', 'twelve', '1e2', '9'.repeat(30)]) {
    await box.fill(typed);
    await box.press('Enter');
    await expect(page.getByText(/entries 1 to 295/i)).toBeVisible();
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await box.fill('150');
    await box.press('Enter');
    await expect(page.getByText(/entries 1 to 295/i)).toHaveCount(0);
  }
  await expect(page).toHaveURL(/entry=150$/);
  await page.getByRole('button', { name: /newest/i }).click();
  await expect(provedRow(page, LOG_SIZE)).toBeInViewport();
  await page.getByRole('button', { name: /oldest/i }).click();
  await expect(provedRow(page, 1)).toBeInViewport();
  await expect(page).toHaveURL(/entry=1$/);
  for (const [asked, entryNumber] of [
    ['9999', LOG_SIZE],
    ['nonsense', 1],
    ['0', 1],
  ] as const) {
    await page.goto(`/country/entries?entry=${asked}`);
    await expect(provedRow(page, entryNumber)).toBeInViewport();
    await expect(seal(page)).toHaveText(/\bholds?\b/i);
  }
});

test('each row says what its entry changed, and leads to record, entry and item', async ({ page }) => {
  await page.goto('/planet/entries');
  const row = provedRow(page, 11);
  await expect(row).toContainText('uranus');
  await expect(row).toContainText('discovered');
  await expect(provedRow(page, 1)).toContainText(/new record/i);
  await row.getByRole('link', { name: 'uranus' }).click();
  await expect(page).toHaveURL(/\/planet\/records\/uranus$/);
});
