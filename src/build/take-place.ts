import { existsSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isReplaceable } from '../tools/build-id.mjs';

/**
 * partialFolder returns the folder beside `out` in which this process builds, and removes those of builds that
 * were killed. Throws if `out` is there and is neither an earlier build nor an empty folder.
 */
export function partialFolder(out: string): string {
  const folder = existsSync(out) ? realpathSync(out) : resolve(out);
  if (!isReplaceable(folder)) throw new Error(`${folder} is not an earlier build.`);
  if (existsSync(dirname(folder)))
    for (const name of readdirSync(dirname(folder))) {
      const pid =
        name.startsWith(basename(folder)) &&
        /^\.(?:partial|old)-(\d+)$/.exec(name.slice(basename(folder).length))?.[1];
      if (pid && !isRunning(Number(pid)))
        rmSync(join(dirname(folder), name), { recursive: true, force: true });
    }
  return `${folder}.partial-${process.pid}`;
}

/**
 * takePlace puts a whole build in the place of `out`, which is never half of one and half of another. Of two
 * builds that end at the same moment, the later one stays.
 */
export function takePlace(partial: string, out: string): void {
  const folder = existsSync(out) ? realpathSync(out) : out;
  const old = `${folder}.old-${process.pid}`;
  if (!existsSync(partial)) throw new Error(`There is no build in ${partial}.`);
  for (let tries = 1; ; tries += 1)
    try {
      if (existsSync(folder)) renameSync(folder, old);
      renameSync(partial, folder);
      return rmSync(old, { recursive: true, force: true });
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      // Another build has taken the place in between, or is about to: it is now the one before.
      if (existsSync(folder)) rmSync(old, { recursive: true, force: true });
    }
}

const MOST_TRIES = 20;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
