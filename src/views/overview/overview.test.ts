import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { timelineOf } from '../../log/activity.ts';
import { copyLine } from './checked.tsx';
import { axisName, timelineNotes } from './pictures.tsx';

test('months and days share the year in their names under the picture, years share nothing', () => {
  expect(axisName('2018-06', 'month')).toEqual({ whole: 'Jun 2018', brief: 'Jun', within: '2018' });
  expect(axisName('2019-01-02', 'day')).toEqual({ whole: '2 Jan 2019', brief: '2 Jan', within: '2019' });
  expect(axisName('2019', 'year')).toEqual({ whole: '2019', brief: '2019', within: '2019' });
  expect(axisName('1990', 'decade')).toMatchObject({ whole: '1990s', brief: '1990s' });
});

test('notes say what the picture leaves out, and nothing where it leaves out nothing', () => {
  const at = (...timestamps: string[]) => timelineOf(timestamps.map((text) => Date.parse(text) || undefined));
  expect(timelineNotes(at('2016-04-05', '2016-04-06'), undefined)).toEqual([]);
  expect(timelineNotes(at('2016-04-05', '2010-04-06', 'never'), 0)).toHaveLength(4);
});

test.each<[string, Verdict, RegExp]>([
  ['holds', { outcome: 'holds' }, /^All 295 entries verified$/],
  [
    'does not match',
    { outcome: 'does-not-match', code: 'data-differs', reason: 'x' },
    /is not what the log records/,
  ],
  [
    'cannot be checked',
    { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'x' },
    /^Every entry and every item$/,
  ],
  [
    'was not checked',
    { outcome: 'not-checked', code: 'not-made', reason: 'x' },
    /^Every entry and every item$/,
  ],
])('the line of a copy that %s has that state, and leaves the rest to an audit', (_, verdict, title) => {
  const line = copyLine({ size: 295, verdict }, 'item', 'No audit was made');
  expect(line.state).toBe(verdict.outcome);
  expect(line.title).toMatch(title);
  expect(line.detail).toMatch(/No audit was made/);
});
