import { createServer } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { audit, withQuietBrowser } from './audit-visit.mjs';
import { ensureBrowser } from './browser.mjs';
import { countPrecache, countVisit, LIMITS, PRECACHE, RECORD, timeUntil, VERIFIED } from './first-visit.mjs';
import { countLog, LOG_LIMITS } from './log-visit.mjs';
import { scaleRows } from './scale.mjs';
import { soakRows } from './soak.mjs';
import { buildSite, fail, importTypeScript, prepare, readOptions } from './setup.mjs';

/** GROUPS are what can be measured. Each returns rows: what was measured, the figure, and the target of the project if there is one. */
const GROUPS = {
  'first-path': firstPathRows,
  audit: auditRows,
  search: searchRows,
  scale: () => withQuietBrowser(executable, (quiet) => scaleRows(browser, quiet)),
  soak: () => soakRows(browser),
};

const HELP = `npm run bench -- [--only ROWS] [--no-build] [--dist FOLDER] [--limits]

Builds the site, measures it in a browser, and prints medians of one run. FOLDER is a build to measure in place of a new one.
ROWS are any of these, with commas between them:

  first-path  a pasted record link on a fast and a slow line
  audit       audits of country and of a million entries
  search      a keystroke among 10,000 records
  scale       how requests, bytes and times grow from 100 to 1,000,000 entries
  soak        memory and workers of a long visit: 400 pages of 40 registers

--limits only counts what a first visit and the logs of country and of a million entries fetch from the built site, and what is kept for
offline use, and compares it with the limits.`;

const shown = (number) => String(Math.round(number * 1000) / 1000);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const ms = (duration) => `${duration.toFixed(duration >= 100 ? 0 : 1)} ms`;
const medianAndMost = (durations) => `${ms(median(durations))} / ${ms(Math.max(...durations))}`;

const { values, refuse } = readOptions(HELP, {
  only: { type: 'string' },
  dist: { type: 'string' },
  'no-build': { type: 'boolean' },
  limits: { type: 'boolean' },
});
const only = values.only?.split(',') ?? Object.keys(GROUPS);
const unknown = only.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) refuse(`There is no row ${unknown.join(', ')}.`);
prepare();
const executable = await ensureBrowser().catch((error) => refuse(error.message));
if (executable === undefined) fail('Not measured: no browser was found or could be installed.');
const dist = resolve(values.dist ?? 'dist');
const isBuilt = values['no-build'] || values.limits || values.dist !== undefined;
if (!isBuilt && (await buildSite()) !== 0) fail('The build failed; see the message above.');
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

async function measure() {
  for (const name of only) {
    const began = performance.now();
    try {
      printTable(await GROUPS[name]());
    } catch (error) {
      process.exitCode = 1;
      console.error(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
    console.log(`${name}: ${ms(performance.now() - began)}, load of the machine ${loadavg()[0].toFixed(1)}`);
  }
  console.log(
    `Medians. Node ${process.versions.node}, Chromium ${browser.version}, ${cpus().length} processors.`,
  );
}

/** checkLimits prints what a first visit fetches and each limit that it breaks. Returns 0 if it keeps them all. */
async function checkLimits() {
  const counts = {
    ...(await countVisit(browser)),
    ...(await browser.inProfile(countPrecache)),
    ...(await countLog(browser)),
  };
  const limits = [...LIMITS, PRECACHE, ...LOG_LIMITS];
  for (const { name, what, most } of limits)
    console.log(`${shown(counts[name]).padStart(9)}  ${what}, at most ${most}`);
  const broken = limits.filter(({ name, most }) => !(counts[name] <= most));
  for (const { what } of broken) console.error(`Over the limit: ${what}.`);
  return broken.length === 0 ? 0 : 1;
}

/** Slow 4G as the developer tools of Chromium have it: 1.6 Mbit/s less a tenth, and 150 ms, of which a throttled request sees 3.75 times as much. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

/** firstPathRows are the times of a pasted record link in fresh profiles, beside those of an empty page in the same run. */
async function firstPathRows() {
  const rows = [['Record link in a fresh profile until it is verified and drawn']];
  const empty = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>empty'),
  );
  await new Promise((resolve) => empty.listen(0, 'localhost', resolve));
  const emptyAddress = `http://localhost:${empty.address().port}/`;
  for (const { line, visits, network } of [
    { line: 'fast line', visits: 5 },
    { line: 'slow 4G', visits: 3, network: SLOW_4G },
  ]) {
    const visit = (address, selector) =>
      browser.inProfile((page) => timeUntil(page, address, selector, network));
    const [verified, nothing] = [[], []];
    for (let turn = 0; turn < visits; turn += 1) {
      nothing.push(await visit(emptyAddress, 'p'));
      verified.push(await visit(browser.address + RECORD, VERIFIED));
    }
    const [time, base] = [median(verified), median(nothing)];
    rows.push([`  ${line}`, ms(time)]);
    rows.push([`  ${line}: times an empty page (${ms(base)})`, (time / base).toFixed(1), 'under 5.0']);
  }
  empty.close();
  return rows;
}

/** AUDITS are the registers that are audited, and how often. */
const AUDITS = [
  { register: 'country', what: 'Country, items API', runs: 5 },
  { register: 'country~earlier', what: 'Country, blobs API', runs: 5 },
  { register: 'premises', what: '1,000,000 entries, items API', runs: 1, target: 'under 20 s, 500 MB' },
  { register: 'premises~earlier', what: '1,000,000 entries, blobs API', runs: 1 },
];

/** auditRows audit registers as a reader does. */
async function auditRows() {
  return withQuietBrowser(executable, async (quiet) => {
    const rows = [['Whole log: click to verdict; most memory of the page']];
    for (const { register, what, runs, target } of AUDITS) {
      const found = [];
      for (let turn = 0; turn < runs; turn += 1)
        found.push(await audit(quiet, `${browser.address}/${register}/audit`));
      const memory = median(found.map(({ peakMb }) => peakMb));
      rows.push([`  ${what}`, `${ms(median(found.map(({ tookMs }) => tookMs)))}; ${memory} MB`, target]);
    }
    return rows;
  });
}

/** withRegister serves one made-up register of `size` entries to a page of a fresh profile, without the service worker's mock. */
async function withRegister(size, attributesOf, work) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const entries = Array.from({ length: size }, (_, n) => {
    const { timestamp, ...attributes } = attributesOf(n);
    return { key: attributes.many, timestamp, items: [new Map(Object.entries(attributes))] };
  });
  const fields = [...entries[0].items[0].keys()];
  const source = { name: 'many', domain: 'registers.example', fields, definitions: [], entries };
  const app = createApp({ registers: new Map([['many', () => source]]) });
  return browser.inProfile((page, address) => work(page, `${address}/many`), {
    serviceWorkers: 'block',
    app,
  });
}

