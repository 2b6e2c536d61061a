import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { AttributeValue, Variant } from '../../core/model.ts';
import { isRealMoment } from '../../core/moment.ts';
import { foldedWords } from '../../core/words.ts';
import { changes } from '../../replica/changes.ts';
import { exported, exportPlan } from '../../replica/export/export.ts';
import type { GrowingCopy } from '../../replica/log-copy.ts';
import { records, type RecordsAsk } from '../../replica/records.ts';
import { readTime, sizeAtTime } from '../../replica/size-at-time.ts';
import { trail } from '../../replica/trail.ts';
import { QUESTIONS } from '../../replica/questions.ts';
import { copyOf, type CopyLine } from '../log-copy.ts';
import { damaged } from '../hostile-json.ts';
import { splitRsf } from '../rsf-lines.ts';
import { oddText, plain } from './generators.ts';
import type { RealData } from './real-data.ts';
import { rootByHand } from './rsf.ts';
import { type FuzzTarget, target } from './target.ts';

type Data = Readonly<Record<string, AttributeValue>>;

const KEYS = ['a', 'b', 'GB', '__proto__', '10', '9', 'a/b', '\u202Ex'];
const NAMES = ['name', 'kind', 'end-date', 'tags', '__proto__', '10'];

/** whole tells whether a text can be hashed: lone surrogates never get into a copy. */
const whole = (text: string): boolean => Buffer.from(text, 'utf8').toString('utf8') === text;

function linesWith(real: RealData): fc.Arbitrary<readonly CopyLine[]> {
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('red', 'blue', 'Swaziland', 'Côte d’Ivoire', '', '1990-10-02') },
    { weight: 4, arbitrary: fc.constantFrom(...real.texts) },
    { weight: 2, arbitrary: oddText().filter((one) => whole(one) && one.length < 2_000) },
  );
  const data: fc.Arbitrary<Data> = fc
    .array(
      fc.tuple(
        fc.constantFrom(...NAMES),
        fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(null)),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => Object.fromEntries(pairs.filter(([name]) => name !== '__proto__')));
  const time = fc.constantFrom(
    '2016-04-05T13:23:05Z',
    '2010-01-01T00:00:00Z',
    '2016-04-05T13:23:05',
    '2020-02-30T00:00:00Z',
    'no time',
    '2019-12-31T23:59:59+02:00',
  );
  return fc.array(
    fc.tuple(fc.constantFrom(...KEYS), data, time).map((line): CopyLine => line),
    { maxLength: 25 },
  );
}

interface Asked {
  readonly lines: readonly CopyLine[];
  readonly variant: Variant;
  readonly at: number;
  readonly from: number;
  readonly ask: Omit<RecordsAsk, 'at' | 'from' | 'count'>;
  readonly page: number;
}

const TODAY = '2020-06-01';

