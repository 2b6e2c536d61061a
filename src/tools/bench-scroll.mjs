import { median, ms } from './bench-row.mjs';

/** How fast a hand turns the wheel: a screen in a third of a second. */
const PIXELS_A_SECOND = 2_000;
const SECONDS = 10;
/** A frame of a screen that draws 60 a second, and two of them; the clock ticks in tenths. */
const FRAMES_MS = [16.8, 33.4];

/** scrollRows scroll the log of a million entries at a steady rate, and the log of 295 beside it: what the first takes longer is what its size costs. */
export async function scrollRows({ inProfile }) {
  const rows = [
    [
      `Wheel over the log at ${PIXELS_A_SECOND.toLocaleString('en-GB')} pixels a second: frame median / 95th of 100`,
    ],
  ];
  for (const [what, path] of [
    ['1,000,000 entries', '/premises/entries?entry=500000'],
    ['295 entries', '/country/entries?entry=1'],
  ]) {
    const found = await inProfile((page, address) => scrollLog(page, address + path), {
      serviceWorkers: 'block',
    });
    const { frames, longTasks, taskShare, rowsInDocument } = found;
    const late = FRAMES_MS.map(
      (limit) => `${((100 * frames.filter((frame) => frame > limit).length) / frames.length).toFixed(1)} %`,
    );
    const sorted = frames.toSorted((a, b) => a - b);
    rows.push(
      [`  ${what}`, `${ms(median(frames))} / ${ms(sorted[Math.floor(sorted.length * 0.95)])}`, '16.7 ms'],
      ['    frames over 16.7 ms / over 33 ms', late.join(' / ')],
      [
        '    tasks over 50 ms by the clock / the longest',
        `${longTasks.length} / ${ms(Math.max(0, ...longTasks))}`,
      ],
      ['    main thread busy, by its processor time', `${Math.round(taskShare * 100)} %`],
      ['    rows in the document at most', String(rowsInDocument), 'at most 150'],
    );
  }
  return rows;
}

/** logOf is the scrolled list of a log. */
export function logOf(page) {
  return page.getByRole('rowgroup', { name: /scrollable/i });
}

async function scrollLog(page, address) {
  await page.goto(address, { timeout: 60_000 });
  const log = logOf(page);
  await log.getByRole('row').nth(3).waitFor({ timeout: 60_000 });
  const box = await log.boundingBox();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(watchFrames);
  const began = performance.now();
  const before = await taskSeconds(session);
  // There and back, so that a short log is scrolled as long as an endless one.
  for (let turn = 0; performance.now() - began < SECONDS * 1000; turn += 1) {
    await session.send('Input.synthesizeScrollGesture', {
      x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + box.height / 2),
      yDistance: (turn % 2 === 0 ? -1 : 1) * PIXELS_A_SECOND * 2,
      speed: PIXELS_A_SECOND,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  }
  const tookS = (performance.now() - began) / 1000;
  const taskShare = ((await taskSeconds(session)) - before) / tookS;
  return { ...(await page.evaluate(() => window.seenFrames())), taskShare };
}

async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** watchFrames runs in the page: the time between frames, long tasks, and how many rows there are. */
function watchFrames() {
  const frames = [];
  const longTasks = [];
  let rowsInDocument = 0;
  let last;
  const next = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    if (frames.length % 10 === 0)
      rowsInDocument = Math.max(rowsInDocument, document.querySelectorAll('[role="row"]').length);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask' });
  window.seenFrames = () => ({ frames, longTasks, rowsInDocument });
}
