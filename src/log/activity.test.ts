import { describe, expect, test } from 'vitest';
import { type CopyLine, copyOf } from '../testing/log-copy.ts';
import { activity, loadsIn, timelineOf } from './activity.ts';
import { readTime } from './size-at-time.ts';

const TODAY = '2026-11-21';

const at = (...timestamps: string[]) => timestamps.map(readTime);
const barsOf = (...timestamps: string[]) => {
  const { unit, bars } = timelineOf(at(...timestamps));
  return { unit, bars: bars.map((bar) => (bar.kind === 'gap' ? bar.stretches : [bar.from, bar.count])) };
};

describe('readTime', () => {
  test('reads what is UTC with and without the Z, and offsets', () => {
    const noon = Date.UTC(2016, 3, 5, 12);
    expect(at('2016-04-05T12:00:00Z', '2016-04-05T12:00:00', '2016-04-05T14:00:00+02:00')).toEqual([
      noon,
      noon,
      noon,
    ]);
  });

  test('takes nothing else for a moment', () => {
    for (const text of [
      '',
      'yesterday',
      '2016',
      '2016-04-05',
      '2016-13-05T12:00:00Z',
      '12016-04-05T12:00:00Z',
    ])
      expect(readTime(text)).toBeUndefined();
  });
});

describe('timelineOf', () => {
  test('counts by day, month, year, decade or century as the span demands', () => {
    expect(barsOf('2016-12-15T10:00:00Z', '2016-12-15T10:00:00Z', '2016-12-16T10:00:00Z')).toEqual({
      unit: 'day',
      bars: [
        ['2016-12-15', 2],
        ['2016-12-16', 1],
      ],
    });
    expect(barsOf('2016-11-15T10:00:00Z', '2017-01-15T10:00:00Z').unit).toBe('month');
    expect(barsOf('2006-01-16T09:00:00Z', '2020-01-16T09:00:00Z').unit).toBe('year');
    expect(barsOf('1801-01-16T09:00:00Z', '2020-01-16T09:00:00Z')).toEqual({
      unit: 'decade',
      bars: [['1800', 1], 21, ['2020', 1]],
    });
    expect(barsOf('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).toEqual({
      unit: 'century',
      bars: [['0000', 1], 98, ['9900', 1]],
    });
  });

  test('shows short runs without entries as empty, and leaves out long ones', () => {
    expect(barsOf('2010-01-01T00:00:00Z', '2013-01-01T00:00:00Z', '2019-01-01T00:00:00Z').bars).toEqual([
      ['2010', 1],
      ['2011', 0],
      ['2012', 0],
      ['2013', 1],
      5,
      ['2019', 1],
    ]);
  });

  test('does not let one odd timestamp among many make all others one bar', () => {
    const usual = Array.from({ length: 300 }, (_, n) => `20${10 + (n % 10)}-05-05T00:00:00Z`);
    const { unit, bars } = barsOf('0001-01-01T00:00:00Z', ...usual, '9999-12-31T23:59:59Z');
    expect(unit).toBe('year');
    expect(bars).toHaveLength(14);
    expect(bars.slice(0, 3)).toEqual([['0001', 1], 2008, ['2010', 30]]);
  });

  test('counts entries by their timestamps whatever their order, and says what does not ascend', () => {
    const { bars, backwards, undated } = timelineOf(
      at(
        '2016-01-01T00:00:00Z',
        '2018-01-01T00:00:00Z',
        'no time',
        '2016-06-01T00:00:00Z',
        '2018-01-01T00:00:00Z',
      ),
    );
    expect(bars[0]).toEqual({ kind: 'bar', from: '2016-01', count: 1, first: 1, last: 1 });
    expect(bars.at(-1)).toEqual({ kind: 'bar', from: '2018-01', count: 2, first: 2, last: 5 });
    expect({ backwards, undated }).toEqual({ backwards: 1, undated: 1 });
  });

  test('has nothing to show of an empty log, and of one without a single moment', () => {
    expect(timelineOf([])).toMatchObject({ bars: [], undated: 0 });
    expect(timelineOf(at('?', '?'))).toMatchObject({ bars: [], undated: 2 });
  });
});

