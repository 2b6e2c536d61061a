import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { anEntry, anItem } from '../testing/builders.ts';
import { changes, type ChangesAnswer } from './changes.ts';
import { GrowingCopy } from './log-copy.ts';

const hashOf = (name: string): Hash => name.padEnd(64, '0') as Hash;

/** A log whose entries are `key:data`; data that begins with e has an end-date. */
function logOf(...lines: readonly string[]): GrowingCopy {
  const copy = new GrowingCopy('item');
  for (const [index, line] of lines.entries()) {
    const [key = '', data = ''] = line.split(':');
    copy.append(anEntry(index + 1, { key, itemHashes: [hashOf(data)] }));
    copy.keep(hashOf(data), anItem({ data, 'end-date': data.startsWith('e') ? '1990' : '' }));
  }
  return copy;
}

const told = ({ rows }: ChangesAnswer): readonly string[] =>
  rows.map(
    ({ key, kind, before, after, entries }) =>
      `${key} ${kind} ${before?.entry.entryNumber ?? '-'}>${after.entry.entryNumber} x${entries}`,
  );

describe('changes', () => {
  const log = logOf('A:1', 'B:1', 'C:1', 'A:2', 'D:1', 'B:1', 'C:e1', 'A:3', 'E:e2');

  test('sorts what came between two sizes by record', () => {
    const answer = changes(log, { from: 3, to: 9 });
    expect(told(answer)).toEqual([
      'D added ->5 x1',
      'B touched 2>6 x1',
      'C ended 3>7 x1',
      'A changed 1>8 x2',
      'E added ->9 x1',
    ]);
    expect(answer.counts).toEqual({ added: 2, changed: 1, ended: 1, touched: 1 });
  });

  test('from the empty log on, everything was added', () =>
    expect(changes(log, { from: 0, to: 9 }).counts).toEqual({ added: 5, changed: 0, ended: 0, touched: 0 }));

  test('between a size and itself is nothing', () =>
    expect(changes(log, { from: 4, to: 4 })).toEqual({
      counts: { added: 0, changed: 0, ended: 0, touched: 0 },
      matching: 0,
      rows: [],
    }));

  test('leaves out what came later than the larger size', () =>
    expect(told(changes(log, { from: 3, to: 4 }))).toEqual(['A changed 1>4 x1']));

  test('a change that was taken back touched the record and changed nothing', () =>
    expect(told(changes(logOf('A:1', 'A:2', 'A:1'), { from: 1, to: 3 }))).toEqual(['A touched 1>3 x2']));

  test('a record that was ended before and is changed again is changed', () =>
    expect(told(changes(logOf('A:e1', 'A:e2', 'A:1'), { from: 1, to: 2 }))).toEqual(['A changed 1>2 x1']));

  test('lists by kind, by key and in pages, and counts all the same', () => {
    const ask = { from: 3, to: 9 };
    expect(told(changes(log, { ...ask, kinds: ['added'] }))).toEqual(['D added ->5 x1', 'E added ->9 x1']);
    expect(told(changes(log, { ...ask, key: 'C' }))).toEqual(['C ended 3>7 x1']);
    const page = changes(log, { ...ask, start: 1, count: 2 });
    expect(told(page)).toEqual(['B touched 2>6 x1', 'C ended 3>7 x1']);
    expect(page.matching).toBe(5);
    expect(page.counts.added).toBe(2);
  });

  test('data that cannot be had is a change, until it can', () => {
    const copy = new GrowingCopy('item');
    copy.append(anEntry(1, { key: 'A', itemHashes: [hashOf('1')] }));
    copy.append(anEntry(2, { key: 'A', itemHashes: [hashOf('e1')] }));
    copy.keep(hashOf('1'), anItem({ name: 'open' }));
    expect(changes(copy, { from: 1, to: 2 }).rows[0]).toMatchObject({
      kind: 'changed',
      after: { items: [undefined] },
    });
    copy.keep(hashOf('e1'), anItem({ 'end-date': '1990' }));
    expect(changes(copy, { from: 1, to: 2 }).rows[0]?.kind).toBe('ended');
  });

  test('a record whose data before is not known has not ended in between, unless that becomes known', () => {
    const copy = new GrowingCopy('item');
    copy.append(anEntry(1, { key: 'A', itemHashes: [hashOf('1')] }));
    copy.append(anEntry(2, { key: 'B', itemHashes: [hashOf('2')] }));
    copy.append(anEntry(3, { key: 'A', itemHashes: [hashOf('e1')] }));
    copy.append(anEntry(4, { key: 'B', itemHashes: [hashOf('e2')] }));
    for (const end of ['e1', 'e2']) copy.keep(hashOf(end), anItem({ data: end, 'end-date': '1990' }));
    const kinds = () => changes(copy, { from: 2, to: 4 }).rows.map(({ kind }) => kind);
    expect(kinds()).toEqual(['changed', 'changed']);
    copy.keep(hashOf('1'), anItem({ 'end-date': '1980' }));
    copy.keep(hashOf('2'), anItem({ name: 'open' }));
    expect(kinds()).toEqual(['changed', 'ended']);
  });

  test('names every record with entries in between once, and no other', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('A', 'B', '__proto__', 'constructor'), fc.constantFrom('1', '2', 'e')),
        ),
        fc.nat(12),
        fc.nat(12),
        (lines, one, other) => {
          const log = logOf(...lines.map((line) => line.join(':')));
          const from = Math.min(one, other, lines.length);
          const to = Math.min(Math.max(one, other), lines.length);
          const { rows } = changes(log, { from, to });
          expect(new Set(rows.map((row) => row.key))).toEqual(
            new Set(lines.slice(from, to).map(([key]) => key)),
          );
          expect(rows.reduce((sum, row) => sum + row.entries, 0)).toBe(to - from);
          for (const { key, kind, before, after } of rows) {
            expect(kind === 'added').toBe(!lines.slice(0, from).some(([known]) => known === key));
            expect(kind === 'touched').toBe(before?.entry.itemHashes[0] === after.entry.itemHashes[0]);
          }
        },
      ),
    );
  });
});
