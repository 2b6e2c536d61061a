import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, openBrowser } from './browser.mjs';
import { fail, prepare, root } from './setup.mjs';

const WIDTH = 1100;

prepare();
const executablePath = await findBrowser();
if (!executablePath) fail('A picture needs Chromium, Chrome or Edge; npm test installs one.');

// The picture of the README: a record with its entry proof, taken from the site as it was built last.
const { browser, close, address } = await openBrowser(executablePath, 'dist');
const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, colorScheme: 'light' });
await page.goto(`${address}/country/records/CZ`);
await page.getByRole('figure', { name: /equals the published root/i }).waitFor();
await page.evaluate(() => document.fonts.ready);
await page.waitForLoadState('networkidle');
const path = join(root, '.github', 'record.png');
mkdirSync(join(root, '.github'), { recursive: true });
const article = await page.getByRole('article').boundingBox();
const clip = { x: 0, y: 0, width: WIDTH, height: Math.ceil(article.y + article.height) + 20 };
await page.screenshot({ path, fullPage: true, clip });
await close();
console.log(path);
