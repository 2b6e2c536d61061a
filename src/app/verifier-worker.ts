const start = (): Worker =>
  new Worker(new URL('../verify/worker.ts', import.meta.url), { type: 'module', name: 'verifier' });

let ahead: Worker | undefined;

const drop = (): void => void (ahead = undefined);

/** prepareWorker starts a worker for checks before there is anything to check; where it cannot be read, the first check tries again. */
export function prepareWorker(): void {
  ahead = start();
  ahead.addEventListener('error', drop);
}

/** takeWorker is the worker that was prepared, once, and else a new one. */
export function takeWorker(): Worker {
  const worker = ahead ?? start();
  drop();
  return worker;
}