describe('loadsIn', () => {
  const seconds = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => Date.UTC(2016, 0, 1) + (from + n) * 1000);

  test('finds what came at once, at the start and later, and not what came one by one', () => {
    const hours = Array.from({ length: 50 }, (_, n) => Date.UTC(2017, 0, 1, n));
    const later = seconds(90_000_000, 12);
    expect(loadsIn([...seconds(0, 200), ...hours, ...later])).toEqual([
      { first: 1, last: 200, from: Date.UTC(2016, 0, 1), to: Date.UTC(2016, 0, 1) + 199_000 },
    ]);
    expect(loadsIn([...seconds(0, 20), ...hours, ...later]).map(({ first, last }) => [first, last])).toEqual([
      [1, 20],
      [71, 82],
    ]);
    expect(loadsIn(hours)).toEqual([]);
  });

  test('is not confused by what is no moment, or goes back', () => {
    expect(loadsIn([])).toEqual([]);
    expect(loadsIn([undefined, ...seconds(0, 15).reverse(), undefined])).toMatchObject([
      { first: 2, last: 16 },
    ]);
    expect(loadsIn(Array.from({ length: 40 }, () => undefined))).toEqual([]);
  });
});

const LINES: readonly CopyLine[] = [
  ['a', { name: 'A', tags: ['x', 'y'], empty: '' }],
  ['b', { name: 'B', none: null, list: [] }],
  ['a', { name: 'A', tags: ['y', 'x'], empty: null }],
  ['b', { name: 'B2', 'end-date': '2019' }],
  ['c', { name: 'C', 'end-date': '2099-01-01' }],
  ['b', { name: 'B2' }],
];

describe('activity', () => {
  test('counts records and ended ones by log size, up to the size asked for', () => {
    expect(activity(copyOf(LINES), { at: 6, today: TODAY }).growth).toEqual([
      { size: 0, records: 0, ended: 0 },
      { size: 1, records: 1, ended: 0 },
      { size: 2, records: 2, ended: 0 },
      { size: 3, records: 2, ended: 0 },
      { size: 4, records: 2, ended: 1 },
      { size: 5, records: 3, ended: 1 },
      { size: 6, records: 3, ended: 0 },
    ]);
    expect(activity(copyOf(LINES), { at: 4, today: '2018-12-31' }).growth.at(-1)).toEqual({
      size: 4,
      records: 2,
      ended: 0,
    });
  });

  test('ends at the size asked for, with no more points than can be drawn', () => {
    const lines: CopyLine[] = Array.from({ length: 1001 }, (_, n) => [`k${n % 700}`, { n: String(n) }]);
    const { growth } = activity(copyOf(lines), { at: 1001, today: TODAY });
    expect(growth.length).toBeLessThanOrEqual(242);
    expect(growth.at(-1)).toEqual({ size: 1001, records: 700, ended: 0 });
  });

  test('counts what is filled, with null, empty texts and empty lists as not set', () => {
    const { attributes, described } = activity(copyOf(LINES), { at: 6, today: TODAY });
    expect(described).toBe(3);
    expect(attributes.map(({ name, filled }) => [name, filled])).toEqual([
      ['end-date', 1],
      ['name', 3],
      ['tags', 1],
    ]);
  });

  test('counts what later versions set, changed and took away; the order of a list counts for items and not for blobs', () => {
    const changesIn = (variant: 'item' | 'blob') =>
      activity(copyOf(LINES, variant), { at: 6, today: TODAY }).attributes.map(
        ({ name, changes, changedRecords, lastChange }) => [name, changes, changedRecords, lastChange],
      );
    const dates = [
      ['end-date', 2, 1, 6],
      ['name', 1, 1, 4],
    ];
    expect(changesIn('item')).toEqual([...dates, ['tags', 1, 1, 3]]);
    expect(changesIn('blob')).toEqual([...dates, ['tags', 0, 0, undefined]]);
  });

  test('takes names like any other, and several items of one entry together', () => {
    const odd = copyOf([
      ['a', [{ one: '1' }, JSON.parse('{"__proto__": "2"}') as Record<string, string>]],
      ['a', [{ one: '1' }, { constructor: '3' }]],
    ]);
    const { attributes } = activity(odd, { at: 2, today: TODAY });
    expect(attributes).toMatchObject([
      { name: '__proto__', filled: 0, changes: 1 },
      { name: 'constructor', filled: 1, changes: 1 },
      { name: 'one', filled: 1, changes: 0 },
    ]);
  });

  test('compares and counts only data that is here', () => {
    const copy = copyOf(LINES);
    const holes = Object.create(copy, {
      item: {
        value: (hash: string) =>
          hash === copy.entry(3).itemHashes[0] ? undefined : copy.item(hash as never),
      },
      entry: { value: (number: number) => copy.entry(number) },
    }) as typeof copy;
    const { described, attributes } = activity(holes, { at: 6, today: TODAY });
    expect(described).toBe(2);
    expect(attributes.find(({ name }) => name === 'tags')).toBeUndefined();
  });

  test('answers for an empty log', () => {
    expect(activity(copyOf([]), { at: 0, today: TODAY })).toMatchObject({
      growth: [{ size: 0, records: 0, ended: 0 }],
      attributes: [],
      loads: [],
    });
  });
});
