import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { auditRows } from './bench-audit.mjs';
import { firstPathRows } from './first-path.mjs';
import { mockRows } from './bench-mock.mjs';
import { printTable } from './bench-row.mjs';
import { dragRows, searchRows, wideRows } from './bench-views.mjs';
import { findBrowser, openBrowser } from './browser.mjs';
import { bin, fail, prepare, readOptions, run } from './setup.mjs';

/** GROUPS are what can be measured, in the order of the table. */
const GROUPS = [
  { name: 'first-path', what: 'a pasted record link on a fast and a slow line', rows: firstPathRows },
  { name: 'mock', what: 'the mock server', rows: mockRows, isWithoutBrowser: true },
  { name: 'search', what: 'a keystroke among 10,000 records', rows: searchRows },
  { name: 'drag', what: 'a step through time in a register of 20,000 entries', rows: dragRows },
  { name: 'wide', what: 'records of up to 100,000 attributes', rows: wideRows },
  { name: 'audit', what: 'audits of country and of a million entries, through npm start', rows: auditRows },
];

const width = Math.max(...GROUPS.map(({ name }) => name.length));
const HELP = `npm run bench [-- --only ROWS] [-- --no-build] [-- --dist FOLDER]

Builds the site, measures it and the mock server, and prints medians of one run.
FOLDER is a build to measure in the place of a new one. ROWS are any of these, with commas between them:

${GROUPS.map(({ name, what }) => `  ${name.padEnd(width)}  ${what}`).join('\n')}`;

const { values, refuse } = readOptions(HELP, {
  only: { type: 'string' },
  dist: { type: 'string' },
  'no-build': { type: 'boolean' },
});
prepare();
const only = values.only?.split(',');
const unknown = only?.filter((name) => !GROUPS.some((group) => group.name === name)) ?? [];
if (unknown.length > 0) refuse(`There is no row ${unknown.join(', ')}.`);
const dist = resolve(values.dist ?? 'dist');
const isBuilt = values['no-build'] === true || values.dist !== undefined;
if (!isBuilt && (await run(bin('vite'), ['build', '--logLevel', 'warn'])) !== 0)
  fail('The build failed; see the message above.');

const chosen = GROUPS.filter(({ name }) => only === undefined || only.includes(name));
const executable = await findBrowser();
const browser =
  executable && chosen.some(({ isWithoutBrowser }) => !isWithoutBrowser)
    ? await openBrowser(executable, dist)
    : undefined;
const failed = [];
const loads = [load()];
for (const { name, rows: measure, isWithoutBrowser } of chosen) {
  const began = performance.now();
  if (!isWithoutBrowser && browser === undefined)
    console.log(`${name}: not measured, no Chromium, Chrome or Edge was found (npm test installs one)`);
  else
    try {
      // At once, so that an interrupted run has printed its results.
      printTable(await measure({ ...browser, executable, dist }));
    } catch (error) {
      failed.push(name);
      console.error(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  loads.push(load());
  console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s, load ${loads.at(-1)}`);
}
await browser?.close();
console.log(
  [
    `Node ${process.versions.node}, ${browser ? `Chromium ${browser.version}` : 'no browser'}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}. Medians unless said otherwise.`,
    `Load of the machine ${loads[0]} at the beginning, ${loads.at(-1)} at the end. Beside other work, times by the clock say little; shares, and what is called processor time, say more.`,
  ].join('\n'),
);
process.exit(failed.length === 0 ? 0 : 1);

function load() {
  return loadavg()[0].toFixed(1);
}
