import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS } from './browsers/chromium-args.ts';

/** The journeys run against the built site in `dist`, served by each test's own fixtures; see fixtures.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One for each processor. One more makes the others wait, and waiting is looking again and again: 13 % more processor time.
  workers: '100%',
  retries: 0,
  // It only bounds what hangs: nothing is asserted of how long a journey takes.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    // A new browser profile for each test would take a second of processor time, most of it for compiling the site once more. All tests of a worker share one:
    // between them it is emptied of storage and pages. Specs of service workers and of a page from disk say `reuseContext: false`.
    // Touch stays on in it: a test by touch has a `newPage`.
    reuseContext: true,
    // Each would keep the whole site in every test. offline.spec.ts and record.spec.ts let it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['BROWSER_PATH'] ? { executablePath: process.env['BROWSER_PATH'] } : {}),
      args: [...CHROMIUM_ARGS],
    },
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
