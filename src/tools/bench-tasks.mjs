import { ms } from './bench-row.mjs';

/** IN_THE_LOG is, as the text of a pattern, what the page says of an entry whose proof holds. */
export const IN_THE_LOG = 'Entry [\\d,]+ is in the log';

const KEYS = ['FR', 'MM', 'CZ', 'SZ', 'MK', 'CV', 'DE', 'BO', 'TR', 'KZ'];

/** taskRows find the longest task of the page's main thread while a reader does this or that: nothing else happens on the page meanwhile. */
export function taskRows({ browser, inProfile }) {
  return inProfile((page, address) => rowsOf(browser, page, `${address}/country/records/GB`));
}

async function rowsOf(browser, page, recordAddress) {
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

/** longestTask is the longest task of the page's main thread during an act, in both times; see traced. */
export async function longestTask(browser, page, act) {
  const { main } = await traced(browser, page, async () => {
    await act();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  });
  return { processorMs: main.longestMs, clockMs: main.longestClockMs };
}

/**
 * traced reads the browser's own trace of an act: unlike the page's list of long tasks, that knows the short ones, and which part of the time was spent waiting
 * for a processor. What `main` and the dedicated `workers` did: in all and at most at once, in milliseconds of processor time.
 */
export async function traced(browser, page, act) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const failure = await act().then(
    () => undefined,
    (error) => error,
  );
  const trace = await browser.stopTracing().catch((error) => {
    throw failure ?? error;
  });
  if (failure !== undefined) throw failure;
  const { traceEvents } = JSON.parse(trace.toString());
  const threads = new Map(
    traceEvents
      .filter(({ name }) => name === 'thread_name')
      .map(({ pid, tid, args }) => [`${pid} ${tid}`, args.name]),
  );
  const of = (fits) => {
    const tasks = traceEvents.filter(
      ({ name, pid, tid }) =>
        name === 'ThreadControllerImpl::RunTask' && fits(threads.get(`${pid} ${tid}`) ?? ''),
    );
    const times = tasks.map(({ tdur = 0 }) => tdur / 1000);
    return {
      processorMs: times.reduce((sum, time) => sum + time, 0),
      longestMs: Math.max(0, ...times),
      longestClockMs: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
    };
  };
  return {
    main: of((name) => name === 'CrRendererMain'),
    workers: of((name) => name.startsWith('DedicatedWorker')),
  };
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
  for (const key of KEYS) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(key);
    // On a busy machine Enter comes before the offer, and then searches.
    await page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(`^record .*\\b${key}\\b`, 'i') })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
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
