import type { Locator, Page } from 'playwright/test';
import { createApp } from '../src/mock/app.ts';
import { nodePremises } from '../src/mock/hosts/node/premises-tools.ts';
import { createListener } from '../src/mock/hosts/node/serve.ts';
import { axeFindings } from './accessible.ts';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { switchable } from './hosts/servers.ts';
import {
  expectCheck,
  expectHeader,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  followLink,
  logRow,
  main,
  press,
  provedRow,
  remote,
  goBack,
} from './words.ts';

const LOG_SIZE = 295;

function rows(page: Page): Locator {
  return page.getByRole('table', { name: /entries of the log/i }).locator('[role=row][aria-rowindex]');
}

function scroller(page: Page): Locator {
  return page.getByRole('rowgroup', { name: /scrollable/i });
}

function place(page: Page): Locator {
  return main(page)
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
  const scrollTop = () =>
    scroller(page).evaluate(
      (box) =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(box.scrollTop)));
        }),
    );
  await scroller(page).hover();
  for (const entryNumber of await entriesDrawn(page)) seen.add(entryNumber);
  await expect(async () => {
    const before = await scrollTop();
    await page.mouse.wheel(0, deltaY);
    // The wheel turns at once and the log scrolls a moment later; at its end it does not.
    await expect
      .poll(scrollTop, { timeout: 1_000 })
      .not.toBe(before)
      .catch(() => undefined);
    // Every row drawn gets its entry before the log is scrolled on.
    await expect
      .poll(async () => (await rows(page).count()) - (await entriesDrawn(page)).length)
      .toBeLessThan(2);
    for (const entryNumber of await entriesDrawn(page)) seen.add(entryNumber);
    await expect(end).toBeInViewport({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

test('the wheel scrolls the log without leaving out an entry', async ({ page }) => {
  test.slow();
  const first = 180;
  await page.goto(`/country/entries?entry=${first}`);
  await expect(provedRow(page, first)).toBeInViewport();
  const down = new Set<number>();
  await wheelUntil(page, 600, logRow(page, LOG_SIZE), down);
  await expect(provedRow(page, LOG_SIZE)).toBeInViewport();
  await expect(place(page)).toHaveText(/end of the log.*295 entries/i);
  const all = Array.from({ length: LOG_SIZE - first + 1 }, (_, index) => first + index);
  expect(all.filter((entryNumber) => !down.has(entryNumber))).toEqual([]);
});

test('the address follows the log, and back leads to the same place', async ({ page }) => {
  await page.goto('/country/entries?entry=100');
  await expect(provedRow(page, 100)).toBeInViewport();
  await scroller(page).hover();
  await page.mouse.wheel(0, 1500);
  await expect(page).not.toHaveURL(/entry=100$/);
  const stands = await firstInView(page);
  expect(stands).toBeGreaterThan(110);
  await expect(page).toHaveURL(new RegExp(`entry=${stands}$`));
  // Anywhere in a row leads to its entry.
  const link = page.getByRole('link', { name: String(stands + 1), exact: true });
  await rows(page).filter({ has: link }).getByRole('time').click();
  await expectTitle(page, `Entry ${stands + 1}`);
  await goBack(page);
  await expect(provedRow(page, stands)).toBeInViewport();
  await expect.poll(() => firstInView(page)).toBe(stands);
});

test('Go to entry, Newest and Oldest lead to their places', async ({ page, walk }) => {
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
  for (const typed of ['0', '296', 'twelve', '9'.repeat(30)]) {
    await box.fill(typed);
    await box.press('Enter');
    await expectText(page, /entries 1 to 295/i);
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await box.fill('150');
    await box.press('Enter');
    await expectNoText(page, /entries 1 to 295/i);
  }
  await expect(page).toHaveURL(/entry=150$/);
  await press(page, /newest/i);
  await expect(provedRow(page, LOG_SIZE)).toBeInViewport();
  await press(page, /oldest/i);
  await expect(provedRow(page, 1)).toBeInViewport();
  await expect(page).toHaveURL(/entry=1$/);
  for (const [asked, entryNumber] of [
    ['9999', LOG_SIZE],
    ['nonsense', 1],
  ] as const) {
    await page.goto(`/country/entries?entry=${asked}`);
    await expect(provedRow(page, entryNumber)).toBeInViewport();
    await expectHeader(page, 'holds');
  }
  // Each row says what its entry changed, and leads to its record.
  await expect(provedRow(page, 1)).toContainText(/first reported/i);
  await walk('/planet/entries');
  await expect(provedRow(page, 11)).toContainText('discovered');
  await provedRow(page, 11).getByRole('link', { name: 'uranus' }).click();
  await expect(page).toHaveURL(/\/planet\/records\/uranus$/);
});

test('rows stay as they are while what they show is read and proved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const moved = ((globalThis as { moved?: string[] }).moved = []) as string[];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
        for (const { node } of sources)
          if (node?.parentElement?.closest('[role=row]')) moved.push(node.textContent ?? '');
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/country/entries?entry=190');
  await expect(provedRow(page, 190)).toBeInViewport();
  expect(await page.evaluate(() => (globalThis as { moved?: string[] }).moved)).toEqual([]);
  // A link of a row that only flies past, as it is before the log stands still.
  const link = await scroller(page).evaluateHandle(async (box) => {
    while (box.scrollTop > 0) {
      box.scrollTop -= 30;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const row = [...box.querySelectorAll('[title="Not checked"]')].at(-1)?.closest('[role=row]');
      const name = row?.querySelector('[role=cell]:nth-of-type(3) a');
      if (name) return name;
    }
    throw new Error('no row came into view unchecked before the log was at its top');
  });
  await expect(rows(page).getByRole('img', { name: /checking|not checked/i })).toHaveCount(0);
  expect(await link.evaluate((element) => element.isConnected)).toBe(true);
});

/** The requests that a page sends to a register, as paths below its base address. */
function requestsTo(page: Page, base: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(base)) sent.push(request.url().slice(base.length));
  });
  return sent;
}

