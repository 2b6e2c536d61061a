import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { namedIdOf } from './build-id.mjs';
import { root } from './setup.mjs';

/** BUDGET is how many bytes of JavaScript, gzipped, a reader may have to fetch before a record with its proof is shown. */
const BUDGET = 125_000;

/** measure lists the files a pasted record link needs, with their gzipped sizes in bytes: the entry, what it imports at once, and the worker that verifies. `dist` is the folder of the build. */
export function measure(dist = join(root, 'dist')) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  const needed = new Set();
  const add = (chunk) => {
    if (needed.has(chunk.file)) return;
    needed.add(chunk.file);
    for (const name of chunk.imports ?? []) add(manifest[name]);
  };
  add(entry);
  needed.add(`assets/${namedIdOf(dist)}/worker.js`);
  const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  const first = [...needed].map((file) => ({ file, bytes: size(file) }));
  return {
    first,
    total: first.reduce((sum, { bytes }) => sum + bytes, 0),
    budget: BUDGET,
    serviceWorker: size('service-worker.js'),
  };
}

if (process.argv[1]?.endsWith('size.mjs')) {
  const { first, total, budget, serviceWorker } = measure();
  for (const { file, bytes } of first) console.log(`${String(bytes).padStart(8)}  ${file}`);
  console.log(
    `${String(total).padStart(8)}  JavaScript for the first record with its proof, gzipped; the budget is ${budget}`,
  );
  console.log(
    `${String(serviceWorker).padStart(8)}  service worker with the bundled registers, fetched beside it`,
  );
  if (total > budget) {
    console.error(`Over the budget by ${total - budget} bytes.`);
    process.exitCode = 1;
  }
}
