import { expect, test } from './fixtures.ts';
import { BROWSER_NAMES, type Driver, programOf, startBrowser, type Tab } from './browsers/drivers.ts';

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

/** until waits for the value of an expression in the page. */
async function until(tab: Tab, script: string, value: unknown = true): Promise<void> {
  await expect
    .poll(() => tab.evaluate(script).catch(() => undefined), { message: script, timeout: 30_000 })
    .toBe(value);
}

/** press waits for an element, and clicks it. */
async function press(tab: Tab, element: string): Promise<void> {
  await until(tab, `(${element}) !== null`);
  await tab.click(element);
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

  'sees that data was altered': async (tab, site) => {
    await tab.goto(`${site}/unfaithful~v2+altered-item/records/ZW`);
    await until(tab, HEADER, 'does-not-match');
    await until(tab, lineOf('data'), 'does-not-match');
    expect(await tab.evaluate(lineOf('inclusion'))).toBe('holds');
  },

  'tampers with a copy, and undoes it': async (tab, site) => {
    const finding = (name: string) => `(${named('[role=img]', name)}) !== null`;
    await tab.goto(`${site}/planet/lab?entry=12`);
    await until(tab, finding('Data: verified'));
    await press(tab, named('main button', 'Change a value'));
    await until(tab, finding('Data: does not match'));
    await until(tab, finding('Root: verified'));
    await press(tab, named('main button', 'Undo'));
    await until(tab, finding('Data: verified'));
  },

  'reads the whole register, and rebuilds its root': async (tab, site) => {
    await tab.goto(`${site}/planet/audit`);
    await press(tab, named('main button', 'Check every entry'));
    await until(tab, HEADER, 'holds');
    await until(tab, lineOf('whole-log'), 'holds');
  },

  'remembers the root, and raises an alarm over another history': async (tab, site) => {
    await tab.goto(`${site}/unfaithful/records/FR`);
    await until(tab, HEADER, 'holds');
    await press(tab, named('a', 'Remembered roots'));
    await until(tab, shows('unfaithful'));
    await tab.goto(`${site}/unfaithful~v2+fork/records/FR`);
    await until(tab, HEADER, 'does-not-match');
    await tab.reload();
    await until(tab, lineOf('memory'), 'does-not-match');
  },

  'finds a record by its name, by keyboard alone': async (tab, site) => {
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
};

for (const name of BROWSER_NAMES.filter((one) => asked.includes(one))) {
  test.describe(name, () => {
    test.skip(programOf(name) === undefined, `${name} is not installed here`);
    let driver: Driver;
    test.beforeEach(async () => {
      driver = await startBrowser(name);
    });
    test.afterEach(async () => driver.close());
    for (const [journey, run] of Object.entries(JOURNEYS))
      test(`${name} ${journey}`, async ({ site }) => run(driver.tab, site));
  });
}
