import { median, ms } from './bench-row.mjs';
import { importTypeScript } from './setup.mjs';

/** withRegister serves one made-up register to a page of a fresh profile, without the service worker's mock, and resolves with what the work finds. */
async function withRegister(inProfile, name, entries, work) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const fields = [...new Set(entries.flatMap(({ items }) => [...items[0].keys()]))];
  const source = { name, domain: 'registers.example', fields, definitions: [], entries };
  const app = createApp({ registers: new Map([[name, () => source]]) });
  const inPage = (page, address) => work(page, `${address}/${name}`);
  return inProfile(inPage, { serviceWorkers: 'block', app });
}

function entry(key, timestamp, attributes) {
  return { key, timestamp, items: [new Map(Object.entries(attributes))] };
}

function medianAndMost(seenMs) {
  return `${ms(median(seenMs))} / ${ms(Math.max(...seenMs))}`;
}

const RECORDS = 10_000;
const TYPED = 'eastern ridge';
const NOUNS = 'Bridge Station Library Harbour Market School Ridge Garden Mill Tower'.split(' ');
const SIDES = 'North Eastern South Western Upper Lower Old New Great Little'.split(' ');

/** searchRows type into the search of a register of 10,000 records that was read whole: how long a keystroke takes until the view says something else. */
export async function searchRows({ inProfile }) {
  const pick = (list, n) => list[Math.floor(n) % list.length];
  const entries = Array.from({ length: RECORDS }, (_, n) => {
    const key = `M${String(n).padStart(5, '0')}`;
    return entry(key, '2016-04-05T13:23:05Z', {
      many: key,
      name: `${pick(SIDES, n)} ${pick(NOUNS, n / 10)} ${n}`,
      kind: pick(NOUNS, n / 7).toLowerCase(),
      street: `${n % 311} ${pick(SIDES, n / 3)} Street`,
      'start-date': `20${String(n % 25).padStart(2, '0')}-0${1 + (n % 9)}`,
    });
  });
  const seenMs = await withRegister(inProfile, 'many', entries, typeWords);
  return [
    [`Search of ${RECORDS.toLocaleString('en-GB')} records`],
    ['  from a keystroke until the view changes: median / most', medianAndMost(seenMs), 'under 50 ms'],
  ];
}

async function typeWords(page, address) {
  await page.goto(`${address}/records`, { timeout: 60_000 });
  const search = page.getByRole('main').getByRole('searchbox').first();
  // The first search has the register read whole.
  await search.fill('harbour 14');
  await page.getByRole('main').getByText('Harbour', { exact: false }).first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(3_000);
  await search.fill('');
  await page.waitForTimeout(1_500);
  await page.evaluate(watchRows);
  for (const sign of TYPED) {
    await search.press(sign === ' ' ? 'Space' : sign);
    await page.waitForTimeout(400);
  }
  return page.evaluate(() => window.seenRows());
}

/** watchRows runs in the page: from each keystroke until the view says something else than it did, rows or counts. */
function watchRows() {
  const seen = [];
  const main = document.querySelector('main');
  let pressed;
  let before = main.textContent;
  document.addEventListener('input', () => void (pressed = performance.now()), true);
  new MutationObserver(() => {
    if (pressed === undefined || main.textContent === before) return;
    before = main.textContent;
    seen.push(performance.now() - pressed);
    pressed = undefined;
  }).observe(main, { subtree: true, childList: true, characterData: true });
  window.seenRows = () => seen;
}

const SIZE = 20_000;
const STEPS = 24;

/** dragRows drag views of a register of 20,000 entries through time: how long it takes from a move of the slider until the view says something else. */
export async function dragRows({ inProfile }) {
  const entries = Array.from({ length: SIZE }, (_, n) => {
    const key = `M${(n * 7919) % 8_000}`;
    const timestamp = new Date(1_400_000_000_000 + n * 9_000_000).toISOString();
    return entry(key, timestamp, {
      many: key,
      name: `Place ${n}`,
      kind: `kind ${n % 9}`,
      'start-date': `20${10 + (n % 15)}`,
    });
  });
  const rows = [[`A step through time at ${SIZE.toLocaleString('en-GB')} entries`]];
  for (const [name, view] of [
    ['overview', ''],
    ['records', '/records'],
  ]) {
    const seenMs = await withRegister(inProfile, 'many', entries, (page, address) =>
      dragView(page, address + view),
    );
    rows.push([
      `  ${name}, from a move until the view changes: median / most`,
      medianAndMost(seenMs),
      'under 100 ms',
    ]);
  }
  return rows;
}

async function dragView(page, address) {
  await page.goto(address, { timeout: 60_000 });
  const slider = page.getByRole('slider', { name: 'Log size' });
  // The calendar is named once the register was read whole.
  await page.getByText('2014', { exact: true }).first().waitFor({ state: 'attached', timeout: 120_000 });
  await page.waitForTimeout(3_000);
  return slider.evaluate(
    async (input, { entries, steps }) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      const said = () => document.querySelector('article, main h1').closest('main').textContent;
      const seen = [];
      for (let step = 1; step <= steps; step += 1) {
        // Neither in order nor evenly: no size is asked for twice.
        const size = 1 + Math.floor(((step * 0.618) % 1) * (entries - 1));
        const before = said();
        const began = performance.now();
        set.call(input, size);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        const isThere = () => said() !== before && said().includes(`size ${size.toLocaleString('en-GB')}`);
        while (!isThere()) await new Promise(requestAnimationFrame);
        seen.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return seen;
    },
    { entries: SIZE, steps: STEPS },
  );
}

/** wideRows open the pages of a record of many attributes, one of them a list of as many members: the longest task of the page's main thread on each, by the clock. */
export async function wideRows({ inProfile }) {
  const rows = [['A record of so many attributes: longest task of the page, by the clock']];
  for (const size of [1_000, 10_000, 100_000]) {
    const names = Array.from({ length: size }, (_, n) => `a${String(n).padStart(6, '0')}`);
    const entries = [1, 2].map((version) =>
      entry('W', `2016-04-0${version}T13:23:05Z`, {
        wide: 'W',
        name: `value ${version} of 2`,
        ...Object.fromEntries(names.map((name, n) => [name, n % 10 === 0 ? `value ${version}` : 'value'])),
        list: names,
      }),
    );
    for (const [what, path] of [
      ['list of records', '/records'],
      ['record page', '/records/W'],
    ]) {
      const longest = await withRegister(inProfile, 'wide', entries, (page, address) =>
        longestTask(page, address + path),
      );
      const figure = longest === 0 ? 'none over 50 ms' : ms(longest);
      rows.push([`  ${size.toLocaleString('en-GB')}, ${what}`, figure]);
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
