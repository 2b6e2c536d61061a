import { readFileSync } from 'node:fs';
import { filesBelow } from './build-id.mjs';
import { bin, prepare, readOptions, run } from './setup.mjs';

const HELP = `npm run fuzz -- [--runs N] [--seed S]

Runs the property tests about hostile input with N cases each (default 5000), from a random seed unless one is given.
npm test runs the same tests with few cases and a fixed seed.`;

const { values, refuse } = readOptions(HELP, {
  runs: { type: 'string', default: '5000' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
});
if (!/^[1-9]\d{0,8}$/.test(values.runs))
  refuse(`--runs takes a whole number from 1 to 999999999, not ${values.runs}.`);
if (!/^-?\d{1,10}$/.test(values.seed)) refuse(`--seed takes a whole number, not ${values.seed}.`);
prepare();
const files = filesBelow('src')
  .map((path) => `src/${path}`)
  .filter((path) => path.includes('.test.') && /\bRUNS\b.*hostile-json/s.test(readFileSync(path, 'utf8')));
console.log(`${values.runs} cases of each property, seed ${values.seed}.`);
process.exitCode = await run(bin('vitest'), ['run', '--testTimeout', '3600000', ...files], {
  FUZZ_RUNS: values.runs,
  FUZZ_SEED: values.seed,
});
