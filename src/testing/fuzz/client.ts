import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ApiError } from '../../api/api-error.ts';
import { createLedger } from '../../api/ledger.ts';
import { openRegister } from '../../api/open-register.ts';
import type { PageRef } from '../../api/page.ts';
import type { RegisterClient } from '../../api/register-client.ts';
import { createTransport, type FetchLike } from '../../api/transport.ts';
import type { Hash } from '../../core/hash.ts';
import { createApp } from '../../mock/app.ts';
import { bundledRegisters } from '../../mock/registers/bundled.ts';
import { SWITCHES } from '../../mock/switches/switches.ts';
import { HOSTILE_TEXTS, hostileJson, type Json, plain } from './generators.ts';
import { type FuzzTarget, slowTarget } from './target.ts';

const app = createApp({ registers: bundledRegisters() });

/** Switches that keep a caller waiting: the client would, too, for as long as its limits say. */
const SLOW = new Set([
  'slow',
  'late',
  'stall',
  'stall-body',
  'endless-body',
  'gzip-bomb',
  'unavailable',
  'too-many-requests',
  'dead',
  'broken-off',
  'fails-once',
  'redirects',
  'premises',
  'wrong-length',
]);

/** Spoiling is what happens to the answers of a server on their way: every `every`-th, from the `from`-th on. */
interface Spoiling {
  readonly every: number;
  readonly from: number;
  readonly how: 'body' | 'cut' | 'link' | 'status' | 'again' | 'bytes';
  readonly body: Json;
  readonly at: number;
  readonly link: string;
  readonly status: number;
}

const spoiling: fc.Arbitrary<Spoiling> = plain({
  every: fc.integer({ min: 1, max: 3 }),
  from: fc.nat(3),
  how: fc.constantFrom('body', 'cut', 'link', 'status', 'again', 'bytes'),
  body: hostileJson(),
  at: fc.nat(),
  link: fc.oneof(
    fc.constantFrom(
      '<?start=1>; rel="next"',
      '<?start=101>; rel="next"',
      '<https://other.example/x>; rel="next"',
      '<?cursor=x&page-index=1>; rel="next"',
      '<>; rel="next"',
      '<javascript:window.pwned=1>; rel="next"',
    ),
    fc.constantFrom(...HOSTILE_TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text))),
  ),
  status: fc.constantFrom(200, 204, 206, 299, 404, 410, 418, 500),
});

const QUESTIONS: readonly ((client: RegisterClient, text: string, number: number) => Promise<unknown>)[] = [
  (client) => client.register(),
  (client) => everyPage((page) => client.records(page)),
  (client) => everyPage((page) => client.items(page)),
  (client, text) => everyPage((page) => client.recordsWhere('name', text, page)),
  (client, text) => client.record(text),
  (client, text) => client.trail(text),
  (client, _text, number) => client.entry(number),
  (client, _text, number) => client.entries(number, 250),
  (client) => client.item('a'.repeat(64) as Hash),
  (client) => client.registerProof(),
  (client, _text, number) => client.entryProof(number, number + 3),
  (client, _text, number) => client.consistencyProof(number, number + 3),
  (client, _text, number) => client.snapshot(number),
  (client, text, number) => client.snapshotEntry(number, text),
];

/** No list of a register this small has so many pages; a reader that goes on has lost count. */
const MOST_PAGES = 400;

async function everyPage(
  read: (page?: PageRef) => Promise<{ readonly values: readonly unknown[]; readonly next?: PageRef }>,
): Promise<number> {
  let ref: PageRef | undefined;
  let pages = 0;
  do {
    const page: { readonly next?: PageRef } = await read(ref);
    ref = page.next;
    pages += 1;
    assert.ok(pages <= MOST_PAGES, 'a list does not end');
  } while (ref !== undefined);
  return pages;
}

