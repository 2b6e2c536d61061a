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

/** CHROMIUM_ARGS are what Chromium is started with in all journeys. */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // No picture is judged pixel by pixel; drawing in software would take a third of the processor.
  '--disable-gpu',
  // What V8 compiles for a second time pays off later than a journey ends, and takes a sixth of the processor.
  '--js-flags=--no-opt --no-maglev',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Every window of a browser that is not a headless shell loads two pages for what its address bar offers, which takes as long as a page of ours. Only the last
  // list of features counts, so that those Playwright turns off are here too.
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
