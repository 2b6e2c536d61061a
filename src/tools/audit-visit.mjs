import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** withQuietBrowser does some work with a browser that Playwright does not drive: with it a page keeps 200 MB of answers for whoever debugs it. */
export async function withQuietBrowser(executable, work) {
  const { default: puppeteer } = await import('puppeteer-core');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = await puppeteer.launch({ executablePath: executable, networkEnabled: false, args });
  try {
    return await work(quiet);
  } finally {
    await quiet.close();
  }
}

/** audit makes one audit as a reader does: in a fresh profile, from the click on "Check every entry" to the verdict. Throws if it stops, or comes to another verdict than "Verified". */
export async function audit(quiet, address) {
  const context = await quiet.createBrowserContext();
  try {
    const page = await context.newPage();
    // The server answers, not the mock in the service worker.
    await page.evaluateOnNewDocument(() => delete Navigator.prototype.serviceWorker);
    await page.goto(address);
    const start = await page.waitForSelector('main ::-p-aria([name="Check every entry"][role="button"])');
    // The workers stand ready, as for a reader who first reads the page.
    await new Promise((done) => setTimeout(done, 1_500));
    const readPeakMb = await watchMemory(quiet);
    const began = performance.now();
    await start.click();
    const verdict = await page.waitForSelector(
      'main [data-check="whole-log"]:not([data-outcome="checking"], [data-outcome="not-checked"])',
      { timeout: 300_000 },
    );
    const tookMs = performance.now() - began;
    const outcome = await verdict.evaluate((element) => element.getAttribute('data-outcome'));
    if (outcome !== 'holds') throw new Error(`the audit at ${address} came to ${outcome}`);
    return { tookMs, peakMb: readPeakMb() };
  } finally {
    await context.close();
  }
}

/** watchMemory returns a function that reads the most memory, in MB, that a page's process has held since; NaN if the system does not say it (only Linux does). About 110 MB are the browser's own program. */
async function watchMemory(quiet) {
  if (!existsSync('/proc/self/clear_refs')) return () => Number.NaN;
  const session = await quiet.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  for (const pid of renderers) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const peakOf = (pid) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return () => Math.round(Math.max(...renderers.map(peakOf)) / 1000);
}
