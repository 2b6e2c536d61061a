import { bundleOf } from './bench-bundle.mjs';
import { median, ms } from './bench-row.mjs';
import { fileOf } from './bench-sizes.mjs';
import { importTypeScript } from './setup.mjs';

/** verifierRows measure the check of one proof by its own account: in this process, and in the worker of the build. */
export async function verifierRows({ dist, inProfile }) {
  const request = await proofOf20Steps();
  const { checks } = await importTypeScript('src/verify/checks.ts');
  const times = Array.from({ length: 1000 }, () => checks.checkEntry(request).computedInMs);
  const rows = [['Verifier: one proof of 20 steps in Node', ms(median(times.slice(300))), 'under 1 ms']];
  return [...rows, ...(await inProfile((page, address) => workerRows(page, address, dist, request)))];
}

/** proofOf20Steps is a request to check one entry of a log of a million, which holds. */
async function proofOf20Steps() {
  const { checks } = await importTypeScript('src/verify/checks.ts');
  const digits = (number) => number.toString(16).padStart(64, '0');
  const request = {
    variant: 'item',
    entry: {
      entryNumber: 345_678,
      indexEntryNumber: 345_678,
      timestamp: '2016-04-05T13:23:05Z',
      key: 'GB',
      itemHashes: [digits(345_678)],
    },
    auditPath: Array.from({ length: 20 }, (_, index) => digits(index)),
    checkpoint: { logSize: 1_000_000, rootHash: digits(0) },
    leafRule: 'item-json',
  };
  const { computedRoot } = checks.checkEntry(request);
  request.checkpoint.rootHash = computedRoot;
  const { verdict, steps } = checks.checkEntry(request);
  if (verdict.outcome !== 'holds' || steps.length !== 20)
    throw new Error('the proof of 20 steps does not hold');
  return request;
}

/** The worker of the build is asked by the verifier's own code, as the site asks it; what it says of its time is what counts. */
async function workerRows(page, address, dist, request) {
  await page.goto(`${address}/icon.svg`);
  await page.evaluate(await bundleOf('src/verify/verifier.ts', 'verifying'));
  const times = await page.evaluate(askWorker, { url: `/${fileOf(dist, 'worker')}`, request, count: 2000 });
  const warm = times.slice(500);
  const mean = warm.reduce((sum, time) => sum + time, 0) / warm.length;
  return [
    ['Verifier: one proof of 20 steps in the browser’s worker, median', ms(median(warm)), 'under 1 ms'],
    ['  mean (the browser’s clock ticks in 0.1 ms) / the very first', `${ms(mean)} / ${ms(times[0])}`],
  ];
}

async function askWorker({ url, request, count }) {
  const verifier = window.verifying.createVerifier(() => new Worker(url, { type: 'module' }));
  const times = [];
  for (let round = 0; round < count; round += 1) {
    const { verdict, computedInMs } = await verifier.checkEntry(request);
    if (verdict.outcome !== 'holds') throw new Error('the proof does not hold in the worker');
    times.push(computedInMs);
  }
  verifier.close();
  return times;
}
