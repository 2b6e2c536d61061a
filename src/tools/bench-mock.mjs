import { median, ms, timed, timedBoth } from './bench-row.mjs';
import { importTypeScript } from './setup.mjs';

const PAGE = '/registers/country/v2/entries?start=101';
const PROOF = '/registers/country/v2/proof/entries/10/200/merkle:sha-256';
const LARGE_PAGE = '/registers/premises/v2/entries?start=600001';
const LARGE_PROOF = '/registers/premises/v2/proof/entries/345678/1000000/merkle:sha-256';
const AT_ONCE = 8;
const LASTS_MS = 2_000;

/** mockRows measure the mock server in this process and over HTTP. */
export async function mockRows() {
  const { createApp } = await importTypeScript('src/mock/app.ts');
  const { bundledRegisters } = await importTypeScript('src/mock/registers/bundled.ts');
  const { nodePremises } = await importTypeScript('src/mock/hosts/node/premises-tools.ts');
  const { createMockServer } = await importTypeScript('src/mock/hosts/node/serve.ts');
  const registers = bundledRegisters(() => nodePremises());
  const starts = [];
  for (const [name, load] of registers) starts.push(await startRow(createApp, name, load));
  const app = createApp({ registers });
  const direct = (path) => readWhole(app.fetch(new Request(`http://localhost${path}`)));
  const server = await createMockServer({ app, port: 0, host: 'localhost' });
  // A connection that the server has just given up as idle is asked for again.
  const overHttp = (path) =>
    readWhole(fetch(server.address + path).catch(() => fetch(server.address + path)));
  const rounds = { times: 500, warmUp: 200 };
  const few = { times: 40, warmUp: 5 };
  const rows = [
    ['Mock, median by the clock / mean processor time'],
    ['  a page of 100 entries', await timedBoth(() => direct(PAGE), rounds), 'under 1 ms'],
    ['  the same over HTTP, its client included', await timedBoth(() => overHttp(PAGE), rounds)],
    ['  an entry proof', await timedBoth(() => direct(PROOF), rounds)],
    [
      '  a page of 1,000,000 entries, computed on request',
      await timedBoth(elsewhere(direct, LARGE_PAGE, 600_001), few),
    ],
    [
      '  an entry proof of 1,000,000 entries, elsewhere each time',
      await timedBoth(elsewhere(direct, LARGE_PROOF, 345_678), few),
      'under 5 ms',
    ],
    [
      `Mock over HTTP, ${AT_ONCE} at once: pages / proofs a second`,
      `${await throughput(() => overHttp(PAGE))} / ${await throughput(() => overHttp(PROOF))}`,
    ],
    ...starts,
  ];
  await server.close();
  return rows;
}

/** Elsewhere in the log at each turn, or a block that was kept would be measured. */
function elsewhere(ask, path, from) {
  let turn = 0;
  return () => {
    turn += 1;
    return ask(path.replace(String(from), String(1 + ((from + turn * 7_919) % 990_000))));
  };
}

async function throughput(work) {
  const until = performance.now() + LASTS_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return Math.round(done / (LASTS_MS / 1000)).toLocaleString('en-GB');
}

/** A register is ready when it sends its root: then every entry is hashed. */
async function startRow(createApp, name, load) {
  const start = () => {
    const app = createApp({ registers: new Map([[name, load]]) });
    const path = `/registers/${name}/v2/proof/register/merkle:sha-256`;
    return readWhole(app.fetch(new Request(`http://localhost${path}`)));
  };
  const [first] = await timed(start, { times: 1, warmUp: 0 });
  const again = median(await timed(start, { times: 9, warmUp: 0 }));
  return [
    `Mock: ${name} from nothing to its root, first / again`,
    `${ms(first)} / ${ms(again)}`,
    name === 'premises' ? 'under 1 s' : '',
  ];
}

async function readWhole(response) {
  const { ok, status, text } = await response.then(async (found) => ({
    ok: found.ok,
    status: found.status,
    text: await found.text(),
  }));
  if (!ok) throw new Error(`status ${status}: ${text}`);
}
