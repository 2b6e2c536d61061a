import { spawn } from 'node:child_process';
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
import { root } from './setup.mjs';

/** What a build is made of, the packages apart. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * rebuild builds the site again, in another folder (with a space in its name), another time zone and language, and compares every file with the build in `dist`.
 * Returns 0 where all bytes are the same; names the files that differ otherwise.
 */
export async function rebuild(dist = join(root, 'dist')) {
  const folder = mkdtempSync(join(tmpdir(), 'register explorer '));
  try {
    for (const name of SOURCES) cpSync(join(root, name), join(folder, name), { recursive: true });
    linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'));
    const status = await build(folder);
    if (status !== 0) return status;
    const differing = compare(dist, join(folder, 'dist'));
    for (const name of differing.slice(0, 10)) console.error(`${name} is not the same in both builds.`);
    if (differing.length > 10) console.error(`${differing.length - 10} more are not the same.`);
    if (differing.length === 0) console.log('Two builds in two folders are the same, byte by byte.');
    return differing.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(folder) {
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' },
  });
  return new Promise((resolve) => void child.on('exit', (code) => resolve(code ?? 1)));
}

/** Packages as files of the folder itself: a link to their folder would lead the build back to the first one. */
function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && !/^\.(?:cache|vite)/.test(entry.name)) linkFolder(source, target);
    else if (entry.isFile()) linkFile(source, target);
  }
}

function linkFile(source, target) {
  try {
    linkSync(source, target);
  } catch {
    // The temporary folder is on another disk.
    copyFileSync(source, target);
  }
}

/** The files that are not the same in both builds, by their paths without the builds' ids. */
function compare(one, other) {
  const [first, second] = [filesOf(one), filesOf(other)];
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter(
    (name) => !(first.has(name) && second.has(name) && first.get(name).equals(second.get(name))),
  );
}

function filesOf(folder) {
  const id = namedIdOf(folder);
  return new Map(
    filesBelow(folder).map((path) => [path.replace(id, BUILD), readFileSync(join(folder, path))]),
  );
}

if (process.argv[1]?.endsWith('rebuild.mjs')) process.exit(await rebuild(process.argv[2]));
