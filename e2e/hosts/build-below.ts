import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** buildBelow builds the site to be served below `base` (`/sub/`) into a folder of its own, to be removed by the caller. */
export async function buildBelow(base: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'register-explorer-'));
  const vite = join(TOP, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', `--base=${base}`, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const build = spawn(process.execPath, args, { cwd: TOP, stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await new Promise((resolve) => void build.once('exit', resolve));
  if (status !== 0) throw new Error(`The build for ${base} ended with status ${String(status)}.`);
  return folder;
}
