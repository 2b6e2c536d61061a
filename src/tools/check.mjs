import { spawnSync } from 'node:child_process';
import { bin, prepare, readJson, run } from './setup.mjs';

prepare();

/** lockIsComplete returns 0 where `npm ci` would find every package, those of other platforms included, and the lock names no download address. */
function lockIsComplete() {
  const dry = spawnSync('npm', ['ci', '--dry-run', '--no-audit', '--no-fund'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const said = `${dry.stdout}${dry.stderr}`;
  if (dry.status !== 0 || /missing:/i.test(said)) {
    console.error(said);
    return 1;
  }
  const addressed = Object.entries(readJson('package-lock.json').packages).filter(
    ([, entry]) => entry.resolved,
  );
  for (const [path] of addressed) console.error(`${path} has a download address in package-lock.json.`);
  return addressed.length === 0 ? 0 : 1;
}

const steps = [
  { name: 'types and layers (tsc -b)', check: () => run(bin('typescript', 'tsc'), ['-b']) },
  { name: 'lint and layers (oxlint)', check: () => run(bin('oxlint'), ['--type-aware', '--deny-warnings']) },
  { name: 'format (oxfmt)', check: () => run(bin('oxfmt'), ['--check']) },
  { name: 'unused code (knip)', check: () => run(bin('knip')) },
  { name: 'lock file (npm ci --dry-run)', check: lockIsComplete },
  { name: 'build (vite)', check: () => run(bin('vite'), ['build', '--logLevel', 'warn']) },
  { name: 'size budget', check: () => run('src/tools/size.mjs') },
];
const failed = [];
for (const { name, check } of steps) {
  console.log(`\n— ${name}`);
  if ((await check()) !== 0) failed.push(name);
}
console.log(
  failed.length === 0 ? `\nAll ${steps.length} checks are clean.` : `\nNot clean: ${failed.join('; ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);
