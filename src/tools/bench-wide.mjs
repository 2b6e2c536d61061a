import { ms } from './bench-row.mjs';
import { longestTask } from './bench-tasks.mjs';
import { importTypeScript } from './setup.mjs';

const SIZES = [1_000, 10_000, 100_000];

/** wideRows open the pages of a record of many attributes, one of them a list of as many members: the longest task of the page's main thread on each. */
export async function wideRows({ browser, inProfile }) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const rows = [['A record of so many attributes: longest task of the page, processor time / by the clock']];
  for (const size of SIZES) {
    const app = createApp({ registers: new Map([['wide', () => wideRegister(size)]]) });
    const row = (what, path) =>
      inProfile(
        async (page, address) => {
          const { processorMs, clockMs } = await longestTask(browser, page, () => open(page, address + path));
          rows.push([`  ${size.toLocaleString('en-GB')}, ${what}`, `${ms(processorMs)} / ${ms(clockMs)}`]);
        },
        { serviceWorkers: 'block', app },
      );
    await row('list of records', '/wide/records');
    await row('record page', '/wide/records/W');
  }
  return rows;
}

async function open(page, address) {
  await page.goto(address, { timeout: 300_000 });
  // The name stands in the list and on the page of the record; then come proof, history, the copy of the register.
  await page.getByRole('main').getByText('value 2 of 2').first().waitFor({ timeout: 300_000 });
  await page.waitForTimeout(4_000);
}

/** wideRegister has a record of two versions, each of many attributes and of a list of as many members. */
export function wideRegister(size) {
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
