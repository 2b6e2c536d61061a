import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** SHELLS are the paths of the POSIX shells of this machine by which generated scripts are tried; none where openssl is missing. */
export const SHELLS: readonly string[] = has('openssl')
  ? [...new Set(['bash', 'dash', 'ksh', 'sh'].flatMap(pathOf).map((path) => realpathSync(path)))]
  : [];

/** OPENSSL_REASON goes into the name of a test that runs scripts. */
export const OPENSSL_REASON = 'needs a POSIX shell and openssl, skipped where they are absent';

function has(command: string): boolean {
  return pathOf(command).length > 0;
}

function pathOf(command: string): string[] {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' });
  return status === 0 ? [stdout.trim()] : [];
}
