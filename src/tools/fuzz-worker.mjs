import { parentPort, workerData } from 'node:worker_threads';
import { createServer } from 'vite';
import { root } from './setup.mjs';

/** Three numbers that the main thread looks at while this one works: cases begun in this batch, cases ended in all, and whether a batch is on its way. */
const [BEGUN, ENDED, BUSY] = [0, 1, 2];
const counts = new Int32Array(workerData.shared);
const watch = {
  begin: () => void Atomics.add(counts, BEGUN, 1),
  end: () => void Atomics.add(counts, ENDED, 1),
};

// What is imported later, when a case needs it, has to find the one that loads it still there.
const vite = await createServer({
  configFile: false,
  root,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { startFuzzing } = await vite.ssrLoadModule('/src/testing/fuzz/rounds.ts');
const fuzzing = await startFuzzing(workerData.only, watch);
parentPort.postMessage({ targets: fuzzing.targets, data: fuzzing.data });
parentPort.on('message', (asked) => void work(asked));

/** work tries one batch, and says how long it took and what did not hold. */
async function work({ index, seed, runs, path, look }) {
  Atomics.store(counts, BEGUN, 0);
  if (look) parentPort.postMessage({ looked: fuzzing.look(index, seed, path) });
  Atomics.store(counts, BUSY, 1);
  const began = performance.now();
  try {
    const failed = await fuzzing.batch(index, seed, runs, path);
    const ms = performance.now() - began;
    Atomics.store(counts, BUSY, 0);
    parentPort.postMessage({ ms, begun: Atomics.load(counts, BEGUN), failed });
  } catch (error) {
    Atomics.store(counts, BUSY, 0);
    const message = error instanceof Error ? error.stack : String(error);
    parentPort.postMessage({
      ms: 0,
      begun: 0,
      failed: { seed, path: '', counterexample: 'no case could be made', message },
    });
  }
}
