import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import type { ChangesAnswer, ChangesAsk } from '../log/changes.ts';
import { visitMock } from '../testing/mock-session.ts';
import type { RegisterCopy } from './copy-desk.ts';
import { copyAnswer } from './copy.ts';
import type { RegisterSession } from './session.ts';
import { standIn } from './use-changes.ts';

const copyOf = (id: string): RegisterCopy => ({
  id,
  size: 15,
  head: undefined,
  verdict: { outcome: 'holds' },
  missing: 0,
});

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
