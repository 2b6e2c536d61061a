import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { createApp } from '../app.ts';
import { createHashIndex } from './hash-index.ts';
import { NotYet } from '../http/response.ts';
import { premises } from '../registers/premises.ts';

/** Spreads as a hash does, and is quick. */
const hashOf = (entryNumber: number): Hash =>
  (Math.imul(entryNumber, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0').padEnd(64, 'a') as Hash;

const SIZE = 10_000;

test('a hash that was asked for is known at once, and each is computed once', () => {
  let computed = 0;
  const index = createHashIndex(SIZE, (entryNumber) => {
    computed += 1;
    return hashOf(entryNumber);
  });
  expect(index.hashOf(9_000)).toBe(hashOf(9_000));
  expect(index.find(hashOf(9_000))).toBe(9_000);
  expect(computed).toBe(1);
});

test('any other is looked for in the background, and whoever waits is told when it was found', async () => {
  const index = createHashIndex(SIZE, hashOf);
  const ask = (hash: Hash): NotYet => {
    try {
      throw new Error(`found at once: ${index.find(hash)}`);
    } catch (error) {
      if (error instanceof NotYet) return error;
      throw error;
    }
  };
  const late = ask(hashOf(SIZE));
  const missing = ask('f'.repeat(64) as Hash);
  expect(late.status).toBe(503);
  await ask(hashOf(5_000)).until;
  expect(index.find(hashOf(5_000))).toBe(5_000);
  await late.until;
  expect(index.find(hashOf(SIZE))).toBe(SIZE);
  await missing.until;
  expect(index.find('f'.repeat(64) as Hash)).toBeUndefined();
  for (let entryNumber = 1; entryNumber <= SIZE; entryNumber += 97)
    expect(index.find(hashOf(entryNumber))).toBe(entryNumber);
});

test('the server holds the request until then, and answers others meanwhile', async () => {
  const app = createApp({ registers: new Map([['premises', () => premises(6_000)]]) });
  const get = (path: string): Promise<Response> =>
    app.fetch(new Request(`http://localhost/registers/premises/v2/${path}`));
  const elsewhere = premises(6_000).log('item').entry(5_999).itemHashes[0];
  const order: string[] = [];
  const [found, none] = await Promise.all([
    get(`items/sha-256:${elsewhere}`).finally(() => order.push('item')),
    get(`items/sha-256:${'0'.repeat(64)}`),
    get('entries/1').finally(() => order.push('entry')),
  ]);
  expect(await found.json()).toMatchObject({ premises: '10004800' });
  expect(none.status).toBe(404);
  expect(order).toEqual(['entry', 'item']);
});
