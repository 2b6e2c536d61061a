import { describe, expect, test } from 'vitest';
import { itemHash } from '../core/data-hash.ts';
import type { Entry, Item, RegisterRecord } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import { headAt, logWith, openSmall, proofsOf, type SmallRegister } from '../testing/small-register.ts';
import { CHECK } from './keys.ts';
import { linkedCheckQuery } from './link-check.ts';
import { linkedNameQuery, linkedQuery } from './link-query.ts';
import { trailQuery } from './record-queries.ts';

const KEY = 'INR';
const item: Item = new Map([['name', 'Indian Rupee']]);
const other: Item = new Map([['name', 'Indian rupee']]);
const altered: Item = new Map([['name', 'Indian Rupees']]);

const entryWith = (entryNumber: number, items: readonly Item[]): Entry => ({
  ...anEntry(entryNumber),
  key: KEY,
  itemHashes: items.map(itemHash),
});
const recordWith = (items: readonly Item[], entryNumber?: number): RegisterRecord => ({
  key: KEY,
  items,
  ...(entryNumber === undefined ? {} : { entryNumber }),
});

/** aLinked opens a register of four entries, those of the record among them. `served` is what its server says of the record, one after another. */
function aLinked(trail: readonly Entry[], given: SmallRegister & { served?: RegisterRecord[] } = {}) {
  const entries = [1, 2, 3, 4].map((n) => trail.find(({ entryNumber }) => entryNumber === n) ?? anEntry(n));
  const log = logWith(entries);
  const asked = { record: 0, trail: 0 };
  const { served = [], ...answers } = given;
  const { session, queries } = openSmall({
    heads: [headAt(4, log)],
    entry: (n) => Promise.resolve(entries[n - 1] ?? anEntry(n)),
    trail: () => {
      asked.trail += 1;
      return Promise.resolve(trail);
    },
    record: () => {
      const record = served[Math.min(asked.record, served.length - 1)];
      asked.record += 1;
      return record === undefined ? Promise.reject(new Error('503')) : Promise.resolve(record);
    },
    ...proofsOf(log),
    ...answers,
  });
  const check = (items: readonly Item[], entryNumber?: number) =>
    queries.fetchQuery(linkedCheckQuery(session, KEY, { items, entryNumber }));
  const outcome = async (...shown: Parameters<typeof check>) => (await check(...shown)).verdict.outcome;
  /** What the checks of that register come to, which its own pages and its seal are made of. */
  const noted = () =>
    queries
      .getQueryCache()
      .findAll({ queryKey: [session.id, CHECK] })
      .map(({ state }) => state.data)
      .filter((data) => JSON.stringify(data)?.includes('does-not-match'));
  return { session, queries, asked, check, outcome, noted };
}

describe('the data of a linked record', () => {
  test('holds where it is that of an entry in the log', async () => {
    const { check, asked } = aLinked([entryWith(3, [item])]);
    const held = { verdict: { outcome: 'holds' }, entryNumber: 3, logSize: 4 };
    expect(await check([item], 3)).toMatchObject(held);
    expect(await check([item])).toMatchObject(held);
    expect(asked.record).toBe(0);
  });

  test('is all of its items', async () => {
    const linked = aLinked([entryWith(3, [item, other])], { served: [recordWith([item, other], 3)] });
    expect(await linked.outcome([item, other], 3)).toBe('holds');
    expect(await linked.outcome([other, item])).toBe('holds');
    const spoilt = [item, altered];
    const lying = aLinked([entryWith(3, [item, other])], { served: [recordWith(spoilt, 3)] });
    expect(await lying.outcome(spoilt, 3)).toBe('does-not-match');
  });

  test.each([[[]], [[item]]])('cannot be checked where there is none', async (named) => {
    const linked = aLinked([entryWith(3, named)]);
    expect(await linked.outcome([], 3)).toBe('cannot-check');
    expect(await linked.outcome([])).toBe('cannot-check');
    expect(linked.noted()).toEqual([]);
  });

  test('that is altered does not match once it was read again, and is not held against the pages of that register', async () => {
    for (const number of [3, undefined]) {
      const linked = aLinked([entryWith(3, [item])], { served: [recordWith([altered], number)] });
      expect(await linked.outcome([altered], number)).toBe('does-not-match');
      expect(linked.asked.record).toBe(1);
      expect(linked.noted()).toEqual([]);
    }
  });

  test('that is altered cannot be checked where it cannot be read again', async () => {
    const linked = aLinked([entryWith(3, [item])]);
    expect(await linked.outcome([altered], 3)).toBe('cannot-check');
    expect(linked.noted()).toEqual([]);
  });
});

