import { median, ms } from './bench-row.mjs';
import { importTypeScript } from './setup.mjs';

const RECORDS = 10_000;
const TYPED = 'eastern ridge';
const NOUNS = 'Bridge Station Library Harbour Market School Ridge Garden Mill Tower'.split(' ');
const SIDES = 'North Eastern South Western Upper Lower Old New Great Little'.split(' ');

/** searchRows type into the search of a register of 10,000 records that was read whole: how long a keystroke takes until the view says something else. */
export async function searchRows({ inProfile }) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const app = createApp({ registers: new Map([['many', manyRecords]]) });
  const seenMs = await inProfile(typeWords, { serviceWorkers: 'block', app });
  return [
    [`Search of ${RECORDS.toLocaleString('en-GB')} records`],
    [
      '  from a keystroke until the view changes: median / most',
      `${ms(median(seenMs))} / ${ms(Math.max(...seenMs))}`,
      'under 50 ms',
    ],
  ];
}

function manyRecords() {
  const pick = (list, n) => list[n % list.length];
  return {
    name: 'many',
    domain: 'registers.example',
    fields: ['many', 'name', 'kind', 'street', 'start-date'],
    definitions: [],
    entries: Array.from({ length: RECORDS }, (_, n) => {
      const key = `M${String(n).padStart(5, '0')}`;
      const item = {
        many: key,
        name: `${pick(SIDES, n)} ${pick(NOUNS, Math.floor(n / 10))} ${n}`,
        kind: pick(NOUNS, Math.floor(n / 7)).toLowerCase(),
        street: `${n % 311} ${pick(SIDES, Math.floor(n / 3))} Street`,
        'start-date': `20${String(n % 25).padStart(2, '0')}-0${1 + (n % 9)}`,
      };
      return { key, timestamp: '2016-04-05T13:23:05Z', items: [new Map(Object.entries(item))] };
    }),
  };
}

async function typeWords(page, address) {
  await page.goto(`${address}/many/records`, { timeout: 60_000 });
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
