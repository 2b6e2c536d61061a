import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fail, prepare, readJson, readOptions } from './setup.mjs';

prepare();
const { mutantsOf } = await import('./mutants.mjs');

/** What is mutated: the code that decides about proofs, and whether one was made. */
const FILES = ['compact-range', 'consistency', 'inclusion', 'merkle', 'merkle-log', 'proof-shape', 'split'];
/** Beyond the tests of these files themselves. */
const FURTHER = ['core/mutated-proofs', 'core/proofs', 'verify/check-entry', 'verify/check-heads'];
/** A test file that works so many times as long as it does without a mutant, and this long at least, never comes to its end. */
const PATIENCE = 3;
const PATIENCE_MS = 5_000;
const EXPLAINED = 'src/tools/surviving-mutants.json';

const HELP = `npm run mutate [-- --only NAMES] [-- --jobs N]

Changes the code of proofs in one place at a time and runs its tests: every change must make one fail, or be explained
in ${EXPLAINED}. NAMES are of ${FILES.join(',')}. Takes some ten minutes.`;

const { values } = readOptions(HELP, { only: { type: 'string' }, jobs: { type: 'string' } });
const only = values.only?.split(',');
const jobs = Number(values.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2)));
/** File to mutant to why it survives. */
const explained = readJson(EXPLAINED);
const tests = [...FILES.map((name) => `core/${name}`), ...FURTHER]
  .map((name) => `src/${name}.test.ts`)
  .filter(existsSync);
const mutants = FILES.filter((name) => only === undefined || only.includes(name)).flatMap((name) => {
  const file = `src/core/${name}.ts`;
  const code = readFileSync(file, 'utf8');
  return mutantsOf(code, file).map((mutant) =>
    Object.assign(mutant, {
      file,
      code: code.slice(0, mutant.start) + mutant.becomes + code.slice(mutant.end),
    }),
  );
});

const usual = await measure();
/** Quick ones first: most mutants fall at the first test that looks at them. */
const byTime = tests.toSorted((a, b) => usual.get(a) - usual.get(b));
console.log(
  `${mutants.length} mutants in ${new Set(mutants.map(({ file }) => file)).size} files, ${jobs} at once`,
);
const orders = new Map();
const waiting = [...mutants];
await Promise.all(Array.from({ length: jobs }, workThrough));
process.exit(report() ? 0 : 1);

/** measure runs each test file without a mutant; ends the program where one fails. Resolves how long each takes, in milliseconds of work. */
async function measure() {
  const worker = startWorker();
  const found = new Map();
  // The first run also starts the process.
  await runTest(worker, undefined, tests[0], Infinity);
  for (const test of tests) {
    const { result, usedMs } = await runTest(worker, undefined, test, Infinity);
    if (result !== 'passed') fail(`${test} fails without any mutant: mend it first.`);
    found.set(test, usedMs);
  }
  worker.end();
  return found;
}

async function workThrough() {
  const worker = startWorker();
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    mutant.outcome = await judge(worker, mutant);
    if (mutant.outcome !== 'killed')
      console.log(`${mutant.outcome.padEnd(9)} ${mutant.file}:${mutant.line}  ${mutant.id}`);
    const done = mutants.length - waiting.length;
    if (done % 50 === 0) console.log(`… ${done} of ${mutants.length}`);
  }
  worker.end();
}

/** judge resolves `killed` (a test failed), `endless` (one did not come to its end, or broke the process: noticed, too) or `survived`. */
async function judge(worker, { file, code }) {
  const order = orders.get(file) ?? byTime;
  for (const test of order) {
    const limitMs = Math.max(PATIENCE_MS, PATIENCE * usual.get(test));
    const { result } = await runTest(worker, { file, code }, test, limitMs);
    if (result === 'passed') continue;
    // What found this one is likely to find the next one in the same file.
    orders.set(file, [test, ...order.filter((other) => other !== test)]);
    return result === 'failed' ? 'killed' : 'endless';
  }
  return 'survived';
}

/** runTest resolves the result `passed`, `failed` or `endless`, and how long it worked. */
function runTest(worker, mutant, test, limitMs) {
  return new Promise((resolve) => {
    worker.listen((answer) => {
      worker.listen(undefined);
      resolve(answer ?? { result: 'endless' });
    });
    worker.ask({ mutant, test, limitMs: Math.min(limitMs, Number.MAX_SAFE_INTEGER) });
  });
}

/** startWorker keeps one process ready for the next mutant; where it was ended or died, the next question starts another. */
function startWorker() {
  let child;
  let listener;
  let ready;
  const start = () => {
    child = fork('src/tools/mutate-worker.mjs', { execArgv: ['--max-old-space-size=1024'], stdio: 'ignore' });
    const mine = child;
    ready = new Promise((resolve) => {
      child.on('message', (message) => (message.ready ? resolve() : listener?.(message)));
      child.on('exit', () => {
        resolve();
        if (child !== mine) return;
        child = undefined;
        listener?.(undefined);
      });
    });
  };
  return {
    listen: (next) => void (listener = next),
    async ask(question) {
      if (child === undefined) start();
      await ready;
      child?.send(question);
    },
    end() {
      const ended = child;
      child = undefined;
      ended?.kill('SIGKILL');
    },
  };
}

/** report prints the figures and says whether every survivor is explained, and nothing else is. */
function report() {
  const survivors = mutants.filter(({ outcome }) => outcome === 'survived');
  const unknown = survivors.filter(({ file, id }) => explained[file]?.[id] === undefined);
  const stale = [...new Set(mutants.map(({ file }) => file))].flatMap((file) =>
    Object.keys(explained[file] ?? {})
      .filter((id) => !survivors.some((mutant) => mutant.file === file && mutant.id === id))
      .map((mutant) => ({ file, mutant })),
  );
  console.log('\nfile                        mutants  killed  endless  explained  unexplained');
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const here = mutants.filter((mutant) => mutant.file === file);
    const count = (outcome) => here.filter((mutant) => mutant.outcome === outcome).length;
    const open = unknown.filter((mutant) => mutant.file === file).length;
    const figures = [here.length, count('killed'), count('endless'), count('survived') - open, open];
    console.log(
      file.padEnd(28) + figures.map((figure, at) => String(figure).padStart([7, 8, 9, 11, 13][at])).join(''),
    );
  }
  for (const { file, line, id } of unknown) console.log(`\nNot explained: ${file}:${line}\n  ${id}`);
  for (const { file, mutant } of stale)
    console.log(`\nExplained, but does not survive: ${file}\n  ${mutant}`);
  return unknown.length === 0 && stale.length === 0;
}
