import { logOf } from './bench-scroll.mjs';

const STAGES = 6;
const STAGE_MS = 12_000;
/** The hour passes in the time of all stages: what the page puts off for a minute or more comes so many times earlier. */
const SPED_UP = 3_600_000 / (STAGES * STAGE_MS);

/** scrollMemoryRows page through the log of a million, screen by screen as fast as it is drawn, and weigh the page between stages, after the collector ran. */
export async function scrollMemoryRows({ inProfile }) {
  const weighed = await inProfile((page, address) => pageThrough(page, address), { serviceWorkers: 'block' });
  const [first, ...later] = weighed;
  const screens = weighed.at(-1).screens;
  const grown = weighed.at(-1).heapMb / later[0].heapMb;
  return [
    [
      `Memory of the page after ${screens.toLocaleString('en-GB')} screens of 1,000,000 entries (an hour at one in ${(3600 / screens).toFixed(1)} s, its waits shortened)`,
    ],
    ['  before / after each stage, MB', weighed.map(({ heapMb }) => heapMb.toFixed(1)).join(' / ')],
    ['  after the last stage as a share of after the first', grown.toFixed(2), 'about 1'],
    [
      '  nodes of the document and beside it, before / at the end',
      `${first.nodes} / ${weighed.at(-1).nodes}`,
    ],
  ];
}

async function pageThrough(page, address) {
  await page.addInitScript(speedUp, SPED_UP);
  await page.goto(`${address}/premises/entries?entry=1000`, { timeout: 60_000 });
  const log = logOf(page);
  await log.getByRole('row').nth(3).waitFor({ timeout: 60_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const weighed = [await weigh(session, 0)];
  let screens = 0;
  for (let stage = 0; stage < STAGES; stage += 1) {
    screens += await log.evaluate(turnPages, STAGE_MS);
    weighed.push(await weigh(session, screens));
  }
  return weighed;
}

/** speedUp runs in the page before its own code, so that what is kept for minutes is given up as it would be within an hour. */
function speedUp(times) {
  const later = window.setTimeout;
  window.setTimeout = (work, ms = 0, ...given) => later(work, ms >= 60_000 ? ms / times : ms, ...given);
}

/** turnPages runs in the page: one screen on, wait until its rows are drawn with their entries, and so on. */
async function turnPages(element, forMs) {
  const frame = () => new Promise(requestAnimationFrame);
  const until = performance.now() + forMs;
  let screens = 0;
  while (performance.now() < until) {
    element.scrollTop += element.clientHeight;
    // Two frames to draw, and a moment for the page of entries that was asked for.
    await frame();
    await frame();
    await new Promise((resolve) => setTimeout(resolve, 10));
    screens += 1;
  }
  return screens;
}

async function weigh(session, screens) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { screens, heapMb: usedSize / 1e6, nodes };
}
