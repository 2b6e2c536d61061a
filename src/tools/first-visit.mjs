/*
 * The rule by which requests and bytes are counted, wherever this project names a figure:
 *
 * - All requests of the page and its workers count, except icons and the manifest, which some browsers fetch
 *   and others do not, and what the service worker keeps for offline use once the page is at rest: PRECACHE
 *   counts that.
 * - Bytes are those that npm start sends to a browser that takes brotli, headers included; 1 KB is 1,000 bytes.
 * - They are counted until the verdict, and until ten seconds after it: nothing is won by waiting a little.
 * - Until the verdict only the requests count on which it depends. VERDICT_NEEDS lists them, and the visit that
 *   counts them gets nothing else: if the verdict comes all the same, the list is complete. So the figure does
 *   not depend on how busy the machine is, or on the browser.
 */
const NOT_COUNTED = /\/(?:icon\.svg|favicon\.ico|icon-[\w-]+\.png|manifest\.webmanifest)$/;
const QUIET_MS = 10_000;

/** RECORD is the link that is opened, and VERIFIED what the page shows once the record is verified. */
export const RECORD = '/country/records/GB';
export const VERIFIED = 'header [data-outcome="holds"]';

/** VERDICT_NEEDS are the paths on which the verdict on the record depends. Each is asked for once. */
const VERDICT_NEEDS = [
  /^\/country\/records\/GB$/,
  /\/style\.css$/,
  /\/rolldown-runtime\.js$/,
  /\/first\.js$/,
  /\/libraries\.js$/,
  /\/frame\.js$/,
  /\/record\.js$/,
  /\/worker\.js$/,
  /\/v2\/register$/,
  /\/v2\/proof\/register\/merkle:sha-256$/,
  /\/v2\/records\/GB$/,
  /\/v2\/records\/GB\/entries$/,
  /\/v2\/proof\/entries\/65\/295\/merkle:sha-256$/,
];

/** LIMITS are what a reader who opens a pasted record link in a fresh profile may have to fetch. */
export const LIMITS = [
  { name: 'requestsUntilVerified', what: 'requests until the record is verified', most: 13 },
  { name: 'requests', what: 'requests until ten seconds after', most: 18 },
  { name: 'scripts', what: 'script files until ten seconds after', most: 6 },
  { name: 'scriptKb', what: 'KB of script until ten seconds after', most: 163 },
  { name: 'fontKb', what: 'KB of fonts until ten seconds after', most: 20.5 },
  { name: 'sentKb', what: 'KB of everything until ten seconds after', most: 206 },
  { name: 'controls', what: 'links, buttons and fields on the first screen', most: 32 },
  { name: 'words', what: 'words on the first screen', most: 160 },
  { name: 'allControls', what: 'links, buttons and fields on the whole page', most: 60 },
];

/** PRECACHE is the limit on what the service worker keeps. */
export const PRECACHE = { name: 'precacheKb', what: 'KB kept for offline use', most: 363 };

const toKilobytes = (sizes) => sizes.reduce((sum, size) => sum + size, 0) / 1000;

/** countVisit counts what a record link fetches, in fresh profiles without service workers. */
export async function countVisit(browser) {
  const options = { serviceWorkers: 'block' };
  return {
    requestsUntilVerified: await browser.inProfile(countNeeded, options),
    ...(await browser.inProfile(countAll, options)),
  };
}

/** countNeeded opens the record link with nothing but VERDICT_NEEDS, and returns how many requests lead to the verdict. Throws if none comes, or if the list has what nobody asked for. */
async function countNeeded(page, address) {
  const pathOf = (url) => new URL(url).pathname;
  const asked = [];
  await page.context().route(
    () => true,
    (route) => {
      const path = pathOf(route.request().url());
      if (!VERDICT_NEEDS.some((needed) => needed.test(path))) return route.abort();
      asked.push(path);
      return route.continue();
    },
  );
  await timeUntil(page, address + RECORD, VERIFIED).catch(() => {
    throw new Error(`The verdict needs more than VERDICT_NEEDS in src/tools/first-visit.mjs lists.`);
  });
  const needless = VERDICT_NEEDS.filter((needed) => !asked.some((path) => needed.test(path)));
  if (needless.length > 0)
    throw new Error(
      `VERDICT_NEEDS in src/tools/first-visit.mjs lists what is not requested: ${needless.join(' ')}`,
    );
  return asked.length;
}

/** countAll opens the record link and counts all that is fetched until ten seconds after the verdict. */
async function countAll(page, address) {
  const answers = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  page.context().on('response', (answer) => {
    if (!NOT_COUNTED.test(new URL(answer.url()).pathname)) answers.push(answer);
  });
  await timeUntil(page, address + RECORD, VERIFIED);
  await page.waitForTimeout(QUIET_MS);
  const seen = await page.evaluate(countSeen);
  const endsWith = (ending) => answers.filter((answer) => new URL(answer.url()).pathname.endsWith(ending));
  const kilobytesOf = async (some) => toKilobytes(await Promise.all(some.map(sentBytesOf)));
  return {
    requests: answers.length,
    scripts: endsWith('.js').length,
    scriptKb: await kilobytesOf(endsWith('.js')),
    fontKb: await kilobytesOf(endsWith('.woff2')),
    sentKb: await kilobytesOf(answers),
    ...seen,
  };
}

/**
 * countSeen counts what a reader meets: what can be pressed or filled in, and words, hashes included. A
 * picture or a grid that arrow keys walk is one control, as it is one stop for Tab. Runs in the page.
 */
function countSeen() {
  const isOnScreen = ({ width, height, top, bottom }) =>
    width > 1 && height > 1 && top < innerHeight && bottom > 0;
  const isThere = (element) => element.checkVisibility({ visibilityProperty: true });
  const boxes = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((element) => isThere(element) && element.tabIndex >= 0)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, bottom }) => width > 1 && height > 1 && bottom > 0);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let [text, last] = [''];
  while (walker.nextNode()) {
    const { data, parentElement: around } = walker.currentNode;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    if (around.closest('.visually-hidden') || !isThere(around) || !isOnScreen(range.getBoundingClientRect()))
      continue;
    // A hash is one word, however its digits are marked.
    const hash = around.closest('[translate=no]');
    text += hash !== null && hash === last ? data : ` ${data}`;
    last = hash;
  }
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { controls: boxes.filter(isOnScreen).length, words, allControls: boxes.length };
}

/** sentBytesOf returns how many bytes of an answer were sent, headers included. */
export async function sentBytesOf(answer) {
  const { responseHeadersSize, responseBodySize } = await answer.request().sizes();
  // Chromium does not report the body size of a worker's script.
  return responseHeadersSize + (responseBodySize || Number(answer.headers()['content-length']));
}

/** countPrecache opens the site on a page of a fresh profile, waits for its service worker, and adds up what npm start sends for each file that it keeps. */
export async function countPrecache(page, address) {
  await page.goto(address, { timeout: 60_000 });
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  const headers = { 'accept-encoding': 'gzip, br' };
  const answers = await Promise.all(kept.map((url) => fetch(url, { method: 'HEAD', headers })));
  const sizes = answers.map((answer) => Number(answer.headers.get('content-length')));
  return { precacheKb: sizes.length === 0 ? Number.NaN : toKilobytes(sizes) };
}

/** timeUntil opens an address and resolves with the milliseconds from the start of the navigation until an element is there and drawn. */
export async function timeUntil(page, address, selector, network) {
  if (network !== undefined) {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
  }
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
