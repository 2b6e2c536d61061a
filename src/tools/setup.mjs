import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** root is the project's top folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const MINIMUM_NODE = [20, 19];

/** fail prints one clear message and ends the process with status 1. */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** prepare checks the version of Node, moves to the top folder and installs the locked packages where they are missing or of another lock. */
export function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
    fail(`Register Explorer needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
  process.chdir(root);
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const mark = join('node_modules', '.register-explorer-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.log('Installing the packages this project needs (once) …');
  const result = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) fail('npm ci failed. It needs the npm registry once; see the message above.');
  writeFileSync(mark, lock);
}

/** bin is the path of a locally installed command's script, to be run with this Node. */
export function bin(packageName, name = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin: entry } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof entry === 'string' ? entry : entry?.[name];
  if (!script) fail(`The package ${packageName} has no command ${name}.`);
  return join(folder, script);
}

/** run runs a Node script to its end, showing what it prints; resolves with its exit status. */
export function run(script, args = [], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** importTypeScript runs one TypeScript module of this project in this process and returns its exports. */
export async function importTypeScript(path) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, path), { configFile: false, logLevel: 'error', root });
  return module;
}