/** searchRows type into the search of a register of 10,000 records that was read whole: how long a keystroke takes until the view says something else. */
async function searchRows() {
  const sides = 'North Eastern South Western Upper Lower Old New Great Little'.split(' ');
  const nouns = 'Bridge Station Library Harbour Market School Ridge Garden Mill Tower'.split(' ');
  const recordOf = (n) => ({
    many: `M${String(n).padStart(5, '0')}`,
    timestamp: '2016-04-05T13:23:05Z',
    name: `${sides[n % 10]} ${nouns[Math.floor(n / 10) % 10]} ${n}`,
  });
  const seenMs = await withRegister(10_000, recordOf, async (page, address) => {
    await page.goto(`${address}/records`, { timeout: 60_000 });
    const main = page.getByRole('main');
    const search = main.getByRole('searchbox').first();
    // The first search has the register read whole.
    await search.fill('harbour 14');
    await main.getByText('Harbour').first().waitFor({ timeout: 120_000 });
    await page.waitForTimeout(3_000);
    await search.fill('');
    await page.waitForTimeout(1_500);
    const typed = 'eastern ridge';
    return search.evaluate(
      timeSteps,
      Array.from(typed, (_, at) => typed.slice(0, at + 1)),
    );
  });
  return [
    ['Search of 10,000 records'],
    ['  from a keystroke until the view changes: median / most', medianAndMost(seenMs), 'under 50 ms'],
  ];
}

/**
 * timeSteps runs in the page: it puts each value into an input and returns the milliseconds until the view says something else.
 * A value that changes nothing within a second is left out.
 */
async function timeSteps(input, values) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const said = () => document.querySelector('main').textContent;
  const seen = [];
  for (const value of values) {
    const before = said();
    const began = performance.now();
    set.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const isThere = () => said() !== before;
    while (!isThere() && performance.now() < began + 1_000) await new Promise(requestAnimationFrame);
    if (isThere()) seen.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, 300));
  }
  return seen;
}

/**
 * openBrowser starts a browser and serves the built site as npm start does. `inProfile` does some work on a page of a fresh profile and resolves with its
 * result; `serviceWorkers: 'block'` has the server answer for the registers, and `app` another mock server than the bundled registers'.
 */
async function openBrowser() {
  const { serveSite } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const { chromium } = await import('playwright');
  const site = await serveSite({ distFolder: dist, port: 0, host: 'localhost' });
  const browser = await chromium.launch({ executablePath: executable, args });
  return {
    address: site.address,
    version: browser.version(),
    async inProfile(work, { serviceWorkers = 'allow', app } = {}) {
      const own = app && (await serveSite({ distFolder: dist, port: 0, host: 'localhost', app }));
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers });
      try {
        return await work(await context.newPage(), (own ?? site).address);
      } finally {
        await context.close();
        await own?.close();
      }
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

function printTable(rows) {
  const all = [['', 'measured', 'target'], ...rows];
  const width = (column) => Math.max(...all.map((row) => (row[column] ?? '').length));
  for (const [what, figure = '', target = ''] of all)
    console.log(`${what.padEnd(width(0))}  ${figure.padStart(width(1))}  ${target}`.trimEnd());
}

// A folder without a build, or a browser that does not start: its first line says which.
const browser = await openBrowser().catch((error) => refuse(error.message.split('\n')[0]));
try {
  if (values.limits) process.exitCode = await checkLimits();
  else await measure();
} finally {
  await browser.close();
}
