import { expect, test } from 'vitest';
import { blobHash } from '../core/blob-hash.ts';
import type { AttributeValue } from '../core/model.ts';
import { oddRegister } from '../testing/odd-register.ts';
import { createApp } from './app.ts';
import { bundledRegisters } from './registers/bundled.ts';

// This server's own choices where the API document leaves them open; src/conformance tests the rest.

const app = createApp({ registers: bundledRegisters().set('odd', () => oddRegister) });

function get(path: string, init?: RequestInit): Promise<Response> {
  return app.fetch(new Request(`http://mock.example/registers${path}`, init));
}

const each = (start: string, words: string, end = ''): string[] =>
  words.split(/\s+/).map((word) => start + word + end);

const HUGE = `1${'0'.repeat(400)}`;
const LONG = 'x'.repeat(8000);
const V2 = '/planet/v2';
const EARLIER = '/planet/earlier';
const ID = 'merkle:sha-256';

test.each([
  ...each(`${V2}/entries?`, `start=0 start=1.5 start=1e3 start= start=9007199254740992 start=%D9%A3`),
  ...each(`${V2}/entries?`, `limit=0 limit=5001 start=1&start=2 limit=${HUGE}`),
  ...each(`${V2}/records?`, `page-index=% page-index=0 page-index=1&page-index=2`),
  ...each(`${V2}/records?`, `page-size=5001 page-index=9007199254740991&page-size=5000`),
  ...each(`${V2}/records/`, '%zz %FF %ED%A0%80'),
  ...each(`${V2}/items?cursor=`, `x cGFnZTox== cGFnZToxMDA cGFnZTotMQ %00 ${LONG}`),
  ...each(`${V2}/proof/consistency/`, `0/5 5/4 1/16 x/5 0/0 1.0/5`, `/${ID}`),
  ...each(`${V2}/proof/entries/`, `0/5 6/5 1/16 1/0 0x1/5 1/5%20 ${HUGE}/15`, `/${ID}`),
  ...each(`${EARLIER}/snapshots/`, `16 -1 1e1 9007199254740993`),
  ...each(`${EARLIER}/records?`, 'name=moons name=colour&value=blue name=__proto__&value=x value=x'),
  `${V2}+rollback/proof/consistency/13/15/${ID}`,
])('%s is a bad request', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(400);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test.each([
  ...each(`${V2}/entries/`, `0 16 1.0 01 abc %D9%A1 ${HUGE}`),
  ...each(`${V2}/records/`, `vulcan vulcan/entries %00 ..%2F..%2Fetc%2Fpasswd __proto__`),
  ...each(`${V2}/records/`, `colour/blue __proto__/x %0D%0ALink:%20x`),
  ...each(`${V2}/items/sha-256:`, `${'0'.repeat(64)} x`),
  ...each(V2, `/context /blobs /snapshots/1 /proofs/register /proof/register/x / /x /records?page-index=99`),
  ...each(
    EARLIER,
    `/register /items /proof/register/${ID} /records/name/Earth /snapshots/6/uranus /blobs/1220`,
  ),
  ...each(V2, '+no-items-list/items +no-summary/register +log-cut/entries/14 +rollback/entries/14'),
  ...each(EARLIER, '+proofs-entry-spelling/proofs/entries/1/1 /proofs/entry/1/1 +no-summary/context'),
  ...each(
    V2,
    '+unavailable@nowhere/entries +nonsense/entries +/entries +leaf-hex/register +unavailable@snapshot/entries',
  ),
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test.each(['POST', 'DELETE'])('%s is refused, and what is allowed is named', async (method) => {
  const response = await get(`${V2}/entries`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

const PAGE = '/entries?start=3&limit=2';

/** What a path is answered with: its Link header below the base, or a text in the body. */
test.each<[path: string, link: RegExp | null | undefined, body?: string | RegExp]>([
  [
    `${V2}/records/uranus`,
    /^<\/registers\/planet\/v2\/records\/uranus\/entries>; rel="version-history"$/,
    '"28"',
  ],
  [`${V2}${PAGE}`, /^<\S+\/entries\?start=5&limit=2>; rel="next", <\S+\?start=1&limit=2>; rel="previous"$/],
  // The page before the third entry has two entries, or some would be sent twice.
  [
    `${V2}/entries?start=3&limit=5`,
    /\?start=8&limit=5>; rel="next", <\S+\?start=1&limit=2>; rel="previous"$/,
  ],
  [`${V2}/entries?start=3`, /^<\S+\?start=1&limit=2>; rel="previous"$/],
  [`${V2}/entries.csv?limit=1`, /<\S+\/entries\.csv\?start=2&limit=1>; rel="next"/],
  [`${EARLIER}/records?name=moons&value=0&page-size=1`, /\?name=moons&value=0&page-index=2&page-size=1>/],
  [`${V2}+small-pages/items?cursor=cGFnZTox`, /\/items\?cursor=cGFnZTow>; rel="previous"/],
  [`${V2}/entries?start=16`, null, '[]'],
  [
    `${V2}/records/earth.csv`,
    undefined,
    /^index-entry-number,entry-number,.*\r\n3,3,2006-01-16T09:00:00Z,earth,earth,Earth,1,,/,
  ],
  // Behaviours of honest servers.
  [`${V2}+link-relative${PAGE}`, /^<\?start=5&limit=2>; rel="next", <\?start=1&limit=2>; rel="previous"$/],
  [`${V2}+link-absolute${PAGE}`, /^<http:\/\/mock\.example\/\S+\/entries\?start=5&limit=2>; rel="next"/],
  [`${V2}+link-loop${PAGE}`, /\?start=3&limit=2>; rel="next", <\S+\?start=0&limit=2>; rel="previous"/],
  [`${V2}+deprecation-link${PAGE}`, /^<https:\/\/registers\.example\/deprecated>; rel="deprecation",<\S/],
  [`${V2}+cursor-start+small-pages/items`, /\/items\?start=cGFnZTox>/],
  [
    `${EARLIER}+link-drops-filter/records?name=moons&value=0&page-size=1`,
    /\/records\?page-index=2&page-size=1>/,
  ],
  ['/odd/v2+link-raw-key/records/a%2Fb', /\/records\/a\/b\/entries>/],
  // Digits as text in the entries endpoints, as numbers in those of records (API document, "Shared types").
  [`${V2}/entries/14`, undefined, '"entry-number":"14"'],
  [`${V2}/records/uranus/entries`, undefined, '"index-entry-number":14,"entry-number":14,'],
  ['/premises/v2/records/10000001/entries', undefined, '"index-entry-number":1,"entry-number":1,'],
  [`${EARLIER}/entries/14`, undefined, '"entry-number":14,'],
  [`${V2}+numbers-as-numbers/entries/1`, undefined, '"entry-number":1,'],
  [`${V2}+numbers-as-strings/records/uranus`, undefined, '"entry-number":"14"'],
  [`${EARLIER}+proofs-entry-spelling/proofs/entry/1/1`, undefined, '{"audit-path":[]}'],
  [`${EARLIER}+sparse-context/context`, undefined, '"status":{}'],
  [`${EARLIER}+snapshot-entries/snapshots/11`, undefined, '"blob-hash"'],
  [`${V2}+html-errors/records/vulcan`, undefined, '<h1>404'],
  // A value that only a former version had finds nothing.
  [`${EARLIER}/records?name=moons&value=28`, null, /^\[\{"_id":"uranus"/],
  [`${EARLIER}/records?name=moons&value=27`, null, /^\[\]$/],
  // A fault at one endpoint alone.
  [`${V2}+unavailable@record/records/uranus/entries`, undefined, '"entry-number":14'],
  [`${V2}+unavailable%40record/entries/15.json/`, undefined, '"entry-number":"15"'],
  [`${V2}+unavailable@item+web-page@entry/entries/15`, undefined, '<h1>Welcome'],
  // Keys that are easily mistaken for something else.
  ['/odd/v2/records/a%2fb', /\/records\/a%2Fb\/entries>/, '{"a/b":'],
  ['/odd/v2/records/x.json.json', undefined, '{"x.json":'],
  ['/odd/v2/records/__proto__', undefined, '{"__proto__":'],
  ['/odd/v2/records/%252E%252E', /\/records\/%252E%252E\/entries>/, '{"..":'],
  ['/odd/v2/records/name/entries', undefined, /^\[\{[^{]*"key":"name"[^{]*$/],
  ['/odd/v2/records/name/y.csv', undefined, /^\{"name":/],
  ['/odd/v2/records/tags/two', undefined, /^\{"__proto__":.*"name":\{"index/],
  ['/odd/v2/records', undefined, /^\{"a\/b":.*"__proto__":\{"index.*"10":\{.*"9":\{.*"\.\.":/],
  ['/odd/v2/records/entries.csv', undefined, '"He said ""no, thanks""\r\nand left; Ünïcode 🪐"\r\n'],
  ['/odd/v2/records/__proto__.csv', undefined, '__proto__,proto,one;two\r\n'],
])('%s', async (path, link, body = '') => {
  const response = await get(path);
  const text = await response.text();
  if (link === null) expect(response.headers.get('link')).toBeNull();
  else if (link) expect(response.headers.get('link')).toMatch(link);
  if (body instanceof RegExp) expect(text).toMatch(body);
  else expect(text).toContain(body);
});

test('a redirect leads to the address with a slash, which is answered', async () => {
  const { status, headers } = await get(`${V2}+redirects/records?page-size=2`);
  const target = '/registers/planet/v2+redirects/records/?page-size=2';
  expect([status, headers.get('location')]).toEqual([302, target]);
  expect((await get(`${V2}+redirects/records.csv/`)).status).toBe(200);
});

test.each([
  ['too-many-requests', 429, /^120$/],
  ['unavailable', 503, / GMT$/],
])('%s asks for patience with status %i, where pages may read it', async (fault, due, after) => {
  const { status, headers } = await get(`${V2}+${fault}/entries`);
  expect([status, headers.get('access-control-expose-headers')]).toEqual([due, 'Link, Retry-After']);
  expect(headers.get('retry-after')).toMatch(after);
});

test('links that are hidden are sent, and not exposed', async () => {
  const { headers } = await get(`${V2}+link-hidden${PAGE}`);
  expect([headers.has('link'), headers.has('access-control-expose-headers')]).toEqual([true, false]);
});

test.each([
  ['*/*', 'json'],
  ['TEXT/CSV', 'csv'],
  ['text/csv;q=0.900', 'csv'],
  ['text/csv;q=0', undefined],
  ['text/*;q=0, */*', 'json'],
  ['application/*;q=0.1, text/csv;q=0.05', 'json'],
  ['*/*;q=0.1, text/csv;q=0.2', 'csv'],
  ['application/json;q=2', undefined],
  ['text/html', undefined],
])('Accept %s chooses %s', async (accept, format) => {
  const { status, headers } = await get(`${V2}/entries`, { headers: { accept } });
  const types = { json: 'application/json', csv: 'text/csv;charset=UTF-8' };
  const due = format === undefined ? [406, 'application/problem+json'] : [200, types[format as 'json']];
  expect([status, headers.get('content-type')]).toEqual(due);
});

test('an ending of the path counts more than what is accepted', async () => {
  const response = await get(`${V2}/entries.json`, { headers: { accept: 'text/csv' } });
  expect(response.headers.get('content-type')).toBe('application/json');
});

test('a blob is served with the values of its file: what is not set, and every spelling of a letter', async () => {
  const values: [string, AttributeValue][] = [
    ['name', 'e\u0301'],
    ['empty', ''],
    ['tags', ['b', '', 'a']],
    ['none', []],
    ['unset', null],
  ];
  const source = {
    ...oddRegister,
    entries: [{ key: 'k', timestamp: '2020-02-02T02:02:02Z', items: [new Map(values)] }],
  };
  const { fetch } = createApp({ registers: new Map([['raw', () => source]]) });
  const read = async (path: string): Promise<unknown> =>
    (await fetch(new Request(`http://mock.example/registers/raw/earlier/${path}`))).json();
  const expected = Object.fromEntries(values);
  expect(await read('records/k')).toEqual({ _id: 'k', ...expected });
  const id = `1220${blobHash(new Map(values))}`;
  for (const path of [`blobs/${id}`, 'blobs'])
    expect([await read(path)].flat()).toEqual([{ _id: id, ...expected }]);
  expect(await read('entries/1')).toMatchObject({ 'blob-hash': id });
});
