import fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { records } from '../../log/records.ts';
import { planet } from '../../mock/registers/planet.ts';
import { copyAnswer, NO_COPY } from '../../query/copy.ts';
import { anItem } from '../../testing/builders.ts';
import { copyOf } from '../../testing/log-copy.ts';
import { markupOf } from '../../testing/markup.ts';
import { inSession, visitMock } from '../../testing/mock-session.ts';
import { CANNOT, HOLDS, MISMATCH, NOT_MADE } from '../../testing/trust-builders.ts';
import { copyWords } from '../shared/download.tsx';
import { columnChoices, shownColumns } from './columns.ts';
import { CLEARED, isNarrowed, type ListRequest, readRequest, writeRequest } from './records-address.ts';
import { partsOf } from './result-line.tsx';
import { partOfRecords } from './record-list-queries.ts';
import { filterOf, isListed, listingOf, useCopyRecords } from './use-records.ts';

const read = (query: string) => readRequest(new URLSearchParams(query));

describe('the address', () => {
  test('has several choices of one attribute, "not set", and the exact value of older links', () => {
    const list = 'is.kind=state&is.kind=territory&is.kind=state&is.end-date=&is.=x&attribute=a&value=0';
    const choices = { kind: ['state', 'territory'], 'end-date': [''], a: ['0'] };
    expect(read(list).choices).toEqual(new Map(Object.entries(choices)));
  });

  test('makes nothing of what it does not understand', () => {
    const empty = { status: '', columns: undefined, former: false, choices: new Map() };
    expect(read('attribute=name&status=odd&columns=%25E0%25A4%25A&former=1')).toMatchObject(empty);
    expect(read('columns=').columns).toEqual([]);
  });

  test('reads back what it wrote, whatever the names and values, and keeps what is not its own', () => {
    const text = fc.string({ unit: 'grapheme' });
    const some = fc.string({ minLength: 1, unit: 'grapheme' });
    const choice = fc.tuple(some, fc.uniqueArray(text, { minLength: 1 }));
    const changes = fc.record({
      text,
      former: fc.boolean(),
      choices: fc.uniqueArray(choice, { selector: ([name]) => name }).map((pairs) => new Map(pairs)),
      status: fc.constantFrom<ListRequest['status']>('', 'current', 'ended'),
      sort: text,
      columns: fc.option(fc.array(some), { nil: undefined }),
    });
    fc.assert(
      fc.property(changes, (change) => {
        const written = writeRequest(new URLSearchParams('at=5&is.old=x&q=old&attribute=a&value=b'), change);
        expect(read(written.toString())).toEqual(change);
        expect(written.get('at')).toBe('5');
      }),
    );
  });

  test('loses all that narrows, or one part and nothing else', () => {
    const params = new URLSearchParams(
      'at=3&q=a&former=yes&status=ended&is.kind=s&is.kind=&attribute=name&value=X&sort=-name&columns=k',
    );
    expect(writeRequest(params, CLEARED).toString()).toBe('at=3&sort=-name&columns=k');
    expect([isNarrowed(read('q=%20&sort=k')), isNarrowed(read('is.k='))]).toEqual([false, true]);
    const wordsOf = (given: URLSearchParams) => partsOf(readRequest(given)).map((part) => part.words);
    const words = wordsOf(params);
    expect(words).toHaveLength(6);
    for (const { words: removed, change } of partsOf(readRequest(params)))
      expect(wordsOf(writeRequest(params, change))).toEqual(words.filter((one) => one !== removed));
  });

  test.each([
    ['', true],
    ['is.k=v&columns=a', true],
    ['q=a', false],
    ['status=ended', false],
    ['sort=key', false],
    ['is.k=', false],
    ['is.k=v&is.k=w', false],
    ['is.k=v&is.l=w', false],
  ])('%j is answered by a server’s own list: %s', (query, isAnswered) =>
    expect(isListed(read(query))).toBe(isAnswered),
  );
});

