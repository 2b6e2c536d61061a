import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { USUAL_GROUPS } from './model.ts';
import { type Report, type ReportVerdict, verdictOf } from './report.ts';
import { runConformance } from './run.ts';
import { createApp } from '../mock/app.ts';
import { nodePremises } from '../mock/hosts/node/premises-tools.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import { planet } from '../mock/registers/planet.ts';
import { groupsWith, idsOf, MOCK_ORIGIN, runAll } from '../testing/conformance-run.ts';
import { fetchOf } from '../testing/fake-server.ts';
import { damaged, RUNS } from '../testing/hostile-json.ts';
import { oddRegister } from '../testing/odd-register.ts';

// More entries than a report reads of a log, and no more than a list of data has on a page.
const LARGE = 5_000;
const registers = bundledRegisters(() => nodePremises(LARGE)).set('odd', () => oddRegister);
const fetch = fetchOf(createApp({ registers }));
const PLANETS = `${MOCK_ORIGIN}/registers/planet/v2`;

test.each([...registers.keys()].flatMap((name) => [`${name}/v2`, `${name}/earlier`]))(
  '%s of the mock server passes its own report',
  async (path) => {
    const isLarge = path.startsWith('premises');
    const results = await runAll(`${MOCK_ORIGIN}/registers/${path}`, fetch);
    const wrong = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'could-not-run');
    // One record of that register has an attribute that is not in its schema.
    expect(wrong.map(({ id }) => id)).toEqual(path === 'odd/earlier' ? ['summary/schema'] : []);
    expect(results.length).toBeGreaterThan(45);
    expect(idsOf(results, 'not-applicable').length > 0).toBe(isLarge);
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
  const report = { base: MOCK_ORIGIN, groups: [], rate: 1, startedAt: '', requests: 1, results };
  expect(idsOf(results, 'pass')).toEqual([]);
  expect(verdictOf({ ...report, state: 'done' }).outcome).toBe(outcome);
});

/** The mock's answer, with this change of its body at these paths. */
async function changedAt(
  path: RegExp,
  address: string,
  init: RequestInit,
  change: (body: string) => string,
): Promise<Response> {
  const response = await fetch(address, init);
  const { status, headers } = response;
  return !path.test(new URL(address).pathname) || status !== 200 || init.method === 'HEAD'
    ? response
    : new Response(change(await response.text()), { headers });
}

test.each<[what: string, path: RegExp, from: RegExp, to: string, failed: string[], open: string[]]>([
  [
    'timestamps written with slashes',
    /\/(entries|entries\/\d+|records|records\/\w+)$/,
    /(-timestamp":"\d+)-(\d\d)-/g,
    '$1/$2/',
    ['record/form', 'records/form', 'entry/form', 'entries/form', 'trail/form'],
    // The leaves are of other timestamps.
    ['register-proof/root', 'entry-proof/root', 'consistency-proof/roots'],
  ],
  [
    'a record with a number among its data',
    /\/records$/,
    /"moons":"(\d+)"/,
    '"moons":$1',
    ['records/form'],
    ['records/data', 'records/complete', 'records/stable'],
  ],
  ['a summary without a domain', /\/register$/, /"domain":/, '"domains":', ['summary/form'], []],
])('%s: a fault of form hides nothing that does not rest on it', async (_, path, from, to, failed, open) => {
  const results = await runAll(PLANETS, (address, init) =>
    changedAt(path, address, init, (body) => body.replace(from, to)),
  );
  expect(idsOf(results, 'fail').toSorted()).toEqual(failed.toSorted());
  expect(idsOf(results, 'could-not-run').toSorted()).toEqual(open.toSorted());
});

const AS_TEXT = /("(?:total-entries|digest-length|entry-number)"):(\d+)/g;

