import { spawnSync } from 'node:child_process';
import { rebuild } from './rebuild.mjs';
import { bin, prepare, readJson, run } from './setup.mjs';

prepare();

/** EXACT is one version, and no range. */
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

const steps = [
  { name: 'types and layers (tsc -b)', check: () => run(bin('typescript', 'tsc'), ['-b']) },
  { name: 'lint and layers (oxlint)', check: () => run(bin('oxlint'), ['--type-aware', '--deny-warnings']) },
  { name: 'format (oxfmt)', check: () => run(bin('oxfmt'), ['--check']) },
  { name: 'unused code (knip)', check: () => run(bin('knip')) },
  {
    name: 'code that only tests use (knip)',
    check: () =>
      run(bin('knip'), ['--production', '--config', '.knip.production.json', '--include', 'files,exports']),
  },
  { name: 'exact versions (package.json)', check: areExact },
  { name: 'lock file (npm ci --dry-run)', check: lockIsComplete },
  { name: 'known weaknesses (npm audit)', check: audited },
  { name: 'build (vite)', check: () => run(bin('vite'), ['build', '--logLevel', 'warn']) },
  { name: 'requests and bytes until quiet', check: () => run('src/tools/bench.mjs', ['--limits']) },
  { name: 'the same build elsewhere', check: () => rebuild() },
];
const failed = [];
const unknown = [];
for (const { name, check } of steps) {
  console.log(`\n— ${name}`);
  const status = await check();
  if (status === undefined) unknown.push(name);
  else if (status !== 0) failed.push(name);
}
const clean = steps.length - failed.length - unknown.length;
console.log(`\n${clean} of ${steps.length} checks are clean.`);
if (unknown.length > 0) console.log(`Not checked: ${unknown.join('; ')}`);
if (failed.length > 0) console.log(`Not clean: ${failed.join('; ')}`);
process.exit(failed.length === 0 ? 0 : 1);

function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
}

/** areExact returns 0 where package.json names every package by one version, and no range. */
function areExact() {
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
function lockIsComplete() {
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
function audited() {
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
