import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import type { Checkpoint, RegisterRecord } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import {
  forkedLog,
  headAt,
  honest,
  notFound,
  openSmall,
  proofsOf,
  SEEN,
  smallLog,
  type SmallRegister,
} from '../testing/small-register.ts';
import { entriesPageQuery } from './list-queries.ts';
import { entryCheckQuery, inclusionCheck } from './inclusion-queries.ts';
import { memoryCheck } from './memory-queries.ts';
import {
  applyUpdate,
  type DeferredUpdate,
  deferUpdate,
  deferWhileRead,
  pendingOf,
  seeNews,
} from './pending-updates.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import { watchQuery } from './watch-head.ts';

/** The same register with another second entry. */
const forked = forkedLog(2);

const SUMMARY = { variant: 'item', totalEntries: 9, schema: [], extra: new Map() } as const;

/**
 * A page with a register of five entries on view, which then publishes these heads;
 * `remembered` is the remembered root.
 */
async function onView(
  heads: readonly (Checkpoint | Error)[],
  given: SmallRegister & { remembered?: Checkpoint | undefined } = {},
) {
  const { remembered, ...register } = given;
  const opened = openSmall({
    heads: [headAt(5), ...heads],
    entries: async (start, count) =>
      Array.from({ length: Math.min(count, 10 - start) }, (_, n) => anEntry(start + n)),
    register: async () => SUMMARY,
    ...register,
  });
  if (remembered !== undefined) await opened.memory.advance({ ...SEEN, head: remembered }, 0);
  await opened.head();
  const watch = { ...watchQuery(opened.session), staleTime: 0 };
  return {
    ...opened,
    look: async () => (await opened.queries.fetchQuery(watch)).found,
    shown: () => opened.queries.getQueryData(headQuery(opened.session).queryKey),
    alarms: async () => (await opened.memory.list()).roots[0]?.alarms ?? [],
  };
}