describe('columns', () => {
  const named = (...all: string[]) => all.map((attribute) => ({ attribute, set: 1, repeatsKey: false }));
  const uses = [{ attribute: 'id', set: 1, repeatsKey: true }, ...named('b', 'a', 'c', 'd', 'e', 'f', 'g')];
  const choices = columnChoices(uses, [{ id: 'a' }, { id: 'b' }]);

  test.each<[string[] | undefined, string]>([
    [undefined, 'a,b,c,d,e,f'],
    [['entry-number', 'g', 'gone', 'a'], 'a,g,entry-number'],
    [[], ''],
  ])('of %j are %s', (chosen, shown) => {
    expect(choices.join()).toBe('a,b,c,d,e,f,g,entry-number,entry-timestamp');
    expect(shownColumns(choices, chosen).join()).toBe(shown);
    for (const naming of ['name', 'hostname', 'job-title'])
      expect(shownColumns(columnChoices([...uses, ...named(naming)], []), undefined)[0]).toBe(naming);
  });
});

test('a server’s list tells which records have ended, and which attribute only repeats the key', () => {
  const next = String(new Date().getUTCFullYear() + 1);
  const ends = [new Date().toISOString().slice(0, 10), '1990-10', next, '2016-02-30'];
  const listed = ends.map((end, n) => ({ key: `${n}`, items: [anItem({ id: `${n}`, 'end-date': end })] }));
  const { rows, attributes } = listingOf(listed, undefined);
  expect(rows.map(({ ended }) => ended)).toEqual([true, true, false, false]);
  const summary = attributes.map(({ attribute, set, repeatsKey }) => `${attribute} ${set} ${repeatsKey}`);
  expect(summary).toEqual(['id 4 true', 'end-date 4 false']);
});

/**
 * How many rows are shown at once after the view, which shows the answer about size 2,
 * goes on to another size.
 */
function shownAfter(at: number | undefined): number | undefined {
  const [copy, list, run] = [{ ...NO_COPY, id: '1', size: 3 }, read(''), { start: 0, count: 60 }];
  const visit = visitMock({ source: planet, mode: 'v2' });
  const ask = { at: 2, ...filterOf(list), from: run.start, count: run.count };
  const log = copyOf([
    ['A', { n: '1' }],
    ['B', { n: '1' }],
  ]);
  visit.queries.setQueryData(copyAnswer(visit.session, copy, 'records', ask).queryKey, records(log, ask));
  const seen: (number | undefined)[] = [];
  function Probe() {
    const [moved, setMoved] = useState(false);
    const total = useCopyRecords(copy, list, moved ? at : 2, run).listing?.total;
    seen.push(total);
    if (!moved && total === 2) setMoved(true);
    return null;
  }
  markupOf(inSession(visit, <Probe />));
  expect(seen).toContain(2);
  return seen.at(-1);
}

test('rows of another moment never stand for those asked for', () =>
  expect([2, 1, undefined].map(shownAfter)).toEqual([2, undefined, undefined]));

test.each([HOLDS, MISMATCH, CANNOT, NOT_MADE])(
  'what a copy gives is of the published root only where that was verified: %o',
  (verdict) => {
    const words = (source: 'server' | 'file') => copyWords({ verdict, size: 295, missing: 2 }, source);
    const isSo = verdict === HOLDS;
    expect(/give the published root/.test(words('server'))).toBe(isSo);
    expect(/give the root hash stated in the file/.test(words('file'))).toBe(isSo);
    expect(/as the server sent them/.test(words('server'))).toBe(!isSo);
    expect(words('server')).toMatch(/2 versions/);
    if (!isSo) expect(words('server')).toMatch(verdict === MISMATCH ? /do not match: x/ : /not verified: x/);
  },
);

test.each([
  [{}, true, 100, 236, { of: 236, isCut: false }],
  [{}, false, 236, 236, undefined],
  [{ unread: 'unknown' }, false, 100, undefined, undefined],
  [{ unread: 'elsewhere' }, false, 100, 236, { of: 236, isCut: true }],
  [{ unread: 'circle' }, false, 100, undefined, { of: undefined, isCut: true }],
  // Some servers let the last page point at itself.
  [{ unread: 'circle' }, false, 236, 236, undefined],
] as const)('a list of records whose last page is %j is part of one: %#', (last, hasNext, read, of, part) => {
  expect(partOfRecords(last, hasNext, read, of)).toEqual(part);
});
