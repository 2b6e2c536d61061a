import { median, ms } from './bench-row.mjs';
import { IN_THE_LOG } from './bench-tasks.mjs';

const PROFILES = 5;
const SLOW_PROFILES = 3;
const RECORD = '/country/records/GB';

/** Slow 4G as the developer tools of Chromium have it: 1.6 Mbit/s less a tenth, and 150 ms, of which a throttled request sees 3.75 times as much. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const SLOWER_PROCESSOR = 4;

/** openingRows measure a pasted record link until its entry is shown to be in the log: in a fresh profile, in one that has been here, and on a slow line with a slow processor. */
export async function openingRows({ inProfile }) {
  const cold = [];
  const warm = [];
  for (let profile = 0; profile < PROFILES; profile += 1) {
    await inProfile(async (page, address) => {
      cold.push(await visit(page, address));
      warm.push(await visitAgain(page, address));
    });
  }
  const slow = [];
  for (let profile = 0; profile < SLOW_PROFILES; profile += 1)
    slow.push(
      await inProfile(async (page, address) => {
        await throttle(page);
        return visit(page, address);
      }),
    );
  const shown = (visits) =>
    `${ms(median(visits.map(({ verifiedAt }) => verifiedAt)))} / ${ms(median(visits.map(({ taskMs }) => taskMs)))}`;
  const times = (visits) => median(visits.map(({ verifiedAt }) => verifiedAt));
  return [
    ['Record link until its entry is in the log, by the clock / processor time of the main thread'],
    ['  cold: a fresh profile', shown(cold)],
    [
      `  warm: service worker and cache are there (${(times(warm) / times(cold)).toFixed(2)} of cold)`,
      shown(warm),
    ],
    [`  cold on slow 4G, main thread ${SLOWER_PROCESSOR} times slower`, shown(slow)],
  ];
}

/** returningRows measure a return to the log that was remembered, and to one that grew since: the second asks for one consistency proof more. */
export async function returningRows({ inProfile }) {
  const times = { same: [], grown: [] };
  for (let profile = 0; profile < PROFILES; profile += 1) {
    for (const [kind, seenBefore] of [
      ['same', '/unfaithful/records/GB'],
      ['grown', '/unfaithful~v2+rollback/records/GB'],
    ])
      times[kind].push(await inProfile((page, address) => comeBack(page, address, seenBefore)));
  }
  const [same, grown] = [median(times.same), median(times.grown)];
  return [
    ['Return to a log that is the same until its entry is in the log', ms(same)],
    [`  to one that grew, by a consistency proof (${(grown / same).toFixed(2)} of it)`, ms(grown)],
  ];
}

async function comeBack(page, address, seenBefore) {
  await visit(page, address, seenBefore);
  // The root is written shortly after the last check of the visit.
  await page.waitForFunction(rootIsKept, undefined, { timeout: 30_000, polling: 250 });
  return (await visit(page, address, '/unfaithful/records/GB')).verifiedAt;
}

/** Looks into the page's own storage, so that nothing else has to be opened in between. */
async function rootIsKept() {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('keyval-store')) return false;
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open('keyval-store');
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  try {
    if (!database.objectStoreNames.contains('keyval')) return false;
    const keys = await new Promise((resolve, reject) => {
      const request = database.transaction('keyval').objectStore('keyval').getAllKeys();
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
    return keys.some((key) => String(key).startsWith('register-explorer:root:'));
  } finally {
    database.close();
  }
}

/** A second page of the same profile, once the service worker has all it keeps. */
async function visitAgain(page, address) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== 'activated')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  });
  const again = await page.context().newPage();
  return visit(again, address);
}

async function throttle(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
}

/** visit opens an address and says when the entry was shown to be in the log, in milliseconds since the navigation began, and what that took. */
async function visit(page, address, path = RECORD) {
  await page.addInitScript(watch, IN_THE_LOG);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address + path, { timeout: 60_000 });
  await page.waitForFunction(() => window.verifiedAt !== undefined, undefined, { timeout: 60_000 });
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const verifiedAt = await page.evaluate(() => window.verifiedAt);
  const taskMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  return { verifiedAt, taskMs };
}

/** watch runs in every page before its own code and notes the moment when the entry is shown to be in the log. */
function watch(inTheLog) {
  const words = new RegExp(inTheLog);
  const observer = new MutationObserver(() => {
    const strip = document.querySelector('main summary');
    if (!strip || !words.test(strip.textContent)) return;
    window.verifiedAt = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
