import { kilobytes, median, ms, timed } from './bench-row.mjs';
import { importTypeScript } from './setup.mjs';
import { measure } from './size.mjs';

const PAGE = '/registers/country/v2/entries?start=101';
const PROOF = '/registers/country/v2/proof/entries/10/200/merkle:sha-256';

/** sizeRows are the sizes of the built site. */
export function sizeRows() {
  const { first, total, budget, serviceWorker } = measure();
  const worker = first.at(-1);
  return [
    [
      'JavaScript for a first record and its proof, gzipped',
      kilobytes(total),
      `at most ${kilobytes(budget)}`,
    ],
    ['  of it the verifying worker', kilobytes(worker.bytes)],
    ['Service worker with the bundled registers, gzipped', kilobytes(serviceWorker)],
  ];
}

/** mockRows measure the mock server in this process and over HTTP. */
export async function mockRows() {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const { bundledRegisters } = await importTypeScript('src/mock/registers/bundled.ts');
  const { createMockServer } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const starts = [];
  for (const [name, load] of bundledRegisters()) starts.push(await startRow(createApp, name, load));
  const app = createApp({ registers: bundledRegisters() });
  const direct = (path) => readWhole(app.fetch(new Request(`http://localhost${path}`)));
  const server = await createMockServer({ app, port: 0, host: 'localhost' });
  const overHttp = (path) => readWhole(fetch(server.address + path));
  const rounds = { times: 1000, warmUp: 300 };
  const page = median(await timed(() => direct(PAGE), rounds));
  const proof = median(await timed(() => direct(PROOF), rounds));
  const httpPage = median(await timed(() => overHttp(PAGE), rounds));
  await server.close();
  return [
    ['Mock: a page of 100 entries', ms(page), 'under 1 ms'],
    ['Mock: the same over HTTP, its client included', ms(httpPage)],
    ['Mock: an entry proof', ms(proof)],
    ...starts,
  ];
}

/** A register is ready when it can tell its root: then every entry is hashed. */
async function startRow(createApp, name, load) {
  const start = () => {
    const app = createApp({ registers: new Map([[name, load]]) });
    const path = `/registers/${name}/v2/proof/register/merkle:sha-256`;
    return readWhole(app.fetch(new Request(`http://localhost${path}`)));
  };
  const [first] = await timed(start, { times: 1, warmUp: 0 });
  const again = median(await timed(start, { times: 9, warmUp: 0 }));
  return [`Mock: ${name} from nothing to its root, first / again`, `${ms(first)} / ${ms(again)}`];
}

async function readWhole(response) {
  const { ok, status, text } = await response.then(async (found) => ({
    ok: found.ok,
    status: found.status,
    text: await found.text(),
  }));
  if (!ok) throw new Error(`status ${status}: ${text}`);
}

/** proofOf20Steps is a request to check one entry of a log of a million, which holds. */
export async function proofOf20Steps() {
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

/** hashingRows measure the check of a proof in this process, by its own account. */
export async function hashingRows(request) {
  const { checks } = await importTypeScript('src/verify/checks.ts');
  const times = Array.from({ length: 1000 }, () => checks.checkEntry(request).computedInMs);
  return [['Verifier: one proof of 20 steps in Node', ms(median(times.slice(300))), 'under 1 ms']];
}
