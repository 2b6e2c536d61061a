import { gzipSync } from 'node:zlib';
import { openBrowser } from './bench-browser.mjs';
import { kilobytes } from './bench-row.mjs';
import { ensureBrowser } from './browser.mjs';

/** What a reader who opens a pasted record link in a fresh profile may have to fetch, until it is verified and until the page is quiet; bytes of 1,000 to a KB. */
const LIMITS = [
  { name: 'requestsUntilVerified', what: 'requests until the record is verified', most: 16 },
  { name: 'requests', what: 'requests until quiet', most: 30 },
  { name: 'scripts', what: 'script files until quiet', most: 8 },
  { name: 'scriptBytes', what: 'script until quiet, gzipped', most: 160_000, write: kilobytes },
  {
    name: 'sentBytes',
    what: 'everything until quiet, as npm start sends it',
    most: 250_000,
    write: kilobytes,
  },
];

const RECORD = '/country/records/GB';

/** QUIET_MS is how long after the record is verified requests are still counted: nothing is won by waiting a little. */
const QUIET_MS = 10_000;

/** firstPath opens the record link on this page, which is of a fresh profile without service workers, and counts what it fetches until ten seconds after the record is verified. */
export async function firstPath(page, address) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let sentBytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (sentBytes += encodedDataLength));
  const answers = [];
  page.context().on('response', (response) => void answers.push(response));
  const began = performance.now();
  await page.goto(address + RECORD, { timeout: 60_000 });
  await page.locator('header [data-outcome="holds"]').waitFor({ timeout: 60_000 });
  const verifiedMs = performance.now() - began;
  const requestsUntilVerified = answers.length;
  await page.waitForTimeout(QUIET_MS);
  const scripts = answers.filter((answer) => new URL(answer.url()).pathname.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (answer) => gzipSync(await answer.body(), { level: 9 }).length),
  );
  return {
    verifiedMs,
    requestsUntilVerified,
    requests: answers.length,
    scripts: scripts.length,
    scriptBytes: sizes.reduce((sum, size) => sum + size, 0),
    sentBytes,
  };
}

/** firstPathRows are the counts of one visit as rows of a table, with their limits. */
export async function firstPathRows({ inProfile }) {
  const counts = await inProfile(firstPath, { serviceWorkers: 'block' });
  return [
    ['Record link in a fresh profile, counted until ten seconds after it is verified'],
    ...LIMITS.map(({ name, what, most, write = String }) => [
      `  ${what}`,
      write(counts[name]),
      `at most ${write(most)}`,
    ]),
  ];
}

/** check measures the built site and names each limit that it breaks. Returns 0 where it keeps them all. */
async function check() {
  const executable = await ensureBrowser();
  if (executable === undefined) {
    console.error('Not measured: no Chromium, Chrome or Edge was found, and none could be installed.');
    return 1;
  }
  const browser = await openBrowser(executable, 'dist');
  try {
    const counts = await browser.inProfile(firstPath, { serviceWorkers: 'block' });
    for (const { name, what, most, write = String } of LIMITS)
      console.log(`${write(counts[name]).padStart(9)}  ${what}, at most ${write(most)}`);
    const broken = LIMITS.filter(({ name, most }) => !(counts[name] <= most));
    for (const { what } of broken) console.error(`Over the limit: ${what}.`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
  }
}

if (process.argv[1]?.endsWith('first-path.mjs')) process.exitCode = await check();
