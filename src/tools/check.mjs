import { areExact, audited, lockIsComplete } from './dependencies.mjs';
import { rebuild } from './rebuild.mjs';
import { bin, prepare, run } from './setup.mjs';

prepare();

const steps = [
  { name: 'types and layers (tsc -b)', check: () => run(bin('typescript', 'tsc'), ['-b']) },
  { name: 'lint and layers (oxlint)', check: () => run(bin('oxlint'), ['--type-aware', '--deny-warnings']) },
  { name: 'format (oxfmt)', check: () => run(bin('oxfmt'), ['--check']) },
  { name: 'unused code (knip)', check: () => run(bin('knip')) },
  { name: 'exact versions (package.json)', check: areExact },
  { name: 'lock file (npm ci --dry-run)', check: lockIsComplete },
  { name: 'known weaknesses (npm audit)', check: audited },
  { name: 'build (vite)', check: () => run(bin('vite'), ['build', '--logLevel', 'warn']) },
  { name: 'requests and bytes until quiet', check: () => run('src/tools/first-path.mjs') },
  { name: 'the same build elsewhere', check: () => rebuild() },
];
const failed = [];
const unknown = [];
for (const { name, check } of steps) {
  console.log(`\n— ${name}`);
  const status = await check();
  if (status === undefined) unknown.push(name);
  else if (status !== 0) failed.push(name);
}
const clean = steps.length - failed.length - unknown.length;
console.log(`\n${clean} of ${steps.length} checks are clean.`);
if (unknown.length > 0) console.log(`Not checked: ${unknown.join('; ')}`);
if (failed.length > 0) console.log(`Not clean: ${failed.join('; ')}`);
process.exit(failed.length === 0 ? 0 : 1);
