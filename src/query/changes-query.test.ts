import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { country } from '../mock/registers/country.ts';
import { planet } from '../mock/registers/planet.ts';
import { changes, type ChangesAnswer, type ChangesAsk } from '../log/changes.ts';
import { visitMock } from '../testing/mock-session.ts';
import { betweenQuery, rangeCheckQuery, standIn } from './changes-query.ts';
import type { RegisterCopy } from './copy-desk.ts';
import { copyAnswer, NO_COPY } from './copy.ts';
import { rootAtQuery } from './inclusion-queries.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

async function between(mode: string, from: number, to: number, source = country) {
  const { session, queries } = visitMock({ source, mode });
  const head = await queries.fetchQuery(headQuery(session));
  const read = await queries.fetchQuery(betweenQuery(session, from, to));
  const end = await queries.fetchQuery(rootAtQuery(session, to, head));
  const start = from === 0 ? undefined : await queries.fetchQuery(rootAtQuery(session, from, head));
  const { verdict } = await queries.fetchQuery(rangeCheckQuery(session, start, end));
  return { read, answer: changes(read.log, { from, to }), verdict, start, end };
}

const told = ({ rows }: ChangesAnswer): readonly string[] =>
  rows.map(
    ({ key, kind, before, after }) =>
      `${key} ${kind} ${before?.entry.entryNumber}>${after.entry.entryNumber}`,
  );

describe('betweenQuery and rangeCheckQuery', () => {
  test.each(['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+small-pages'])(
    'tell what changed, proved, in %s',
    async (mode) => {
      const { answer, verdict, read } = await between(mode, 240, 250);
      expect(answer.counts).toEqual({ added: 3, changed: 5, ended: 1, touched: 0 });
      expect(told(answer)).toContain('AN ended 213>246');
      expect(told(answer)).toContain('ZW changed 239>244');
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(read).toMatchObject({ refused: [], missing: 0 });
    },
  );

  test('begin with the empty log, too, and end with the present one', async () => {
    const { answer, verdict } = await between('v2', 0, planet.entries.length, planet);
    expect(answer.counts).toMatchObject({ ended: 0, changed: 0, touched: 0 });
    expect(verdict).toEqual({ outcome: 'holds' });
  });

  test('an entry that is not the one of the log is found between the roots', async () => {
    // The fault alters entry 14 in what is listed.
    const { verdict } = await between('v2+altered-entry', 10, 15, planet);
    expect(verdict.outcome).toBe('does-not-match');
  });

  test('data that does not hash to its name is left out, and counted', async () => {
    const { read, answer } = await between('v2+altered-item', 10, 15, planet);
    expect(read.refused).toHaveLength(1);
    expect(answer.rows.some(({ after }) => after.items.includes(undefined))).toBe(true);
  });

  test('nothing is licensed where the smaller log does not begin the published one', async () => {
    const { start } = await between('v2+altered-consistency', 10, 15, planet);
    expect(start?.verdict.outcome).toBe('does-not-match');
  });

  test('a list that ends too early is a failure, not an answer', async () => {
    const { session, queries } = visitMock({ source: planet, mode: 'v2' });
    await expect(queries.fetchQuery(betweenQuery(session, 10, 20))).rejects.toThrow(
      /ends with entry 15, and the log has 20/,
    );
  });
});

const copyOf = (id: string): RegisterCopy => ({ ...NO_COPY, id, size: 15 });

const asking = (session: RegisterSession, id: string, ask: ChangesAsk) => ({
  ...copyAnswer(session, copyOf(id), 'changes', ask),
  placeholderData: standIn(session, ask),
  enabled: false,
});

const ANSWER = { matching: 1, rows: [] } as unknown as ChangesAnswer;

test('only an answer about the same two sizes of the same register stands in for the next one', () => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const other = { ...session, id: 'other' };
  const ask = { from: 3, to: 9, start: 0, count: 50 };
  queries.setQueryData(copyAnswer(session, copyOf('1'), 'changes', ask).queryKey, ANSWER);
  const shownNext = (next: ReturnType<typeof asking>): unknown => {
    const observer = new QueryObserver(queries, asking(session, '1', ask));
    const stop = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult().data).toBe(ANSWER);
    observer.setOptions(next);
    const { data, isPlaceholderData } = observer.getCurrentResult();
    stop();
    expect(isPlaceholderData).toBe(data !== undefined);
    return data;
  };
  expect(shownNext(asking(session, '1', { ...ask, start: 50 }))).toBe(ANSWER);
  expect(shownNext(asking(session, '2', ask))).toBe(ANSWER);
  expect(shownNext(asking(session, '1', { ...ask, from: 4 }))).toBeUndefined();
  expect(shownNext(asking(session, '1', { ...ask, to: 8 }))).toBeUndefined();
  expect(shownNext(asking(other, '1', ask))).toBeUndefined();
});
