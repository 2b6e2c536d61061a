import { gzipSync } from 'node:zlib';
import { auditRows } from './bench-audit.mjs';
import { bundleOf } from './bench-bundle.mjs';
import { kilobytes, median, ms } from './bench-row.mjs';
import { IN_THE_LOG, taskRows } from './bench-tasks.mjs';
import { namedIdOf } from './build-id.mjs';
import { importTypeScript } from './setup.mjs';

const PROFILES = 7;
const RECORD = '/country/records/GB';

/** browserRows measure the built site in a browser, served as npm start serves it. */
export async function browserRows(executablePath, request) {
  const { serveSite } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const { chromium } = await import('playwright');
  const site = await serveSite({ distFolder: 'dist', port: 0, host: 'localhost' });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const inProfile = async (work) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addInitScript(watch, IN_THE_LOG);
      const result = await work(await context.newPage(), site.address);
      await context.close();
      return result;
    };
    const rows = [
      ...(await inProfile((page, address) => workerRows(page, address, request))),
      ...(await openingRows(inProfile)),
      ...(await returningRows(inProfile)),
      ...(await inProfile((page, address) => taskRows(browser, page, address + RECORD))),
      ...(await auditRows(browser, inProfile)),
    ];
    return { rows, version: browser.version() };
  } finally {
    await browser.close();
    await site.close();
  }
}

/** watch runs in every page before its own code and notes the moment when the entry is shown to be in the log. */
function watch(inTheLog) {
  const words = new RegExp(inTheLog);
  const observer = new MutationObserver(() => {
    const strip = document.querySelector('main summary');
    if (!strip || !words.test(strip.textContent)) return;
    window.verifiedAt = performance.now();
    window.scriptsUntilThen = performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name).pathname)
      .filter((path) => path.endsWith('.js') && path.startsWith('/assets/'));
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

/** The worker of the build is asked by the verifier's own code, as the site asks it; what it says of its time is what counts. */
async function workerRows(page, address, request) {
  await page.goto(`${address}/icon.svg`);
  await page.evaluate(await bundleOf('src/verify/verifier.ts', 'verifying'));
  const times = await page.evaluate(askWorker, {
    url: `/assets/${namedIdOf('dist')}/worker.js`,
    request,
    count: 2000,
  });
  const warm = times.slice(500);
  const mean = warm.reduce((sum, time) => sum + time, 0) / warm.length;
  return [
    ['Verifier: one proof of 20 steps in the browser’s worker, median', ms(median(warm)), 'under 1 ms'],
    ['  mean (the browser’s clock ticks in 0.1 ms) / the very first', `${ms(mean)} / ${ms(times[0])}`],
  ];
}

async function askWorker({ url, request, count }) {
  const verifier = window.verifying.createVerifier(() => new Worker(url, { type: 'module' }));
  const times = [];
  for (let round = 0; round < count; round += 1) {
    const { verdict, computedInMs } = await verifier.checkEntry(request);
    if (verdict.outcome !== 'holds') throw new Error('the proof does not hold in the worker');
    times.push(computedInMs);
  }
  verifier.close();
  return times;
}

async function openingRows(inProfile) {
  const visits = [];
  for (let profile = 0; profile < PROFILES; profile += 1) visits.push(await inProfile(visit));
  return [
    [
      'Record link in a fresh profile until its entry is in the log, median',
      ms(median(visits.map(({ verifiedAt }) => verifiedAt))),
    ],
    [
      '  JavaScript fetched until then, gzipped',
      kilobytes(Math.max(...visits.map(({ bytes }) => bytes))),
      'at most 125.0 KB',
    ],
  ];
}

/** A return to the log that was remembered, and to one that grew since: the second asks for one consistency proof more. */
async function returningRows(inProfile) {
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
    ['Return to a log that is the same until its entry is in the log, median', ms(same)],
    [`  to one that grew, by a consistency proof (${(grown / same).toFixed(2)} of it)`, ms(grown)],
  ];
}

async function comeBack(page, address, seenBefore) {
  await visit(page, address, seenBefore);
  // The root is written shortly after the last check of the visit.
  for (let tries = 0; tries < 10; tries += 1) {
    await page.waitForTimeout(1_500);
    await page.goto(`${address}/settings`);
    const shown = page.getByText(/\blast\b/).first();
    if (
      await shown.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    )
      break;
    await page.goto(address + seenBefore);
  }
  return (await visit(page, address, '/unfaithful/records/GB')).verifiedAt;
}

async function visit(page, address, path = RECORD) {
  await page.goto(address + path);
  await page.waitForFunction(() => window.verifiedAt !== undefined);
  const { verifiedAt, scripts } = await page.evaluate(() => ({
    verifiedAt: window.verifiedAt,
    scripts: window.scriptsUntilThen,
  }));
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (path) => {
      const body = await (await fetch(address + path)).arrayBuffer();
      return gzipSync(new Uint8Array(body), { level: 9 }).length;
    }),
  );
  return { verifiedAt, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
