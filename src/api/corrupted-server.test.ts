import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { ApiError } from './api-error.ts';
import type { RegisterClient } from './client.ts';
import { createLedger } from './ledger.ts';
import { openRegister } from './open-register.ts';
import type { PageRef } from './pager.ts';
import type { FetchLike } from './request.ts';
import { createTransport } from './transport.ts';
import type { Hash } from '../core/hash.ts';
import { createApp } from '../mock/app.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import { SWITCHES } from '../mock/switches/switches.ts';
import { HOSTILE_TEXTS, RUNS, hostileJson, plain } from '../testing/hostile-json.ts';

const app = createApp({ registers: bundledRegisters() });

/** Switches that use up a caller's retries, or send endless lists, which the reader has to leave. */
const SLOW = new Set(
  [
    ['slow', 'late', 'stall', 'stall-body', 'endless-body', 'gzip-bomb', 'unavailable', 'too-many-requests'],
    ['dead', 'broken-off', 'fails-once', 'redirects', 'premises', 'wrong-length', 'links-endless'],
  ].flat(),
);

/** modes are addresses of the mock server's variants with some of their switches. */
const modes = fc.constantFrom('v2', 'earlier').chain((variant) =>
  fc
    .subarray(
      SWITCHES.filter(
        ({ id, variant: only }) =>
          !SLOW.has(id) && (only === undefined || only === (variant === 'v2' ? 'item' : 'blob')),
      ).map(({ id }) => id),
      { maxLength: 3 },
    )
    .map((ids) => [variant, ...ids].join('+')),
);

/** Corruption is what happens to every `every`-th answer from the `from`-th on. */
const corruptions = plain({
  every: fc.integer({ min: 1, max: 3 }),
  from: fc.nat(3),
  how: fc.constantFrom('body', 'cut', 'link', 'status', 'again', 'bytes'),
  body: hostileJson(),
  at: fc.nat(),
  link: fc.oneof(
    fc.constantFrom(
      ...['?start=1', '?start=101', '', '?cursor=x&page-index=1', 'https://other.example/x'].map(
        (target) => `<${target}>; rel="next"`,
      ),
      '<javascript:window.pwned=1>; rel="next"',
    ),
    fc.constantFrom(...HOSTILE_TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text))),
  ),
  status: fc.constantFrom(200, 204, 206, 299, 404, 410, 418, 500),
});
type Corruption = typeof corruptions extends fc.Arbitrary<infer T> ? T : never;

/** corruptedFetch is the mock server behind a line that corrupts answers. It counts requests. */
function corruptedFetch(mode: string, how: Corruption | undefined, count: { asked: number }): FetchLike {
  let last = '';
  return async (address, { headers = {} }) => {
    assert.ok(address.startsWith('http://mock.example/'), `asked ${address}`);
    count.asked += 1;
    const answer = await app.fetch(new Request(address.replace('/v2/', `/${mode}/`), { headers }));
    const text = await answer.text();
    const before = last;
    last = text;
    if (how === undefined || count.asked <= how.from || count.asked % how.every !== 0)
      return new Response(text, answer);
    const own = new Headers(answer.headers);
    if (how.how === 'link') own.set('link', how.link);
    const status = how.how === 'status' ? how.status : answer.status;
    return new Response(status === 204 ? null : bodyBy(how, text, before), { status, headers: own });
  };
}

function bodyBy({ how, body, at }: Corruption, text: string, before: string): BodyInit {
  if (how === 'body') return JSON.stringify(body);
  if (how === 'cut') return text.slice(0, at % (text.length + 1));
  if (how === 'again') return before;
  if (how === 'bytes')
    return Buffer.from(text).fill(at % 256, at % (text.length + 1), (at % 7_919) + 1) as BodyInit;
  return text;
}

/** No list of a register this small has so many pages. */
const MOST_PAGES = 400;

async function everyPage(read: (page?: PageRef) => Promise<{ readonly next?: PageRef }>): Promise<void> {
  let pages = 0;
  for (let { next } = await read(); next !== undefined; { next } = await read(next)) {
    pages += 1;
    assert.ok(pages <= MOST_PAGES, 'a list does not end');
  }
}

const QUESTIONS: readonly ((client: RegisterClient, text: string, number: number) => Promise<unknown>)[] = [
  (client) => client.register(),
  (client) => everyPage((page) => client.records(page)),
  (client) => everyPage((page) => client.items(page)),
  (client, text) => everyPage((page) => client.recordsWhere('name', text, page)),
  (client, text) => client.record(text),
  (client, text) => client.trail(text),
  (client, _, number) => client.entry(number),
  (client, _, number) => client.entries(number, 250),
  (client) => client.item('a'.repeat(64) as Hash),
  (client) => client.registerProof(),
  (client, _, number) => client.entryProof(number, number + 3),
  (client, _, number) => client.consistencyProof(number, number + 3),
  (client, _, number) => client.snapshot(number),
  (client, text, number) => client.snapshotEntry(number, text),
];

const visits = plain({
  mode: modes,
  register: fc.constantFrom('planet', 'country', 'unfaithful'),
  how: fc.option(corruptions, { nil: undefined }),
  questions: fc.array(fc.constantFrom(...QUESTIONS), { minLength: 1, maxLength: 4 }),
  text: fc.constantFrom('GB', 'uranus', 'Uranus', ...HOSTILE_TEXTS),
  number: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Number.MAX_SAFE_INTEGER - 300)),
});

test('whatever a server does, each question ends with an answer or an ApiError after few requests to that server alone', async () => {
  await fc.assert(
    fc.asyncProperty(visits, async ({ mode, register, how, questions, text, number }) => {
      const count = { asked: 0 };
      const transport = createTransport({
        fetch: corruptedFetch(mode, how, count),
        ledger: createLedger(),
        timeoutMs: 15_000,
        waitsMs: [1, 1],
      });
      const settled = <T>(work: Promise<T>): Promise<T | undefined> =>
        work.catch((error: unknown) => {
          assert.ok(
            error instanceof ApiError,
            `thrown: ${error instanceof Error ? error.stack : String(error)}`,
          );
          assert.match(error.message, /\S\.$/);
          return undefined;
        });
      const client = await settled(openRegister(`http://mock.example/registers/${register}/v2`, transport));
      if (how === undefined && mode === 'v2') assert.ok(client, 'an honest register does not open');
      if (client === undefined) return;
      for (const question of questions) {
        const before = count.asked;
        await settled(question(client, text, number));
        assert.ok(
          count.asked - before <= 2 * MOST_PAGES,
          `${count.asked - before} requests for one question`,
        );
      }
    }),
    RUNS,
  );
});
