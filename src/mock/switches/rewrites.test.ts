import { expect, test } from 'vitest';
import { createRegister } from '../engine/register.ts';
import { openLog, parseMode } from '../mount.ts';
import { country } from '../registers/country.ts';
import { planet } from '../registers/planet.ts';
import type { RegisterSource } from '../../rsf/register-source.ts';
import { anItem } from '../../testing/builders.ts';
import { fork, forkLonger, forkedEntry, nineTenths, rollback } from './alterations.ts';

/** Expects that a fork differs in one entry, in both variants: its data is changed, its key and time are not. */
function expectForked(source: RegisterSource, entryNumber: number): void {
  for (const variant of ['item', 'blob'] as const) {
    const logOf = (one: RegisterSource) => createRegister(one).log(variant);
    const [was, is] = [logOf(source), logOf(fork(source))];
    const differing = source.entries.flatMap((_, at) => {
      const { itemHashes: before, ...same } = was.entry(at + 1);
      const { itemHashes, ...rest } = is.entry(at + 1);
      expect(rest).toEqual(same);
      return String(itemHashes) === String(before) ? [] : [at + 1];
    });
    expect([is.size, differing]).toEqual([was.size, [entryNumber]]);
  }
}

test('every size of log has a forked entry within its nine tenths, and its data changes in both variants', () => {
  for (let size = 1; size <= 60; size += 1) {
    expect(forkedEntry(size)).toBeLessThanOrEqual(nineTenths(size));
    const source = { ...country, entries: country.entries.slice(0, size) };
    expectForked(source, forkedEntry(size));
    const { key } = source.entries[forkedEntry(size) - 1] ?? {};
    const { timestamp } = source.entries.at(-1) ?? {};
    expect(forkLonger(source).entries.slice(size)).toMatchObject([{ key, timestamp }]);
  }
});

test('data with nothing set changes all the same, and an empty log stays empty', () => {
  for (const item of [{}, { name: '' }, { name: null }, { name: [] }])
    expectForked(
      { ...planet, entries: [{ key: 'a', timestamp: '2020-01-01T00:00:00Z', items: [anItem(item)] }] },
      1,
    );
  for (const rewrite of [fork, forkLonger, rollback])
    expect(rewrite({ ...planet, entries: [] }).entries).toEqual([]);
});

test('a history is made once, whatever the order and number of times in which it is asked for', () => {
  const register = createRegister(planet);
  const log = (mode: string): unknown => openLog(register, parseMode(mode)).entry;
  expect(log('v2+fork')).toBe(log('v2+fork+fork'));
  expect(log('v2+rollback+fork')).toBe(log('v2+fork+link-none+rollback'));
  expect(log('v2+fork')).not.toBe(log('v2'));
});
