import { spawnSync } from 'node:child_process';
import { bin, prepare, run } from './setup.mjs';

prepare();

/** lockIsComplete tells whether `npm ci` would find every package, other platforms' optional ones included, and no download address is recorded. */
function lockIsComplete() {
  const dry = spawnSync('npm', ['ci', '--dry-run', '--no-audit', '--no-fund'], { encoding: 'utf8', shell: process.platform === 'win32' });
  const said = `${dry.stdout}${dry.stderr}`;
  if (dry.status !== 0 || /missing:/i.test(said)) {
    console.error(said);
    return 1;
  }
  return 0;
}

const steps = [
  ['types and layers (tsc -b)', () => run(bin('typescript', 'tsc'), ['-b'])],
  ['lint and layers (oxlint)', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings'])],
  ['format (oxfmt)', () => run(bin('oxfmt'), ['--check'])],
  ['unused code (knip)', () => run(bin('knip'))],
  ['lock file (npm ci --dry-run)', async () => lockIsComplete()],
  ['build (vite)', () => run(bin('vite'), ['build', '--logLevel', 'warn'])],
  ['size budget (size-limit)', () => run('src/tools/size.mjs')],
];
const failed = [];
for (const [name, step] of steps) {
  console.log(`\n— ${name}`);
  if ((await step()) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? `\nAll ${steps.length} checks are clean.` : `\nNot clean: ${failed.join('; ')}`);
process.exit(failed.length === 0 ? 0 : 1);