/** spoiltFetch is the mock server behind a line that spoils what passes. It counts what is asked. */
function spoiltFetch(mode: string, how: Spoiling | undefined, count: { asked: number }): FetchLike {
  let last: string | undefined;
  return async (address, { headers = {} }) => {
    assert.ok(address.startsWith('http://mock.example/'), `asked ${address}`);
    count.asked += 1;
    const path = address.replace('/v2/', `/${mode}/`);
    const response = await app.fetch(new Request(path, { headers }));
    const text = await response.text();
    const before = last;
    last = text;
    if (how === undefined || count.asked <= how.from || count.asked % how.every !== 0)
      return new Response(text, response);
    return spoil(how, new Response(text, response), text, before);
  };
}

function spoil(how: Spoiling, response: Response, text: string, before: string | undefined): Response {
  const { status, headers } = response;
  const sent = (body: string | Uint8Array | null): Response =>
    new Response(body as BodyInit | null, { status, headers });
  switch (how.how) {
    case 'body':
      return sent(JSON.stringify(how.body));
    case 'cut':
      return sent(text.slice(0, how.at % (text.length + 1)));
    case 'again':
      return sent(before ?? text);
    case 'bytes':
      return sent(Buffer.from(text).fill(how.at % 256, how.at % (text.length + 1), (how.at % 7_919) + 1));
    case 'status':
      return new Response(how.status === 204 ? null : text, { status: how.status, headers });
    case 'link':
      return withLink(response, text, how.link);
  }
}

function withLink({ status, headers }: Response, text: string, link: string): Response {
  const own = new Headers(headers);
  own.set('link', link);
  return new Response(text, { status, headers: own });
}

const client = slowTarget({
  name: 'client',
  family: 'decoders',
  invariant:
    'whatever a server does, each question ends with an answer or an ApiError after few requests to that server alone',
  cases: () =>
    plain({
      mode: fc
        .tuple(
          fc.constantFrom('v2', 'earlier'),
          fc.subarray(
            SWITCHES.map(({ id }) => id).filter((id) => !SLOW.has(id)),
            { maxLength: 3 },
          ),
        )
        .map(([variant, ids]) =>
          [
            variant,
            ...ids.filter((id) => {
              const only = SWITCHES.find((one) => one.id === id)?.variant;
              return only === undefined || only === (variant === 'v2' ? 'item' : 'blob');
            }),
          ].join('+'),
        ),
      register: fc.constantFrom('planet', 'country', 'unfaithful'),
      spoiling: fc.option(spoiling, { nil: undefined }),
      questions: fc.array(fc.nat(QUESTIONS.length - 1), { minLength: 1, maxLength: 4 }),
      text: fc.oneof(fc.constantFrom('GB', 'uranus', 'Uranus'), fc.constantFrom(...HOSTILE_TEXTS)),
      number: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(Number.MAX_SAFE_INTEGER - 300)),
    }),
  async holds({ mode, register, spoiling: how, questions, text, number }) {
    const count = { asked: 0 };
    const transport = createTransport({
      fetch: spoiltFetch(mode, how, count),
      ledger: createLedger(),
      timeoutMs: 15_000,
      waitsMs: [1, 1],
    });
    const settled = async <T>(work: Promise<T>): Promise<T | undefined> => {
      try {
        return await work;
      } catch (error) {
        assert.ok(
          error instanceof ApiError,
          `thrown: ${error instanceof Error ? error.stack : String(error)}`,
        );
        assert.match(error.message, /\S\.$/);
        return undefined;
      }
    };
    const opened = await settled(openRegister(`http://mock.example/registers/${register}/v2`, transport));
    if (how === undefined && mode === 'v2')
      assert.notEqual(opened, undefined, 'an honest register does not open');
    if (opened === undefined) return;
    for (const index of questions) {
      const before = count.asked;
      await settled(QUESTIONS[index]?.(opened, text, number) ?? Promise.resolve());
      assert.ok(count.asked - before <= 2 * MOST_PAGES, `${count.asked - before} requests for one question`);
    }
  },
});

/** CLIENT_TARGETS are the claims about the client as a whole. */
export const CLIENT_TARGETS: readonly FuzzTarget[] = [client];