describe('a look at the head', () => {
  test.each([
    ['what this browser remembers', headAt(5)],
    ['something older, which is on view', headAt(3)],
    ['nothing but what is on view', undefined],
  ])('that finds the log grown proves it from %s, and only then shows it', async (_from, remembered) => {
    const asked: string[] = [];
    const { look, shown, session } = await onView([honest], {
      remembered,
      consistencyProof(from, to) {
        asked.push(`${from} to ${to}`);
        expect(shown()).toEqual(headAt(5));
        return proofsOf(smallLog).consistencyProof(from, to);
      },
    });
    expect(await look()).toBe('grown');
    expect(asked).toContain('5 to 9');
    expect(asked.at(-1)).toBe(`${remembered?.logSize ?? 5} to 9`);
    expect(shown()).toEqual(honest);
    expect(session.trust.head()).toEqual(honest);
    const compared = session.trust.verdictOf(memoryCheck(honest))?.outcome;
    expect(compared).toBe(remembered === undefined ? 'not-checked' : 'holds');
    // The new entries are news until seen.
    expect(pendingOf(session).news).toEqual({ first: 6, last: 9 });
    seeNews(session, 7);
    expect(pendingOf(session).news).toEqual({ first: 8, last: 9 });
    seeNews(session, 9);
    expect(pendingOf(session).news).toBeUndefined();
  });

  test.each([
    ['another root for the same size', headAt(5, forked)],
    ['a log that does not go on from what is remembered', headAt(9, forked)],
  ])('that finds %s raises the alarm, and tells of no new entries', async (_name, head) => {
    const { look, shown, session, alarms } = await onView([head], {
      remembered: headAt(5),
      ...proofsOf(forked),
    });
    expect(await look()).toBe('contradicted');
    expect(shown()).toEqual(head);
    expect(pendingOf(session).news).toBeUndefined();
    expect(await alarms()).toHaveLength(1);
    expect(session.trust.contradicted()).toEqual(head);
  });

  test.each<[string, Checkpoint | Error, SmallRegister]>([
    ['cannot read the head', notFound, {}],
    ['gets no proof', honest, { consistencyProof: () => Promise.reject(notFound) }],
  ])('that %s changes nothing and accuses nobody', async (_, answer, given) => {
    const { look, session, shown, alarms } = await onView([answer], { remembered: headAt(5), ...given });
    expect(await look()).toBe('failed');
    expect([session.trust.head(), shown()]).toEqual([headAt(5), headAt(5)]);
    // Whether that head continues the one on view is unknown.
    expect(session.trust.memoryOf(honest)).toBeUndefined();
    expect(pendingOf(session).news).toBeUndefined();
    expect(await alarms()).toEqual([]);
  });

  test.each([
    ['what is on view', undefined],
    ['the remembered root', headAt(3)],
  ])('that finds the log grown without proof from %s counts after a few times', async (_, remembered) => {
    let isRefused = true;
    const { look, session, shown, check } = await onView([honest, honest, honest, honest], {
      remembered,
      consistencyProof: (from, to) =>
        isRefused && to === 9 && from === (remembered?.logSize ?? 5)
          ? Promise.reject(notFound)
          : proofsOf(smallLog).consistencyProof(from, to),
    });
    const [entry, head] = [anEntry(1), headAt(5)];
    await check(entry, head);
    const { trust } = session;
    trust.declare({
      page: 'log',
      checks: { inclusion: inclusionCheck(entry, head), memory: memoryCheck(head) },
    });
    const states = [];
    const began = Date.now();
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await look()).toBe('failed');
      states.push(trust.page().state);
    }
    expect(states).toEqual(['holds', 'holds', 'cannot-check']);
    expect(trust.page().unprovedSinceMs).toBeGreaterThanOrEqual(began);
    expect(shown()).toEqual(head);
    // What this visit verified stays so.
    expect(trust.confirmed()).toEqual(head);
    isRefused = false;
    expect(await look()).toBe('grown');
    expect(trust.page().unprovedSinceMs).toBeUndefined();
  });

  test('that finds the log grown does not set back a larger head that was read meanwhile', async () => {
    const later = await onView([headAt(7)], {
      remembered: headAt(5),
      register: async () => {
        later.session.trust.setHead(honest);
        later.queries.setQueryData(headQuery(later.session).queryKey, honest);
        return SUMMARY;
      },
    });
    expect(await later.look()).toBe('grown');
    expect(later.shown()).toEqual(honest);
  });

  test('that is answered by an older cache waits before it judges', async () => {
    const heads = [4, 4, 5, 4, 4, 4].map((size) => headAt(size));
    const { look, shown, alarms } = await onView(heads, { remembered: headAt(5) });
    const found = [];
    for (let looks = 0; looks < 5; looks += 1) found.push(await look());
    expect(found).toEqual(['older', 'older', 'same', 'older', 'older']);
    expect(shown()).toEqual(headAt(5));
    expect(await alarms()).toEqual([]);
    expect(await look()).toBe('contradicted');
    expect(await alarms()).toHaveLength(1);
  });

  test('brings what is on view up to the new head before that is shown', async () => {
    const { look, queries, session, check } = await onView([honest], {
      remembered: headAt(5),
      record: async (key) => ({ key, items: [new Map([['name', 'new']])] }),
      trail: async () => [],
    });
    const first = anEntry(1);
    await check(first, headAt(5));
    const record = recordQuery(session, 'key');
    queries.setQueryData(record.queryKey, { key: 'key', items: [] });
    const views = [entryCheckQuery(session, first, headAt(5)), entriesPageQuery(session, 0, 5), record];
    const ends = views.map((view) => new QueryObserver(queries, view as never).subscribe(() => undefined));
    expect(await look()).toBe('grown');
    const proof = queries.getQueryData(entryCheckQuery(session, first, honest).queryKey);
    expect(proof?.verdict.outcome).toBe('holds');
    expect(queries.getQueryData(entriesPageQuery(session, 0, 9).queryKey)).toHaveLength(9);
    expect(queries.getQueryData(registerQuery(session).queryKey)?.totalEntries).toBe(9);
    expect(queries.getQueryData(record.queryKey)?.items).toHaveLength(1);
    for (const end of ends) end();
  });
});

