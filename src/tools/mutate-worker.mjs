import { join, relative, sep } from 'node:path';
import { createVitest } from 'vitest/node';

// The other end of mutate.mjs: a process that runs tests against one mutant after another, without writing to any file. It is ended from outside where
// a mutant never comes to an end.

let mutant;

const mutate = {
  name: 'register-explorer:mutate',
  enforce: 'pre',
  transform(_code, id) {
    const path = relative(process.cwd(), id).split(sep).join('/');
    return mutant?.file === path ? { code: mutant.code, map: null } : undefined;
  },
};

const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: true,
    reporters: [{}],
    include: ['src/**/*.test.ts'],
    environment: 'node',
    bail: 1,
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 60_000,
  },
  { configFile: false, logLevel: 'silent', server: { watch: null }, plugins: [mutate] },
);

/** forget has a module read again. */
function forget(file) {
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const module of moduleGraph.getModulesByFile(join(process.cwd(), file)) ?? [])
        moduleGraph.invalidateModule(module);
}

/** passes runs one test file and says whether all of its tests pass, and that there are any. */
async function passes(file) {
  const specifications = await vitest.globTestSpecifications([file]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  vitest.state.clearErrors();
  const module = testModules.find(({ moduleId }) => moduleId === specifications[0]?.moduleId);
  return module !== undefined && module.ok() && unhandledErrors.length === 0;
}

process.on('message', (question) => {
  if (mutant) forget(mutant.file);
  mutant = question.mutant;
  if (mutant) forget(mutant.file);
  const before = process.cpuUsage();
  const usedMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // Tests run in threads, so that this one sees a mutant that never comes to its end. Working time, because others may keep the processor busy.
  const watch = setInterval(() => {
    if (usedMs() > question.limitMs) process.exit();
  }, 200);
  const answer = (passed) => {
    clearInterval(watch);
    process.send({ result: passed ? 'passed' : 'failed', usedMs: usedMs() });
  };
  void passes(question.test).then(answer);
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
