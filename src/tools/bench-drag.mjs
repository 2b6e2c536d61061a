import { median, ms } from './bench-row.mjs';
import { importTypeScript } from './setup.mjs';

const ENTRIES = 20_000;
const RECORDS = 8_000;
const STEPS = 24;

/** dragRows drag views of a register of 20,000 entries through time: how long it takes from a move of the slider until the view says something else. */
export async function dragRows({ inProfile }) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const app = createApp({ registers: new Map([['many', manyEntries]]) });
  const rows = [];
  for (const view of ['', '/records']) {
    const drag = (page, address) => dragView(page, `${address}/many${view}`);
    const seenMs = await inProfile(drag, { serviceWorkers: 'block', app });
    const name = view === '' ? 'overview' : 'records';
    const figures = `${ms(median(seenMs))} / ${ms(Math.max(...seenMs))}`;
    rows.push([`  ${name}, from a move until the view changes: median / most`, figures, 'under 100 ms']);
  }
  return [[`A step through time at ${ENTRIES.toLocaleString('en-GB')} entries`], ...rows];
}

function manyEntries() {
  return {
    name: 'many',
    domain: 'registers.example',
    fields: ['many', 'name', 'kind', 'start-date', 'end-date'],
    definitions: [],
    entries: Array.from({ length: ENTRIES }, (_, n) => {
      const key = `M${(n * 7919) % RECORDS}`;
      const item = {
        many: key,
        name: `Place ${n}`,
        kind: `kind ${n % 9}`,
        'start-date': `20${10 + (n % 15)}`,
      };
      const timestamp = new Date(1_400_000_000_000 + n * 9_000_000).toISOString();
      return { key, timestamp, items: [new Map(Object.entries(item))] };
    }),
  };
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
    { entries: ENTRIES, steps: STEPS },
  );
}
