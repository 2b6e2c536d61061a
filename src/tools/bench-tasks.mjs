import { ms } from './bench-row.mjs';

/** IN_THE_LOG is, as the text of a pattern, what the page says of an entry whose proof holds. */
export const IN_THE_LOG = 'Entry [\\d,]+ is in the log';

const KEYS = ['FR', 'MM', 'CZ', 'SZ', 'MK', 'CV', 'DE', 'BO', 'TR', 'KZ'];

/** taskRows find the longest task of the page's main thread while a reader does this or that: nothing else happens on the page meanwhile. */
export async function taskRows(browser, page, recordAddress) {
  const acts = [
    { what: 'opening a record link', act: () => openRecord(page, recordAddress) },
    { what: `verifying ${KEYS.length} more records`, act: () => verifyRecords(page), limitMs: 50 },
    { what: 'going to the log', act: () => openLog(page) },
    { what: 'scrolling it down and up', act: () => scrollLog(page), limitMs: 50 },
    { what: 'going to the records', act: () => openRecords(page) },
    { what: 'typing in their search', act: () => typeSearch(page), limitMs: 50 },
  ];
  const rows = [['Longest task of the page, its processor time / by the clock, while']];
  for (const { what, act, limitMs } of acts) {
    const { processorMs, clockMs } = await longestTask(browser, page, act);
    rows.push([`  ${what}`, `${ms(processorMs)} / ${ms(clockMs)}`, limitMs ? `under ${limitMs} ms` : '']);
  }
  return rows;
}

/** longestTask reads the browser's own trace: unlike the page's list of long tasks, that knows the short ones, and which part of the time was spent waiting for a processor. */
export async function longestTask(browser, page, act) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => thread(event)),
  );
  const tasks = traceEvents.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(thread(event)),
  );
  const longest = (of) => Math.max(0, ...tasks.map(of)) / 1000;
  return { processorMs: longest(({ tdur }) => tdur ?? 0), clockMs: longest(({ dur }) => dur ?? 0) };
}

async function openRecord(page, address) {
  await page.goto(address);
  await verified(page);
}

function verified(page) {
  return page
    .locator('main summary')
    .filter({ hasText: new RegExp(IN_THE_LOG) })
    .waitFor();
}

async function verifyRecords(page) {
  const find = page.getByRole('searchbox', { name: /go to a record/i });
  for (const key of KEYS) {
    await find.fill(key);
    await find.press('Enter');
    await page.waitForURL(`**/records/${key}`);
    await verified(page);
  }
}

function tab(page, name) {
  return page.getByRole('navigation').getByRole('link', { name });
}

function logOf(page) {
  return page.getByRole('rowgroup', { name: /scrollable/i });
}

async function openLog(page) {
  await tab(page, /^entries/i).click();
  await logOf(page).getByRole('row').first().waitFor();
}

async function scrollLog(page) {
  const log = logOf(page);
  await log.hover();
  for (const step of [240, -240]) {
    for (let last = -1, top = 0; top !== last;) {
      for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, step);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      last = top;
      top = await log.evaluate((element) => element.scrollTop);
    }
  }
}

async function openRecords(page) {
  await tab(page, /^records/i).click();
  await page.getByRole('main').getByRole('row').nth(20).waitFor();
}

async function typeSearch(page) {
  const search = page.getByRole('main').getByRole('searchbox').first();
  await search.pressSequentially('united kingdom', { delay: 40 });
  await search.press('Control+A');
  await search.press('Delete');
}
