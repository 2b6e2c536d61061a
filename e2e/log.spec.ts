import type { RequestListener } from 'node:http';
import type { Locator, Page } from 'playwright/test';
import { createApp } from '../src/mock/app.ts';
import { nodePremises } from '../src/mock/hosts/node/premises-tools.ts';
import { createListener } from '../src/mock/hosts/node/serve.ts';
import { axeFindings } from './accessible.ts';
import { rest } from './fault-walk.ts';
import { expect, test } from './fixtures.ts';
import { switchable } from './hosts/servers.ts';
import {
  alertOf,
  expectHeader,
  expectNoText,
  expectText,
  expectTitle,
  expectVerified,
  field,
  followLink,
  goBack,
  headerOutcome,
  holdBack,
  link,
  logRow,
  main,
  press,
  provedRow,
  remote,
} from './words.ts';

const LOG_SIZE = 295;

function rows(page: Page): Locator {
  return page.getByRole('grid', { name: /entries of the log/i }).locator('[role=row][data-entry]');
}

function scroller(page: Page): Locator {
  return page.getByRole('rowgroup', { name: /scrollable/i });
}

function place(page: Page): Locator {
  return main(page).getByText(/^entries [\d,]+ to [\d,]+ of [\d,]+\.$/i);
}

/** The first entry whose row lies wholly below the head of the table. */
async function firstInView(page: Page): Promise<number> {
  return scroller(page).evaluate((box) => {
    const top = box.getBoundingClientRect().top;
    const inView = [...box.querySelectorAll('[role=row]')].filter(
      (row) => row.getBoundingClientRect().top >= top - 2,
    );
    return Math.min(...inView.map((row) => Number(row.getAttribute('data-entry'))));
  });
}

