import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { rebuild } from './rebuild.mjs';
import { bin, prepare, readJson, run } from './setup.mjs';

prepare();
const reports = mkdtempSync(join(tmpdir(), 'register-explorer-'));
/** For all targets together: enough for some hundred cases of each. npm run fuzz takes longer. */
const FUZZ_SECONDS = 8;
const totals = { passed: 0, failed: 0, skipped: 0 };

/** step runs one part that either passes or fails as a whole. */
async function step(name, work) {
  console.log(`\n— ${name}`);
  if ((await work()) === 0) totals.passed += 1;
  else totals.failed += 1;
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
const fuzzReport = join(reports, 'fuzz.json');
const journeyReport = join(reports, 'journeys.json');

await step('types and layers', () => run(bin('typescript', 'tsc'), ['-b']));
await step('lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings']));
await counted(
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
);
await counted(
  'fuzzing, a short round',
  () => run('src/tools/fuzz.mjs', ['--seconds', String(FUZZ_SECONDS), '--report', fuzzReport]),
  () => readJson(fuzzReport),
);
await step('build', () => run(bin('vite'), ['build', '--logLevel', 'warn']));
await step('the same build elsewhere', () => rebuild());

const browser = await ensureBrowser().catch((error) => {
  console.error(error.message);
  return undefined;
});
if (browser) {
  await step('requests and bytes until quiet', () =>
    run('src/tools/first-path.mjs', [], { BROWSER_PATH: browser }),
  );
  await counted(
    'browser journeys',
    () =>
      run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
        BROWSER_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport,
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

rmSync(reports, { recursive: true, force: true });
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed === 0 ? 0 : 1);
