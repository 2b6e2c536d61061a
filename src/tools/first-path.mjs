import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { kilobytes, median, ms } from './bench-row.mjs';
import { ensureBrowser, openBrowser } from './browser.mjs';

/** What a reader who opens a pasted record link in a fresh profile may have to fetch, until it is verified and until the page is quiet; bytes of 1,000 to a KB. */
const LIMITS = [
  { name: 'requestsUntilVerified', what: 'requests until the record is verified', most: 16 },
  { name: 'requests', what: 'requests until quiet', most: 20 },
  { name: 'scripts', what: 'script files until quiet', most: 6 },
  // 160 KB are wanted. React, its router and the query library are half of it, and no build step rewrites them; the rest has to come out of our own code.
  {
    name: 'scriptBytes',
    what: 'script until quiet, gzipped (160.0 KB are wanted)',
    most: 185_000,
    write: kilobytes,
  },
  { name: 'fontBytes', what: 'fonts until the record is verified', most: 35_000, write: kilobytes },
  {
    name: 'sentBytes',
    what: 'everything until quiet, as npm start sends it',
    most: 222_500,
    write: kilobytes,
  },
];

/** What the service worker keeps for offline use, without its own script, counted apart: it is fetched when the page is idle. */
const PRECACHE_LIMIT = {
  name: 'precacheBytes',
  what: 'kept for offline use, as npm start sends it',
  most: 450_000,
  write: kilobytes,
};

const RECORD = '/country/records/GB';
const VERIFIED = 'header [data-outcome="holds"]';

/** QUIET_MS is how long after the record is verified requests are still counted: nothing is won by waiting a little. */
const QUIET_MS = 10_000;
/** SETTLED_MS is how long layout shifts are watched after the page was loaded. */
const SETTLED_MS = 3_000;

/** firstPath opens the record link on this page, which is of a fresh profile without service workers, and counts what it fetches until ten seconds after the record is verified. */
export async function firstPath(page, address) {
  const answers = [];
  page.context().on('response', (response) => void answers.push(response));
  const verifiedMs = await timeUntil(page, address + RECORD, VERIFIED);
  const verifiedAt = verifiedMs + (await page.evaluate(() => performance.timeOrigin));
  await page.waitForTimeout(QUIET_MS);
  const before = answers.filter((answer) => {
    const { startTime, responseEnd } = answer.request().timing();
    return startTime + responseEnd <= verifiedAt;
  });
  const isFont = (answer) => new URL(answer.url()).pathname.endsWith('.woff2');
  const fonts = await Promise.all(before.filter(isFont).map((answer) => answer.body()));
  const scripts = answers.filter((answer) => new URL(answer.url()).pathname.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (answer) => gzipSync(await answer.body(), { level: 9 }).length),
  );
  // Chromium does not report the body size of a worker's script.
  const sent = await Promise.all(
    answers.map(async (answer) => {
      const { responseHeadersSize, responseBodySize } = await answer.request().sizes();
      return responseHeadersSize + (responseBodySize || Number(answer.headers()['content-length']));
    }),
  );
  return {
    verifiedMs,
    requestsUntilVerified: before.length,
    requests: answers.length,
    scripts: scripts.length,
    scriptBytes: sizes.reduce((sum, size) => sum + size, 0),
    fontBytes: fonts.reduce((sum, font) => sum + font.length, 0),
    sentBytes: sent.reduce((sum, size) => sum + size, 0),
  };
}

/** precache opens the site on this page of a fresh profile, waits for its service worker, and adds up what `npm start` sends for each file that it keeps. */
async function precache(page, address) {
  await page.goto(address, { timeout: 60_000 });
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), undefined, {
    timeout: 60_000,
  });
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    return Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
  });
  const headers = { 'accept-encoding': 'gzip, br' };
  const sizes = await Promise.all(
    kept
      .flat()
      .map(async (url) =>
        Number((await fetch(url, { method: 'HEAD', headers })).headers.get('content-length')),
      ),
  );
  return { precacheBytes: sizes.length === 0 ? Number.NaN : sizes.reduce((sum, size) => sum + size, 0) };
}

