import { spawnSync } from 'node:child_process';
import { readJson } from './setup.mjs';

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
}

/** areExact returns 0 where package.json names every package by one version, and no range. */
export function areExact() {
  const { dependencies, devDependencies } = readJson('package.json');
  const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !EXACT.test(version),
  );
  for (const [name, version] of ranges)
    console.error(`${name} is not one version in package.json: ${version}`);
  return ranges.length === 0 ? 0 : 1;
}

/**
 * lockIsComplete returns 0 where `npm ci` would find every package, those of other platforms included, each with a hash of its content, and the lock names no
 * download address.
 */
export function lockIsComplete() {
  const dry = npm('ci', '--dry-run', '--no-audit', '--no-fund');
  const said = `${dry.stdout}${dry.stderr}`;
  if (dry.status !== 0 || /missing:/i.test(said)) {
    console.error(said);
    return 1;
  }
  const packages = Object.entries(readJson('package-lock.json').packages).filter(([path]) => path !== '');
  const addressed = packages.filter(([, entry]) => entry.resolved);
  for (const [path] of addressed) console.error(`${path} has a download address in package-lock.json.`);
  const unhashed = packages.filter(([, entry]) => !entry.integrity && !entry.inBundle);
  for (const [path] of unhashed) console.error(`${path} has no hash in package-lock.json.`);
  return addressed.length + unhashed.length === 0 ? 0 : 1;
}

/**
 * audited asks the registry for known weaknesses of the locked packages. Returns 0 where it knows none, 1 where it knows some, and undefined if it does not
 * answer: then nothing is known, which is neither.
 */
export function audited() {
  const { stdout } = npm('audit', '--json');
  const report = readReport(stdout);
  if (report?.metadata?.vulnerabilities === undefined) {
    console.log(`Not audited: the registry gave no answer${report?.message ? ` (${report.message})` : ''}.`);
    return undefined;
  }
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}`);
  return found.length === 0 ? 0 : 1;
}

function readReport(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
