import { expect, test } from 'vitest';
import type { ApiErrorCode } from './api-error.ts';
import { bulkDecoder } from './bulk-decoder.ts';
import { type RegisterClient, createRegisterClient } from './client.ts';
import { failureOf, fakeServer, hex, html, json, raw, type Answers, BASE } from '../testing/fake-server.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';
import type { Hash } from '../core/hash.ts';

type Question = (client: RegisterClient, signal?: AbortSignal) => Promise<unknown>;
const HASH = hex(7) as Hash;

/** Every method, with the path that it requests in the item variant and in the earlier one. */
const QUESTIONS: readonly (readonly [item: string | undefined, blob: string, Question])[] = [
  ['/register', '/context', (c, s) => c.register(s)],
  ['/records', '/records', (c, s) => c.records(undefined, s)],
  ['/records/a/b', '/records?name=a&value=b', (c, s) => c.recordsWhere('a', 'b', undefined, s)],
  ['/records/GB', '/records/GB', (c, s) => c.record('GB', s)],
  ['/records/GB/entries', '/records/GB/entries', (c, s) => c.trail('GB', s)],
  ['/entries/6', '/entries/6', (c, s) => c.entry(6, s)],
  ['/entries?start=6&limit=2', '/entries?start=6&limit=2', (c, s) => c.entries(6, 2, s)],
  [`/items/sha-256:${HASH}`, `/blobs/1220${HASH}`, (c, s) => c.item(HASH, s)],
  ['/items', '/blobs', (c, s) => c.items(undefined, s)],
  ['/proof/register/merkle:sha-256', '/proofs/register', (c, s) => c.registerProof(s)],
  ['/proof/entries/6/9/merkle:sha-256', '/proofs/entries/6/9', (c, s) => c.entryProof(6, 9, s)],
  ['/proof/consistency/6/9/merkle:sha-256', '/proofs/consistency/6/9', (c, s) => c.consistencyProof(6, 9, s)],
  [undefined, '/snapshots/9', (c, s) => c.snapshot(9, s)],
  [undefined, '/snapshots/9/GB', (c, s) => c.snapshotEntry(9, 'GB', s)],
];
const VARIANT_QUESTIONS = QUESTIONS.flatMap(([item, blob, question]) => {
  const cases: (readonly ['item' | 'blob', string, Question])[] = [['blob', blob, question]];
  return item === undefined ? cases : cases.concat([['item', item, question]]);
});

/** Answers that are wrong for every method, and their errors. */
const NEVER_RIGHT: readonly (readonly [what: string, answer: () => Response, ApiErrorCode, says?: string])[] =
  [
    ['HTML with 200', () => html(200, 'Welcome'), 'NOT_JSON', 'Welcome'],
    ['HTML with 410', () => html(410, 'Gone'), 'HTTP_STATUS', 'nothing at this address'],
    ['a text', raw('Register undefined', 'text/plain'), 'NOT_JSON', 'Register undefined'],
    ['an empty body', raw('', 'text/plain'), 'NOT_JSON', 'empty'],
    ['truncated JSON', raw('{"a":{"b":"c', 'text/plain'), 'NOT_JSON', 'not JSON: it is cut or malformed. It'],
    ['null', json(null), 'BAD_SHAPE', 'null'],
    ['a list of null', json([null]), 'BAD_SHAPE'],
  ];

test.each(VARIANT_QUESTIONS)(
  'no wrong answer is taken by the %s variant for %s',
  async (variant, path, question) => {
    const opened = (answers: Answers) => {
      const server = fakeServer(answers);
      const wire = variant === 'item' ? itemWire : blobWire;
      return { ...server, client: createRegisterClient(BASE, wire, server.transport, 'broken') };
    };
    const other = path.replace('/entries/6/9', '/entry/6/9');
    for (const [what, answer, code, says = ''] of NEVER_RIGHT) {
      const { client, ledger } = opened({ [path]: answer, [other]: answer });
      const error = await failureOf(question(client));
      expect([what, error.code]).toEqual([what, code]);
      expect(error.address).toContain(BASE);
      expect(error.message).toContain(says);
      expect(ledger.entries().at(-1)?.error).toBe(code);
    }
    const { client, requested } = opened({});
    await expect(question(client, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(requested).toEqual([]);
  },
);

test('of a long text that a server sent little is repeated', async () => {
  const long = 'x'.repeat(10_000);
  const answers = { '/entries/6': { 'entry-number': long }, '/entries/7': raw(long, 'text/plain', '', 400) };
  const client = createRegisterClient(BASE, itemWire, fakeServer(answers).transport, 'broken');
  const [shape, status] = await Promise.all([6, 7].map((n) => failureOf(client.entry(n))));
  expect(/xx+/.exec(shape?.message ?? '')?.[0]).toHaveLength(90);
  expect(/xx+/.exec(status?.message ?? '')?.[0]).toHaveLength(300);
});

// Views of single answers and those of whole logs read by different ways.
test.each([
  ['is a web page (“Hotel Wi-Fi”), not JSON', html(200, 'Hotel Wi-Fi')],
  ['is not JSON: it is cut or malformed. It begins “[{”', raw('[{', 'text/plain')()],
  ['is empty', raw('', 'text/plain')()],
])('an answer that %s is described in one sentence by all views', async (says, answer) => {
  const { transport } = fakeServer({ '/entries/6': () => answer.clone() });
  const address = `${BASE}/entries/6`;
  const [one, bulk] = await Promise.all([
    failureOf(transport.get(address, (body) => body)),
    failureOf(transport.getBytes(address, (bytes) => bytes)),
  ]);
  expect([one.message, bulk.message]).toEqual(
    Array(2).fill(`The answer ${says}. Check the address, or try again.`),
  );
});

test.each(['item', 'blob'] as const)(
  'the worker has no words of the engine for a malformed %s',
  (variant) => {
    const read = bulkDecoder.item(variant, new TextEncoder().encode('{"a":}'), HASH);
    expect(read).toEqual({ ok: false, problem: 'The answer is not JSON: it is cut or malformed.' });
  },
);
