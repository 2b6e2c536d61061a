import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { records } from '../../log/records.ts';
import { planet } from '../../mock/registers/planet.ts';
import { NO_COPY } from '../../query/copy.ts';
import { copyAnswer } from '../../query/copy.ts';
import { SessionContext } from '../../query/session.ts';
import { copyOf } from '../../testing/log-copy.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { readRequest } from './records-address.ts';
import { copyNote, serverNote } from './records-view.tsx';
import { filterOf, type Reach, readsOn, useCopyRecords } from './use-records.ts';

const COPY = { ...NO_COPY, id: '1', size: 3 };
const LOG = copyOf([
  ['A', { n: '1' }],
  ['B', { n: '1' }],
]);
const ASKED = readRequest(new URLSearchParams());
const RUN = { start: 0, count: 60 };

/** How many rows are shown at once after the view, which shows the answer about size 2, goes on to another size. */
function shownAfter(at: number | undefined): number | undefined {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const ask = { at: 2, ...filterOf(ASKED), from: RUN.start, count: RUN.count };
  queries.setQueryData(copyAnswer(session, COPY, 'records', ask).queryKey, records(LOG, ask));
  const seen: (number | undefined)[] = [];
  function Probe() {
    const [moved, setMoved] = useState(false);
    const total = useCopyRecords(COPY, ASKED, moved ? at : 2, RUN).found?.listing.total;
    seen.push(total);
    if (!moved && total === 2) setMoved(true);
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <Probe />
      </SessionContext>
    </QueryClientProvider>,
  );
  expect(seen).toContain(2);
  return seen.at(-1);
}

test('rows of another moment never stand for those asked for', () =>
  expect([2, 1, undefined].map(shownAfter)).toEqual([2, undefined, undefined]));

const LONG: Reach = { entries: 1_000_000, read: 100, reached: 60, scrollable: true, upTo: 0 };

test.each<[string, Partial<Reach>, boolean]>([
  ['a register that is read whole without asking', { entries: 20_000, scrollable: false }, true],
  ['such a register up to a bound', { entries: 20_000, read: 5_000 }, false],
  ['a larger one before its end is reached', { entries: 20_001 }, false],
  ['a larger one just before its end is reached', { reached: 99 }, false],
  ['a larger one at its end', { reached: 120 }, true],
  ['a larger one beyond the bound', { read: 5_000, reached: 5_010 }, false],
  ['a search through part of a larger one', { reached: 120, scrollable: false }, false],
  ['a register of unknown length', { reached: 120, entries: undefined }, false],
  ['what the reader asks for', { upTo: 6_000, read: 5_900, scrollable: false }, true],
  ['what the reader asked for and has', { upTo: 1_100, read: 1_100 }, false],
])('reads on: %s', (_, reach, reads) => expect(readsOn({ ...LONG, ...reach })).toBe(reads));

const hash = '0'.repeat(64) as Hash;
const note = (verdict: Verdict, at?: number, compared?: Verdict): string =>
  copyNote({ verdict, size: 295, missing: 2 }, at, 236, compared, 'server');

test.each<[Verdict, RegExp]>([
  [{ outcome: 'does-not-match', code: 'hash-differs', expected: hash, computed: hash }, /does not match/],
  [{ outcome: 'does-not-match', code: 'data-differs', reason: 'other data' }, /do not match: other data/],
  [{ outcome: 'cannot-check', code: 'no-consistency-proof', reason: 'no proof' }, /not verified: no proof/],
  [{ outcome: 'not-checked', code: 'no-root-published', reason: 'no root' }, /not verified: no root/],
])('records of a copy that was not verified are as the server sent them: %o', (verdict, words) => {
  expect(note(verdict)).toMatch(/as the server sent them/);
  expect(note(verdict)).toMatch(words);
  expect(note(verdict)).not.toMatch(/computed here|give the published/i);
});

test('a note says of when the records are, what is missing, and what a snapshot is worth', () => {
  const holds: Verdict = { outcome: 'holds' };
  expect(note(holds, 250)).toMatch(/^236 records as of entry 250\. Computed here.*2 versions/);
  expect(note(holds, 5, holds)).toMatch(/lists the same/);
  const differs: Verdict = { outcome: 'does-not-match', code: 'snapshot-differs', reason: 'record SZ' };
  expect(note(holds, 5, differs)).toMatch(/does not match the log: record SZ/);
  const open: Verdict = { outcome: 'cannot-check', code: 'incomplete', reason: 'why' };
  expect(note(holds, 5, open)).not.toMatch(/lists the same|does not match/);
  const listing = { total: 0, start: 0, rows: [], attributes: [] };
  for (const filters of [true, false]) {
    const partial = { ...listing, partial: { read: 100, of: undefined } };
    expect(serverNote({ read: 100, filters, listing: partial }, undefined, 'server')).not.toMatch(/\d/);
    expect(serverNote({ read: 1, filters, listing }, undefined, 'server')).toMatch(/^1 record\b/);
  }
});
