import { defineConfig } from 'playwright/test';

const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // As Playwright 1.65 has it, without what concerns other browsers and systems.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** The journeys run against the built site in `dist`, served by each test's own fixtures; see fixtures.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than the processors that are usual: journeys wait now and then.
  workers: 3,
  retries: 0,
  timeout: 60_000,
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
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // No picture is judged pixel by pixel; drawing in software would take a third of the processor.
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Every window of a browser that is not a headless shell loads two pages for what its address bar offers, which takes as long as a page of ours. Only the last
        // list of features counts, so that those Playwright turns off are here too.
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
