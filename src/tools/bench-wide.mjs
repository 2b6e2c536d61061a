import { ms } from './bench-row.mjs';
import { importTypeScript } from './setup.mjs';

const SIZES = [1_000, 10_000, 100_000];

/** wideRows open the pages of a record of many attributes, one of them a list of as many members: the longest task of the page's main thread on each, by the clock. */
export async function wideRows({ inProfile }) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const rows = [['A record of so many attributes: longest task of the page, by the clock']];
  for (const size of SIZES) {
    const app = createApp({ registers: new Map([['wide', () => wideRegister(size)]]) });
    for (const [what, path] of [
      ['list of records', '/wide/records'],
      ['record page', '/wide/records/W'],
    ]) {
      const longest = await inProfile((page, address) => longestTask(page, address + path), {
        serviceWorkers: 'block',
        app,
      });
      rows.push([
        `  ${size.toLocaleString('en-GB')}, ${what}`,
        longest === 0 ? 'none over 50 ms' : ms(longest),
      ]);
    }
  }
  return rows;
}

/** longestTask opens a page and returns its longest task in milliseconds, until proof, history and the copy of the register are there; 0 where none took 50 ms. */
async function longestTask(page, address) {
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address, { timeout: 300_000 });
  // The name stands in the list and on the page of the record; then come proof, history, the copy of the register.
  await page.getByRole('main').getByText('value 2 of 2').first().waitFor({ timeout: 300_000 });
  await page.waitForTimeout(4_000);
  return Math.max(0, ...(await page.evaluate(() => globalThis.longTasks)));
}

/** wideRegister has a record of two versions, each of many attributes and of a list of as many members. */
function wideRegister(size) {
  const names = Array.from({ length: size }, (_, n) => `a${String(n).padStart(6, '0')}`);
  const entry = (version) => ({
    key: 'W',
    timestamp: `2016-04-0${version}T13:23:05Z`,
    items: [
      new Map([
        ['wide', 'W'],
        ['name', `value ${version} of 2`],
        ...names.map((name, n) => [name, n % 10 === 0 ? `value ${version}` : 'value']),
        ['list', names],
      ]),
    ],
  });
  return {
    name: 'wide',
    domain: 'registers.example',
    fields: ['wide', 'name', ...names, 'list'],
    definitions: [],
    entries: [entry(1), entry(2)],
  };
}
