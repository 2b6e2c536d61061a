import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { fail, prepare } from './setup.mjs';

prepare();

/** A case that takes so long has no end; a million times longer than most need. */
const HANG_MS = 60_000;
/** A batch aims at so many milliseconds, so that targets take turns often. */
const BATCH_MS = 150;
const LARGEST_BATCH = 2_000;
const [BEGUN, ENDED, BUSY] = [0, 1, 2];

const { seconds, seed, only, path, report } = readArguments(process.argv.slice(2));
const counts = new Int32Array(new SharedArrayBuffer(12));
const lane = await open();
const states = lane.targets.map((target) => ({ ...target, spentMs: 0, cases: 0, turns: 0, runs: 8 }));
const live = states.filter(({ absent }) => absent === undefined);
if (live.length === 0) fail(`No target is called ${only.join(', ')}; npm run fuzz -- --help names them.`);
console.log(
  `Fuzzing ${live.length} targets for ${seconds} s in all, seed ${seed}. The cases differ from seed to seed.\n${lane.data}`,
);

const until = performance.now() + seconds * 1000;
if (path !== undefined) await turn(live[0], { path, look: true });
else for (let next = nextTurn(); next !== undefined; next = nextTurn()) await turn(next, {});
process.exit(tell() ? 0 : 1);

/** nextTurn is the target that had least of the time; none once the time is over and each had a turn, or where the thread is gone. */
function nextTurn() {
  const open = live.filter(({ failed }) => !failed);
  if (live.some(({ failed }) => failed?.isLast)) return undefined;
  const waiting = performance.now() < until ? open : open.filter(({ turns }) => turns === 0);
  return waiting.toSorted((a, b) => a.spentMs - b.spentMs)[0];
}

/** turn tries one batch of a target, and notes what came of it. */
async function turn(state, given) {
  const { turns, runs } = state;
  const asked = { index: states.indexOf(state), seed: (seed + turns) | 0, runs, ...given };
  const endedBefore = Atomics.load(counts, ENDED);
  const { ms, failed } = await lane.ask(asked);
  state.turns += 1;
  state.spentMs += ms;
  state.cases += Atomics.load(counts, ENDED) - endedBefore;
  if (failed) state.failed = failed;
  else if (ms < BATCH_MS) state.runs = Math.min(LARGEST_BATCH, runs * 2);
  else if (ms > 3 * BATCH_MS) state.runs = Math.max(2, Math.floor(runs / 2));
  if (failed) console.log(inWords(state));
}

/** open starts the thread that does the work; where a case does not end, the thread is ended and everything stops there. */
async function open() {
  const worker = new Worker(new URL('fuzz-worker.mjs', import.meta.url), {
    workerData: { only, shared: counts.buffer },
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
    execArgv: [],
  });
  let listener;
  worker.on('message', (message) => {
    if (message.looked !== undefined) console.log(`\nThe case:\n${message.looked}\n`);
    else listener?.(message);
  });
  worker.on('error', (error) => listener?.({ ended: error.message }));
  const first = await new Promise((resolve) => (listener = resolve));
  if (first.ended) fail(`The targets could not be loaded: ${first.ended}`);
  return {
    targets: first.targets,
    data: first.data,
    ask: (asked) =>
      new Promise((resolve) => {
        const stop = watchdog(() => {
          void worker.terminate();
          resolve(unended(asked, `a case did not end within ${HANG_MS / 1000} s`));
        });
        listener = (answer) => {
          stop();
          resolve(answer.ended ? unended(asked, `the thread broke: ${answer.ended}`) : answer);
        };
        worker.postMessage(asked);
      }),
  };
}

/** unended is what is known of a case that broke or never left the thread: which one of the batch it was. */
function unended({ seed, path }, message) {
  const begun = Atomics.load(counts, BEGUN);
  const failed = {
    seed,
    path: path ?? String(Math.max(0, begun - 1)),
    counterexample: 'see it with the command below',
    message,
    // The thread is gone, and with it the turns of the others.
    isLast: true,
  };
  return { ms: HANG_MS, failed };
}

