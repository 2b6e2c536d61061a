import { expect, test } from 'vitest';
import { itemHash } from '../core/item-hash.ts';
import { auditPath } from '../core/merkle-log.ts';
import type { Entry, Item } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import { headAt, logWith, openSmall, type SmallRegister } from '../testing/small-register.ts';
import { linkedCheckQuery } from './link-check.ts';

const item: Item = new Map([['name', 'Indian Rupee']]);
const named: Entry = { ...anEntry(3), key: 'INR', itemHashes: [itemHash(item)] };
const log = logWith([anEntry(1), anEntry(2), named, anEntry(4)]);

/** outcome is what the check of the record INR comes to. */
async function outcome(shown: { item: Item; entryNumber: number | undefined }, given: SmallRegister = {}) {
  const { session, queries } = openSmall({
    heads: [headAt(4, log)],
    entry: () => Promise.resolve(named),
    trail: () => Promise.resolve([anEntry(1), named]),
    entryProof: (entryNumber, logSize) =>
      Promise.resolve({ entryNumber, logSize, auditPath: auditPath(log, entryNumber, logSize) }),
    ...given,
  });
  return queries.fetchQuery(linkedCheckQuery(session, 'INR', shown));
}

test('a linked record holds where its data is that of an entry in the log', async () => {
  const held = { verdict: { outcome: 'holds' }, entryNumber: 3, logSize: 4 };
  expect(await outcome({ item, entryNumber: 3 })).toMatchObject(held);
  expect(await outcome({ item, entryNumber: undefined })).toMatchObject(held);
});

test('other data, and an entry that leads elsewhere, do not match', async () => {
  const altered: Item = new Map([['name', 'Indian Rupees']]);
  expect((await outcome({ item: altered, entryNumber: 3 })).verdict.outcome).toBe('does-not-match');
  const elsewhere = { ...named, timestamp: '2001-01-01T00:00:00Z' };
  const moved = await outcome(
    { item, entryNumber: 3 },
    { entry: (n) => Promise.resolve(n === 3 ? elsewhere : anEntry(n)) },
  );
  expect(moved.verdict.outcome).toBe('does-not-match');
});

test('a request that fails, and an entry of another key, prove nothing', async () => {
  const failing = { entryProof: () => Promise.reject(new Error('503')) };
  await expect(outcome({ item, entryNumber: 3 }, failing)).rejects.toThrow('503');
  const other = { entry: () => Promise.resolve({ ...named, key: 'USD' }) };
  await expect(outcome({ item, entryNumber: 3 }, other)).rejects.toThrow(/another key/);
  await expect(
    outcome({ item, entryNumber: undefined }, { trail: () => Promise.resolve([]) }),
  ).rejects.toThrow(/no entry/);
});
