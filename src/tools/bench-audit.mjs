import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';
import { median, ms } from './bench-row.mjs';
import { root } from './setup.mjs';

/** AUDITS are the registers that are audited, in both variants of the API, each so many times. */
const AUDITS = [
  { name: 'country', what: 'Country', runs: 5, target: '' },
  { name: 'premises', what: 'Premises, 1,000,000 entries', runs: 1, target: 'under 15 s, 400 MB' },
].flatMap(({ name, what, ...more }) => [
  { register: name, what: `${what}, items API`, ...more },
  { register: `${name}~earlier`, what: `${what}, blobs API`, ...more },
]);

/** LONGEST_MS is how long one audit is waited for. */
const LONGEST_MS = 300_000;

/**
 * auditRows audit registers of the mock server as a reader does: `npm start` in a process of its own, a fresh profile, from the click on "Start the audit" to the
 * verdict on the page. The first audit of a variant has the server generate what it answers with; it is counted all the same. The browser is not driven by Playwright,
 * with which a page keeps 200 MB of answers for whoever debugs it.
 */
export async function auditRows({ executable, dist }) {
  const server = await startServer(dist);
  const browser = await puppeteer.launch({
    executablePath: executable,
    networkEnabled: false,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const rows = [
      [
        'Whole log through npm start: click to verdict / first progress; memory of the page, at most (its growth); processor time of page + server',
      ],
    ];
    for (const { register, what, runs, target } of AUDITS) {
      const found = [];
      for (let run = 0; run < runs; run += 1) found.push(await audit(browser, server, register));
      const middle = (name) => median(found.map((run) => run[name]));
      const memory =
        found[0].peakMb === undefined
          ? ''
          : `; ${middle('peakMb')} MB (${middle('grownMb')}); ${ms(middle('pageCpuMs'))} + ${ms(middle('serverCpuMs'))}`;
      const figure = `${ms(middle('verdictMs'))} / ${ms(middle('progressMs'))}${memory}`;
      rows.push([`  ${what}`, figure, target]);
    }
    return rows;
  } finally {
    await browser.close();
    server.stop();
  }
}

/** audit makes one audit in a fresh profile. Throws if it stops, or comes to another verdict than "Verified". */
async function audit(browser, { address, pid }, register) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    // The server answers, not the mock in the service worker.
    await page.evaluateOnNewDocument(() => delete Navigator.prototype.serviceWorker);
    await page.goto(`${address}/${register}/audit`);
    const start = await page.waitForSelector('main ::-p-aria([name="Check every entry"][role="button"])');
    // The view is quiet: its workers stand ready, as for a reader who first reads the page.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const use = await watchProcesses(browser, pid);
    const verdict = page.evaluate(waitForVerdict, LONGEST_MS);
    await start.click();
    const { outcome, verdictMs, progressMs } = await verdict;
    if (outcome !== 'holds') throw new Error(`the audit of ${register} came to ${outcome}`);
    return { verdictMs, progressMs, ...use?.read() };
  } finally {
    await context.close();
  }
}

/** waitForVerdict runs in the page and times the audit from the next click on. */
function waitForVerdict(longestMs) {
  return new Promise((resolve, reject) => {
    let began = 0;
    let progressMs = 0;
    const look = () => {
      const elapsed = performance.now() - began;
      if ((document.querySelector('main progress')?.value ?? 0) > 0) progressMs ||= elapsed;
      const outcome = document.querySelector('main [data-check="whole-log"]')?.getAttribute('data-outcome');
      if (outcome === undefined || outcome === 'checking' || outcome === 'not-checked') return;
      watch.disconnect();
      resolve({ outcome, verdictMs: elapsed, progressMs: progressMs || elapsed });
    };
    const watch = new MutationObserver(look);
    const listen = () => {
      began = performance.now();
      watch.observe(document.body, { subtree: true, childList: true, attributes: true });
      setTimeout(
        () => reject(new Error('no verdict: ' + document.querySelector('main').innerText)),
        longestMs,
      );
    };
    addEventListener('click', listen, { once: true, capture: true });
  });
}

/** startServer runs npm start on the built site in a process of its own. */
async function startServer(dist) {
  const server = spawn(process.execPath, ['src/tools/start.mjs', '--no-build', '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SITE_DIST: dist },
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [address] = /http:\/\/[^\s/]+/.exec(line) ?? [];
    if (address !== undefined) return { address, pid: server.pid, stop: () => server.kill() };
  }
  throw new Error('the server did not start');
}

/**
 * watchProcesses tells the most memory that the page's process holds from now on, and the processor time that it and the server take, which other work on the machine
 * changes little; undefined if the system does not say it (only Linux does). About 110 MB are the browser's own program.
 */
async function watchProcesses(browser, server) {
  if (!existsSync('/proc/self/clear_refs')) return undefined;
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const kilobytes = (pid, name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  /** User and system time, which Linux counts in hundredths of a second (proc(5)). */
  const cpuMs = (pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  };
  const begin = new Map(
    [server, ...renderers].map((pid) => [pid, { rss: kilobytes(pid, 'VmRSS'), cpu: cpuMs(pid) }]),
  );
  for (const pid of renderers) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return {
    read() {
      const peaks = renderers.map((pid) => ({ pid, peak: kilobytes(pid, 'VmHWM') }));
      const { pid, peak } = peaks.reduce((most, one) => (one.peak > most.peak ? one : most));
      return {
        peakMb: Math.round(peak / 1000),
        grownMb: Math.round((peak - begin.get(pid).rss) / 1000),
        pageCpuMs: cpuMs(pid) - begin.get(pid).cpu,
        serverCpuMs: cpuMs(server) - begin.get(server).cpu,
      };
    },
  };
}
