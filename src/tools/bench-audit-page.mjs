import { createSHA256 } from 'hash-wasm';
import { browserAuditStorage } from '../verify/audit/audit-storage.ts';
import { createAudit } from '../verify/audit/create-audit.ts';
import { createWorkerPool, defaultWorkers } from '../verify/audit/worker-pool.ts';

const encoder = new TextEncoder();
const STAMP = '2016-04-05T13:23:05Z';

/**
 * makeRegister writes a register of so many entries, each with an item of its own, as pages of JSON in memory. The root is computed here, leaf by leaf, without the code that is measured.
 */
export async function makeRegister({ entries, pageLength }) {
  const sha256 = await createSHA256();
  const hash = (bytes, form) => sha256.init().update(bytes).digest(form);
  const pages = [];
  const peaks = [];
  for (let first = 1; first <= entries; first += pageLength) {
    const page = writePage(hash, first, Math.min(first + pageLength - 1, entries));
    for (const [index, line] of page.lines.entries()) {
      let top = hash(encoder.encode(`\0${line}`), 'binary');
      for (let rest = first + index - 1; rest % 2 === 1; rest = (rest - 1) / 2)
        top = join(hash, peaks.pop(), top);
      peaks.push(top);
    }
    pages.push({ entries: entryPage(page), items: itemPage(page) });
  }
  const rootHash = hex(peaks.reduceRight((right, left) => join(hash, left, right)));
  const take = (index, kind) => {
    const { [kind]: bytes } = pages[index];
    delete pages[index][kind];
    return bytes;
  };
  const bytes = pages.reduce((sum, page) => sum + page.entries.length + page.items.length, 0);
  return { head: { logSize: entries, rootHash }, pageLength, pageCount: pages.length, bytes, take };
}

function writePage(hash, first, last) {
  const lines = [];
  const items = [];
  for (let n = first; n <= last; n += 1) {
    const item = `{"key":"key-${n}","name":"The name of item ${n}","start-date":"2016-04-05"}`;
    const itemHash = `"sha-256:${hash(item, 'hex')}"`;
    items.push(`${itemHash}:${item}`);
    lines.push(
      `{"index-entry-number":"${n}","entry-number":"${n}","entry-timestamp":"${STAMP}","key":"key-${n}","item-hash":[${itemHash}]}`,
    );
  }
  return { lines, items };
}

function entryPage({ lines }) {
  return encoder.encode(`[${lines.join(',')}]`);
}

function itemPage({ items }) {
  return encoder.encode(`{${items.join(',')}}`);
}

const pair = Uint8Array.of(1, ...new Uint8Array(64));

function join(hash, left, right) {
  pair.set(left, 1);
  pair.set(right, 33);
  return hash(pair, 'binary');
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * auditRegister audits what makeRegister made, which it uses up, and says how long it took until the root was rebuilt, and in all, in milliseconds. With `ready`
 * the workers stand ready when it begins, as they do where a person has looked at the view of the audit before they press its button. With `keep` it is kept in
 * this browser, as the site keeps it.
 */
export async function auditRegister({ head, pageLength, pageCount, bytes, take }, workerUrl, given = {}) {
  const { workers = defaultWorkers(), ready = false, keep = false } = given;
  const makeWorker = () => new Worker(workerUrl, { type: 'module' });
  const pool = ready ? createWorkerPool(makeWorker, workers) : undefined;
  if (pool) await until(() => pool.greeted() === workers);
  let began = 0;
  let rootMs = 0;
  const page = (index, kind) => ({ bytes: take(index, kind), address: `${kind}:${index}` });
  const pages = {
    entriesPage: async (start) => page((start - 1) / pageLength, 'entries'),
    // The list of items is asked for as soon as the root is known.
    async itemsPage(ref = 0) {
      rootMs ||= performance.now() - began;
      return { ...page(ref, 'items'), ...(ref + 1 < pageCount && { next: ref + 1 }) };
    },
    item: async () => 'none',
    entryProof: async () => [],
  };
  const audit = createAudit({
    registerId: 'bench',
    head,
    variant: 'item',
    leafRule: 'item-json',
    pages,
    storage: keep ? browserAuditStorage() : NOTHING_KEPT,
    makeWorker,
    workers,
    ...(pool && { takePool: () => pool }),
  });
  return new Promise((resolve, reject) => {
    let told = 0;
    let allMs = 0;
    audit.subscribe(() => {
      const { state, result, failure } = audit.snapshot();
      if (state === 'failed') return reject(new Error(failure.message));
      if (state !== 'done') return undefined;
      const { hasher, verdict } = result;
      if (verdict.outcome !== 'holds') return reject(new Error(JSON.stringify(result)));
      allMs ||= performance.now() - began;
      // It is told once when the result is there, and once more when it is kept.
      told += 1;
      if (told < 2) return undefined;
      return resolve({ entries: head.logSize, bytes, rootMs, allMs, hasher, workers: result.workers });
    });
    began = performance.now();
    audit.start();
  });
}

const NOTHING_KEPT = {
  get: async () => undefined,
  set: async () => undefined,
  remove: async () => undefined,
  keys: async () => [],
};

async function until(reached) {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
}