function asksOf(real: RealData): fc.Arbitrary<Asked> {
  const words = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc.constantFrom('red', 're', 'swasiland', 'cote', 'd’ivoire', 'red blue', 'x'.repeat(600)),
    damaged(fc.constantFrom(...real.texts)),
    oddText(),
  );
  return plain({
    lines: linesWith(real),
    variant: fc.constantFrom<Variant>('item', 'blob'),
    at: fc.nat(25),
    from: fc.nat(25),
    page: fc.integer({ min: 1, max: 5 }),
    ask: fc.record(
      {
        text: words,
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
}

const listOf = (value: AttributeValue | undefined): readonly string[] => {
  if (value === undefined || value === null || value === '') return [];
  return typeof value === 'string' ? [value] : value;
};

/** setIn are the members of a value that say something: an empty text says "not set", in a list too. */
const setIn = (value: AttributeValue | undefined): readonly string[] =>
  listOf(value).filter((one) => one !== '');

/** latestByHand is the latest line of each key among the first `at`, by looking at all of them. */
function latestByHand(lines: readonly CopyLine[], at: number): Map<string, number> {
  const latest = new Map<string, number>();
  for (const [index, [key]] of lines.slice(0, at).entries()) latest.set(key, index + 1);
  return latest;
}

function dataOf(lines: readonly CopyLine[], entryNumber: number): Data {
  return (lines[entryNumber - 1]?.[1] ?? {}) as Data;
}

/** passesByHand is whether a record passes the exact clauses, in the plainest words. */
function passesByHand(data: Data, { where = [], status }: Asked['ask']): boolean {
  const held = (attribute: string): readonly string[] =>
    Object.hasOwn(data, attribute) ? setIn(data[attribute] ?? null) : [];
  const fits = where.every(({ attribute, values }) => {
    const members = held(attribute);
    if (members.length === 0) return values.includes('');
    return members.some((member) => values.some((value) => value.normalize() === member.normalize()));
  });
  const [end = ''] = held('end-date');
  // The claim `dates` is about which of them are days of the calendar.
  const isEnded = isRealMoment(end) && end <= TODAY;
  return fits && (status === undefined || (status === 'ended') === isEnded);
}

const search = target({
  name: 'records',
  family: 'replica',
  invariant:
    'records are those of the log at that size, filters let through what they name, pages join to the whole, words that are there are found',
  cases: asksOf,
  holds({ lines, variant, at: some, ask, page }) {
    const copy = copyOf(lines, variant);
    const at = Math.min(some, copy.size);
    const all = records(copy, { ...ask, at, from: 0, count: Infinity });
    const latest = latestByHand(lines, at);
    assert.equal(all.of, latest.size);
    assert.equal(all.rows.length, all.total);
    assert.equal(new Set(all.rows.map(({ key }) => key)).size, all.total);
    for (const row of all.rows) {
      assert.equal(latest.get(row.key), row.entryNumber);
      assert.ok(passesByHand(dataOf(lines, row.entryNumber), ask), `${row.key} does not pass`);
      assert.equal(row.missing, 0);
    }
    const asked = foldedWords((ask.text ?? '').slice(0, 500));
    if (asked.length === 0) {
      const passing = [...latest].filter(([, number]) => passesByHand(dataOf(lines, number), ask));
      assert.deepEqual(all.rows.map(({ key }) => key).sort(), passing.map(([key]) => key).sort());
    } else {
      const found = new Set(all.rows.map(({ key }) => key));
      for (const [key, number] of latest) {
        const data = dataOf(lines, number);
        const own = new Set(
          [key, ...Object.values(data).flatMap((value) => listOf(value))].flatMap(foldedWords),
        );
        if (asked.every((word) => own.has(word)) && passesByHand(data, ask))
          assert.ok(found.has(key), `${key} has all words and is not found`);
      }
    }
    const joined: string[] = [];
    for (let from = 0; from < all.total; from += page)
      joined.push(...records(copy, { ...ask, at, from, count: page }).rows.map(({ key }) => key));
    assert.deepEqual(
      joined,
      all.rows.map(({ key }) => key),
    );
  },
});

const moments = target({
  name: 'replica-moments',
  family: 'replica',
  invariant:
    'trails, changes between two sizes and the size of a moment are those of a naive reading of the log',
  cases: asksOf,
  holds({ lines, variant, at: one, from: other }) {
    const copy = copyOf(lines, variant);
    const [from, to] = [Math.min(one, other, copy.size), Math.min(Math.max(one, other), copy.size)];
    for (const key of KEYS) {
      const numbers = lines.flatMap(([own], index) => (own === key && index < to ? [index + 1] : []));
      assert.deepEqual(trail(copy, { key, at: to }), numbers);
    }
    const before = latestByHand(lines, from);
    const after = latestByHand(lines, to);
    const found = changes(copy, { from, to });
    const expected = [...after].filter(([key, number]) => before.get(key) !== number);
    assert.deepEqual(found.rows.map(({ key }) => key).sort(), expected.map(([key]) => key).sort());
    for (const { key, kind, before: was, after: is } of found.rows) {
      assert.equal(kind === 'added', !before.has(key));
      assert.equal(was?.entry.entryNumber, before.get(key));
      assert.equal(is.entry.entryNumber, after.get(key));
      const same =
        was !== undefined && JSON.stringify(was.entry.itemHashes) === JSON.stringify(is.entry.itemHashes);
      assert.equal(kind === 'touched', same);
    }
    const sum = Object.values(found.counts).reduce((total, count) => total + count, 0);
    assert.equal(sum, expected.length);
    const untilMs = Date.UTC(2014 + (one % 8), other % 12, 6);
    demandBestSize(copy, untilMs);
  },
});

/** demandBestSize holds the size of a moment against a look at every size. */
function demandBestSize(copy: GrowingCopy, untilMs: number): void {
  const times = Array.from({ length: copy.size }, (_, index) => readTime(copy.entry(index + 1).timestamp));
  const wrongAt = (size: number): number =>
    times.filter((time, index) => time !== undefined && (index < size ? time > untilMs : time <= untilMs))
      .length;
  const found = sizeAtTime(copy, { untilMs });
  const least = Math.min(...Array.from({ length: copy.size + 1 }, (_, size) => wrongAt(size)));
  assert.equal(wrongAt(found.size), least);
  assert.equal(found.laterBefore + found.earlierAfter, least);
}

/** cellsOf reads a table by RFC 4180, sign by sign. */
function cellsOf(table: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare = '', end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const exports = target({
  name: 'exports',
  family: 'replica',
  invariant:
    'an exact table and JSON hold every value, a safe table begins no formula, and every question is answered',
  cases: asksOf,
  holds({ lines, variant, at: some, ask }) {
    const copy = copyOf(lines, variant);
    const at = Math.min(some, copy.size);
    const fields = ['name', 'kind'];
    for (const what of ['records', 'entries'] as const) {
      const given = { what, at, fields, ...(what === 'records' && { filter: ask }) };
      const plan = exportPlan(copy, { ...given, form: 'csv' });
      const rows = cellsOf([...exported(copy, { ...given, form: 'csv' })].join(''));
      assert.equal(rows.length, plan.rows + 1);
      assert.equal(new Set(rows.map((row) => row.length)).size, 1, 'rows of different lengths');
      const [head = [], ...body] = rows;
      for (const row of body) {
        const number = Number(row[head.indexOf('entry-number')]);
        assert.equal(row[head.indexOf('key')], lines[number - 1]?.[0]);
        if (what === 'entries') continue;
        const name = listOf(dataOf(lines, number)['name'] ?? null).join(';');
        // A column that nothing is in is left out.
        assert.equal(row[head.lastIndexOf('name')] ?? '', name);
      }
      const safe = cellsOf([...exported(copy, { ...given, form: 'csv-safe' })].join('')).slice(1);
      for (const cell of safe.flat()) assert.doesNotMatch(cell, /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/);
      const json = [...exported(copy, { ...given, form: 'json' })].join('');
      assert.doesNotThrow(() => JSON.parse(json), json.slice(0, 300));
    }
    QUESTIONS.summary(copy, { at });
    QUESTIONS.activity(copy, { at, today: TODAY });
  },
});

const rsfCopy = target({
  name: 'rsf-copy',
  family: 'replica',
  invariant: 'a copy taken away as RSF begins and ends with true roots and has every entry',
  cases: asksOf,
  holds({ lines, at: some }) {
    const copy = copyOf(lines, 'item');
    const at = Math.min(some, copy.size);
    const ask = { what: 'entries' as const, form: 'rsf' as const, at, fields: [] };
    if (exportPlan(copy, ask).rsfProblem !== undefined) {
      assert.throws(() => [...exported(copy, ask)]);
      return;
    }
    const text = [...exported(copy, ask)].join('');
    const written = text.split('\n').filter((line) => line.startsWith('append-entry\tuser'));
    assert.equal(written.length, at);
    for (const [index, line] of written.entries()) assert.equal(line.split('\t')[2], lines[index]?.[0]);
    const { roots } = splitRsf(text);
    assert.equal(roots[0]?.rootHash, rootByHand(''));
    assert.deepEqual(roots.at(-1), { logSize: at, rootHash: rootByHand(text) });
  },
});

/** REPLICA_TARGETS are the claims about a register's copy and what is asked of it. */
export const REPLICA_TARGETS: readonly FuzzTarget[] = [search, moments, exports, rsfCopy];
