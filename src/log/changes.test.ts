import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { anEntry, anItem } from '../testing/builders.ts';
import { changes, type ChangesAnswer } from './changes.ts';
import { LogCopy } from './log-copy.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { copyOf } from '../testing/log-copy.ts';
import { snapshotDiffers } from './snapshot-differs.ts';

const hashOf = (name: string): Hash => name.padEnd(64, '0') as Hash;
const dataOf = (name: string) => anItem({ data: name, 'end-date': name.startsWith('e') ? '1990' : '' });

/**
 * A log whose entries are `key:data`; data that begins with e has an end-date. What is `missing` is not kept.
 */
function logOf(text: string, missing = ''): LogCopy {
  const copy = new LogCopy('item');
  for (const [index, line] of text.split(' ').filter(Boolean).entries()) {
    const [key = '', data = ''] = line.split(':');
    copy.append(anEntry(index + 1, { key, itemHashes: [hashOf(data)] }));
    if (!missing.split(' ').includes(data)) copy.keep(hashOf(data), dataOf(data));
  }
  return copy;
}

const rowsText = ({ rows }: ChangesAnswer): string =>
  rows
    .map(
      ({ key, kind, before, after, entries }) =>
        `${key} ${kind} ${before?.entry.entryNumber ?? '-'}>${after.entry.entryNumber} x${entries}`,
    )
    .join(', ');

describe('changes', () => {
  const LOG = 'A:1 B:1 C:1 A:2 D:1 B:1 C:e1 A:3 E:e2';
  const log = logOf(LOG);

  test.each([
    [
      'what came between two sizes, by record',
      LOG,
      { from: 3, to: 9 },
      'D added ->5 x1, B touched 2>6 x1, C ended 3>7 x1, A changed 1>8 x2, E added ->9 x1',
    ],
    ['a change that was taken back', 'A:1 A:2 A:1', { from: 1, to: 3 }, 'A touched 1>3 x2'],
    ['a change of what was ended before', 'A:e1 A:e2', { from: 1, to: 2 }, 'A changed 1>2 x1'],
    ['what is of a kind', LOG, { from: 3, to: 9, kind: 'added' }, 'D added ->5 x1, E added ->9 x1'],
    ['the first', LOG, { from: 3, to: 9, count: 2 }, 'D added ->5 x1, B touched 2>6 x1'],
  ] as const)('are %s', (_, text, ask, rows) => expect(rowsText(changes(logOf(text), ask))).toBe(rows));

  test('are counted whatever is listed of them', () => {
    const counts = { added: 2, changed: 1, ended: 1, touched: 1 };
    expect(changes(log, { from: 3, to: 9, kind: 'added', count: 1 }).counts).toEqual(counts);
    const all = { added: 5, changed: 0, ended: 0, touched: 0 };
    expect(changes(log, { from: 0, to: 9 }).counts).toEqual(all);
  });

  test('of data that cannot be had are changes; nothing has ended unless both are known', () => {
    const copy = logOf('A:1 B:2 A:e1 B:e2', '1 2 e2');
    const kinds = () => changes(copy, { from: 2, to: 4 }).rows.map(({ kind }) => kind);
    expect(kinds()).toEqual(['changed', 'changed']);
    expect(changes(copy, { from: 2, to: 4 }).rows[1]?.after.items).toEqual([undefined]);
    copy.keep(hashOf('e2'), dataOf('e2'));
    expect(kinds()).toEqual(['changed', 'changed']);
    copy.keep(hashOf('1'), dataOf('e'));
    copy.keep(hashOf('2'), dataOf('2'));
    expect(kinds()).toEqual(['changed', 'ended']);
  });

  test('name every record with entries in between once, and no other', () => {
    const line = fc.tuple(
      fc.constantFrom('A', 'B', '__proto__', 'constructor'),
      fc.constantFrom('1', '2', 'e'),
    );
    fc.assert(
      fc.property(fc.array(line), fc.nat(12), fc.nat(12), (lines, one, other) => {
        const log = logOf(lines.map((line) => line.join(':')).join(' '));
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
      }),
    );
  });
});

const log = copyOf(
  [
    ['A', { n: '1' }],
    ['B', { n: '1' }],
    ['A', { n: '2' }],
    ['C', { n: '3' }],
  ],
  'blob',
);
const entries = (...numbers: readonly number[]): readonly Entry[] =>
  numbers.map((number) => log.entry(number));
const altered: Entry = { ...log.entry(1), itemHashes: log.entry(3).itemHashes };
const record = (key: string, n: string): RegisterRecord => ({ key, items: [anItem({ n })] });

describe('snapshotDiffers', () => {
  test('finds nothing in a true list, by entries or by data, in any order', () => {
    expect(snapshotDiffers(log, { at: 3, entries: entries(2, 3) })).toBeNull();
    expect(snapshotDiffers(log, { at: 2, records: [record('B', '1'), record('A', '1')] })).toBeNull();
    expect(snapshotDiffers(log, { at: 0, entries: [] })).toBeNull();
  });

  test.each([
    ['a later version', { at: 2, entries: entries(2, 3) }, { key: 'A', how: 'another entry' }],
    ['an earlier one', { at: 3, entries: entries(1, 2) }, { key: 'A', how: 'another entry' }],
    ['a record left out', { at: 3, entries: entries(3) }, { key: 'B', how: 'missing' }],
    ['a record too many', { at: 3, entries: entries(2, 3, 4) }, { key: 'C', how: 'not in the log' }],
    ['a record twice', { at: 3, entries: entries(2, 2, 3) }, { key: 'B', how: 'twice' }],
    ['an entry that names other data', { at: 1, entries: [altered] }, { key: 'A', how: 'other data' }],
    ['other data', { at: 2, records: [record('A', '9'), record('B', '1')] }, { key: 'A', how: 'other data' }],
    [
      'data that no hash can be made of',
      { at: 1, records: [record('A', '\ud800')] },
      { key: 'A', how: 'other data' },
    ],
  ])('finds %s', (_, ask, found) => expect(snapshotDiffers(log, ask)).toEqual(found));

  test('takes a list with a repeated member for the data of an entry that names it with each member once', () => {
    const repeated = copyOf([['A', { n: ['x'] }]], 'blob');
    const listed = { key: 'A', items: [anItem({ n: ['x', 'x'] })] };
    expect(snapshotDiffers(repeated, { at: 1, records: [listed] })).toBeNull();
  });

  test('data with an attribute _id of its own is not called other data in a flat record', () => {
    const odd = copyOf(
      [
        ['A', { _id: 'x', n: '1' }],
        ['B', { n: '1' }],
      ],
      'blob',
    );
    const notRepresentable = { key: 'A', how: 'not-representable' };
    for (const [a, b, found] of [
      ['A', '1', notRepresentable],
      ['x', '1', notRepresentable],
      ['A', '2', { key: 'B', how: 'other data' }],
    ] as const)
      expect(snapshotDiffers(odd, { at: 2, records: [record(a, '1'), record('B', b)] })).toEqual(found);
    expect(snapshotDiffers(odd, { at: 2, entries: [odd.entry(2)] })).toEqual({ key: 'A', how: 'missing' });
  });
});
