import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD, filesBelow, namedIdOf } from './build-id.mjs';
import { bin, buildSite, prepare, readJson, readOptions, root, run } from './setup.mjs';

const HELP = `npm run check

Checks types and layers, lint, format, unused code, exact versions, the lock file and known weaknesses; builds the site,
and checks what a first visit fetches, and that a second build elsewhere has the same bytes. npm test runs the tests.`;

readOptions(HELP, {});
prepare();

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
  { name: 'build (vite)', check: buildSite },
  { name: 'requests and bytes', check: () => run('src/tools/bench.mjs', ['--limits']) },
  { name: 'the same build elsewhere', check: rebuild },
];
const failed = [];
const unknown = [];
for (const { name, check } of steps) {
  console.log(`\n— ${name}`);
  const status = await check();
  if (status === undefined) unknown.push(name);
  else if (status !== 0) failed.push(name);
}
console.log(`\n${steps.length - failed.length - unknown.length} of ${steps.length} checks are clean.`);
if (unknown.length > 0) console.log(`Not checked: ${unknown.join('; ')}`);
if (failed.length > 0) console.log(`Not clean: ${failed.join('; ')}`);
process.exit(failed.length === 0 ? 0 : 1);

function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
}

/** none prints each fault that was found. Returns 0 if there is none. */
function none(faults) {
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

/** areExact returns 0 where package.json names every package by one version, and no range. */
function areExact() {
  const { dependencies, devDependencies } = readJson('package.json');
  const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version),
  );
  return none(ranges.map(([name, version]) => `${name} is not one version in package.json: ${version}`));
}

/**
 * lockIsComplete returns 0 where `npm ci` would find every package, those of other platforms included, each
 * with a hash of its content, and the lock names no download address.
 */
function lockIsComplete() {
  const dry = npm('ci', '--dry-run', '--no-audit', '--no-fund');
  const said = `${dry.stdout}${dry.stderr}`;
  const packages = Object.entries(readJson('package-lock.json').packages).filter(([path]) => path !== '');
  return none([
    ...(dry.status !== 0 || /missing:/i.test(said) ? [said] : []),
    ...packages
      .filter(([, { resolved, integrity, inBundle }]) => resolved || !(integrity || inBundle))
      .map(([path]) => `${path} has a download address, or no hash, in package-lock.json.`),
  ]);
}

/**
 * audited asks the registry for known weaknesses of the locked packages. Returns 0 where it knows none, 1
 * where it knows some, and undefined if it does not answer: then nothing is known, which is neither.
 */
function audited() {
  try {
    const { vulnerabilities } = JSON.parse(npm('audit', '--json').stdout);
    const found = Object.values(vulnerabilities);
    return none(found.map(({ name, severity, range }) => `${name} ${range}: ${severity}`));
  } catch {
    console.log('Not audited: the registry gave no answer.');
    return undefined;
  }
}

/**
 * rebuild builds the site again, in another folder (with a space in its name), another time zone and
 * language, and compares every file with the build in `dist`. Returns 0 where all bytes are the same.
 */
function rebuild() {
  const folder = mkdtempSync(join(tmpdir(), 'register explorer '));
  try {
    const lock = 'package-lock.json';
    for (const name of [
      'src',
      'public',
      'index.html',
      'package.json',
      lock,
      'tsconfig.json',
      'vite.config.ts',
    ])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'));
    const vite = join(folder, 'node_modules/vite/bin/vite.js');
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' },
    });
    if (status !== 0) return status ?? 1;
    const [first, second] = [filesOf(join(root, 'dist')), filesOf(join(folder, 'dist'))];
    const names = new Set([...first.keys(), ...second.keys()]);
    const differing = [...names].filter((name) => first.get(name) !== second.get(name));
    return none(differing.map((name) => `${name} is not the same in both builds.`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** linkFolder links each file: a link to a folder would lead the build back to the first one. */
function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && !/^\.(?:cache|vite)/.test(entry.name)) linkFolder(source, target);
    else if (entry.isFile())
      try {
        linkSync(source, target);
      } catch {
        // The temporary folder is on another disk.
        copyFileSync(source, target);
      }
  }
}

/** filesOf are the contents of a build by their paths without the build's id. */
function filesOf(folder) {
  const id = namedIdOf(folder);
  const read = (path) => readFileSync(join(folder, path), 'latin1');
  return new Map(filesBelow(folder).map((path) => [path.replace(id, BUILD), read(path)]));
}
