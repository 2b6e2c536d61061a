import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSERS, ensureBrowser, ensureOther, findBrowser } from './browser.mjs';
import { bin, buildSite, prepare, readJson, readOptions, run, runBehind } from './setup.mjs';

const HELP = `npm test

Checks types and lint, runs the unit tests, builds the site and walks through it in Chromium (BROWSER_PATH names another).

  npm test -- --browsers all            the journeys of e2e/browsers.spec.ts in Chromium, Firefox and WebKit too
  npm test -- --browsers firefox        one of ${BROWSERS.join(', ')}; several with commas between them`;

const { values, refuse } = readOptions(HELP, { browsers: { type: 'string', default: '' } });
const browsers = values.browsers === 'all' ? BROWSERS : values.browsers.split(',').filter(Boolean);
const unknown = browsers.filter((name) => !BROWSERS.includes(name));
if (unknown.length > 0) refuse(`--browsers does not know ${unknown.join(', ')}.`);

prepare();
await findBrowser().catch((error) => refuse(error.message));
const reports = mkdtempSync(join(tmpdir(), 'register-explorer-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

/**
 * step runs one part, and adds up what its report counts, or one for a part that has no report. A part that
 * ends badly has at least one failure.
 */
async function step(name, work, read) {
  console.log(`\n— ${name}`);
  const status = await work();
  let counts = { passed: status === 0 ? 1 : 0, failed: 0, skipped: 0 };
  try {
    counts = read?.() ?? counts;
  } catch {
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  const isEmpty = counts.passed + counts.failed === 0;
  if ((status !== 0 || isEmpty) && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  if (counts.failed > 0) console.error(`\n${name}: failed`);
}

const notRun = [];

/** lacks reports a part that did not run, which fails the whole: nothing would be known of it. */
function lacks(part, reason) {
  console.error(`\n${part} did not run. ${reason}`);
  notRun.push(part);
  totals.failed += 1;
}

const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

// Side by side: one alone seldom keeps all processors busy. None of them reads what another writes.
await Promise.all([
  step('types and layers', () => run(bin('typescript', 'tsc'), ['-b'])),
  step('lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings'])),
  step('build', buildSite),
]);

// Beside the journeys, which leave a third of the time of two processors: they wait for clocks and answers.
const unitTests = step(
  'unit tests',
  () =>
    runBehind(bin('vitest'), [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ]),
  () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      readJson(unitReport);
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      skipped: numPendingTests + numTodoTests,
    };
  },
);
console.log('They run beside what follows, and report when they end.');

const missing = [];
for (const name of browsers.filter((one) => one !== 'chromium')) {
  const problem = ensureOther(name);
  if (problem === undefined) continue;
  missing.push(name);
  lacks(`The journeys in ${name}`, problem);
}
const browser = await ensureBrowser();
if (browser)
  await step(
    'browser journeys',
    () =>
      run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
        BROWSER_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport,
        BROWSERS: browsers.filter((name) => !missing.includes(name)).join(','),
      }),
    () => {
      const { stats } = readJson(journeyReport);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );
else
  lacks(
    'The browser journeys',
    'No Chromium, Chrome or Edge was found and none could be installed.\n' +
      'Install one (Debian: apt-get install chromium) or set BROWSER_PATH to its path, then run npm test again.',
  );
await unitTests;
if (browsers.length < BROWSERS.length)
  console.log('\nTo run e2e/browsers.spec.ts in all browsers: npm test -- --browsers all');

rmSync(reports, { recursive: true, force: true });
const ends = [
  `${totals.passed} passed, ${totals.failed} failed`,
  ...(totals.skipped > 0 ? [`${totals.skipped} skipped`] : []),
  ...notRun.map((part) => `${part[0].toLowerCase()}${part.slice(1)} did not run`),
];
console.log(`\n${ends.join(', ')}`);
process.exit(totals.failed === 0 ? 0 : 1);
