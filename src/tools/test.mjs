import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSERS, ensureBrowser, ensureOther } from './browser.mjs';
import { bin, prepare, readJson, readOptions, run } from './setup.mjs';

const HELP = `npm test checks types and lint, runs the unit tests, and walks through the built site in Chromium.

  npm test -- --browsers all            the journeys of e2e/browsers.spec.ts in Chromium, Firefox and WebKit too
  npm test -- --browsers firefox        one of ${BROWSERS.join(', ')}; several with commas between them`;

const { values, refuse } = readOptions(HELP, { browsers: { type: 'string', default: '' } });
const browsers = values.browsers === 'all' ? BROWSERS : values.browsers.split(',').filter(Boolean);
const unknown = browsers.filter((name) => !BROWSERS.includes(name));
if (unknown.length > 0) refuse(`--browsers does not know ${unknown.join(', ')}.`);

prepare();
const reports = mkdtempSync(join(tmpdir(), 'register-explorer-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

/** step runs one part that either passes or fails as a whole. */
async function step(name, work) {
  console.log(`\n— ${name}`);
  if ((await work()) === 0) totals.passed += 1;
  else {
    totals.failed += 1;
    console.error(`\n${name}: failed`);
  }
}

/** counted runs a test runner and adds up what its report counts; a run without a readable report is one failure. */
async function counted(name, work, read) {
  console.log(`\n— ${name}`);
  const status = await work();
  try {
    const counts = read();
    for (const key of Object.keys(totals)) totals[key] += counts[key];
    if (status !== 0 && counts.failed === 0) totals.failed += 1;
    if (counts.passed + counts.failed === 0) totals.failed += 1;
  } catch {
    totals.failed += 1;
  }
}

const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

// Side by side: one alone seldom keeps all processors busy. None of them reads what another writes.
await Promise.all([
  step('types and layers', () => run(bin('typescript', 'tsc'), ['-b'])),
  step('lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings'])),
  step('build', () => run(bin('vite'), ['build', '--logLevel', 'warn'])),
  counted(
    'unit tests',
    () =>
      run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]),
    () => {
      const report = readJson(unitReport);
      return {
        passed: report.numPassedTests,
        failed:
          report.numFailedTests +
          report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
            .length,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    },
  ),
]);

// A browser that was asked for and is not there fails the run: nothing would be known of it.
const missing = new Map(
  browsers
    .filter((name) => name !== 'chromium')
    .map((name) => [name, ensureOther(name)])
    .filter(([, problem]) => problem !== undefined),
);
const browser = await ensureBrowser().catch((error) => {
  console.error(error.message);
  return undefined;
});
if (browser) {
  await counted(
    'browser journeys',
    () =>
      run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
        BROWSER_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport,
        BROWSERS: browsers.filter((name) => !missing.has(name)).join(','),
      }),
    () => {
      const { stats } = readJson(journeyReport);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );
} else {
  console.error(
    '\nThe browser journeys did not run: no Chromium, Chrome or Edge was found and none could be installed.\n' +
      'Install one (Debian: apt-get install chromium) or set BROWSER_PATH to its path, then run npm test again.',
  );
  totals.failed += 1;
}

if (browsers.length < BROWSERS.length)
  console.log(
    `\ne2e/browsers.spec.ts was not run in ${BROWSERS.filter((one) => !browsers.includes(one)).join(', ')}: npm test -- --browsers all does, or --browsers with names.`,
  );
for (const [name, problem] of missing) {
  console.error(`\nThe journeys of e2e/browsers.spec.ts did not run in ${name}. ${problem}`);
  totals.failed += 1;
}

rmSync(reports, { recursive: true, force: true });
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed === 0 ? 0 : 1);