test('the address follows the log, and a row leads to its entry and back', async ({ page }) => {
  await page.goto('/country/entries?entry=100');
  await expect(provedRow(page, 100)).toBeInViewport();
  await scroller(page).hover();
  await page.mouse.wheel(0, 1500);
  await expect(page).not.toHaveURL(/entry=100$/);
  // A row is 40 px high.
  const stands = 138;
  await expect.poll(() => firstInView(page)).toBe(stands);
  await expect(page).toHaveURL(new RegExp(`entry=${stands}$`));
  // Anywhere in a row leads to its entry, and back to the same place.
  await logRow(page, stands + 1)
    .getByRole('time')
    .click();
  await expectTitle(page, `Entry ${stands + 1}`);
  await goBack(page);
  await expect(provedRow(page, stands)).toBeInViewport();
  await expect.poll(() => firstInView(page)).toBe(stands);

  // At an earlier size, too; the focus stays where it is.
  await page.goto('/country/entries?at=290&entry=100');
  await expect(provedRow(page, 100)).toBeInViewport();
  await scroller(page).hover();
  await page.mouse.wheel(0, 1500);
  await expect(page).not.toHaveURL(/entry=100$/);
  await rest(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

// The entry gone to has the focus, and says so: keyboard.spec.ts.
test('an entry is a number away, and either end a press', async ({ page, walk }) => {
  await walk('/country/entries?entry=100');
  const box = field(page, /go to entry/i);
  await box.fill('296');
  await box.press('Enter');
  await expectText(page, /entries 1 to 295/i);
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await box.fill('150');
  await box.press('Enter');
  await expectNoText(page, /entries 1 to 295/i);
  await expect(page).toHaveURL(/[?&]entry=150$/);
  for (const load of [async () => undefined, () => page.reload()]) {
    await load();
    await expect(provedRow(page, 150)).toBeInViewport();
    await expect.poll(() => firstInView(page)).toBe(150);
  }
  await followLink(page, /newest first/i);
  await expect(provedRow(page, LOG_SIZE)).toBeInViewport();
  await expect(place(page)).toHaveText(/^entries 295 to \d+ of 295/i);
  await followLink(page, /oldest first/i);
  await expect(provedRow(page, 1)).toBeInViewport();
  await expect(page).toHaveURL(/order=oldest$/);
  await walk('/country/entries?entry=9999');
  await expect(provedRow(page, LOG_SIZE)).toBeInViewport();
  await expectHeader(page, 'holds');
  // Each row says what its entry changed, and leads to its record.
  await walk('/planet/entries?order=oldest');
  await expect(provedRow(page, 1)).toContainText(/first reported/i);
  await expect(provedRow(page, 11)).toContainText('discovered');
  await followLink(provedRow(page, 11), 'uranus');
  await expect(page).toHaveURL(/\/planet\/records\/uranus$/);
});

test('the entries of one key, and whether these are all', async ({ page, walk }) => {
  await page.goto('/country/entries');
  await field(page, 'Filter by key').fill('GM');
  await field(page, 'Filter by key').press('Enter');
  await expect(page).toHaveURL(/\/entries\?key=GM$/);
  await expect(rows(page)).toHaveCount(4);
  await expect(provedRow(page, 278)).toContainText('official-name');
  await expectText(page, /4 entries of this key, among the 295 entries of the log, all of which were read/i);
  await expectHeader(page, 'holds');
  await followLink(page, /oldest first/i);
  await expect(page).toHaveURL(/key=GM&order=oldest$/);
  await scroller(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(link(rows(page).nth(1), /^\d+$/)).toBeFocused();
  await followLink(page, /open the record/i);
  await expectTitle(page, 'The Gambia');
  await walk('/country/entries?key=gm');
  await expectText(page, /gm is no key/i);
  // A log too long to be read for this: each is proved, and that there are no others is the server's word.
  await walk('/premises/entries?key=10000003');
  await expect(rows(page).first()).toBeVisible();
  await expect(rows(page).getByRole('img', { name: /^verified/i })).toHaveCount(await rows(page).count());
  await expectText(page, /of this key, as listed by the server/i);
  await expectHeader(page, 'holds');
});

/** The requests that a page sends to a register, as paths below its base address. */
function requestsTo(page: Page, base: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(base)) sent.push(request.url().slice(base.length));
  });
  return sent;
}

test('a slow look-up of a date moves nothing once the reader has gone elsewhere', async ({ page }) => {
  const send = await holdBack(page, /premises\/v2\/entries\/500001$/);
  await page.goto('/premises/entries');
  await expect(provedRow(page, 1_000_000)).toBeInViewport();
  await field(page, 'or date').fill('2016-04-26');
  await expectText(main(page), /^looking for/i);
  await field(page, 'Go to entry').fill('1000000');
  await page.keyboard.press('Enter');
  await expect(provedRow(page, 1_000_000)).toBeInViewport();
  await send();
  await rest(page);
  await expect(provedRow(page, 1_000_000)).toBeInViewport();
  await expectNoText(main(page), /where .* begins|looking for/i);
});

const MILLION = 1_000_000;

/** openMillion opens a log of a million entries at one of them, and lists what is asked of its server. */
async function openMillion(
  page: Page,
  serve: (listener: RequestListener) => Promise<{ origin: string }>,
  entry: number,
) {
  const registers = new Map([['premises', () => nodePremises(MILLION)]]);
  const { origin } = await serve(createListener(createApp({ registers })));
  const base = `${origin}/registers/premises/v2`;
  const sent = requestsTo(page, base);
  await page.goto(remote(base, `/entries?entry=${entry}`));
  await expect(logRow(page, entry).getByRole('time')).toBeVisible();
  return {
    sent,
    pagesSince: (since: number) => sent.slice(since).filter((path) => path.startsWith('/entries?')),
  };
}

test('in a log of a million every row is three requests away', async ({ page, serve }) => {
  const first = 0.4 * MILLION + 21;
  const { sent, pagesSince } = await openMillion(page, serve, first);
  // Three at most open a register that was never opened before; the page of the entry is the next.
  expect(sent.slice(0, 4)).toContainEqual(expect.stringMatching(`^/entries.start=${first - 20}&`));
  expect(pagesSince(0)).toHaveLength(1);
  await expect(provedRow(page, first)).toBeInViewport();
  await expectHeader(page, 'holds');

  // What the rows on screen ask for is not of the next place.
  await expect(rows(page).getByRole('img', { name: 'Checking' })).toHaveCount(0);
  const before = sent.length;
  const far = 0.765 * MILLION + 21;
  await field(page, /go to entry/i).fill(far.toLocaleString('en'));
  await page.keyboard.press('Enter');
  await expect(logRow(page, far).getByRole('time')).toBeVisible();
  expect(sent.slice(before, before + 3)).toContainEqual(
    expect.stringMatching(`^/entries.start=${far - 20}&`),
  );
  await expect(provedRow(page, far)).toBeInViewport();
  expect(pagesSince(before)).toHaveLength(1);
  expect(await firstInView(page)).toBe(far);

  // The page of an entry asks for nothing that its row has. Other rows ask for their items.
  await expect(rows(page).getByRole('img', { name: 'Checking' })).toHaveCount(0);
  const opened = sent.length;
  await logRow(page, far).getByRole('time').click();
  await expectTitle(page, `Entry ${far.toLocaleString('en')}`);
  await expectHeader(page, 'holds');
  expect(sent.slice(opened).filter((path) => /^\/(?:items|entries)\//.test(path))).toEqual([]);
});

test('far from the ends of a million entries a row is a row, for wheel and keys', async ({ page, serve }) => {
  const far = 0.765 * MILLION + 21;
  await openMillion(page, serve, far);
  const wheelBy = async (deltaY: number, lands: number): Promise<void> => {
    await page.mouse.wheel(0, deltaY);
    await expect.poll(() => firstInView(page)).toBe(lands);
  };
  const linkIn = (entry: number) => link(logRow(page, entry), entry.toLocaleString('en'));
  await scroller(page).hover();
  await wheelBy(120, far + 3);
  await wheelBy(-40, far + 2);
  // Arrows go from entry to entry, and Tab leaves the log.
  await expect(linkIn(far + 2)).toBeVisible();
  await scroller(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(linkIn(far + 2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => firstInView(page)).toBe(far + 1);
  await expect(linkIn(far + 1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(scroller(page).locator(':focus')).toHaveCount(0);
  await scroller(page).focus();
  await scroller(page).hover();

  await page.keyboard.press('End');
  await expect(provedRow(page, MILLION)).toBeInViewport();
  await expect(place(page)).toHaveText(/ to 1,000,000 of 1,000,000/i);
  await wheelBy(-40 * 40, (await firstInView(page)) - 40);
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('PageDown');
  await expect(provedRow(page, MILLION)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(provedRow(page, 1)).toBeInViewport();
  await expect(page).toHaveURL(/[?&]entry=1$/);
});

test('dragging the scroll bar over a million entries asks for no page that flies past', async ({
  page,
  serve,
}) => {
  const { sent, pagesSince } = await openMillion(page, serve, 1);
  await expect(provedRow(page, 1)).toBeInViewport();
  const dragged = sent.length;
  // Frame by frame, a long way each. A page is asked for only where the log stood still, as it does when frames come late.
  const { rowsAtOnce, stood } = await scroller(page).evaluate(async (box) => {
    const seen = { rowsAtOnce: 0, stood: [] as number[] };
    const drawn = () => box.querySelectorAll('[role=row]');
    let scrolledAt = performance.now();
    const onScroll = (): void => {
      if (performance.now() - scrolledAt > 60)
        seen.stood.push(Number(drawn()[0]?.getAttribute('data-entry')));
      scrolledAt = performance.now();
    };
    // Before the page hears of it, and draws another place.
    addEventListener('scroll', onScroll, true);
    for (let step = 1; step <= 40; step += 1) {
      box.scrollTop = (box.scrollHeight * step) / 80;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.rowsAtOnce = Math.max(seen.rowsAtOnce, drawn().length);
    }
    removeEventListener('scroll', onScroll, true);
    return seen;
  });
  expect(rowsAtOnce).toBeLessThanOrEqual(150);
  await expect.poll(async () => Math.round((await firstInView(page)) / (MILLION / 100))).toBe(50);
  const last = await firstInView(page);
  await expect(provedRow(page, last)).toBeInViewport();
  const asked = pagesSince(dragged).map((path) => Number(/start=(\d+)/.exec(path)?.[1]));
  const isNear = (start: number) => [...stood, last].some((row) => Math.abs(row - start) <= 200);
  expect(asked.filter((start) => !isNear(start))).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
});

const offer = (page: Page) => page.getByRole('region', { name: 'New entries' });
const watchSwitch = (page: Page) => page.getByRole('switch', { name: /watch for new entries/i });
const history = (page: Page) => page.getByRole('heading', { name: 'History' });
const top = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())?.y ?? -1);

test('a log that grows without proof could not be checked since then, at an earlier size either', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/ERR_EMPTY_RESPONSE .*\/consistency\/|status of 404 .*\/registers\/field\//);
  const host = switchable('+rollback');
  const base = (await serve(host.listener)).origin + host.path;
  await page.clock.install();
  await page.goto(remote(base, '/records/GM?at=100'));
  await expectHeader(page, 'holds');
  const later = (words: Locator) =>
    expect(async () => {
      await page.clock.fastForward(200_000);
      await expect(words).toBeVisible({ timeout: 1_000 });
    }).toPass();
  host.switches = '+dead@consistency-proof';
  await later(
    headerOutcome(page).filter({ hasText: /^could not check since (?:\d+ \w+ \d{4}, )?\d\d:\d\d UTC/i }),
  );
  await expectHeader(page, 'cannot-check');
  await expectText(main(page), /no proof shows that it continues the one on this page/i);
  host.switches = '';
  await later(headerOutcome(page, 'holds'));
});

test('new entries that could not be read are said to be, and move no other page once they are', async ({
  page,
  serve,
  guard,
}) => {
  guard.expectFailures(/Failed to load resource/);
  const host = switchable('+rollback');
  const base = (await serve(host.listener)).origin + host.path;
  await page.clock.install();
  await page.goto(remote(base, '/entries?entry=100'));
  await expect(provedRow(page, 100)).toBeInViewport();
  host.switches = '';
  await expect(async () => {
    await page.clock.fastForward(40_000);
    await expect(offer(page)).toContainText('30 new entries', { timeout: 3_000 });
  }).toPass();
  host.switches = '+dead@register-proof';
  await press(offer(page), 'Show');
  await expect(offer(page)).toContainText('30 new entries could not be read');
  await followLink(page, 'Proofs');
  // It is asked for again by itself.
  host.switches = '';
  await expect(offer(page)).toHaveCount(0);
  await expectTitle(page, /^proofs/i);
  await rest(page);
  await expect(page).toHaveURL(/\/proofs$/);
});

/** Opens the log in this tab and a record, which it returns, in another. */
async function openTwoTabs(page: Page, base: string): Promise<Page> {
  await page.context().clock.install();
  await page.goto(remote(base, '/entries?entry=100'));
  await expect(provedRow(page, 100)).toBeInViewport();
  await expect(watchSwitch(page)).toBeChecked();
  const record = await page.context().newPage();
  await record.goto(remote(base, '/records/GM'));
  await expectVerified(record, 208);
  // Names beside links, and since when values stand, come after the proof.
  await rest(record);
  return record;
}

/** Turns the watch for new entries off in one tab of two: in both no head is asked for any more. `asked` lists all requests to the server. */
async function endWatch(page: Page, other: Page, asked: readonly string[]): Promise<void> {
  await watchSwitch(page).click();
  await expect(watchSwitch(other)).not.toBeChecked();
  // What was under way may still be answered. Checks that do not match read the head once more, so that nothing else is opened meanwhile.
  const headsOnceQuiet = async (): Promise<number> => {
    for (const one of [page, other]) await rest(one);
    return asked.filter((path) => path.includes('/proof/register/')).length;
  };
  const heads = await headsOnceQuiet();
  await page.context().clock.fastForward(400_000);
  expect(await headsOnceQuiet()).toBe(heads);
  await followLink(page, 'Overview');
  await expect(watchSwitch(page)).not.toBeChecked();
}

test('new entries are offered in every tab, and shown when asked for', async ({ page, serve, guard }) => {
  test.slow();
  // This server has no register of fields, which is where more would be known of the attributes.
  guard.expectFailures(/status of 404 .*\/registers\/field\//);
  const host = switchable('+rollback');
  const base = (await serve(host.listener)).origin + host.path;
  const record = await openTwoTabs(page, base);
  const read = await top(history(record));
  const before = await top(logRow(page, 100));

  host.switches = '';
  // A look under way ends with the jump, and the next one is later.
  await expect(async () => {
    await page.context().clock.fastForward(40_000);
    await expect(offer(page)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  // What is being read stays in every tab until they are asked for.
  await expect(page.getByRole('status')).toHaveText(/^30 new entries, proved to be added/);
  await expectText(page, /entries 100 to \d+ of 265/i);
  for (const one of [page, record]) await expect(offer(one)).toContainText('30 new entries');
  await expectVerified(record, 208);
  expect(await top(history(record))).toBe(read);
  expect(await top(logRow(page, 100))).toBe(before);
  expect(await axeFindings(record)).toEqual([]);
  // A tab behind another draws no frames, by which the log knows that it rests.
  await page.bringToFront();
  await press(offer(page), 'Show');
  // The log is read again, and its entries with their data.
  await expect(provedRow(page, 266)).toBeInViewport();
  await expectText(page, /entries 266 to \d+ of 295/i);
  await expect(offer(page)).toHaveCount(0);
  // The other tab is compared with the larger log that this one remembers now. Its record is shown in sender.spec.ts.
  await expectVerified(record, 208);
  // A log that does not continue what was seen is the alarm, and no new entries.
  host.switches = '+fork-longer';
  await expect(async () => {
    await page.context().clock.fastForward(60_000);
    await expect(alertOf(page, /does not begin with/i)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(offer(page)).toHaveCount(0);
  await test.step('the watch ends in every tab', () => endWatch(page, record, host.asked));
});