test.each<[path: RegExp, variant: string, text: RegExp, failed: string[]]>([
  [/\/proof\/register\//, 'v2', AS_TEXT, ['MUST register-proof/form']],
  [/\/proofs\/register$/, 'earlier', AS_TEXT, ['MUST register-proof/form']],
  [/\/proof\/entries\//, 'v2', AS_TEXT, ['MUST entry-proof/form']],
  [/\/records\/\w+$/, 'v2', AS_TEXT, ['MUST record/form']],
  [/\/register$/, 'v2', AS_TEXT, ['SHOULD summary/numbers']],
  [/\/context$/, 'earlier', /("total-entries"):(\d+)/, ['SHOULD summary/numbers']],
  [/\/context$/, 'earlier', /("digest-length"):(\d+)/, ['SHOULD summary/numbers']],
  // "A client must accept both."
  [/\/entries(\/\d+)?$/, 'earlier', AS_TEXT, []],
])(
  'integers sent as text by %s of %s are a fault in records and proofs, a remark in the summary',
  async (path, variant, text, failed) => {
    const results = await runAll(
      `${MOCK_ORIGIN}/registers/planet/${variant}`,
      (address, init) => changedAt(path, address, init, (body) => body.replace(text, '$1:"$2"')),
      { groups: USUAL_GROUPS },
    );
    const wrong = results.filter(({ outcome }) => outcome === 'fail');
    expect(wrong.map(({ level, id }) => `${level} ${id}`)).toEqual(failed);
    expect(idsOf(results, 'could-not-run')).toEqual([]);
  },
);

test.each([
  ['more blobs than entries name', 1, []],
  ['fewer blobs than entries name', -1, ['summary/counts']],
])('a context that counts %s', async (_, more, failed) => {
  const count = (body: string): string =>
    body.replace(
      /("total-blobs"):(\d+)/,
      (_all, name: string, number: string) => `${name}:${Number(number) + more}`,
    );
  const results = await runAll(
    `${MOCK_ORIGIN}/registers/planet/earlier`,
    (address, init) => changedAt(/\/context$/, address, init, count),
    { groups: USUAL_GROUPS },
  );
  expect(idsOf(results, 'fail')).toEqual(failed);
});

test('what HTTP asks for, and the document does not, is a SHOULD that names RFC 9110', async () => {
  const results = await runAll(PLANETS, fetch);
  const ofHttp = results.filter(({ words }) => words.startsWith('RFC 9110'));
  expect(ofHttp.map(({ id }) => id)).toContain('record/head');
  for (const { level, title } of ofHttp) expect(`${level} ${title}`).toMatch(/^SHOULD .*RFC 9110/);
});

/** A server's wrong answers: the requested address with a part replaced. */
test.each<[what: string, id: string, variant: string, asked: RegExp, given: string]>([
  ['another record', 'record/key', 'v2', /records\/\w+$/, 'records/earth'],
  ['all records for one', 'record/form', 'v2', /records\/\w+$/, 'records'],
  ['a record for an odd key', 'record/hostile', 'v2', /records\/__proto__$/, 'records/earth'],
  ['all records for any value', 'records-where/none', 'v2', /records\/.*no-such-value/, 'records'],
  ['another entry', 'entry/same', 'v2', /entries\/\d+$/, 'entries/2'],
  ['the first entry for an odd number', 'entry/hostile', 'v2', /entries\/(?!\d+$).+/, 'entries/1'],
  ['the proof of another entry', 'entry-proof/number', 'v2', /proof\/entries\/\d+/, 'proof/entries/2'],
  ['the root of another log', 'summary/root', 'earlier', /earlier\/context/, 'earlier+fork/context'],
  ['the newest snapshot for any size', 'snapshot/state', 'earlier', /snapshots\/\d+$/, 'snapshots/15'],
])('a server that gives %s fails %s', async (_what, id, variant, asked, given) => {
  const results = await runAll(
    `${MOCK_ORIGIN}/registers/planet/${variant}`,
    (address, init) => fetch(address.replace(asked, given), init),
    { groups: groupsWith(id) },
  );
  expect(idsOf(results, 'fail')).toContain(id);
});

test.each<[what: string, answer: ResponseInit]>([
  ['another status', { status: 405, headers: { 'content-type': 'application/json' } }],
  ['another type', { headers: { 'content-type': 'text/html' } }],
  [
    'a link that GET does not have',
    { headers: { 'content-type': 'application/json', link: '</>; rel="next"' } },
  ],
])('HEAD that is answered with %s fails a SHOULD case in each part', async (_, answer) => {
  const parts = ['summary', 'record', 'entries', 'register-proof', 'item', 'snapshot'];
  const results = await runAll(`${MOCK_ORIGIN}/registers/planet/earlier`, async (address, init) =>
    init.method === 'HEAD' ? new Response(null, answer) : fetch(address, init),
  );
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ id }) => id).toSorted()).toEqual(parts.map((part) => `${part}/head`).toSorted());
  for (const { level, curl } of failed) expect(`${level} ${curl}`).toMatch(/^SHOULD curl .*--head/);
});

test.each<[what: string, change: (records: object[]) => object[], failed: string[]]>([
  ['without a record', (records) => records.slice(1), ['records/stable']],
  ['in another order', (records) => records.toReversed(), ['records/stable']],
  ['with a new record in place of the last', (records) => [{ _id: 'new' }, ...records.slice(0, -1)], []],
])('a list of records that comes back %s', async (_, change, failed) => {
  const results = await runAll(
    `${MOCK_ORIGIN}/registers/planet/earlier`,
    async (address, init) => {
      const response = await fetch(address, init);
      if (init.cache !== 'no-store' || !address.endsWith('/records')) return response;
      return Response.json(change((await response.json()) as object[]));
    },
    { groups: ['records'] },
  );
  expect(idsOf(results, 'fail')).toEqual(failed);
});

test('a stopped report lists the requests made', async () => {
  const stop = new AbortController();
  let [asked, last] = [0, {} as Report];
  const run = runConformance({
    base: PLANETS,
    fetch: async (address, init) => {
      if ((asked += 1) === 3) stop.abort();
      return fetch(address, init);
    },
    rate: Infinity,
    signal: stop.signal,
  });
  for await (const report of run) last = report;
  expect(last).toMatchObject({ state: 'stopped', requests: 3 });
});

test('no answer, however corrupted, breaks a report', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('v2', 'earlier'),
      fc.constantFrom(/entries/, /records/, /items|blobs/, /proofs?/, /context|register$/, /snapshots/, /./),
      fc.infiniteStream(damaged(fc.constant(''))),
      fc.infiniteStream(fc.nat(1000)),
      async (variant, corrupted, pieces, places) => {
        const base = `${MOCK_ORIGIN}/registers/planet/${variant}`;
        const results = await runAll(base, async (address, init) => {
          const response = await fetch(address, init);
          const { done: _, value: place } = places.next();
          if (!corrupted.test(address.slice(base.length)) || place % 3 === 0) return response;
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