/** Slow 4G as the developer tools of Chromium have it: 1.6 Mbit/s less a tenth, and 150 ms, of which a throttled request sees 3.75 times as much. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const LINES = [
  { name: 'fast line', visits: 5 },
  { name: 'slow 4G', visits: 3, network: SLOW_4G },
];
const PLACES = [
  { name: 'start', path: '/' },
  { name: 'overview', path: '/country' },
  { name: 'record', path: RECORD },
];
const SCREENS = [
  { name: 'phone', width: 390, height: 844, touch: true },
  { name: 'desktop', width: 1280, height: 800, touch: false },
];

/** firstPathRows are the times of a pasted record link in fresh profiles, beside those of an empty page in the same run, what one visit fetches, and how far the layout shifts. */
export async function firstPathRows({ inProfile }) {
  const rows = [['Record link in a fresh profile until it is verified and drawn']];
  const empty = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>empty</title><p>empty'),
  );
  await new Promise((resolve) => empty.listen(0, 'localhost', resolve));
  const emptyAddress = `http://localhost:${empty.address().port}/`;
  for (const { name, visits, network } of LINES) {
    const verified = [];
    const nothing = [];
    for (let visit = 0; visit < visits; visit += 1) {
      nothing.push(await inProfile((page) => timeUntil(page, emptyAddress, 'p', network)));
      verified.push(await inProfile((page, address) => timeUntil(page, address + RECORD, VERIFIED, network)));
    }
    const [time, base] = [median(verified), median(nothing)];
    rows.push(
      [`  ${name}`, ms(time)],
      [`  ${name}: times an empty page (${ms(base)})`, (time / base).toFixed(1), 'under 5.0'],
    );
  }
  empty.close();
  const counts = await inProfile(firstPath, { serviceWorkers: 'block' });
  rows.push(['What one visit fetches, until ten seconds after it is verified']);
  for (const { name, what, most, write = String } of LIMITS)
    rows.push([`  ${what}`, write(counts[name]), `at most ${write(most)}`]);
  rows.push(['Layout shift until three seconds after the page was loaded']);
  for (const { name, path } of PLACES)
    for (const { name: screen, ...size } of SCREENS) {
      const { shift, moved } = await inProfile((page, address) => shiftOf(page, address + path, size));
      rows.push([`  ${name}, ${screen}${moved === '' ? '' : `: ${moved}`}`, shift.toFixed(3), 'under 0.02']);
    }
  return rows;
}

/** timeUntil opens an address and resolves with the milliseconds from the start of the navigation until an element is there and drawn. */
async function timeUntil(page, address, selector, network) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (network !== undefined) await session.send('Network.emulateNetworkConditions', network);
  await page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => (window.shownAt = performance.now()));
    };
    look();
  }, selector);
  await page.goto(address, { timeout: 60_000 });
  await page.waitForFunction(() => window.shownAt !== undefined, undefined, { timeout: 60_000 });
  return page.evaluate(() => window.shownAt);
}

/** shiftOf opens an address on a screen of this size and resolves with how far its layout shifted, and what moved furthest. */
async function shiftOf(page, address, { touch, ...size }) {
  await page.setViewportSize(size);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const node = sources[0]?.node;
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        window.shifts.push({ value, moved: element ? `${element.localName}.${element.className}` : '' });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { timeout: 60_000 });
  await page.waitForTimeout(SETTLED_MS);
  const shifts = await page.evaluate(() => window.shifts);
  const [largest] = shifts.toSorted((one, other) => other.value - one.value);
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), moved: largest?.moved ?? '' };
}

/** check measures the built site and names each limit that it breaks. Returns 0 where it keeps them all. */
async function check() {
  const executable = await ensureBrowser();
  if (executable === undefined) {
    console.error('Not measured: no Chromium, Chrome or Edge was found, and none could be installed.');
    return 1;
  }
  const browser = await openBrowser(executable, 'dist');
  try {
    const counts = await browser.inProfile(firstPath, { serviceWorkers: 'block' });
    Object.assign(counts, await browser.inProfile(precache));
    const limits = [...LIMITS, PRECACHE_LIMIT];
    for (const { name, what, most, write = String } of limits)
      console.log(`${write(counts[name]).padStart(9)}  ${what}, at most ${write(most)}`);
    const broken = limits.filter(({ name, most }) => !(counts[name] <= most));
    for (const { what } of broken) console.error(`Over the limit: ${what}.`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
  }
}

if (process.argv[1]?.endsWith('first-path.mjs')) process.exitCode = await check();
