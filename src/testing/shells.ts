import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** SHELLS are the paths of the POSIX shells of this machine by which generated scripts are tried; none where openssl is missing. */
export const SHELLS: readonly string[] = has('openssl')
  ? [...new Set(['bash', 'dash', 'ksh', 'sh'].flatMap(pathOf).map((path) => realpathSync(path)))]
  : [];

/** OPENSSL_REASON goes into the name of a test that runs scripts. */
export const OPENSSL_REASON = 'needs a POSIX shell and openssl, skipped where they are absent';

/** ScriptRun is what became of a script. */
export interface ScriptRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Files that it left behind; none, unless a text of the register was executed. */
  readonly left: readonly string[];
}

/** runScript runs a generated script in an empty folder of its own, which is its home too: a script whose quoting is broken finds nothing to spoil. */
export function runScript(script: string, shell = SHELLS[0] ?? 'sh', path = process.env['PATH']): ScriptRun {
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  try {
    const { status, stdout, stderr } = spawnSync(shell, ['-s'], {
      input: script,
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: path, HOME: folder, TMPDIR: folder },
    });
    return { status, stdout, stderr, left: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function has(command: string): boolean {
  return pathOf(command).length > 0;
}

function pathOf(command: string): string[] {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' });
  return status === 0 ? [stdout.trim()] : [];
}
