import { describe, expect, test } from 'vitest';
import { type CopyLine, copyOf } from '../testing/log-copy.ts';
import { activity, timelineOf } from './activity.ts';
import { instantOf } from '../core/datetime.ts';

/** at reads days, `2016-12-15`, and whole timestamps. */
const at = (...times: string[]) =>
  times.map((time) => instantOf(time.length === 10 ? `${time}T10:00:00Z` : time));

test.each([
  ['2016-04-05T12:00:00Z', true],
  ['2016-04-05T12:00:00', true],
  ['2016-04-05T14:00:00+02:00', true],
  ['', false],
  ['2016', false],
  ['2016-04-05', false],
  ['2016-13-05T12:00:00Z', false],
  ['12016-04-05T12:00:00Z', false],
])('the time %s is read: %s', (text, isRead) => {
  expect(instantOf(text)).toBe(isRead ? Date.UTC(2016, 3, 5, 12) : undefined);
});

describe('timelineOf', () => {
  const usual = Array.from({ length: 300 }, (_, n) => `20${10 + (n % 10)}-05-05`);
  const YEARS = Array.from({ length: 9 }, (_, n) => `20${11 + n} 30`);

  test.each<[what: string, times: string[], unit: string, bars: string]>([
    ['by day', ['2016-12-15', '2016-12-15', '2016-12-16'], 'day', '2016-12-15 2, 2016-12-16 1'],
    ['by month', ['2016-11-15', '2017-01-15'], 'month', '2016-11 1, 2016-12 0, 2017-01 1'],
    ['by decade', ['1801-01-16', '2020-01-16'], 'decade', '1800 1, …21, 2020 1'],
    ['by century', ['0001-01-01', '9999-12-31'], 'century', '0000 1, …98, 9900 1'],
    [
      'by year, with short runs of none, and long ones left out',
      ['2010-01-01', '2013-01-01', '2019-01-01'],
      'year',
      '2010 1, 2011 0, 2012 0, 2013 1, …5, 2019 1',
    ],
    [
      'by what is usual, whatever one odd time is',
      ['0001-01-01', ...usual, '9999-12-31'],
      'year',
      ['0001 1, …2008, 2010 30', ...YEARS, '…7979, 9999 1'].join(', '),
    ],
  ])('counts %s', (_, times, unit, bars) => {
    const found = timelineOf(at(...times));
    const barTexts = found.bars.map((bar) =>
      bar.kind === 'gap' ? `…${bar.stretches}` : `${bar.from} ${bar.count}`,
    );
    expect([found.unit, barTexts.join(', ')]).toEqual([unit, bars]);
  });

  test('counts entries by their timestamps whatever their order, and says what does not ascend', () => {
    const times = at('2016-01-01', '2018-01-01', 'no time at all', '2016-06-01', '2018-01-01');
    const { bars, backwards, undated } = timelineOf(times);
    expect(bars[0]).toEqual({ kind: 'bar', from: '2016-01', count: 1, first: 1, last: 1 });
    expect(bars.at(-1)).toEqual({ kind: 'bar', from: '2018-01', count: 2, first: 2, last: 5 });
    expect({ backwards, undated }).toEqual({ backwards: 1, undated: 1 });
    expect(timelineOf([])).toMatchObject({ bars: [], undated: 0 });
    expect(timelineOf(at('?', '?'))).toMatchObject({ bars: [], undated: 2 });
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
  test('counts what is filled, and what later versions set, changed and took away: the order of a list in items only', () => {
    const summaryOf = (variant: 'item' | 'blob') =>
      activity(copyOf(LINES, variant), { at: 6 }).attributes.map(({ name, filled, changes, lastChange }) =>
        [name, filled, changes, lastChange].join(' '),
      );
    expect(summaryOf('item')).toEqual(['end-date 1 2 6', 'name 3 1 4', 'tags 1 1 3']);
    expect(summaryOf('blob')).toEqual(['end-date 1 2 6', 'name 3 1 4', 'tags 1 0 ']);
    expect(activity(copyOf([]), { at: 0 })).toMatchObject({ attributes: [], described: 0 });
  });

  test('compares and counts only data that is here', () => {
    const copy = copyOf(LINES);
    const [lost] = copy.entry(3).itemHashes;
    const item = copy.item.bind(copy);
    copy.item = (hash) => (hash === lost ? undefined : item(hash));
    const { described, attributes } = activity(copy, { at: 6 });
    expect(described).toBe(2);
    expect(attributes.find(({ name }) => name === 'tags')).toBeUndefined();
  });
});
