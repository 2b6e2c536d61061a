import { importTypeScript } from './setup.mjs';

const REGISTERS = 40;
/** PAGES are what is opened of each register, in this order. */
const PAGES = [
  '',
  '/records',
  '/records?q=a',
  '/entries',
  '/entries/5',
  '/proofs',
  '/proofs/entries/5/8',
  '/changes/5/8',
  '/witnesses',
  '/compare',
];

/** FIRST is how many registers are open when memory is first measured: 50 pages. */
const FIRST = 5;
const MOST_WORKERS = 4;
const STAY_MS = 61_000;

/**
 * soakRows open pages of small registers and of registers of 20,000 entries in turn, as links do, and stay for a minute of the page's clock in each register: how much
 * memory the page holds after garbage collection, and how many workers.
 */
export async function soakRows(browser) {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const { planet } = await importTypeScript('src/mock/registers/planet.ts');
  const { nodePremises } = await importTypeScript('src/mock/hosts/node/premises-tools.ts');
  const large = nodePremises(20_000);
  const names = Array.from({ length: REGISTERS }, (_, at) => `soak-${at}`);
  const app = createApp({
    registers: new Map(names.map((name, at) => [name, () => (at % 2 === 0 ? planet : large)])),
  });
  const heapMb = [];
  const workers = [];
  await browser.inProfile(
    async (page, address) => {
      const devTools = await page.context().newCDPSession(page);
      await page.clock.install();
      await page.goto(address);
      for (const name of names) {
        for (const path of PAGES) await page.evaluate(openWithin, `/${name}${path}`);
        await page.clock.fastForward(STAY_MS);
        await devTools.send('HeapProfiler.collectGarbage');
        heapMb.push((await devTools.send('Runtime.getHeapUsage')).usedSize / 1e6);
        workers.push(page.workers().length);
      }
    },
    { serviceWorkers: 'block', app },
  );
  const first = heapMb[FIRST - 1];
  return [
    [`A visit of ${REGISTERS * PAGES.length} pages of ${REGISTERS} registers`],
    [`  memory after ${FIRST * PAGES.length} pages`, `${first.toFixed(1)} MB`],
    ['  most memory', `${Math.max(...heapMb).toFixed(1)} MB`, `at most ${(1.5 * first).toFixed(1)} MB`],
    ['  most workers', String(Math.max(...workers)), `at most ${MOST_WORKERS}`],
  ];
}

/** openWithin runs in the page: it goes to an address as a link does, and waits until the page has a verdict. */
async function openWithin(path) {
  const state = { key: String(Math.random()) };
  history.pushState(state, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state }));
  const isOpen = () =>
    document.documentElement.dataset.shown === state.key &&
    document.querySelector('header [data-outcome]:not([data-outcome="checking"])') !== null;
  while (!isOpen()) await new Promise(requestAnimationFrame);
}
