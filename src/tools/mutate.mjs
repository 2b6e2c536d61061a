import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { mutantsOf } from './mutants.mjs';
import { fail, prepare, readJson, readOptions } from './setup.mjs';

/**
 * SUBJECTS are the code that decides what is called verified: the files that are mutated, and the tests that are
 * run for each mutant until one fails, beside a file's own test where it has one.
 */
const SUBJECTS = {
  proofs: {
    files: 'compact-range consistency inclusion merkle merkle-log proof-shape run split'
      .split(' ')
      .map(inFolder('core')),
    tests: ['core/mutated-proofs', 'core/proofs', 'verify/check-entry', 'verify/check-heads'],
  },
  trust: {
    files: ['page-checks', 'head-verdicts', 'heads', 'trust-store', 'remembered-root', 'root-memory'].map(
      inFolder('trust'),
    ),
    tests: [
      'trust/arbitrary-order',
      'trust/browser-store',
      'trust/root-news',
      'query/memory-queries',
      'query/register-queries',
      'query/left-registers',
      'app/keep-root',
      'app/watch-head',
    ],
  },
  decoders: {
    files: ['wire', 'wire-item', 'wire-blob', 'bulk-decoder', 'repeated-layout'].map(inFolder('api')),
    tests: [
      'api/client',
      'api/faults',
      'api/corrupted-answers',
      'api/bulk-pages',
      'log/log-host',
      'log/audit-store',
    ],
  },
  header: {
    files: ['app/header-text', 'views/shared/verdict-words', 'views/record/select-version'],
    tests: [],
  },
};

function inFolder(folder) {
  return (name) => `${folder}/${name}`;
}

const fileOf = (path) => `src/${path}.ts`;
const testOf = (path) => `src/${path}.test.ts`;
/**
 * A test file that works so many times as long as it does without a mutant, and this long at
 * least, never comes to its end.
 */
const PATIENCE = 3;
const PATIENCE_MS = 5_000;
const EXPLAINED = 'src/tools/surviving-mutants.json';

const HELP = `npm run mutate -- [--only NAMES] [--jobs N]

Changes code in one place at a time and runs its tests: every change must make one fail, or be explained in
${EXPLAINED}.

  --only NAMES  some of ${Object.keys(SUBJECTS).join(', ')}, or of the files of these (split,merkle), with commas
                between them (default all, for hours)
  --jobs N      how many changes are tested at once (default half of the processors)`;

async function command() {
  const options = { only: { type: 'string' }, jobs: { type: 'string' } };
  const { values, refuse } = readOptions(HELP, options);
  const subjects = subjectsNamed(values.only?.split(','), refuse);
  const jobs = Number(values.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2)));
  if (!/^[1-9]\d?$/.test(String(jobs)))
    refuse(`--jobs takes a whole number from 1 to 99, not ${values.jobs}.`);
  prepare();
  const { parseSync } = await import('vite');
  const mutants = [];
  for (const subject of subjects) mutants.push(...(await testMutants(subject, jobs, parseSync)));
  process.exit(report(mutants) ? 0 : 1);
}

/** subjectsNamed returns what to mutate: all, or the subjects and files with these names. */
function subjectsNamed(names, refuse) {
  const nameOf = (path) => path.split('/').at(-1);
  const files = Object.values(SUBJECTS).flatMap((subject) => subject.files.map(nameOf));
  const known = new Set([...Object.keys(SUBJECTS), ...files]);
  const unknown = names?.filter((name) => !known.has(name)) ?? [];
  if (unknown.length > 0) refuse(`--only does not know ${unknown.join(', ')}.`);
  return Object.entries(SUBJECTS).map(([name, subject]) => ({
    files: subject.files.filter((path) => !names || names.includes(name) || names.includes(nameOf(path))),
    tests: [...subject.files, ...subject.tests].map(testOf),
  }));
}

/** testMutants makes every mutant of a subject, and resolves with them and their outcomes. */
async function testMutants({ files, tests }, jobs, parseSync) {
  const mutants = files.map(fileOf).flatMap((file) => mutantsOf(file, parseSync));
  if (mutants.length === 0) return [];
  const usualMs = await timeWithoutMutant(tests.filter(existsSync));
  console.log(`${mutants.length} mutants, ${jobs} at once`);
  const quickFirst = [...usualMs.keys()].sort((a, b) => usualMs.get(a) - usualMs.get(b));
  const waiting = [...mutants];
  const workThrough = async () => {
    const worker = startWorker();
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      mutant.outcome = 'survived';
      for (const test of new Set([mutant.file.replace('.ts', '.test.ts'), ...quickFirst])) {
        if (!usualMs.has(test)) continue;
        const limitMs = Math.max(PATIENCE_MS, PATIENCE * usualMs.get(test));
        const { outcome } = await worker.ask({ mutant, test, limitMs });
        if (outcome === 'passed') continue;
        mutant.outcome = outcome;
        break;
      }
      if (mutant.outcome !== 'failed')
        console.log(`${mutant.outcome}: ${mutant.file}:${mutant.line}  ${mutant.id}`);
      const done = mutants.length - waiting.length;
      if (done % 50 === 0) console.log(`… ${done} of ${mutants.length}`);
    }
    worker.end();
  };
  await Promise.all(Array.from({ length: jobs }, workThrough));
  return mutants;
}

