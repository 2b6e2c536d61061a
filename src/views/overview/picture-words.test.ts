import { describe, expect, test } from 'vitest';
import { timelineOf } from '../../replica/activity-timeline.ts';
import {
  axisName,
  barWords,
  gapWords,
  growthWords,
  inSchemaOrder,
  loadWords,
  pictureSource,
  stretchName,
  timelineNotes,
} from './picture-words.ts';

test('stretches are named by what they are', () => {
  expect(stretchName('2018-06-04', 'day')).toBe('4 Jun 2018');
  expect(stretchName('2018-06', 'month')).toBe('Jun 2018');
  expect(stretchName('0001', 'year')).toBe('0001');
  expect(stretchName('1990', 'decade')).toBe('the 1990s');
  expect(stretchName('9900', 'century')).toBe('9900 to 9999');
});

test('months and days share the year in their names under the picture, years share nothing', () => {
  expect(axisName('2018-06', 'month')).toEqual({ whole: 'Jun 2018', brief: 'Jun', within: '2018' });
  expect(axisName('2019-01-02', 'day')).toEqual({ whole: '2 Jan 2019', brief: '2 Jan', within: '2019' });
  expect(axisName('2019', 'year')).toEqual({ whole: '2019', brief: '2019', within: '2019' });
  expect(axisName('1990', 'decade')).toMatchObject({ whole: '1990s', brief: '1990s' });
});

describe('barWords', () => {
  const bar = { kind: 'bar', from: '2018', count: 14, first: 190, last: 203 } as const;

  test('gives the entries of a bar, and says where others are among them', () => {
    expect(barWords(bar, 'year')).toBe('2018: 14 entries, 190 to 203');
    expect(barWords({ ...bar, last: 1240 }, 'year')).toBe('2018: 14 entries, between 190 and 1,240');
    expect(barWords({ ...bar, count: 1, last: 190 }, 'decade')).toBe('The 2018s: 1 entry, number 190');
    expect(barWords({ ...bar, count: 0, first: 0, last: 0 }, 'year')).toBe('2018: no entry');
  });
});

test('a load is told as one', () => {
  const load = {
    first: 1,
    last: 204,
    from: Date.UTC(2016, 3, 5, 13, 23),
    to: Date.UTC(2016, 3, 5, 13, 23, 5),
  };
  expect(loadWords(load, 208)).toBe(
    'Entries 1 to 204, 204 of 208, were added at once, on 5 Apr 2016, 13:23.',
  );
  expect(loadWords(load, 204)).toBe('All 204 entries were added at once, on 5 Apr 2016, 13:23.');
  expect(loadWords({ ...load, to: load.to + 3_600_000 }, 204)).toMatch(/none a minute after the one before/);
});

test('notes say what the picture leaves out, and nothing where it leaves out nothing', () => {
  const at = (...timestamps: string[]) => timelineOf(timestamps.map((text) => Date.parse(text) || undefined));
  expect(timelineNotes(at('2016-04-05', '2016-04-06'), undefined)).toEqual([]);
  expect(timelineNotes(at('2016-04-05', '2010-04-06', 'never'), 0)).toEqual([
    '2 bars are cut, with the count above: drawn whole, the others could not be seen.',
    'Where the line is broken, years without an entry are left out.',
    '1 entry has a timestamp that is no time, and is not in the picture.',
    '1 entry bears an earlier time than the entry before.',
  ]);
  expect(gapWords(5, 'year')).toBe('5 years without an entry');
});

test('growth names the records and, where there are, the ended ones', () => {
  expect(growthWords({ size: 1200, records: 1, ended: 0 })).toBe('After entry 1,200: 1 record');
  expect(growthWords({ size: 12, records: 9, ended: 2 })).toBe('After entry 12: 9 records, 2 of them ended');
});

test('attributes come in the order of the schema, others after them by name', () => {
  const names = ['zeta', 'name', 'alpha', 'country'].map((name) => ({ name }));
  const order = inSchemaOrder(names, [{ id: 'country' }, { id: 'name' }]).map(({ name }) => name);
  expect(order).toEqual(['country', 'name', 'alpha', 'zeta']);
});

describe('pictureSource', () => {
  const source = (given: object, at = 210) =>
    pictureSource(
      { id: '', size: 210, head: undefined, missing: 0, verdict: { outcome: 'holds' }, ...given },
      at,
    );

  test('says that all entries lead to the root only where they do', () => {
    expect(source({})).toBe(
      'Counted in this browser from all 210 entries. All 210 together lead to the published root.',
    );
    expect(source({}, 9)).toMatch(
      /^Counted in this browser from the first 9 of 210 entries\. All 210 together/,
    );
    for (const outcome of ['cannot-check', 'not-checked', 'does-not-match'] as const)
      expect(source({ verdict: { outcome, reason: 'so' } })).not.toMatch(/lead to/);
  });

  test('says why not, and what is missing', () => {
    expect(
      source({ verdict: { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'no rule fits' } }),
    ).toMatch(/They are not proved: no rule fits\.$/);
    expect(
      source({ verdict: { outcome: 'does-not-match', code: 'hash-differs', expected: 'a', computed: 'b' } }),
    ).toMatch(/They do not match: their root is not the published one\.$/);
    expect(source({ missing: 2 })).toMatch(/The data of 2 versions could not be had and is not counted\.$/);
    const wrong = {
      missing: 1,
      verdict: { outcome: 'does-not-match', code: 'data-differs', reason: 'its data hashes to another' },
    };
    expect(source(wrong)).toMatch(/another\. The data of 1 version is not counted\.$/);
  });
});
