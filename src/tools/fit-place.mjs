import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';

const UNFIT = sep === '/' ? /[#?%*\\]/ : /[#%]/;
const NOT_COPIED = new Set(['.git', 'node_modules', 'test-results']);

/**
 * runElsewhereIfUnfit runs this command in a copy of the project, and ends this process with its status, where the folder's name has a character that Vite
 * and its kin take for part of an address or a pattern. The copy keeps its installed packages; a site that it builds is brought back.
 * Returns a sentence instead of running where not even that would help, and undefined if the name is fit.
 */
export function runElsewhereIfUnfit(root, live) {
  const unfit = UNFIT.exec(root)?.[0];
  if (unfit === undefined) return undefined;
  const problem = `The build tools cannot work in a folder whose path has the character ${unfit}:\n${root}`;
  if (live || UNFIT.test(tmpdir())) return `${problem}\nPlease give it another name.`;
  const copy = join(
    tmpdir(),
    `register-explorer-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
  );
  console.log(`${problem}\nWorking in a copy: ${copy}\n`);
  copyProject(root, copy);
  const script = join(copy, 'src', 'tools', basename(process.argv[1]));
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
  });
  for (const folder of ['dist', 'dist-single']) {
    const built = join(copy, folder);
    if (!existsSync(built)) continue;
    rmSync(join(root, folder), { recursive: true, force: true });
    cpSync(built, join(root, folder), { recursive: true });
  }
  return process.exit(status ?? 1);
}

function copyProject(root, copy) {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(copy)) {
    if (name !== 'node_modules') rmSync(join(copy, name), { recursive: true, force: true });
  }
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !NOT_COPIED.has(relative(root, path).split(sep)[0]),
  });
}
