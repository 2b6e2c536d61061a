import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bundleOf } from './bench-bundle.mjs';
import { median, ms } from './bench-row.mjs';
import { fileOf } from './bench-sizes.mjs';
import { longestTask } from './bench-tasks.mjs';

/** PAGE is how many entries a page has: the most that servers are known to give. */
const PAGE = 5000;

/** SIZES are the logs audited, each so many times, with the project's targets for the root. */
const SIZES = [
  { entries: 10_000, runs: 7 },
  { entries: 100_000, runs: 7, target: 'under 350 ms' },
  { entries: 1_000_000, runs: 3, target: 'under 2.50 s, aim 1.3 s' },
];

/** By number of workers and by hasher, at 100,000 entries; the first is what the others are shares of. */
const WAYS = [
  { what: '1 worker', ready: true, workers: 1 },
  { what: '2 workers', ready: true, workers: 2 },
  { what: '4 workers', ready: true, workers: 4 },
  { what: '1 worker, WebAssembly refused: @noble/hashes', ready: true, workers: 1, refuse: true },
  { what: '2 workers, WebAssembly refused: @noble/hashes', ready: true, workers: 2, refuse: true },
  { what: 'as many as it takes by itself, their start included' },
];

/**
 * auditRows measure the audit of the built site: its worker, and the code around it, over JSON pages in the memory of a page that does nothing else. The first
 * figure is the root rebuilt from all entries, the second the whole audit, every item hashed as well. The workers stand ready, as the view of the audit has them
 * when its button is pressed; a row of its own includes their start.
 */
export async function auditRows({ browser, inProfile, dist }) {
  const bench = await auditBench(dist);
  const measure = (given) => inProfile((page, address) => audit(page, address, bench, given));
  const rows = [['Audit, JSON pages in memory: root from all entries / with all items; rate of the whole']];
  for (const { entries, runs, target = '' } of SIZES) {
    const found = [];
    for (let run = 0; run < runs; run += 1) found.push(await measure({ entries, ready: true }));
    const [{ workers, hasher }] = found;
    rows.push([`  ${count(entries)} entries, ${workers} workers, ${hasher}`, figure(found), target]);
  }
  rows.push(['  Longest task of the page meanwhile, its processor time / by the clock']);
  for (const entries of [100_000, 1_000_000]) {
    const { processorMs, clockMs } = await measure({ entries, keep: true, browser });
    rows.push([
      `    ${count(entries)} entries, all of it kept in this browser at the end`,
      `${ms(processorMs)} / ${ms(clockMs)}`,
      'under 50 ms',
    ]);
  }
  return rows;
}

/** auditWaysRows measure the same at 100,000 entries by the number of workers and by what hashes, each as a share of the first. */
export async function auditWaysRows({ inProfile, dist }) {
  const bench = await auditBench(dist);
  const measure = (given) => inProfile((page, address) => audit(page, address, bench, given));
  const rows = [
    ['Audit of 100,000 entries: root / with all items; rate of the whole; as a share of the first'],
  ];
  let all;
  for (const { what, ...given } of WAYS) {
    const found = [];
    for (let run = 0; run < 3; run += 1) found.push(await measure({ entries: 100_000, ...given }));
    const time = median(found.map(({ allMs }) => allMs));
    all ??= time;
    rows.push([`  ${what}`, `${figure(found)}; ${(time / all).toFixed(2)}`]);
  }
  return rows;
}

/** auditMemoryRows weigh the page while it audits a million entries. */
export async function auditMemoryRows({ browser, inProfile, dist }) {
  const bench = await auditBench(dist);
  const peakMb = await inProfile((page, address) => memory(browser, page, address, bench));
  if (peakMb === undefined) return [['Memory of an audit: only Linux tells it']];
  return [
    [
      'Growth of the page’s memory, audit of 1,000,000 entries, at most, over what it held with all the JSON',
      `${peakMb} MB`,
      'under 300 MB',
    ],
  ];
}

async function auditBench(dist) {
  return {
    code: await bundleOf('src/tools/bench-audit-page.mjs', 'auditing'),
    worker: `/${fileOf(dist, 'audit-worker')}`,
  };
}

/** One audit in a fresh profile; with `browser` it is traced for the longest task. */
async function audit(page, address, { code, worker }, { entries, refuse, browser, ...given }) {
  if (refuse) {
    await page.route(`**${worker}`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" };
      await route.fulfill({ response, headers });
    });
  }
  await page.goto(`${address}/icon.svg`);
  await page.evaluate(code);
  await page.evaluate(async (given) => void (window.register = await window.auditing.makeRegister(given)), {
    entries,
    pageLength: PAGE,
  });
  const run = () =>
    page.evaluate(([url, how]) => window.auditing.auditRegister(window.register, url, how), [worker, given]);
  return browser ? longestTask(browser, page, run) : run();
}

/** The JSON is in the page's memory, too, and is given up page by page: the figure says how far the page grew beyond holding all of it, not what the audit holds alone. */
async function memory(browser, page, address, { code, worker }) {
  await page.goto(`${address}/icon.svg`);
  await page.evaluate(code);
  await page.evaluate(async (given) => void (window.register = await window.auditing.makeRegister(given)), {
    entries: 1_000_000,
    pageLength: PAGE,
  });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const watched = await watchMemory(browser);
  if (!watched) return undefined;
  await page.evaluate((url) => window.auditing.auditRegister(window.register, url), worker);
  return watched.peakMb();
}

/** Linux tells the most memory that a process held since it was asked to forget; elsewhere there is no figure. */
async function watchMemory(browser) {
  if (!existsSync('/proc/self/clear_refs')) return undefined;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const kilobytes = (pid, name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const before = new Map(renderers.map((pid) => [pid, kilobytes(pid, 'VmRSS')]));
  for (const pid of renderers) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return {
    peakMb() {
      const grown = renderers.map((pid) => Math.round((kilobytes(pid, 'VmHWM') - before.get(pid)) / 1000));
      return Math.max(...grown.filter(Number.isFinite));
    },
  };
}

function figure(found) {
  const [root, all] = ['rootMs', 'allMs'].map((name) => median(found.map((run) => run[name])));
  const [{ entries, bytes }] = found;
  const rate = Math.round(entries / (all / 1000) / 1000);
  return `${ms(root)} / ${ms(all)}; ${count(rate)},000 entries/s, ${Math.round(bytes / 1e6 / (all / 1000))} MB/s`;
}

function count(value) {
  return value.toLocaleString('en-GB');
}
