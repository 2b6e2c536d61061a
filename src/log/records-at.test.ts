import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { copyOf } from '../testing/log-copy.ts';
import { cellIn, recordsAt } from './records-at.ts';
import { records } from './records.ts';

const ASK = { today: '2026-11-21', from: 0, count: 100 };

describe('very many attributes', () => {
  const COUNT = 2_000;
  /** Records of which each pair has an attribute of its own, and all have one together. */
  const wide = copyOf(
    Array.from({ length: COUNT }, (_, index): [string, Record<string, string>] => [
      `k${index}`,
      { [`own-${index >> 1}`]: 'same', kind: index % 2 === 0 ? 'even' : 'odd' },
    ]),
  );

  test('take room for what is set, not for each record', () => {
    const { columns } = recordsAt(wide, COUNT);
    const room = [...columns.values()].reduce(
      (sum, { cells }) => sum + (cells instanceof Map ? cells.size : (cells as readonly unknown[]).length),
      0,
    );
    expect(columns.size).toBe(COUNT / 2 + 1);
    expect(room).toBe(2 * COUNT);
  });

  test('are offered up to a number, those that most records have first, and the rest is counted', () => {
    const answer = records(wide, ASK);
    expect(answer.facets).toHaveLength(60);
    expect(answer.facets.map(({ attribute }) => attribute)).toContain('kind');
    expect(answer.attributes).toHaveLength(500);
    expect(answer.attributes.map(({ attribute }) => attribute)).toContain('kind');
    expect(answer.leftOut).toEqual({ facets: COUNT / 2 + 1 - 60, attributes: COUNT / 2 + 1 - 500 });
  });

  test('can be asked for all the same', () => {
    const last = `own-${COUNT / 2 - 1}`;
    expect(records(wide, { ...ASK, where: [{ attribute: last, values: ['same'] }] }).total).toBe(2);
    expect(records(wide, { ...ASK, where: [{ attribute: last, values: [''] }] }).total).toBe(COUNT - 2);
    expect(records(wide, { ...ASK, sort: last }).rows[0]?.key).toBe(`k${COUNT - 2}`);
    expect(records(wide, { ...ASK, text: 'k7 same even' }).rows[0]).toMatchObject({ key: 'k70' });
  });
});

test('the values of several items of a record are taken together, in columns of either form', () => {
  const lines = Array.from({ length: 40 }, (_, index): [string, Record<string, string | string[]>[]] => [
    `k${index}`,
    [{ all: 'a' }, { all: ['b', 'c'] }, { all: 'd' }, { few: '' }],
  ]);
  lines[7]?.[1].splice(2, 2, { all: 'd', few: ['x', 'y'] }, { few: 'z' });
  const log = copyOf(lines);
  const { columns } = recordsAt(log, 40);
  expect(cellIn(columns.get('few'), 7)).toEqual(['x', 'y', 'z']);
  expect(cellIn(columns.get('few'), 8)).toBeUndefined();
  expect(columns.get('few')).toMatchObject({ set: 1 });
  for (const ordinal of [0, 4, 5, 39])
    expect(cellIn(columns.get('all'), ordinal)).toEqual(['a', 'b', 'c', 'd']);
  // The data of the log itself stays as it is.
  expect(log.item(log.entry(8).itemHashes[2] as Hash)?.get('few')).toEqual(['x', 'y']);
});