test('in a log of ten million every row is three requests away', async ({ page, serve }) => {
  test.slow();
  const size = 10_000_000;
  const registers = new Map([['premises', () => nodePremises(size)]]);
  const base = `${(await serve(createListener(createApp({ registers })))).origin}/registers/premises/v2`;
  const sent = requestsTo(page, base);
  const pagesSince = (since: number): string[] =>
    sent.slice(since).filter((path) => path.startsWith('/entries?'));
  const wheelBy = async (deltaY: number, lands: number): Promise<void> => {
    await page.mouse.wheel(0, deltaY);
    await expect.poll(() => firstInView(page)).toBe(lands);
  };

  const first = 0.4 * size + 21;
  await page.goto(remote(base, `/entries?entry=${first}`));
  await expect(logRow(page, first).getByRole('time')).toBeVisible();
  // Three at most open a register that was never opened before; the page of the entry is the next.
  expect(sent.slice(0, 4)).toContainEqual(expect.stringMatching(`^/entries.start=${first - 20}&`));
  expect(pagesSince(0)).toHaveLength(1);
  await expect(provedRow(page, first)).toBeInViewport();
  await expectHeader(page, 'holds');

  // What the rows on screen ask for is not of the next place.
  await expect(rows(page).getByRole('img', { name: 'Checking' })).toHaveCount(0);
  await expect(rows(page).locator('[role=cell]:nth-of-type(5):empty')).toHaveCount(0);
  const before = sent.length;
  const far = 0.765 * size + 21;
  await page.getByRole('textbox', { name: /go to entry/i }).fill(far.toLocaleString('en'));
  await page.keyboard.press('Enter');
  await expect(logRow(page, far).getByRole('time')).toBeVisible();
  expect(sent.slice(before, before + 3)).toContainEqual(
    expect.stringMatching(`^/entries.start=${far - 20}&`),
  );
  await expect(provedRow(page, far)).toBeInViewport();
  expect(pagesSince(before)).toHaveLength(1);
  expect(await firstInView(page)).toBe(far);

  // Far from the ends, where the list is many times as long as what is scrolled, a row is a row.
  await scroller(page).hover();
  await wheelBy(120, far + 3);
  await wheelBy(-40, far + 2);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => firstInView(page)).toBe(far + 1);

  await page.keyboard.press('End');
  await expect(provedRow(page, size)).toBeInViewport();
  await expect(place(page)).toHaveText(/end of the log: 10,000,000 entries/i);
  const last = await firstInView(page);
  for (const rowsUp of [1, 2, 40]) {
    const above = last - (await firstInView(page));
    await wheelBy(-40 * (rowsUp - above), last - rowsUp);
  }
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('PageDown');
  await expect(provedRow(page, size)).toBeInViewport();

  await page.keyboard.press('Home');
  await expect(provedRow(page, 1)).toBeInViewport();
  await expect(page).toHaveURL(/[?&]entry=1$/);

  // A row that has the focus goes out of sight, and the keys scroll on.
  await logRow(page, 2).getByRole('link').first().focus();
  await wheelBy(1_600, 41);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => firstInView(page)).toBe(42);

  // As a scroll bar is dragged: frame by frame, a long way each. What flies past is not asked for: a page is only where the log stood still, as it does when frames come late.
  const dragged = sent.length;
  const { rowsAtOnce, stood } = await scroller(page).evaluate(async (box) => {
    let most = 0;
    const seenAt = new Map<number, number>();
    for (let frame = 1; frame <= 80; frame += 1) {
      box.scrollTop = (box.scrollHeight * Math.ceil(frame / 2)) / 80;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const drawn = box.querySelectorAll('[role=row]');
      most = Math.max(most, drawn.length);
      const row = Number(drawn[0]?.ariaRowIndex);
      seenAt.set(row, seenAt.get(row) ?? performance.now());
    }
    const places = [...seenAt];
    const stays = places.filter(([, at], index) => (places[index + 1]?.[1] ?? Infinity) - at > 60);
    return { rowsAtOnce: most, stood: stays.map(([row]) => row) };
  });
  expect(rowsAtOnce).toBeLessThanOrEqual(150);
  await expect.poll(async () => Math.round((await firstInView(page)) / (size / 100))).toBe(50);
  const last50 = await firstInView(page);
  await expect(provedRow(page, last50)).toBeInViewport();
  const asked = pagesSince(dragged).map((path) => Number(/start=(\d+)/.exec(path)?.[1]));
  expect(asked.filter((start) => ![...stood, last50].some((row) => Math.abs(row - start) <= 200))).toEqual(
    [],
  );
  expect(new Set(asked).size).toBe(asked.length);
});