/**
 * timeWithoutMutant returns how long each test file works without a mutant, in milliseconds; ends the
 * program where one fails.
 */
async function timeWithoutMutant(tests) {
  const worker = startWorker();
  const found = new Map();
  // The first run also starts the process.
  for (const test of [tests[0], ...tests]) {
    const { outcome, usedMs } = await worker.ask({ test, limitMs: Number.MAX_SAFE_INTEGER });
    if (outcome !== 'passed') fail(`${test} fails without any mutant: repair it first.`);
    found.set(test, usedMs);
  }
  worker.end();
  return found;
}

/** startWorker keeps one process that runs tests; where it died, the next question starts another. */
function startWorker() {
  let child;
  return {
    /**
     * ask runs a test file with a mutant. Resolves with the outcome `passed`, `failed` or `endless` (it was
     * ended, or broke the process), and how long it worked.
     */
    ask: (question) =>
      new Promise((done) => {
        child ??= fork(import.meta.filename, { execArgv: ['--max-old-space-size=1024'], stdio: 'ignore' });
        const mine = child;
        const finish = (answer) => {
          mine.removeAllListeners();
          if (answer.outcome === 'endless') child = undefined;
          done(answer);
        };
        child.on('message', finish);
        child.on('exit', () => finish({ outcome: 'endless' }));
        child.send(question);
      }),
    end: () => child?.kill('SIGKILL'),
  };
}

/** report prints the figures and says whether every survivor is explained, and nothing else is. */
function report(mutants) {
  const explained = readJson(EXPLAINED);
  const files = [...new Set(mutants.map(({ file }) => file))];
  const problems = [];
  console.log('\nfile                        mutants  failed  endless  survived');
  for (const file of files) {
    const here = mutants.filter((mutant) => mutant.file === file);
    const idsOf = (outcome) => here.filter((mutant) => mutant.outcome === outcome).map(({ id }) => id);
    const survivors = idsOf('survived');
    const reasons = Object.keys(explained[file] ?? {});
    const figures = [here.length, idsOf('failed').length, idsOf('endless').length, survivors.length];
    console.log(file.padEnd(26) + figures.map((figure) => String(figure).padStart(9)).join(''));
    for (const id of survivors) if (!reasons.includes(id)) problems.push(`Not explained: ${file}\n  ${id}`);
    for (const id of reasons)
      if (!survivors.includes(id)) problems.push(`Explained, but does not survive: ${file}\n  ${id}`);
  }
  for (const problem of problems) console.log(`\n${problem}`);
  return problems.length === 0;
}

/**
 * runTests answers the questions of the command: it runs one test file with one mutant in place of its
 * file, which stays unchanged.
 */
async function runTests() {
  const { createVitest } = await import('vitest/node');
  let mutant;
  const mutate = {
    name: 'register-explorer:mutate',
    enforce: 'pre',
    transform: (_code, id) =>
      mutant && resolve(mutant.file) === resolve(id) ? { code: mutant.code, map: null } : undefined,
  };
  const options = {
    config: false,
    watch: true,
    reporters: [{}],
    include: ['src/**/*.test.ts'],
    environment: 'node',
    bail: 1,
    pool: 'threads',
    maxWorkers: 1,
    // On a busy machine a test may take long by the clock, which is not a fault that it found; see `watch`.
    testTimeout: 600_000,
  };
  const server = { configFile: false, logLevel: 'silent', server: { watch: null }, plugins: [mutate] };
  const vitest = await createVitest('test', options, server);
  const forget = () => {
    for (const { vite } of mutant ? vitest.projects : [])
      for (const { moduleGraph } of Object.values(vite.environments))
        for (const module of moduleGraph.getModulesByFile(resolve(mutant.file)) ?? [])
          moduleGraph.invalidateModule(module);
  };
  const answer = async (question) => {
    forget();
    mutant = question.mutant;
    forget();
    const before = process.cpuUsage();
    const usedMs = () => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    // Tests run in threads, so that this one sees a mutant that never comes to its end. Working time, because
    // others may keep the processor busy.
    const watch = setInterval(() => usedMs() > question.limitMs && process.exit(), 200);
    const specifications = await vitest.globTestSpecifications([question.test]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
    vitest.state.clearErrors();
    clearInterval(watch);
    const module = testModules.find(({ moduleId }) => moduleId === specifications[0]?.moduleId);
    const isPassed = module !== undefined && module.ok() && unhandledErrors.length === 0;
    process.send({ outcome: isPassed ? 'passed' : 'failed', usedMs: usedMs() });
  };
  process.on('message', (question) => void answer(question));
  process.on('disconnect', () => process.exit());
}

// The command runs tests in copies of this script, which it can end where a mutant never comes to an end.
if (process.send === undefined) await command();
else await runTests();
