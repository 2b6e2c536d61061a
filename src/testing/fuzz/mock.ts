import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { linkTarget } from '../../api/links.ts';
import { createApp } from '../../mock/app.ts';
import { oddRegister } from '../../mock/conformance/odd-register.ts';
import { bundledRegisters } from '../../mock/registers/bundled.ts';
import { SWITCHES } from '../../mock/switches/switches.ts';
import { HOSTILE_TEXTS, oddText, plain } from './generators.ts';
import type { RealData } from './real-data.ts';
import { type FuzzTarget, slowTarget } from './target.ts';

const HOST = 'http://mock.example';

const app = createApp({ registers: bundledRegisters().set('odd', () => oddRegister) });

/** Switches whose answer does not come, or does not end, by design: the caller gives up. */
const WAITING = new Set(['slow', 'late', 'stall', 'stall-body', 'endless-body', 'gzip-bomb']);
/** Switches that answer with a status of 5xx, or break the connection, by design. */
const BREAKING = new Set(['dead', 'broken-off', 'unavailable', 'fails-once', 'wrong-length', 'stall']);
/** Switches under which a body is not what its content type says. */
const GARBLING = new Set(['truncated-json', 'web-page', 'wrong-type', 'deep-json', 'numbers-exponent']);

/** MockRequest is a request in parts, so that a smaller one can be found. */
export interface MockRequest {
  readonly register: string;
  readonly variant: 'v2' | 'earlier';
  readonly switches: readonly string[];
  /** What limits each of them to an endpoint, if anything. */
  readonly limit: string;
  readonly path: readonly string[];
  readonly query: string;
  readonly accept: string;
  readonly method: string;
}

const SEGMENTS = [
  'records',
  'entries',
  'items',
  'blobs',
  'proof',
  'proofs',
  'register',
  'consistency',
  'snapshots',
  'context',
  'merkle:sha-256',
  'GB',
  'uranus',
  '00000001',
  '1',
  '10',
  '200',
  '295',
  '1000000',
  '0',
  'name',
  'United%20Kingdom',
  'entry',
  'records.json',
  'entries.csv',
  'GB.json',
  '',
  '%2F',
  '%252E',
  '%',
];

/** True paths, so that more is reached than the door. */
const PATHS = [
  'register',
  'context',
  'records',
  'entries',
  'items',
  'blobs',
  'proofs/register',
  'records/GB',
  'records/GB/entries',
  'records/uranus',
  'records/name/Uranus',
  'records/00000001',
  'entries/7',
  'proof/register/merkle:sha-256',
  'proof/entries/3/9/merkle:sha-256',
  'proof/consistency/3/9/merkle:sha-256',
  'proofs/entries/3/9',
  'proofs/consistency/3/9',
  'snapshots/9',
  'snapshots/9/GB',
  'proof/entries/345678/1000000/merkle:sha-256',
].map((path) => path.split('/'));

const parameter = fc
  .tuple(
    fc.constantFrom('start', 'limit', 'page-index', 'page-size', 'cursor', 'name', 'value', '__proto__', 'x'),
    fc.oneof(fc.constantFrom('1', '3', '100', '5000', '0', '-1', '1e3', '٣', ''), oddText()),
  )
  .map(([name, value]) => `${name}=${encodeLeniently(value)}`);

const request: fc.Arbitrary<MockRequest> = plain({
  register: fc.oneof(
    { weight: 4, arbitrary: fc.constant('planet') },
    { weight: 3, arbitrary: fc.constantFrom('country', 'odd', 'unfaithful') },
    { weight: 1, arbitrary: fc.constantFrom('premises', 'nowhere', '__proto__', '%70lanet', '') },
  ),
  variant: fc.constantFrom('v2' as const, 'earlier' as const),
  // One that waits stands alone: what changes its answer would wait for all of it first.
  switches: fc
    .subarray(
      SWITCHES.map(({ id }) => id),
      { maxLength: 4 },
    )
    .map((ids) =>
      ids.some((id) => WAITING.has(id)) ? ids.filter((id) => WAITING.has(id)).slice(0, 1) : ids,
    ),
  limit: fc.constantFrom('', '', '@record', '@entries', '@item', '@entry-proof', '@nowhere', '@'),
  path: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PATHS) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...PATHS), fc.nat(4), fc.constantFrom(...SEGMENTS))
        .map(([path, at, segment]) => path.toSpliced(at % (path.length + 1), 1, segment)),
    },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.oneof(fc.constantFrom(...SEGMENTS), fc.constantFrom(...HOSTILE_TEXTS).map(encodeLeniently)),
        { maxLength: 5 },
      ),
    },
  ),
  query: fc.oneof(
    fc.constant(''),
    fc.array(parameter, { maxLength: 3 }).map((parts) => `?${parts.join('&')}`),
    fc.constantFrom('?', '?%', '?start=%ff', '?&&&===', '?start[]=1'),
  ),
  accept: fc.constantFrom(
    '',
    '*/*',
    'application/json',
    'text/csv',
    'text/html',
    'text/csv;q=9',
    ',;=',
    'a'.repeat(5_000),
  ),
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'DELETE'),
  ),
});

