import { writeFile } from 'node:fs/promises';
import { serveSite } from '../src/mock/hosts/node/serve.ts';
import { planet } from '../src/mock/registers/planet.ts';
import { DIST, expect, test } from './fixtures.ts';
import { BROWSER_NAMES, type Driver, startBrowser, type Tab } from './browsers/drivers.ts';
import { startClockedSite } from './hosts/site-hosts.ts';
import { rsfOf } from './words.ts';

/**
 * BROWSERS names the browsers to run in, with commas between them; Chromium alone where nothing is said, and none where it is empty, as in `npm test` without
 * --browsers: in Chromium the other journeys hold the same paths.
 */
const asked = (process.env['BROWSERS'] ?? 'chromium').split(',');

const HEADER = `document.querySelector('header [data-outcome]')?.dataset.outcome`;
const lineOf = (kind: string) => `document.querySelector('main [data-check="${kind}"]')?.dataset.outcome`;
/** The first element of a kind whose text, or whose name for those who do not see it, begins with these words. */
const named = (selector: string, words: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(words)}) && one.checkVisibility()) ?? null`;
const shows = (words: string) =>
  `document.querySelector('main')?.innerText.includes(${JSON.stringify(words)}) === true`;
/** Whether an entry's row of the log is in view, and its badge says that the entry is in the log. */
const provedRow = (entryNumber: number) =>
  `((row) => row !== null && row.getBoundingClientRect().top < innerHeight && /^verified/i.test(row.querySelector('[role=img]')?.ariaLabel ?? ''))(document.querySelector('[role=row][data-entry="${entryNumber}"]'))`;

/** until waits for the value of an expression in the page. */
async function until(tab: Tab, script: string, value: unknown = true): Promise<void> {
  await expect
    .poll(() => tab.evaluate(script).catch(() => undefined), { message: script, timeout: 30_000 })
    .toBe(value);
}

/** press waits for an element, and until it stays where it is, and clicks it: these drivers press where it was. */
async function press(tab: Tab, element: string): Promise<void> {
  await until(tab, `(${element}) !== null`);
  let last = '';
  const stays = async (): Promise<boolean> => {
    const before = last;
    last = await tab.evaluate<string>(`JSON.stringify((${element})?.getBoundingClientRect())`);
    return last === before;
  };
  await expect.poll(stays, { intervals: [100] }).toBe(true);
  await tab.click(element);
}

/**
 * leave waits until a page is verified and its root stored, which the settings show. The link to them is at the
 * end of the page, where a click may miss it while the page still grows, so the link is clicked by its element.
 */
async function leave(tab: Tab, register: string): Promise<void> {
  const settings = named('a', 'Settings');
  await until(tab, HEADER, 'holds');
  await until(tab, `(${settings}) !== null`);
  await tab.evaluate(`(${settings}).click()`);
  await until(tab, shows(register));
}

/** tabTo presses Tab until an element has the focus. */
async function tabTo(tab: Tab, element: string): Promise<void> {
  const isFocused = `document.activeElement === (${element})`;
  for (let presses = 0; presses < 60; presses += 1) {
    if (await tab.evaluate<boolean>(isFocused)) return;
    await tab.press('Tab');
  }
  await until(tab, isFocused);
}

/** What a person must be able to do in every browser. */
const JOURNEYS: Readonly<Record<string, (tab: Tab, site: string) => Promise<void>>> = {
  'opens a link to a record, and verifies it, with both APIs': async (tab, site) => {
    for (const register of ['country', 'country~earlier']) {
      await tab.goto(`${site}/${register}/records/GB`);
      await until(tab, HEADER, 'holds');
      for (const kind of ['data', 'inclusion']) await until(tab, lineOf(kind), 'holds');
      await until(tab, `document.querySelector('h1')?.innerText.includes('United Kingdom')`);
    }
  },

  'leaves pages while they store their roots, and is let into its storage later': async (tab, site) => {
    for (const register of ['country', 'planet', 'country~earlier', 'planet']) {
      await tab.goto(`${site}/${register}/entries/1`);
      await until(tab, lineOf('inclusion'), 'holds');
      await tab.goto('about:blank');
    }
    await tab.goto(`${site}/country/records/GB`);
    await until(tab, HEADER, 'holds');
  },

  'compares what the sender of a link saw': async (tab, site) => {
    const proof = await fetch(`${site}/registers/country/v2/proof/register/merkle:sha-256`);
    const { 'total-entries': size, 'root-hash': root } = (await proof.json()) as Record<string, string>;
    const digits = root?.slice('sha-256:'.length).slice(0, 32);
    for (const [seen, outcome] of [
      [digits, 'holds'],
      ['0'.repeat(32), 'does-not-match'],
    ]) {
      await tab.goto('about:blank');
      await tab.goto(`${site}/country/records/GB#seen=${size}.${seen}`);
      await until(tab, HEADER, outcome);
    }
  },

  'scrolls a log of a million entries to its end': async (tab, site) => {
    const scroller = `document.querySelector('[role=rowgroup][tabindex]')`;
    await tab.goto(`${site}/premises/entries`);
    await until(tab, provedRow(1_000_000));
    await tab.wheel(scroller, 4000);
    await until(tab, `${scroller}.scrollTop > 1000 && /entry=\\d+/.test(location.search)`);
    await tab.evaluate(`${scroller}.focus()`);
    await tab.press('End');
    await until(tab, provedRow(1));
    await until(tab, shows('to 1 of 1,000,000'));
  },

  'sees that data was altered': async (tab, site) => {
    await tab.goto(`${site}/unfaithful~v2+altered-item/records/ZW`);
    await until(tab, HEADER, 'does-not-match');
    await until(tab, lineOf('data'), 'does-not-match');
    await until(tab, lineOf('inclusion'), 'holds');
  },

  'tampers with a copy, and undoes it': async (tab, site) => {
    const picture = (tone: string) => `document.querySelector('figure[data-tone="${tone}"]') !== null`;
    await tab.goto(`${site}/country/records/GM`);
    await until(tab, picture('holds'));
    await press(tab, named('main button', 'Tamper with a copy'));
    await until(tab, `document.querySelector('textarea') !== null`);
    await tab.evaluate(`document.querySelector('textarea').focus()`);
    await tab.type('X');
    await until(tab, picture('does-not-match'));
    await until(tab, shows('Your copy does not match the published root'));
    await press(tab, named('main button', 'Undo'));
    await until(tab, picture('holds'));
  },

  'reads the whole register, and rebuilds its root': async (tab, site) => {
    await tab.goto(`${site}/planet/audit`);
    await press(tab, named('main button', 'Check every entry'));
    await until(tab, HEADER, 'holds');
    await until(tab, lineOf('whole-log'), 'holds');
  },

  'remembers the root of one visit, and raises an alarm over another history in the next': async (
    tab,
    site,
  ) => {
    const clocked = await startClockedSite(site);
    try {
      await tab.goto(`${clocked.origin}/unfaithful/records/FR`);
      await until(tab, lineOf('memory'), 'not-checked');
      await leave(tab, 'unfaithful');
      clocked.goAhead(2);
      await tab.goto(`${clocked.origin}/unfaithful/records/GM`);
      await until(tab, lineOf('memory'), 'holds');
      await leave(tab, 'unfaithful');
      await tab.goto(`${clocked.origin}/unfaithful~v2+fork/records/FR`);
      await until(tab, HEADER, 'does-not-match');
      await tab.reload();
      await until(tab, lineOf('memory'), 'does-not-match');
    } finally {
      await clocked.stop();
    }
  },

  'opens a file, and verifies its records': async (tab, site) => {
    const file = test.info().outputPath('worlds.rsf');
    await writeFile(file, rsfOf({ ...planet, name: 'worlds' }));
    await tab.goto(`${site}/`);
    await until(tab, `(${named('main button', 'Choose a file')}) !== null`);
    await tab.upload(`document.querySelector('main input[type=file]')`, file);
    await until(tab, `/^\\/file:worlds-[0-9a-f]{8}$/.test(location.pathname)`);
    const record = `${await tab.evaluate<string>('location.href')}/records/uranus`;
    for (let visit = 1; visit <= 2; visit += 1) {
      await leave(tab, 'worlds');
      await tab.goto(record);
    }
    await until(tab, HEADER, 'holds');
  },

  'reloads a record without a network after the first visit': async (tab) => {
    const site = await serveSite({ distFolder: DIST, port: 0, host: '127.0.0.1' });
    try {
      await tab.goto(`${site.address}/country/records/GM`);
      await until(tab, HEADER, 'holds');
      test.skip(!(await tab.evaluate<boolean>(`'serviceWorker' in navigator`)), 'it has no service workers');
      await until(tab, `navigator.serviceWorker.controller !== null`);
    } finally {
      await site.close();
    }
    await tab.reload();
    await until(tab, HEADER, 'holds');
    await tab.goto(`${site.address}/country~earlier/records/GB`);
    await until(tab, HEADER, 'holds');
  },

  'finds a record by its name': async (tab, site) => {
    await tab.goto(`${site}/country/records/FR`);
    await until(tab, HEADER, 'holds');
    await tab.type('/');
    await until(tab, `document.activeElement?.matches('input') === true`);
    await tab.type('zimbabwe');
    await until(tab, shows('Zimbabwe') + ` || document.body.innerText.includes('Zimbabwe')`);
    await tab.press('Enter');
    await until(tab, `location.pathname`, '/country/records/ZW');
    await until(tab, HEADER, 'holds');
  },

  'skips to the content and unfolds the checks, by keyboard alone': async (tab, site) => {
    const summary = `[...document.querySelectorAll('main summary')].find((one) => one.textContent.includes('What was checked'))`;
    await tab.goto(`${site}/country/records/GM`);
    await until(tab, HEADER, 'holds');
    await tabTo(tab, named('a', 'Skip to the content'));
    await tab.press('Enter');
    await until(tab, `document.activeElement?.matches('main')`);
    await tabTo(tab, summary);
    await tab.press('Enter');
    await until(tab, `(${summary}).parentElement.open`);
  },

  'underlines the links of sentences': async (tab, site) => {
    // WebKit drops a shorthand with a variable in it, and the line below a link with it.
    const style = `getComputedStyle(${named('main p a', 'Countries')})`;
    await tab.goto(`${site}/country/records/GM`);
    await until(tab, HEADER, 'holds');
    await until(tab, `${style}.textDecorationLine`, 'underline');
    await until(tab, `/^transparent$|[,/] 0\\)$/.test(${style}.textDecorationColor)`, false);
  },

  'prints a record, with the date and the root hash': async (tab, site) => {
    await tab.goto(`${site}/country/records/GM`);
    await until(tab, HEADER, 'holds');
    test.skip(tab.print === undefined, 'its driver cannot print');
    const pdf = await tab.print?.();
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf?.length).toBeGreaterThan(20_000);
    await until(tab, `/^Printed \\d+ \\w+ \\d{4}, /.test(document.body.dataset.printed)`);
  },
};

for (const name of BROWSER_NAMES.filter((one) => asked.includes(one))) {
  test.describe(name, () => {
    // One browser for all of them: to start it takes longer than most of them.
    test.describe.configure({ mode: 'default' });
    let driver: Driver;
    test.beforeAll(async () => {
      driver = await startBrowser(name);
    });
    test.afterEach(async () => {
      const { status, expectedStatus } = test.info();
      if (status === expectedStatus) return;
      const shown = await driver?.tab
        .evaluate<string>('location.href + " " + document.querySelector("main")?.innerText')
        .catch(String);
      // A list of results cuts what is attached.
      process.stderr.write(`${name} shows ${shown}\n`);
    });
    test.afterAll(async () => driver?.close());
    for (const [journey, run] of Object.entries(JOURNEYS))
      test(`${name} ${journey}`, async ({ site }) => run(driver.tab, site));
  });
}
