import { ensureBrowser } from './browser.mjs';
import { bin, fail, prepare, run } from './setup.mjs';

// What follows goes to Playwright: the names of spec files, -g and words of a title, --workers, --debug.
prepare();
const browser = await ensureBrowser().catch((error) => {
  console.error(error.message);
  process.exit(2);
});
if (browser === undefined)
  fail('The journeys did not run: no Chromium, Chrome or Edge was found or could be installed.');
const args = ['test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)];
process.exit(await run(bin('playwright'), args, { BROWSER_PATH: browser }));
