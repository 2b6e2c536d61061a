import { sentBytesOf, timeUntil, VERIFIED } from './first-visit.mjs';
import { audit } from './audit-visit.mjs';
import { importTypeScript } from './setup.mjs';

/** SIZES are how many entries the registers have that are compared. */
const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000];
const REST_MS = 10_000;

/**
 * scaleRows say how the cost grows with the log: requests to the register, their bytes and the time, of a record link and of the log in fresh profiles, of going to
 * the middle of the log, and entries a second of an audit. Requests and bytes are counted until ten seconds after the verdict.
 */
export async function scaleRows(browser, quiet) {
  const { createNodeApp } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const { nodePremises } = await importTypeScript('src/mock/hosts/node/premises-tools.ts');
  const rows = [];
  for (const size of SIZES) {
    const app = createNodeApp(new Map([['premises', () => nodePremises(size)]]));
    const visit = (work) => browser.inProfile(work, { serviceWorkers: 'block', app });
    rows.push([`${size.toLocaleString('en')} entries`]);
    rows.push([
      '  record until verified',
      await visit((page, address) => openRecord(page, address, size / 2)),
    ]);
    const [opened, moved] = await visit((page, address) => openLog(page, address, size / 2));
    rows.push(['  log until its first screen is verified', opened], ['  from there to its middle', moved]);
    const { tookMs } = await visit((_, address) => audit(quiet, `${address}/premises/audit`));
    rows.push(['  audit', `${Math.round((size / tookMs) * 1000).toLocaleString('en')} entries a second`]);
  }
  return rows;
}

async function openRecord(page, address, entryNumber) {
  const entry = await fetch(`${address}/registers/premises/v2/entries/${entryNumber}`);
  const [{ key }] = await entry.json();
  const readCost = countCost(page);
  const tookMs = await timeUntil(page, `${address}/premises/records/${key}`, VERIFIED);
  await page.waitForTimeout(REST_MS);
  return readCost(tookMs);
}

async function openLog(page, address, middle) {
  const readCost = countCost(page);
  const openedMs = await timeUntil(page, `${address}/premises/entries`, VERIFIED);
  await page.waitForTimeout(REST_MS);
  const opened = await readCost(openedMs);
  await page.getByRole('textbox', { name: 'Go to entry' }).fill(String(middle));
  const began = performance.now();
  await page.keyboard.press('Enter');
  await page
    .locator(`[data-entry="${middle}"]`)
    .getByRole('img', { name: /^verified/i })
    .waitFor();
  const movedMs = performance.now() - began;
  await page.waitForTimeout(REST_MS);
  return [opened, await readCost(movedMs)];
}

/** countCost returns a function that says what a page has asked of the register since it was last called, and how long its reader waited. */
function countCost(page) {
  let answers = [];
  page.context().on('response', (answer) => {
    if (new URL(answer.url()).pathname.startsWith('/registers/')) answers.push(answer);
  });
  return async (tookMs) => {
    const [counted, sizes] = [answers.length, await Promise.all(answers.map(sentBytesOf))];
    answers = [];
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    return `${counted} requests, ${kilobytes.toFixed(1)} KB, ${tookMs.toFixed(0)} ms`;
  };
}