/** watchdog calls back when no case has begun or ended for HANG_MS while a batch is on its way; returns what stops it. */
function watchdog(onHang) {
  let seen = '';
  let since = performance.now();
  const timer = setInterval(() => {
    const now = counts.join(' ');
    if (now !== seen || counts[BUSY] === 0) [seen, since] = [now, performance.now()];
    else if (performance.now() - since > HANG_MS) {
      clearInterval(timer);
      onHang();
    }
  }, 500);
  return () => clearInterval(timer);
}

function inWords({ name, invariant, failed }) {
  const again = `npm run fuzz -- --only ${name} --seed ${failed.seed}${failed.path ? ` --path ${failed.path}` : ''}`;
  return [
    `\nFAILED ${name}: ${invariant}.`,
    `Seed ${failed.seed}. The smallest case found:\n${failed.counterexample}`,
    failed.message,
    `Repeat it: ${again}\n`,
  ].join('\n');
}

/** tell prints the table, writes the counts where a report is wanted, and says whether every claim was tried and held. */
function tell() {
  const width = Math.max(...states.map(({ name }) => name.length));
  console.log(`\n${'target'.padEnd(width)}  family     cases      time`);
  for (const { name, family, cases, spentMs, absent, failed } of states) {
    const figures = absent
      ? `skipped: ${absent}`
      : `${cases.toLocaleString('en-GB').padStart(9)}  ${(spentMs / 1000).toFixed(1).padStart(6)} s`;
    console.log(`${name.padEnd(width)}  ${family.padEnd(9)}  ${figures}${failed ? '  FAILED' : ''}`);
  }
  const failed = live.filter((state) => state.failed);
  // A target without a case was not tested; a case to be repeated is the first one's.
  const due = path === undefined ? live : live.slice(0, 1);
  const untried = due.filter((state) => !state.failed && state.cases === 0);
  const cases = states.reduce((sum, state) => sum + state.cases, 0);
  for (const { name } of untried) console.log(`${name} had no case in this time.`);
  console.log(
    `\n${cases.toLocaleString('en-GB')} cases, seed ${seed}: ${failed.length === 0 ? `every claim ${untried.length === 0 ? '' : 'that was tried '}held` : `${failed.length} of ${live.length} claims are broken`}.`,
  );
  if (report !== undefined)
    writeFileSync(
      report,
      JSON.stringify({
        passed: due.length - failed.length - untried.length,
        failed: failed.length + untried.length,
        skipped: states.length - due.length,
      }),
    );
  return failed.length + untried.length === 0;
}

function readArguments(given) {
  const value = (name) => (given.includes(name) ? given[given.indexOf(name) + 1] : undefined);
  if (given.includes('--help')) {
    console.log(
      [
        'npm run fuzz [-- --seconds N] [--seed S] [--only NAMES] [--path P]',
        '',
        'Feeds what nobody would send to decoders, parsers, proofs, evidence files, the router, the mock server, what is drawn and what is searched,',
        'and holds the outcome against claims that must be true of any input. 60 seconds unless told, shared among the targets, each of which has one turn at least; a seed by chance.',
        'NAMES are of targets or families, with commas between them; a run prints both. A broken claim prints the seed, the smallest case that was',
        'found, and the command that repeats it.',
      ].join('\n'),
    );
    process.exit(0);
  }
  const whole = (name, otherwise) => {
    const text = value(name);
    if (text === undefined) return otherwise;
    if (!/^-?\d{1,10}$/.test(text)) fail(`${name} takes a whole number, not ${text}.`);
    return Number(text);
  };
  return {
    seconds: whole('--seconds', 60),
    seed: whole('--seed', Math.floor(Math.random() * 2 ** 31)) | 0,
    only: value('--only')?.split(',') ?? [],
    path: value('--path'),
    report: value('--report'),
  };
}
