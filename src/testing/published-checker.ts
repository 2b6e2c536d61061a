import assert from 'node:assert';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { checkFile } from '../query/check-file.ts';
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

/** runChecker runs the published checker in this process, on bytes in the place of the file. */
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

/** checkerOutcome is what the published checker finds of a file, in the page's terms: 0 is consistent with the root in the file, which it does not vouch for. */
export function checkerOutcome(file: Uint8Array): FileOutcome {
  return OF_STATUS[runChecker(file).status] ?? assert.fail('an exit status of its own');
}

/** pageOutcome is what the page finds of the same file, which it reads as text, as a browser does. What it cannot read cannot be checked. */
export function pageOutcome(file: Uint8Array): FileOutcome {
  const checked = checkFile(new TextDecoder().decode(file));
  return checked.kind === 'unreadable' ? 'cannot-check' : checked.result.outcome;
}