function encodeLeniently(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

function addressOf({ register, variant, switches, limit, path, query }: MockRequest): string {
  const mode = [variant, ...switches.map((id) => id + limit)].join('+');
  return `${HOST}/registers/${register}/${mode}/${path.join('/')}${query}`;
}

const GIVE_UP_MS = 5;

/** ask answers a request as a host would have it; whoever waits by design is given up after a moment. */
async function ask(asked: MockRequest): Promise<{ response: Response; text: string | undefined }> {
  const isWaiting = asked.switches.some((id) => WAITING.has(id));
  const stop = new AbortController();
  const timer = isWaiting ? setTimeout(() => stop.abort(), GIVE_UP_MS) : undefined;
  const response = await app.fetch(
    new Request(addressOf(asked), {
      method: asked.method,
      headers: asked.accept === '' ? {} : { accept: asked.accept },
      signal: stop.signal,
    }),
  );
  clearTimeout(timer);
  if (isWaiting) {
    await response.body?.cancel();
    return { response, text: undefined };
  }
  const text = await response.text().catch((error: unknown) => {
    assert.ok(asked.switches.includes('broken-off'), `a body breaks: ${String(error)}`);
    return undefined;
  });
  return { response, text };
}

const answers = slowTarget({
  name: 'mock-requests',
  family: 'mock',
  invariant:
    'any request to the mock server gets a proper answer, breaks only by a switch that says so, and always ends',
  cases: () => request,
  async holds(asked) {
    const { response, text } = await ask(asked);
    const has = (ids: ReadonlySet<string>): boolean => asked.switches.some((id) => ids.has(id));
    const { status, type, headers } = response;
    if (type === 'error' || status === 0) {
      assert.ok(has(BREAKING) || has(WAITING), 'a connection breaks without a switch that breaks it');
      return;
    }
    assert.ok([200, 204, 302].includes(status) || status >= 400, `status ${status}`);
    if (status >= 500) assert.ok(has(BREAKING), `status ${status}: ${text}`);
    assert.equal(headers.get('access-control-allow-origin'), '*', 'pages of other sites may not read it');
    if (asked.method === 'HEAD') assert.equal(text ?? '', '');
    if (text === undefined || asked.method !== 'GET' || status === 302) return;
    const link = headers.get('link');
    if (link !== null) assert.notEqual(linkTarget(link, 'next'), undefined, `Link: ${link}`);
    if (has(GARBLING) || has(BREAKING)) return;
    const contentType = headers.get('content-type') ?? '';
    if (/json/.test(contentType))
      assert.doesNotThrow(() => JSON.parse(text), `${status} ${text.slice(0, 200)}`);
    else assert.match(contentType, /^text\/(csv|html|plain)/);
    if (status === 200 && /csv/.test(contentType)) assert.ok(text.endsWith('\r\n'), 'a table breaks off');
  },
});

const pages = slowTarget({
  name: 'mock-pages',
  family: 'mock',
  invariant:
    'the pages of an honest list join to all of it, once each and in order, whatever the length of a page',
  cases: ({ registers }: RealData) =>
    plain({
      register: fc.constantFrom(...registers.filter(({ source }) => source.entries.length < 400)),
      variant: fc.constantFrom('v2', 'earlier'),
      list: fc.constantFrom('entries', 'records', 'items'),
      size: fc.integer({ min: 3, max: 90 }),
      manner: fc.constantFrom('link-absolute', 'link-relative', 'small-pages', 'deprecation-link'),
    }),
  async holds({ register: { source }, variant, list, size, manner }) {
    const server = createApp({ registers: new Map([['r', () => source]]) });
    const base = `${HOST}/registers/r/${variant}+${manner}`;
    const name = list === 'items' && variant === 'earlier' ? 'blobs' : list;
    const parameterName = list === 'entries' ? 'limit' : 'page-size';
    let address: string | undefined = `${base}/${name}${list === 'items' ? '' : `?${parameterName}=${size}`}`;
    const seen: string[] = [];
    for (let page = 0; address !== undefined; page += 1) {
      assert.ok(page < 200, 'the list does not end');
      const response: Response = await server.fetch(new Request(address));
      assert.equal(response.status, 200, address);
      const body = (await response.json()) as object;
      const named = Array.isArray(body) ? body.map((one) => JSON.stringify(one)) : Object.keys(body);
      seen.push(...named);
      const next: string | null | undefined = linkTarget(response.headers.get('link') ?? '', 'next');
      address = typeof next !== 'string' ? undefined : new URL(next, address).href;
    }
    assert.equal(new Set(seen).size, seen.length, 'something comes twice');
    const keys = new Set(source.entries.map(({ key }) => key));
    if (list === 'entries') assert.equal(seen.length, source.entries.length);
    if (list === 'records') assert.equal(seen.length, keys.size);
  },
});

/** MOCK_TARGETS are the claims about the mock server. */
export const MOCK_TARGETS: readonly FuzzTarget[] = [answers, pages];
