import { expect, test } from 'vitest';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { type RegisterClient, createRegisterClient } from './client.ts';
import { BASE, failureOf, fakeServer, hex, html, raw, type Answers } from './fake-server.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';
import type { Hash } from '../core/hash.ts';

type Question = (client: RegisterClient, signal?: AbortSignal) => Promise<unknown>;
interface Fault {
  readonly code: ApiErrorCode;
  readonly status?: number;
  /** Absent: the fault is not in the body. */
  readonly path?: string | undefined;
  readonly says?: RegExp;
}

async function failureTo(variant: 'item' | 'blob', answers: Answers, question: Question): Promise<ApiError> {
  const { transport, ledger } = fakeServer(answers);
  const client = createRegisterClient(BASE, variant === 'item' ? itemWire : blobWire, transport, 'broken');
  const error = await failureOf(question(client));
  expect(ledger.entries().at(-1)?.error).toBe(error.code);
  return error;
}

function shown({ code, status, path, message, address }: ApiError) {
  return { code, status, path, message, address };
}

/** What every failure has: the address asked, and a message of whole sentences. */
function like({ code, status = 200, path, says = /./ }: Fault) {
  const ofRegister = expect.stringMatching(/^https:\/\/register\.example\/v1\//) as string;
  const sentences = new RegExp(`^[A-Z](?=[^]*${says.source})[^]*\\.$`, 'u');
  return { code, status, path, message: expect.stringMatching(sentences) as string, address: ofRegister };
}

const text = (body: string, type = 'application/json') => raw(body, type);
const HASH = hex(7) as Hash;

/** Every question of either variant, with the path that it asks for. */
const QUESTIONS: readonly (readonly ['item' | 'blob', string, Question])[] = [
  ['item', '/register', (c, s) => c.register(s)],
  ['item', '/records', (c, s) => c.records(undefined, s)],
  ['item', '/records/a/b', (c, s) => c.recordsWhere('a', 'b', undefined, s)],
  ['item', '/records/GB', (c, s) => c.record('GB', s)],
  ['item', '/records/GB/entries', (c, s) => c.trail('GB', s)],
  ['item', '/entries/6', (c, s) => c.entry(6, s)],
  ['item', '/entries?start=6&limit=2', (c, s) => c.entries(6, 2, s)],
  ['item', `/items/sha-256:${HASH}`, (c, s) => c.item(HASH, s)],
  ['item', '/items', (c, s) => c.items(undefined, s)],
  ['item', '/proof/register/merkle:sha-256', (c, s) => c.registerProof(s)],
  ['item', '/proof/entries/6/9/merkle:sha-256', (c, s) => c.entryProof(6, 9, s)],
  ['item', '/proof/consistency/6/9/merkle:sha-256', (c, s) => c.consistencyProof(6, 9, s)],
  ['blob', '/context', (c, s) => c.register(s)],
  ['blob', '/records', (c, s) => c.records(undefined, s)],
  ['blob', '/records?name=a&value=b', (c, s) => c.recordsWhere('a', 'b', undefined, s)],
  ['blob', '/records/GB', (c, s) => c.record('GB', s)],
  ['blob', '/records/GB/entries', (c, s) => c.trail('GB', s)],
  ['blob', '/entries/6', (c, s) => c.entry(6, s)],
  ['blob', '/entries?start=6&limit=2', (c, s) => c.entries(6, 2, s)],
  ['blob', `/blobs/1220${HASH}`, (c, s) => c.item(HASH, s)],
  ['blob', '/blobs', (c, s) => c.items(undefined, s)],
  ['blob', '/proofs/register', (c, s) => c.registerProof(s)],
  ['blob', '/proofs/entries/6/9', (c, s) => c.entryProof(6, 9, s)],
  ['blob', '/proofs/consistency/6/9', (c, s) => c.consistencyProof(6, 9, s)],
  ['blob', '/snapshots/9', (c, s) => c.snapshot(9, s)],
  ['blob', '/snapshots/9/GB', (c, s) => c.snapshotEntry(9, 'GB', s)],
];

/** Answers that are wrong for every question. */
const NEVER_RIGHT: readonly (readonly [string, () => Response, Fault])[] = [
  ['HTML with 200', () => html(200, 'Welcome'), { code: 'NOT_JSON', says: /web page \(“Welcome”\)/ }],
  [
    'HTML with 404',
    () => html(404, 'HTTP ERROR 404'),
    { code: 'HTTP_STATUS', status: 404, says: /nothing at this address.*HTTP ERROR 404/ },
  ],
  ['HTML with 500', () => html(500, 'Oops'), { code: 'HTTP_STATUS', status: 500, says: /failed \(500\)/ }],
  [
    'a text with 200',
    text('Register undefined', 'text/plain'),
    { code: 'NOT_JSON', says: /text, not JSON: “Register undefined”/ },
  ],
  ['an empty body', text(''), { code: 'NOT_JSON', says: /empty/ }],
  ['white space', text(' \n'), { code: 'NOT_JSON', says: /empty/ }],
  [
    'truncated JSON',
    text('{"a":{"b":"c'),
    { code: 'NOT_JSON', says: /broken JSON: reading stops at character 1[0-2]/ },
  ],
  ['two JSON values', text('[]\n[]'), { code: 'NOT_JSON', says: /broken JSON/ }],
  ['null', text('null'), { code: 'BAD_SHAPE', path: '$', says: /found null/ }],
  ['a number', text('5'), { code: 'BAD_SHAPE', path: '$', says: /found 5/ }],
  ['a text as JSON', text('"GB"'), { code: 'BAD_SHAPE', path: '$', says: /found "GB"/ }],
  ['a list of null', text('[null]'), { code: 'BAD_SHAPE' }],
  ['a list of lists', text('[[]]'), { code: 'BAD_SHAPE' }],
];

test.each(QUESTIONS)(
  '%s %s: no answer that is wrong for every question is taken',
  async (variant, path, question) => {
    const other = path.replace('/entries/6/9', '/entry/6/9');
    for (const [name, answer, fault] of NEVER_RIGHT) {
      const error = await failureTo(variant, { [path]: answer, [other]: answer }, question);
      const wanted = { ...like({ ...fault, path: fault.path ?? error.path }), name };
      expect({ ...shown(error), name }).toEqual(wanted);
    }
  },
);

test.each(QUESTIONS)('%s %s: may be given up before anything is asked', async (variant, _path, question) => {
  const { transport, asked } = fakeServer({});
  const client = createRegisterClient(BASE, variant === 'item' ? itemWire : blobWire, transport, 'broken');
  await expect(question(client, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(asked).toEqual([]);
});
