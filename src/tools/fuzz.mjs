import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesBelow } from './build-id.mjs';
import { bin, prepare, run } from './setup.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(`npm run fuzz [-- --runs N] [--seed S]

Runs the property tests about hostile input with N cases each, 5000 unless told, from a seed by chance.
npm test runs the same tests with few cases and a fixed seed.`);
  process.exit(0);
}

prepare();
const files = filesBelow('src')
  .map((path) => `src/${path}`)
  .filter((path) => path.includes('.test.') && /\bRUNS\b.*hostile-json/s.test(readFileSync(path, 'utf8')));
console.log(`${values.runs} cases of each property, seed ${values.seed}.`);
process.exitCode = await run(bin('vitest'), ['run', '--testTimeout', '3600000', ...files], {
  FUZZ_RUNS: values.runs,
  FUZZ_SEED: values.seed,
});
