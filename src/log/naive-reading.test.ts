import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AttributeValue, Variant } from '../core/model.ts';
import { isRealDatetime } from '../core/datetime.ts';
import { foldedWords } from '../core/words.ts';
import { oddText, plain, RUNS } from '../testing/hostile-json.ts';
import { type CopyLine, copyOf, exportedText } from '../testing/log-copy.ts';
import { exportPlan } from './export.ts';
import { trail } from './questions.ts';
import { records } from './records.ts';

const KEYS = ['a', 'b', 'GB', '__proto__', '10', '9', 'a/b', '\u202Ex'];
const NAMES = ['name', 'kind', 'end-date', 'tags', '10'];
const TODAY = '2020-06-01';

const text = fc.oneof(
  fc.constantFrom('red', 'blue', 'Swaziland', 'Côte d’Ivoire', '', '1990-10-02'),
  oddText().filter((one) => one.isWellFormed() && one.length < 2_000),
);
const data = fc
  .array(
    fc.tuple(fc.constantFrom(...NAMES), fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(null))),
    {
      maxLength: 4,
    },
  )
  .map((pairs): Readonly<Record<string, AttributeValue>> => Object.fromEntries(pairs));
const time = fc.constantFrom(
  '2016-04-05T13:23:05Z',
  '2010-01-01T00:00:00Z',
  '2020-02-30T00:00:00Z',
  'no time',
);

/** Questions about the copy of any small log. */
const asked = plain({
  lines: fc.array(
    fc.tuple(fc.constantFrom(...KEYS), data, time).map((line): CopyLine => line),
    { maxLength: 25 },
  ),
  variant: fc.constantFrom<Variant>('item', 'blob'),
  at: fc.nat(25),
  page: fc.integer({ min: 1, max: 5 }),
  ask: fc.record(
    {
      text: fc.oneof(
        fc.constantFrom('', 'red', 're', 'swasiland', 'cote', 'red blue', 'x'.repeat(600)),
        oddText(),
      ),
      former: fc.boolean(),
      where: fc.array(
        plain({
          attribute: fc.constantFrom(...NAMES, 'nothing'),
          values: fc.array(fc.constantFrom('red', 'blue', '', '1990-10-02', '\ud800'), {
            minLength: 1,
            maxLength: 2,
          }),
        }),
        { maxLength: 2 },
      ),
      status: fc.constantFrom('current' as const, 'ended' as const),
      sort: fc.constantFrom(
        '',
        'key',
        '-key',
        'name',
        '-name',
        'entry-number',
        '-entry-timestamp',
        'nothing',
        '-',
      ),
      today: fc.constant(TODAY),
    },
    { requiredKeys: ['today'], noNullPrototype: true },
  ),
});
type Sample = typeof asked extends fc.Arbitrary<infer T> ? T : never;

const listOf = (value: AttributeValue | undefined): readonly string[] =>
  value === undefined || value === null || value === '' ? [] : [value].flat();

const dataOf = (lines: readonly CopyLine[], entryNumber: number): Readonly<Record<string, AttributeValue>> =>
  (lines[entryNumber - 1]?.[1] ?? {}) as Readonly<Record<string, AttributeValue>>;

/** passesByHand reports whether a record passes the exact clauses, in plain code. */
function passesByHand(
  record: Readonly<Record<string, AttributeValue>>,
  { where = [], status }: Sample['ask'],
): boolean {
  // An empty text says "not set", in a list too.
  const set = (attribute: string): readonly string[] => listOf(record[attribute]).filter((one) => one !== '');
  const [end = ''] = set('end-date');
  const isEnded = isRealDatetime(end) && end <= TODAY;
  const passes = where.every(({ attribute, values }) => {
    const members = set(attribute).map((one) => one.normalize());
    return members.length === 0
      ? values.includes('')
      : values.some((value) => members.includes(value.normalize()));
  });
  return passes && (status === undefined || (status === 'ended') === isEnded);
}

test('records are those of the log at that size, filters let through what they name, pages join, words that are there are found', () => {
  fc.assert(
    fc.property(asked, ({ lines, variant, at: some, ask, page }) => {
      const copy = copyOf(lines, variant);
      const at = Math.min(some, copy.size);
      const all = records(copy, { ...ask, at, from: 0, count: Infinity });
      const latest = new Map(lines.slice(0, at).map(([key], index) => [key, index + 1]));
      const keys = all.rows.map(({ key }) => key);
      assert.deepEqual([all.of, all.total, new Set(keys).size], [latest.size, keys.length, keys.length]);
      for (const row of all.rows) {
        assert.equal(latest.get(row.key), row.entryNumber);
        assert.ok(passesByHand(dataOf(lines, row.entryNumber), ask), `${row.key} does not pass`);
      }
      const words = foldedWords((ask.text ?? '').slice(0, 500));
      for (const [key, number] of latest) {
        const record = dataOf(lines, number);
        const own = new Set([key, ...Object.values(record).flatMap(listOf)].flatMap(foldedWords));
        if (words.every((word) => own.has(word)) && passesByHand(record, ask))
          assert.ok(keys.includes(key), `${key} has all words and is not found`);
      }
      const joined: string[] = [];
      for (let from = 0; from < all.total; from += page)
        joined.push(...records(copy, { ...ask, at, from, count: page }).rows.map(({ key }) => key));
      assert.deepEqual(joined, keys);
      for (const key of KEYS) {
        const numbers = lines.slice(0, at).flatMap(([own], index) => (own === key ? [index + 1] : []));
        assert.deepEqual(trail(copy, { key, at }), numbers);
      }
    }),
    RUNS,
  );
});

/** cellsOf reads a table by RFC 4180. */
function cellsOf(table: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('an exact table holds every value, and JSON can be read', () => {
  fc.assert(
    fc.property(asked, fc.constantFrom('records', 'entries'), ({ lines, variant, at: some, ask }, what) => {
      const copy = copyOf(lines, variant);
      const at = Math.min(some, copy.size);
      const given = {
        what,
        at,
        fields: ['name', 'kind'],
        ...(what === 'records' && { filter: ask }),
      } as const;
      const [head = [], ...body] = cellsOf(exportedText(copy, { ...given, form: 'csv' }));
      assert.equal(body.length, exportPlan(copy, { ...given, form: 'csv' }).rows);
      for (const row of body) {
        assert.equal(row.length, head.length);
        const number = Number(row[head.indexOf('entry-number')]);
        assert.equal(row[head.indexOf('key')], lines[number - 1]?.[0]);
        // An empty column is left out.
        const name = listOf(dataOf(lines, number)['name']).join(';');
        if (what === 'records') assert.equal(row[head.lastIndexOf('name')] ?? '', name);
      }
      assert.doesNotThrow(() => JSON.parse(exportedText(copy, { ...given, form: 'json' })) as unknown);
    }),
    RUNS,
  );
});
