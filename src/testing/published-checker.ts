import assert from 'node:assert';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { checkFile } from '../views/check/file-queries.ts';
import type { FileOutcome } from '../verify/evidence/check-evidence.ts';

/** CHECKER is the text of the published checker. */
const CHECKER = readFileSync('public/check-bundle.mjs', 'utf8');

const checker = compileFunction(CHECKER.replaceAll(/^import .*$/gm, ''), [
  'must',
  'createHash',
  'createPublicKey',
  'verify',
  'readFileSync',
  'process',
]) as (...given: unknown[]) => void;

/** runChecker runs the published checker in this process, on these bytes as the file. */
export function runChecker(
  file: Uint8Array,
  ...more: readonly string[]
): { readonly status: number; readonly output: string } {
  let output = '';
  const process = {
    argv: ['node', 'check-bundle.mjs', 'file.json', ...more],
    stdout: { write: (said: string) => void (output += said) },
    exitCode: 0,
  };
  checker(assert, createHash, createPublicKey, verify, () => file, process);
  return { status: process.exitCode, output };
}

const OF_STATUS: readonly FileOutcome[] = ['not-checked', 'does-not-match', 'cannot-check'];

/**
 * checkerOutcome returns the published checker's result for a file in the page's terms: 0 is consistent with
 * the root in the file, which it does not verify.
 */
export function checkerOutcome(file: Uint8Array): FileOutcome {
  return OF_STATUS[runChecker(file).status] ?? assert.fail('an exit status of its own');
}

/**
 * pageOutcome returns the page's result for the same file, read as text like in a browser. An
 * unreadable file cannot be checked.
 */
export async function pageOutcome(file: Uint8Array): Promise<FileOutcome> {
  const checked = await checkFile(new TextDecoder().decode(file));
  return checked.kind === 'unreadable' ? 'cannot-check' : checked.result.outcome;
}
