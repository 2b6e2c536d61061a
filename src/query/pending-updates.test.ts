import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { RegisterRecord } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import { headAt, honest, openSmall } from '../testing/small-register.ts';
import {
  applyUpdate,
  type DeferredUpdate,
  deferredUpdateOf,
  deferUpdate,
  deferWhileRead,
} from './pending-updates.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';
import { createHeadWatch } from './watch-head.ts';

const KEY = 'key-7';
const named = (name: string): RegisterRecord => ({ key: KEY, items: [new Map([['name', name]])] });
const was = [anEntry(3, { key: KEY })];
const newer: DeferredUpdate = { record: named('new'), trail: [...was, anEntry(7)] };

/** A page on which a record is on view, of a register whose seventh of nine entries changes it. */
async function onView(meanwhile: (queries: QueryClient, session: RegisterSession) => void = () => undefined) {
  const { queries, session, head } = openSmall({
    heads: [headAt(5), honest],
    entries: (start, count) => Promise.resolve(Array.from({ length: count }, (_, n) => anEntry(start + n))),
    register: () => Promise.resolve({ variant: 'item', totalEntries: 9, schema: [], extra: new Map() }),
    record: () => Promise.resolve(newer.record),
    trail: () => {
      meanwhile(queries, session);
      return Promise.resolve(newer.trail);
    },
  });
  await head();
  const [record, trail] = [recordQuery(session, KEY).queryKey, trailQuery(session, KEY).queryKey];
  queries.setQueryData(record, named('old'));
  queries.setQueryData(trail, was);
  const view = new QueryObserver(queries, recordQuery(session, KEY)).subscribe(() => undefined);
  const look = createHeadWatch(queries, session);
  return {
    queries,
    session,
    look: async () => {
      await look(new AbortController().signal);
      view();
    },
    shown: () => [
      queries.getQueryData(record)?.items[0]?.get('name'),
      queries.getQueryData(trail)?.length,
      queries.getQueryState(record)?.isInvalidated,
    ],
  };
}

test('a record that nobody reads is brought up to the log', async () => {
  const { session, look, shown } = await onView();
  await look();
  expect(shown()).toEqual(['new', 2, false]);
  expect(deferredUpdateOf(session, KEY)).toBeUndefined();
});

test('so it is where something else on the page reads the new head meanwhile', async () => {
  const { look, shown } = await onView((queries, session) =>
    queries.setQueryData(headQuery(session).queryKey, honest),
  );
  await look();
  expect(shown()).toEqual(['new', 2, false]);
});

test('one that is being read stays as it is, and is not fetched again, until the newer one is asked for', async () => {
  const { queries, session, look, shown } = await onView();
  const leave = deferWhileRead(queries, session, KEY);
  await look();
  expect(shown()).toEqual(['old', 1, false]);
  expect(deferredUpdateOf(session, KEY)).toEqual(newer);
  applyUpdate(queries, session, KEY);
  expect(shown()).toEqual(['new', 2, false]);
  expect(deferredUpdateOf(session, KEY)).toBeUndefined();
  leave();
});

test('who leaves it finds the newer one afterwards, and nothing is held back any more', async () => {
  const { queries, session, look, shown } = await onView();
  const leave = deferWhileRead(queries, session, KEY);
  await look();
  leave();
  expect(shown()).toEqual(['new', 2, false]);
  expect(deferUpdate(queries, session, newer)).toBe(false);
});

test('only a later entry is held back, and the latest of several', async () => {
  const { queries, session } = await onView();
  deferWhileRead(queries, session, KEY);
  expect(deferUpdate(queries, session, { record: named('same'), trail: was })).toBe(false);
  expect(deferUpdate(queries, session, newer)).toBe(true);
  const newest = { record: named('newest'), trail: [...newer.trail, anEntry(9, { key: KEY })] };
  expect(deferUpdate(queries, session, newest)).toBe(true);
  expect(deferredUpdateOf(session, KEY)).toEqual(newest);
});
