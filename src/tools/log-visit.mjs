import { timeUntil, VERIFIED } from './first-visit.mjs';

/*
 * The rule by which the requests of the log are counted: all requests to the register server, in a fresh profile,
 * until ten seconds after the first screen is verified, and from then on until ten seconds after 4,000 pixels were
 * scrolled.
 */
const QUIET_MS = 10_000;
const [STEPS, STEP_PX, STEP_MS] = [10, 400, 100];

/** LOG_LIMITS are how many requests the logs of a small and a large register may take. */
export const LOG_LIMITS = [
  { name: 'countryLog', what: 'API requests of the log of 295 entries', most: 8 },
  { name: 'countryScroll', what: 'API requests of 4,000 px of it', most: 4 },
  { name: 'premisesLog', what: 'API requests of the log of 1,000,000 entries', most: 30 },
  { name: 'premisesScroll', what: 'API requests of 4,000 px of it', most: 80 },
];

/** countLog counts the requests of the logs. */
export async function countLog(browser) {
  const counts = {};
  for (const register of ['country', 'premises']) {
    const [first, scrolled] = await browser.inProfile((page) => countIn(page, browser.address, register), {
      serviceWorkers: 'block',
    });
    Object.assign(counts, { [`${register}Log`]: first, [`${register}Scroll`]: scrolled });
  }
  return counts;
}

async function countIn(page, address, register) {
  let asked = 0;
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/registers/')) asked += 1;
  });
  await timeUntil(page, `${address}/${register}/entries`, VERIFIED);
  await page.waitForTimeout(QUIET_MS);
  const first = asked;
  await page.getByRole('rowgroup', { name: /scrollable/ }).hover();
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, STEP_PX);
    await page.waitForTimeout(STEP_MS);
  }
  await page.waitForTimeout(QUIET_MS);
  return [first, asked - first];
}