describe('after growth', () => {
  const old = entryWith(2, [item]);
  const fresh = entryWith(4, [other]);

  test('a record older than its trail is replaced by the one of now, which holds', async () => {
    const { session, queries, check, noted, asked } = aLinked([old, fresh], {
      served: [recordWith([other])],
    });
    const before = { state: 'found', items: [item], entryNumber: undefined } as const;
    queries.setQueryData(linkedQuery(session, KEY).queryKey, before);
    expect((await check([item])).verdict.outcome).toBe('not-checked');
    const now = { ...before, items: [other] };
    expect(queries.getQueryData(linkedQuery(session, KEY).queryKey)).toEqual(now);
    expect(queries.getQueryData(linkedNameQuery(session, KEY).queryKey)).toBeUndefined();
    const { queryKey } = linkedCheckQuery(session, KEY, now);
    expect(queries.getQueryData(queryKey)).toMatchObject({ verdict: { outcome: 'holds' }, entryNumber: 4 });
    expect(asked.record).toBe(1);
    expect(noted()).toEqual([]);
  });

  test('one that the server still sends cannot be checked', async () => {
    const { outcome, noted } = aLinked([old, fresh], { served: [recordWith([item])] });
    expect(await outcome([item])).toBe('cannot-check');
    expect(noted()).toEqual([]);
  });

  test('a record newer than the trail at hand holds against the trail of now', async () => {
    const { session, queries, outcome, noted, asked } = aLinked([old, fresh], {
      served: [recordWith([other])],
    });
    queries.setQueryData(trailQuery(session, KEY).queryKey, [old]);
    expect(await outcome([other])).toBe('holds');
    expect(asked).toEqual({ record: 1, trail: 1 });
    expect(noted()).toEqual([]);
  });

  test('a server that never says the same twice is asked once more, not for ever', async () => {
    const served = [altered, item, other].map((one) => recordWith([one]));
    const { session, queries, outcome, asked } = aLinked([fresh], { served });
    expect(await outcome([item])).toBe('not-checked');
    const next = linkedCheckQuery(session, KEY, { items: [altered], entryNumber: undefined });
    expect((await queries.fetchQuery(next)).verdict.outcome).toBe('does-not-match');
    expect(asked.record).toBe(1);
  });
});

test('an entry that leads elsewhere does not match', async () => {
  const elsewhere = { ...entryWith(3, [item]), timestamp: '2001-01-01T00:00:00Z' };
  const { outcome } = aLinked([entryWith(3, [item])], {
    entry: (n) => Promise.resolve(n === 3 ? elsewhere : anEntry(n)),
  });
  expect(await outcome([item], 3)).toBe('does-not-match');
});

test('a request that fails, and an entry of another key, prove nothing', async () => {
  const named = entryWith(3, [item]);
  const failing = aLinked([named], { entryProof: () => Promise.reject(new Error('503')) });
  await expect(failing.check([item], 3)).rejects.toThrow('503');
  const elsewhere = aLinked([named], { entry: () => Promise.resolve({ ...named, key: 'USD' }) });
  await expect(elsewhere.check([item], 3)).rejects.toThrow(/another key/);
  await expect(aLinked([]).check([item])).rejects.toThrow(/no entry/);
});
