import { expect, test } from 'vitest';
import { changes } from '../../log/changes.ts';
import { country } from '../../mock/registers/country.ts';
import { planet } from '../../mock/registers/planet.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { betweenQuery, isReadAlone, rangeCheckQuery } from './change-queries.ts';
import { rootAtQuery } from '../../query/inclusion-queries.ts';
import { memoryCheckQuery } from '../../query/memory-queries.ts';
import { ApiError } from '../../api/api-error.ts';
import type { CopyPhase } from '../../query/copy-controller.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';

/** The changes between two sizes, and the outcomes for the smaller root and the entries between. */
async function between(mode: string, from: number, to: number, source = planet) {
  const { session, queries } = visitMock({ source, mode });
  const head = await queries.fetchQuery(headQuery(session));
  const read = await queries.fetchQuery(betweenQuery(session, from, to));
  const end = await queries.fetchQuery(rootAtQuery(session, to, head));
  const start = from === 0 ? undefined : await queries.fetchQuery(rootAtQuery(session, from, head));
  const { verdict } = await queries.fetchQuery(rangeCheckQuery(session, start, end));
  const answer = changes(read.log, { from, to });
  return { read, answer, outcomes: `${start?.verdict.outcome ?? ''} ${verdict.outcome}` };
}

test.each(['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+small-pages'])(
  'what changed between two sizes is told, and proved, in %s',
  async (mode) => {
    const { answer, outcomes, read } = await between(mode, 240, 250, country);
    expect(answer.counts).toEqual({ added: 3, changed: 5, ended: 1, touched: 0 });
    const rows = answer.rows.map(({ key, kind, before, after }) =>
      [key, kind, before?.entry.entryNumber, after.entry.entryNumber].join(' '),
    );
    expect(rows).toEqual(expect.arrayContaining(['AN ended 213 246', 'ZW changed 239 244']));
    expect(outcomes).toBe('holds holds');
    expect(read).toMatchObject({ refused: [], missing: 0 });
  },
);

test('the empty log is a beginning; an altered entry is found between the roots, altered data left out and counted', async () => {
  const all = await between('v2', 0, planet.entries.length);
  expect(all.answer.counts).toMatchObject({ ended: 0, changed: 0, touched: 0 });
  expect(all.outcomes).toBe(' holds');
  // The faults alter the listed entry 14, or its data.
  expect((await between('v2+altered-entry', 10, 15)).outcomes).toBe('holds does-not-match');
  const { read, answer } = await between('v2+altered-item', 10, 15);
  expect(read.refused).toHaveLength(1);
  expect(answer.rows.some(({ after }) => after.items.includes(undefined))).toBe(true);
  // No claim is made if the smaller log does not begin the published one.
  expect((await between('v2+altered-consistency', 10, 15)).outcomes).toMatch(/^does-not-match/);
});

test.each([
  ['v2', 'holds'],
  ['v2+dead@entry-proof', 'cannot-check'],
])('the previous versions are proved to be in the log, in %s: %s', async (mode, outcome) => {
  const { session, queries } = visitMock({ source: planet, mode });
  const head = await queries.fetchQuery(headQuery(session));
  await queries.fetchQuery(memoryCheckQuery(session, head));
  const { before, data } = await queries.fetchQuery(betweenQuery(session, 10, 15));
  expect(before).not.toHaveLength(0);
  expect(data).not.toHaveLength(0);
  for (const check of before) expect(session.trust.verdictOf(check)?.outcome).toBe(outcome);
  for (const check of data) expect(session.trust.verdictOf(check)?.outcome).toBe('holds');
});

test('a list that ends too early is a failure, not an answer', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const early = queries.fetchQuery(betweenQuery(session, 10, 20));
  await expect(early).rejects.toThrow(/ends with entry 15, and the log has 20/);
});

const failing = (code: 'NETWORK' | 'BAD_SHAPE' | 'HTTP_STATUS', status?: number): CopyPhase => ({
  phase: 'failed',
  failure: describeFailure(new ApiError(code, 'x', { address: 'https://x.example', status })),
});

test.each<[what: string, CopyPhase, entries: number | undefined, apart: number, isAlone: boolean]>([
  ['few entries', { phase: 'absent' }, 295, 30, true],
  ['more of a small register', { phase: 'absent' }, 295, 31, false],
  ['more of a large register', { phase: 'absent' }, 1_000_000, 2_000, true],
  ['very many', { phase: 'absent' }, 1_000_000, 2_001, false],
  ['a register of unknown size', { phase: 'absent' }, undefined, 1, false],
  ['a list that is refused', failing('HTTP_STATUS', 404), 295, 89, true],
  ['a list that is malformed', failing('BAD_SHAPE'), 295, 89, true],
  ['a list of a server in trouble', failing('HTTP_STATUS', 503), 295, 89, false],
  ['a list that does not come', failing('NETWORK'), 295, 89, false],
])('whether entries between are read alone: %s', (_, phase, entries, apart, isAlone) =>
  expect(isReadAlone({ ...phase, entries, error: null, start() {} }, apart)).toBe(isAlone),
);