const pill = (page: Page): Locator => page.getByRole('link', { name: /new entr/i });
const watchSwitch = (page: Page): Locator => page.getByRole('switch', { name: /watch for new entries/i });
const history = (page: Page): Locator => page.getByRole('heading', { name: 'History' });
const top = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())?.y ?? -1);

test('new entries appear proved in every tab, and move nothing', async ({ page, context, serve, guard }) => {
  // This server has no register of fields, which is where more would be known of the attributes.
  guard.expectFailures(/status of 404 .*\/registers\/field\//);
  const host = switchable('+rollback');
  const base = (await serve(host.listener)).origin + host.path;
  const heads = (): number => host.asked.filter((path) => path.includes('/proof/register/')).length;
  await context.clock.install();
  await page.goto(remote(base, '/entries?entry=100'));
  await expect(provedRow(page, 100)).toBeInViewport();
  await expect(watchSwitch(page)).toBeChecked();
  const record = await context.newPage();
  await record.goto(remote(base, '/records/GM'));
  await expectVerified(record, 208);
  await expect(record.getByRole('link', { name: /^side by side/i }).first()).toBeVisible();
  // Names beside links, and since when values stand, come after the proof.
  await rest(record);
  const read = await top(history(record));
  const end = await context.newPage();
  await end.goto(remote(base, '/entries?entry=265'));
  await expect(provedRow(end, 265)).toBeInViewport();
  await expect(watchSwitch(end)).toBeChecked();
  const before = await top(logRow(page, 100));

  host.switches = '';
  await context.clock.fastForward(40_000);
  await expect(pill(page)).toHaveText('30 new entries');
  await expect(
    page.getByRole('status').filter({ hasText: /^30 new entries, proved to be added/ }),
  ).toHaveCount(1);
  await expectText(page, /entries 100 to \d+ of 295/i);
  expect(await top(logRow(page, 100))).toBe(before);
  await expect(provedRow(page, 100)).toBeInViewport();
  // The record that is being read stays, with checks that are true of it, and the new version is offered.
  const offer = record.getByRole('region', { name: 'A new version' });
  await expect(offer).toContainText('GM has a new version, entry 278');
  await expect(record.getByRole('status').filter({ hasText: /^GM has a new version/ })).toHaveCount(1);
  await expectVerified(record, 208);
  await expectText(record, /entry 208 of 295/i);
  await expectCheck(record, 'Not checked', /entry 278 is a newer version of/i);
  await expectNoText(record, /no newer entry|latest sent/i);
  expect(await top(history(record))).toBe(read);
  expect(await axeFindings(record)).toEqual([]);
  await press(offer, 'Show it');
  await expectVerified(record, 278);
  await expect(offer).toHaveCount(0);
  // Who reads at the very end of the log stands there.
  await expect(logRow(end, 295)).toBeInViewport();
  await expect(pill(end)).toHaveCount(0);

  expect(await axeFindings(page)).toEqual([]);
  await pill(page).click();
  await expect(provedRow(page, 266)).toBeInViewport();
  await expect(pill(page)).toHaveCount(0);

  // A log that does not continue what was seen is the alarm, and no new entries.
  host.switches = '+fork-longer';
  await context.clock.fastForward(60_000);
  await expect(page.getByRole('alert').filter({ hasText: /does not begin with/i })).toBeVisible();
  await expect(pill(page)).toHaveCount(0);

  await watchSwitch(page).click();
  for (const other of [record, end]) await expect(watchSwitch(other)).not.toBeChecked();
  // What was under way when the watch ended may still be answered. Checks that do not match read the head once more, so that nothing else is opened meanwhile.
  const headsOnceQuiet = async (): Promise<number> => {
    for (const one of [page, record, end]) await rest(one);
    return heads();
  };
  const asked = await headsOnceQuiet();
  await context.clock.fastForward(400_000);
  expect(await headsOnceQuiet()).toBe(asked);
  await followLink(page, 'Overview');
  await expect(watchSwitch(page)).not.toBeChecked();
});
