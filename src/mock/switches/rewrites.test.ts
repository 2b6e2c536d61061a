import { describe, expect, test } from 'vitest';
import type { ServedLog } from '../engine/register-log.ts';
import { createRegister } from '../engine/register.ts';
import { openLog, parseMode } from '../mount.ts';
import { country } from '../registers/country.ts';
import { planet } from '../registers/planet.ts';
import type { RegisterSource } from '../../rsf/register-source.ts';
import { anItem } from '../../testing/builders.ts';
import { MODES } from '../../testing/fault-rows.ts';
import { fork, forkLonger, forkedEntry, nineTenths, rollback } from './alterations.ts';

const VARIANTS = ['item', 'blob'] as const;

function open(source: RegisterSource, mode: string): ServedLog {
  return openLog(createRegister(source), parseMode(mode));
}

describe.each([...MODES, 'earlier+leaf-multihash'])('%s', (mode) => {
  const honest = open(planet, mode);

  test('a fork differs in one entry, whose data is changed and whose number, key and time are not', () => {
    const log = open(planet, `${mode}+fork`);
    const differing = Array.from({ length: log.size }, (_, index) => index + 1).filter(
      (number) => log.entry(number).itemHashes.join() !== honest.entry(number).itemHashes.join(),
    );
    expect(log.size).toBe(honest.size);
    expect(differing).toEqual([forkedEntry(log.size)]);
    const { itemHashes, ...rest } = log.entry(8);
    expect(honest.entry(8)).toMatchObject(rest);
    expect(log.item(itemHashes[0] ?? honest.head().rootHash)?.get('name')).toBe('Neptuna');
  });
});

/** Expects other data of this entry in a fork, in both variants. */
function expectForked(source: RegisterSource, entryNumber: number): void {
  for (const variant of VARIANTS) {
    const [was, is] = [source, fork(source)].map(
      (one) => createRegister(one).log(variant).entry(entryNumber).itemHashes,
    );
    expect(is).not.toEqual(was);
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
