import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { linkTarget } from '../core/http.ts';
import { createApp } from './app.ts';
import { oddRegister } from '../testing/odd-register.ts';
import { nodePremises } from './hosts/node/premises-tools.ts';
import { bundledRegisters } from './registers/bundled.ts';
import { SWITCHES } from './switches/switches.ts';
import { HOSTILE_TEXTS, RUNS, oddText, plain } from '../testing/hostile-json.ts';

const HOST = 'http://mock.example';
const app = createApp({ registers: bundledRegisters(() => nodePremises()).set('odd', () => oddRegister) });

/** Switches whose answer does not begin or end, by design: the caller aborts. */
const WAITING = new Set(['slow', 'late', 'stall', 'stall-body', 'endless-body', 'gzip-bomb']);
/** Switches that answer with a status of 5xx, or break the connection, by design. */
const BREAKING = new Set(['dead', 'broken-off', 'unavailable', 'fails-once', 'wrong-length', 'stall']);
/** Switches with which a body contradicts its content type. */
const GARBLING = new Set(['truncated-json', 'web-page', 'wrong-type', 'deep-json', 'numbers-fraction']);

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
const hostilePart = fc.constantFrom(...HOSTILE_TEXTS).map(encode);

/** True paths, so that more is reached than the door. */
const path = fc
  .constantFrom(
    ...[
      ['register', 'context', 'records', 'entries', 'items', 'blobs', 'proofs/register', 'records/GB'],
      ['records/GB/entries', 'records/uranus', 'records/name/Uranus', 'records/00000001', 'entries/7'],
      ['proof/register/merkle:sha-256', 'proof/entries/3/9/merkle:sha-256', 'proofs/entries/3/9'],
      ['proof/consistency/3/9/merkle:sha-256', 'proofs/consistency/3/9', 'snapshots/9', 'snapshots/9/GB'],
    ].flat(),
    'proof/entries/345678/1000000/merkle:sha-256',
  )
  .map((text) => text.split('/'));

const part = fc.oneof(
  fc.constantFrom('records', 'entries', 'proof', 'GB', '1', '295', '1000000', '0', 'GB.json', '', '%2F', '%'),
  hostilePart,
);

const parameter = fc
  .tuple(
    fc.constantFrom('start', 'limit', 'page-index', 'page-size', 'cursor', 'name', 'value', '__proto__'),
    fc.oneof(fc.constantFrom('1', '3', '100', '5000', '0', '-1', '1e3', '٣', ''), oddText()),
  )
  .map(([name, value]) => `${name}=${encode(value)}`);

const requests = plain({
  register: fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom('planet', 'country', 'odd', 'unfaithful') },
    { weight: 1, arbitrary: fc.constantFrom('premises', 'nowhere', '__proto__', '%70lanet', '') },
  ),
  variant: fc.constantFrom('v2', 'earlier'),
  // One that waits stands alone: what changes its answer would wait for all of it first.
  switches: fc
    .subarray(
      SWITCHES.map(({ id }) => id),
      { maxLength: 4 },
    )
    .map((ids) => {
      const waiting = ids.filter((id) => WAITING.has(id));
      return waiting.length > 0 ? waiting.slice(0, 1) : ids;
    }),
  limit: fc.constantFrom('', '', '@record', '@entries', '@item', '@entry-proof', '@nowhere', '@'),
  path: fc.oneof(
    path,
    fc.tuple(path, fc.nat(4), part).map(([parts, at, one]) => parts.toSpliced(at, 1, one)),
    fc.array(part, { maxLength: 5 }),
  ),
  query: fc.oneof(
    fc.array(parameter, { maxLength: 3 }).map((parts) => `?${parts.join('&')}`),
    fc.constantFrom('', '?', '?%', '?start=%ff', '?&&&===', '?start[]=1'),
  ),
  accept: fc.constantFrom(
    '',
    '*/*',
    'application/json',
    'text/csv',
    'text/csv;q=9',
    ',;=',
    'a'.repeat(5_000),
  ),
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'),
});

test('any request gets a proper answer, breaks only by a switch that says so, and always ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      requests,
      async ({ register, variant, switches, limit, path, query, accept, method }) => {
        const has = (ids: ReadonlySet<string>): boolean => switches.some((id) => ids.has(id));
        const mode = [variant, ...switches.map((id) => id + limit)].join('+');
        const stop = new AbortController();
        const timer = has(WAITING) ? setTimeout(() => stop.abort(), 5) : undefined;
        const response = await app.fetch(
          new Request(`${HOST}/registers/${register}/${mode}/${path.join('/')}${query}`, {
            method,
            headers: accept === '' ? {} : { accept },
            signal: stop.signal,
          }),
        );
        clearTimeout(timer);
        const { status, type, headers } = response;
        if (type === 'error' || status === 0) {
          assert.ok(has(BREAKING) || has(WAITING), 'a connection breaks without a switch that breaks it');
          return;
        }
        assert.ok([200, 204, 302].includes(status) || status >= 400, `status ${status}`);
        if (status >= 500) assert.ok(has(BREAKING), `status ${status}`);
        assert.equal(headers.get('access-control-allow-origin'), '*', 'pages of other sites may not read it');
        if (has(WAITING)) return response.body?.cancel();
        const text = await response.text().catch((error: unknown) => {
          assert.ok(switches.includes('broken-off'), `a body breaks: ${String(error)}`);
        });
        if (method === 'HEAD') assert.equal(text ?? '', '');
        if (text === undefined || method !== 'GET' || status === 302) return;
        const link = headers.get('link');
        if (link !== null) assert.notEqual(linkTarget(link, 'next'), undefined, `Link: ${link}`);
        if (has(GARBLING) || has(BREAKING)) return;
        const contentType = headers.get('content-type') ?? '';
        if (/json/.test(contentType)) assert.doesNotThrow(() => JSON.parse(text), text.slice(0, 200));
        else assert.match(contentType, /^text\/(csv|html|plain)/);
        if (status === 200 && /csv/.test(contentType)) assert.ok(text.endsWith('\r\n'), 'a table breaks off');
      },
    ),
    { ...RUNS, numRuns: 3 * (RUNS.numRuns ?? 0) },
  );
});
