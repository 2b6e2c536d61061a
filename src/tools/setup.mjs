import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isReplaceable } from './build-id.mjs';
import { isInRange, NODE_RANGE } from './node-range.mjs';

/** root is the project's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Vite and its kin take these characters of a path for part of an address or a pattern. */
const UNFIT = sep === '/' ? /[#?%*\\]/ : /[#%]/;

/** fail prints one clear message and ends the process with status 1. */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/**
 * readOptions reads the arguments of a command. With --help it prints the help, and ends; bad
 * arguments end it with status 2.
 */
export function readOptions(help, options, allowPositionals = false) {
  const refuse = (message) => {
    console.error(`${message}\n\n${help}`);
    process.exit(2);
  };
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } };
    const { values, positionals } = parseArgs({ options: all, allowPositionals });
    if (!values.help) return { values, positionals, refuse };
    console.log(help);
    return process.exit(0);
  } catch (error) {
    return refuse(error.message);
  }
}

/** readJson reads a JSON file; throws if there is none or it is none. */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * prepare checks the version of Node and the name of the folder, moves to the top folder and installs the
 * locked packages unless they are there.
 */
export function prepare() {
  if (!isInRange(process.versions.node))
    fail(`Register Explorer needs Node ${NODE_RANGE}; this is ${process.versions.node}.`);
  const [unfit] = UNFIT.exec(root) ?? [];
  if (unfit)
    fail(
      `The build tools cannot work in a folder whose path has the character ${unfit}. Rename it:\n${root}`,
    );
  process.chdir(root);
  if (isInstalled()) return;
  console.error('Installing the packages this project needs (once) …');
  const result = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) fail('npm ci failed. It needs the npm registry once; see the message above.');
}

/**
 * isInstalled holds what npm notes in node_modules once it is done against the lock, so that `npm ci`,
 * which empties the folder first, runs only where something is missing. Packages of other platforms are
 * optional and may be absent.
 */
function isInstalled() {
  const note = join('node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const there = readJson(note).packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, { integrity, optional }]) =>
    path in there ? there[path].integrity === integrity : path === '' || optional === true,
  );
}

/** bin is the path of a locally installed command's script, to be run with this Node. */
export function bin(packageName, name = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin: entry } = readJson(join(folder, 'package.json'));
  const script = typeof entry === 'string' ? entry : entry?.[name];
  if (!script) fail(`The package ${packageName} has no command ${name}.`);
  return join(folder, script);
}

/** run runs a Node script to its end, showing what it prints; resolves with its exit status. */
export function run(script, args = [], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/**
 * runBehind runs a Node script to its end like run, gives way to others where processors are busy, and shows
 * what the script prints once it has ended, so that nothing else stands between.
 */
export function runBehind(script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    // Not so low that tests which wait for a second would wait in vain.
    setPriority(child.pid, 5);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => printed.push(part));
    child.on('close', (code, signal) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

/** buildSite builds the site into a folder and resolves with the exit status; status 2 ends the process if that folder cannot be written, or has something else. */
export async function buildSite(args = [], folder = 'dist') {
  const place = resolve(root, folder);
  const stop = (why) => {
    console.error(`The site cannot be built: ${why}.`);
    process.exit(2);
  };
  for (const written of [dirname(place), place].filter(existsSync))
    try {
      accessSync(written, constants.W_OK);
    } catch {
      stop(`this user cannot write in ${written}`);
    }
  if (!isReplaceable(place)) stop(`${place} has something else; name a folder that is new or empty`);
  return run(bin('vite'), ['build', '--logLevel', 'warn', ...args]);
}

/** importTypeScript runs one TypeScript module of this project in this process and returns its exports. */
export async function importTypeScript(path) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, path), { configFile: false, logLevel: 'error', root });
  return module;
}
