import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { createApp } from '../app.ts';
import { NotYet } from '../http/not-yet.ts';
import { premises } from '../registers/premises.ts';
import { createHashIndex } from './hash-index.ts';

/** Spreads as a hash does, and is quick. */
const hashOf = (entryNumber: number): Hash =>
  (Math.imul(entryNumber, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0').padEnd(64, 'a') as Hash;

const SIZE = 10_000;

test('a hash that was given out is known at once, without a search', () => {
  let hashed = 0;
  const index = createHashIndex(SIZE, (entryNumber) => {
    hashed += 1;
    return hashOf(entryNumber);
  });
  index.note(hashOf(9_000), 9_000);
  expect(index.find(hashOf(9_000))).toBe(9_000);
  expect(hashed).toBe(0);
});

test('the latest pairs are kept, and no more than twice that many', () => {
  const index = createHashIndex(1, hashOf);
  for (let entryNumber = 2; entryNumber <= 200_000; entryNumber += 1)
    index.note(hashOf(entryNumber), entryNumber);
  expect(index.find(hashOf(200_000))).toBe(200_000);
  expect(index.find(hashOf(190_000))).toBe(190_000);
  expect(index.find(hashOf(140_000))).toBeUndefined();
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