describe('a record on view that the log changes', () => {
  const KEY = 'key-7';
  const named = (name: string): RegisterRecord => ({ key: KEY, items: [new Map([['name', name]])] });
  const was = [anEntry(3, { key: KEY })];
  const newer: DeferredUpdate = { record: named('new'), trail: [...was, anEntry(7)] };
  const NEW = ['new', 2, false];

  /** A page with a record of a register whose seventh of nine entries changes it. */
  async function withRecord(meanwhile: (queries: QueryClient) => void = () => undefined) {
    const { queries, session, look } = await onView([honest], {
      record: async () => newer.record,
      trail: async () => {
        meanwhile(queries);
        return newer.trail;
      },
    });
    const [record, trail] = [recordQuery(session, KEY).queryKey, trailQuery(session, KEY).queryKey];
    queries.setQueryData(record, named('old'));
    queries.setQueryData(trail, was);
    const view = new QueryObserver(queries, recordQuery(session, KEY)).subscribe(() => undefined);
    return {
      queries,
      session,
      look: () => look().then(view),
      deferred: () => pendingOf(session).records.get(KEY),
      shown: () => [
        queries.getQueryData(record)?.items[0]?.get('name'),
        queries.getQueryData(trail)?.length,
        queries.getQueryState(record)?.isInvalidated,
      ],
    };
  }

  test('is brought up to it where nobody reads it, also where something else reads the new head meanwhile', async () => {
    const raced: Awaited<ReturnType<typeof withRecord>> = await withRecord((queries) =>
      queries.setQueryData(headQuery(raced.session).queryKey, honest),
    );
    for (const { look, shown, deferred } of [await withRecord(), raced]) {
      await look();
      expect([shown(), deferred()]).toEqual([NEW, undefined]);
    }
  });

  test('stays as it is while it is read, and is not fetched again, until the newer one is asked for or it is left', async () => {
    for (const isLeft of [true, false]) {
      const { queries, session, look, shown, deferred } = await withRecord();
      const leave = deferWhileRead(queries, session, KEY);
      await look();
      expect([shown(), deferred()]).toEqual([['old', 1, false], newer]);
      if (isLeft) leave();
      else applyUpdate(queries, session, KEY);
      expect([shown(), deferred()]).toEqual([NEW, undefined]);
      expect(deferUpdate(queries, session, newer)).toBe(!isLeft);
    }
  });

  test('waits with a later entry alone, and the latest of several', async () => {
    const { queries, session, deferred } = await withRecord();
    deferWhileRead(queries, session, KEY);
    deferUpdate(queries, session, { record: named('same'), trail: was });
    expect(deferred()).toBeUndefined();
    deferUpdate(queries, session, newer);
    const newest = { record: named('newest'), trail: [...newer.trail, anEntry(9, { key: KEY })] };
    deferUpdate(queries, session, newest);
    expect(deferred()).toEqual(newest);
  });
});

test.each<[string, readonly (Checkpoint | Error)[], number[]]>([
  ['nothing changes, up to five minutes', [headAt(5)], [45, 67.5, 101.25, 151.875, 227.8125, 300, 300]],
  ['the log grew', [headAt(5), honest, honest], [45, 30, 45]],
  ['the server is in trouble', [notFound, notFound, headAt(5)], [60, 120, 180]],
])('looks are so many seconds apart where %s', async (_, heads, seconds) => {
  const middle = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { queries, session, look } = await onView(heads);
  const waits = [];
  for (const __ of seconds) {
    await look();
    waits.push((queries.getQueryData(watchQuery(session).queryKey)?.waitMs ?? 0) / 1000);
  }
  expect(waits).toEqual(seconds);
  middle.mockRestore();
});
