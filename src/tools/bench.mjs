import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { auditMemoryRows, auditRows, auditWaysRows } from './bench-audit.mjs';
import { openBrowser } from './bench-browser.mjs';
import { firstPathRows } from './first-path.mjs';
import { scrollMemoryRows } from './bench-memory.mjs';
import { mockRows } from './bench-mock.mjs';
import { openingRows, returningRows } from './bench-opening.mjs';
import { printTable } from './bench-row.mjs';
import { scrollRows } from './bench-scroll.mjs';
import { searchRows } from './bench-search.mjs';
import { sizeRows } from './bench-sizes.mjs';
import { taskRows } from './bench-tasks.mjs';
import { verifierRows } from './bench-verifier.mjs';
import { wideRows } from './bench-wide.mjs';
import { findBrowser } from './browser.mjs';
import { bin, fail, prepare, run } from './setup.mjs';

/** GROUPS are what can be measured, in the order of the table. */
const GROUPS = [
  { name: 'sizes', what: 'what is fetched, and the single file', rows: sizeRows, isWithoutBrowser: true },
  { name: 'mock', what: 'the mock server', rows: mockRows, isWithoutBrowser: true },
  { name: 'verifier', what: 'one proof in Node and in the worker', rows: verifierRows },
  { name: 'first-path', what: 'requests and bytes of a pasted record link', rows: firstPathRows },
  { name: 'opening', what: 'a pasted record link: cold, warm, slow', rows: openingRows },
  { name: 'returning', what: 'a return to a remembered log', rows: returningRows },
  { name: 'tasks', what: 'the longest tasks of the main thread', rows: taskRows },
  { name: 'wide', what: 'the longest task for records of many attributes', rows: wideRows },
  { name: 'scroll', what: 'frames while the log of a million is scrolled', rows: scrollRows },
  { name: 'search', what: 'a keystroke among 10,000 records', rows: searchRows },
  { name: 'audit', what: 'audits of 10,000 to 1,000,000 entries', rows: auditRows },
  { name: 'audit-ways', what: 'audits by workers and hasher', rows: auditWaysRows },
  { name: 'audit-memory', what: 'memory of an audit of a million', rows: auditMemoryRows },
  { name: 'scroll-memory', what: 'memory of the page after an hour of scrolling', rows: scrollMemoryRows },
];

prepare();
const { only, dist, isBuilt } = readArguments(process.argv.slice(2));
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
      // At once, so that a run that is broken off has told what it found.
      printTable(await measure({ ...browser, dist }));
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

function readArguments(given) {
  const value = (name) => (given.includes(name) ? given[given.indexOf(name) + 1] : undefined);
  if (given.includes('--help')) {
    const width = Math.max(...GROUPS.map(({ name }) => name.length));
    console.log(
      [
        'npm run bench [-- --only ROWS] [-- --no-build] [-- --dist FOLDER]',
        '',
        'Builds the site, measures sizes and speeds of it and of the mock server, and prints them as medians of one run: some eight minutes for all of them.',
        'FOLDER is a build to measure in the place of a new one. ROWS are any of these, with commas between them:',
        '',
        ...GROUPS.map(({ name, what }) => `  ${name.padEnd(width)}  ${what}`),
      ].join('\n'),
    );
    process.exit(0);
  }
  const only = value('--only')?.split(',');
  const unknown = only?.filter((name) => !GROUPS.some((group) => group.name === name)) ?? [];
  if (unknown.length > 0) fail(`There is no row ${unknown.join(', ')}; npm run bench -- --help names them.`);
  const dist = value('--dist');
  return {
    only,
    dist: resolve(dist ?? 'dist'),
    isBuilt: given.includes('--no-build') || dist !== undefined,
  };
}
