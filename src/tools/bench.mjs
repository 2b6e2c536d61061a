import { cpus } from 'node:os';
import { findBrowser } from './browser.mjs';
import { browserRows } from './bench-browser.mjs';
import { hashingRows, mockRows, proofOf20Steps, sizeRows } from './bench-node.mjs';
import { printTable } from './bench-row.mjs';
import { bin, fail, prepare, run } from './setup.mjs';

prepare();
if (process.argv.includes('--help')) {
  console.log(
    'npm run bench [-- --no-build]\n\nMeasures sizes and speeds of the built site and of the mock server, and prints them.',
  );
  process.exit(0);
}
if (!process.argv.includes('--no-build') && (await run(bin('vite'), ['build', '--logLevel', 'warn'])) !== 0)
  fail('The build failed; see the message above.');

const request = await proofOf20Steps();
const rows = [...sizeRows(), ...(await mockRows()), ...(await hashingRows(request))];
const executable = await findBrowser();
let browserName = 'no browser';
if (executable) {
  const { rows: found, version } = await browserRows(executable, request);
  rows.push(...found);
  browserName = `Chromium ${version}`;
} else {
  rows.push(['In the browser: not measured, no Chromium, Chrome or Edge was found (npm test installs one)']);
}
printTable(rows);
console.log(
  `Node ${process.versions.node}, ${browserName}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}. Medians unless said otherwise.`,
);
