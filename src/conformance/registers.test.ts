import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GROUPS } from './model.ts';
import { type ReportVerdict, verdictOf } from './report.ts';
import { createApp } from '../mock/app.ts';
import { createDirectMount } from '../mock/hosts/browser/direct-mount.ts';
import { nodePremises } from '../mock/hosts/node/premises-tools.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import { planet } from '../mock/registers/planet.ts';
import { fetchOf, idsOf, MOCK_ORIGIN, runAll } from '../testing/conformance-run.ts';
import { damaged, RUNS } from '../testing/hostile-json.ts';
import { oddRegister } from '../testing/odd-register.ts';

const registers = bundledRegisters(() => nodePremises()).set('odd', () => oddRegister);
const fetch = fetchOf(createApp({ registers }));

test.each([...registers.keys()].flatMap((name) => [`${name}/v2`, `${name}/earlier`]))(
  '%s of the mock server passes its own report',
  async (path) => {
    const isLarge = path.startsWith('premises');
    // To find out that a million entries name no such hash takes longer than an answer may.
    const groups = GROUPS.filter((group) => !isLarge || group !== 'hostile');
    const results = await runAll(`${MOCK_ORIGIN}/registers/${path}`, fetch, { groups });
    const wrong = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'could-not-run');
    // One record of that register has an attribute that is not in its schema.
    expect(wrong.map(({ id }) => id)).toEqual(path === 'odd/earlier' ? ['summary/schema'] : []);
    expect(results.length).toBeGreaterThan(55);
    // A million entries are not read whole.
    if (!isLarge) expect(idsOf(results, 'not-applicable')).toEqual([]);
  },
);

test.each([0, 1, 2, 3])(
  'a register of %i entries passes, but for what an empty one cannot have',
  async (size) => {
    const small = { ...planet, entries: planet.entries.slice(0, size) };
    const app = createApp({ registers: new Map([['small', () => small]]), basePath: '/below' });
    for (const variant of ['v2', 'earlier']) {
      const results = await runAll(`${MOCK_ORIGIN}/below/registers/small/${variant}`, fetchOf(app));
      // The date of the last update is required, and there is none.
      expect(idsOf(results, 'fail')).toEqual(size === 0 && variant === 'v2' ? ['summary/form'] : []);
    }
  },
);

test('the mock server passes in a worker of the page', async () => {
  const mount = createDirectMount();
  let id = 0;
  const ask = async (url: string, { method = 'GET', headers }: RequestInit): Promise<Response> => {
    const answer = await mount.fetch({
      id: (id += 1),
      url,
      method,
      headers: [...new Headers(headers)],
      basePath: '',
    });
    return new Response(answer.body, {
      status: answer.status,
      headers: answer.headers.map(([name, value]) => [name, value]),
    });
  };
  expect(idsOf(await runAll(`${MOCK_ORIGIN}/registers/country/v2`, ask), 'fail')).toEqual([]);
});

test('a link that a browser hides is no fail', async () => {
  const hidden = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(address, init);
    response.headers.delete('link');
    return response;
  };
  const results = await runAll(`${MOCK_ORIGIN}/registers/country/v2`, hidden, { seesLinks: false });
  expect(idsOf(results, 'fail')).toEqual([]);
  expect(idsOf(results, 'could-not-run')).toEqual(
    expect.arrayContaining(['entries/links', 'record/version-history']),
  );
});

test.each<[what: string, answer: (address: string) => Response, outcome: ReportVerdict['outcome']]>([
  ['a web page', () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }), 'fails'],
  ['nothing but 404', () => new Response('no', { status: 404 }), 'fails'],
  ['nothing but 500', () => new Response('no', { status: 500 }), 'incomplete'],
  [
    '404 and 503',
    (address) => new Response('no', { status: address.endsWith('/records') ? 503 : 404 }),
    'incomplete',
  ],
])('%s is no register', async (_, answer, outcome) => {
  const results = await runAll(MOCK_ORIGIN, async (address) => answer(address));
  const report = {
    base: MOCK_ORIGIN,
    groups: [],
    rate: 1,
    startedAt: '',
    requests: 1,
    state: 'done',
    results,
  } as const;
  expect(idsOf(results, 'pass')).toEqual([]);
  expect(verdictOf(report).outcome).toBe(outcome);
});

test.each<[what: string, crash: () => Response]>([
  ['answers it with 500', () => new Response('no', { status: 500 })],
  [
    'breaks the connection',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('a server that %s fails the case of odd requests, and is asked the rest', async (_, crash) => {
  const base = `${MOCK_ORIGIN}/registers/planet/v2`;
  const results = await runAll(base, async (address, init) =>
    address.includes('%00') ? crash() : fetch(address, init),
  );
  const failed = results.filter(({ outcome }) => outcome !== 'pass');
  expect(failed).toMatchObject([
    { id: 'record/hostile', outcome: 'fail', curl: expect.stringContaining(`${base}/records/%00`) },
  ]);
});

test('no answer, however spoilt, breaks a report', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('v2', 'earlier'),
      fc.constantFrom(/entries/, /records/, /items|blobs/, /proofs?/, /context|register$/, /snapshots/, /./),
      fc.infiniteStream(damaged(fc.constant(''))),
      fc.infiniteStream(fc.nat(1000)),
      async (variant, spoilt, pieces, places) => {
        const base = `${MOCK_ORIGIN}/registers/planet/${variant}`;
        const results = await runAll(base, async (address, init) => {
          const response = await fetch(address, init);
          const { done: _, value: place } = places.next();
          if (!spoilt.test(address.slice(base.length)) || place % 3 === 0) return response;
          const text = await response.text();
          const at = place % (text.length + 1);
          const body = text.slice(0, at) + String(pieces.next().value) + text.slice(at + (place % 7));
          return new Response(init.method === 'HEAD' ? null : body, response);
        });
        expect(results.length).toBeGreaterThan(0);
      },
    ),
    { ...RUNS, numRuns: Math.min(12, RUNS.numRuns ?? 0) },
  );
});
