import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { entriesPageQuery } from './entry-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheck } from './memory-queries.ts';
import {
  applyUpdate,
  type DeferredUpdate,
  deferredUpdateOf,
  deferUpdate,
  deferWhileRead,
  newsOf,
  seeNews,
} from './pending-updates.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import { createHeadWatch, type HeadLookResult, startWatchLoop } from './watch-head.ts';

const { signal } = new AbortController();
/** The same register with another second entry. */
const forked = forkedLog(2);

/** A page with a register of five entries on view, which then publishes these heads; `remembered` is the remembered root. */
async function onView(
  heads: readonly (Checkpoint | Error)[],
  given: SmallRegister & { remembered?: Checkpoint | undefined } = {},
) {
  const { remembered, ...register } = given;
  const opened = openSmall({
    heads: [headAt(5), ...heads],
    entries: async (start, count) =>
      Array.from({ length: Math.min(count, 10 - start) }, (_, n) => anEntry(start + n)),
    register: async () => ({ variant: 'item', totalEntries: 9, schema: [], extra: new Map() }),
    ...register,
  });
  if (remembered !== undefined) await opened.memory.advance({ ...SEEN, head: remembered }, 0);
  await opened.head();
  const look = createHeadWatch(opened.queries, opened.session);
  return {
    ...opened,
    look: (stop = signal) => look(stop),
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
    expect(newsOf(session)).toEqual({ first: 6, last: 9 });
    seeNews(session, 7);
    expect(newsOf(session)).toEqual({ first: 8, last: 9 });
    seeNews(session, 9);
    expect(newsOf(session)).toBeUndefined();
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
    expect(newsOf(session)).toBeUndefined();
    expect(await alarms()).toHaveLength(1);
    expect(session.trust.contradicted()).toEqual(head);
  });

  test('that cannot read the head, gets no proof, or is broken off changes nothing and accuses nobody', async () => {
    const unread = await onView([notFound]);
    await expect(unread.look()).rejects.toThrow('not found');
    expect(unread.shown()).toEqual(headAt(5));
    const broken = await onView([honest]);
    await expect(broken.look(AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(broken.shown()).toEqual(headAt(5));
    const consistencyProof = () => Promise.reject(notFound);
    const { look, session, shown, alarms } = await onView([honest], {
      remembered: headAt(5),
      consistencyProof,
    });
    expect(await look()).toBe('failed');
    expect([session.trust.head(), shown()]).toEqual([headAt(5), headAt(5)]);
    // Whether that head continues the one on view is unknown.
    expect(session.trust.memoryOf(honest)).toBeUndefined();
    expect(newsOf(session)).toBeUndefined();
    expect(await alarms()).toEqual([]);
  });

  test('that finds the log grown does not set back a larger head that was read meanwhile', async () => {
    const later = await onView([headAt(7)], {
      remembered: headAt(5),
      register: async () => {
        later.session.trust.setHead(honest);
        later.queries.setQueryData(headQuery(later.session).queryKey, honest);
        return { variant: 'item', totalEntries: 9, schema: [], extra: new Map() };
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
    expect(found).toEqual(['failed', 'failed', 'same', 'failed', 'failed']);
    expect(shown()).toEqual(headAt(5));
    expect(await alarms()).toEqual([]);
    expect(await look()).toBe('contradicted');
    expect(await alarms()).toHaveLength(1);
  });

  test('is none where nothing on view rests on a head', async () => {
    const { queries, session } = openSmall({ heads: [honest] });
    expect(await createHeadWatch(queries, session)(signal)).toBe('same');
    expect(queries.getQueryData(headQuery(session).queryKey)).toBeUndefined();
  });

  test('brings what is on view up to the new head before that is shown', async () => {
    const asked: string[] = [];
    const { look, queries, session, check } = await onView([honest], {
      remembered: headAt(5),
      record: async (key) => {
        asked.push(key);
        return { key, items: [new Map([['name', 'new']])] };
      },
      trail: async () => [],
    });
    const first = anEntry(1);
    await check(first, headAt(5));
    const [touched, other] = [anEntry(7).key, 'untouched'].map((key) => recordQuery(session, key));
    const views = [
      entryCheckQuery(session, first, headAt(5)),
      entriesPageQuery(session, 0, 5),
      touched,
      other,
    ];
    for (const record of [touched, other])
      if (record) queries.setQueryData(record.queryKey, { key: '', items: [] });
    const ends = views.map((view) => new QueryObserver(queries, view as never).subscribe(() => undefined));
    expect(await look()).toBe('grown');
    const proof = queries.getQueryData(entryCheckQuery(session, first, honest).queryKey);
    expect(proof?.verdict.outcome).toBe('holds');
    expect(queries.getQueryData(entriesPageQuery(session, 0, 9).queryKey)).toHaveLength(9);
    expect(queries.getQueryData(registerQuery(session).queryKey)?.totalEntries).toBe(9);
    expect(touched && queries.getQueryData(touched.queryKey)?.items).toHaveLength(1);
    expect(asked).toEqual([anEntry(7).key]);
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
      deferred: () => deferredUpdateOf(session, KEY),
      shown: () => [
        queries.getQueryData(record)?.items[0]?.get('name'),
        queries.getQueryData(trail)?.length,
        queries.getQueryState(record)?.isInvalidated,
      ],
    };
  }

  test('is brought up to it where nobody reads it, also where something else reads the new head meanwhile', async () => {
    const { look, shown, deferred } = await withRecord();
    await look();
    expect([shown(), deferred()]).toEqual([NEW, undefined]);
    const raced: Awaited<ReturnType<typeof withRecord>> = await withRecord((queries) =>
      queries.setQueryData(headQuery(raced.session).queryKey, honest),
    );
    await raced.look();
    expect(raced.shown()).toEqual(NEW);
  });

  test('stays as it is while it is read, and is not fetched again, until the newer one is asked for or it is left', async () => {
    const { queries, session, look, shown, deferred } = await withRecord();
    const leave = deferWhileRead(queries, session, KEY);
    await look();
    expect([shown(), deferred()]).toEqual([['old', 1, false], newer]);
    applyUpdate(queries, session, KEY);
    expect([shown(), deferred()]).toEqual([NEW, undefined]);
    leave();

    const left = await withRecord();
    const leaveRecord = deferWhileRead(left.queries, left.session, KEY);
    await left.look();
    leaveRecord();
    expect(left.shown()).toEqual(NEW);
    expect(deferUpdate(left.queries, left.session, newer)).toBe(false);
  });

  test('waits with a later entry alone, and the latest of several', async () => {
    const { queries, session, deferred } = await withRecord();
    deferWhileRead(queries, session, KEY);
    expect(deferUpdate(queries, session, { record: named('same'), trail: was })).toBe(false);
    expect(deferUpdate(queries, session, newer)).toBe(true);
    const newest = { record: named('newest'), trail: [...newer.trail, anEntry(9, { key: KEY })] };
    expect(deferUpdate(queries, session, newest)).toBe(true);
    expect(deferred()).toEqual(newest);
  });
});

describe('the looks of a page that stays open', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A page that looks for new heads, with `outcomes` in turn and the last one for ever. */
  function aPage(chance = 0.5, ...outcomes: readonly (HeadLookResult | Error)[]) {
    const listeners = new Set<() => void>();
    const signals: AbortSignal[] = [];
    const page = { awake: true, looks: [] as number[], looked: [] as HeadLookResult[], hang: false };
    const start = Date.now();
    const stop = startWatchLoop({
      async look(given) {
        signals.push(given);
        const outcome = outcomes[Math.min(page.looks.length, outcomes.length - 1)] ?? 'same';
        page.looks.push(Math.round((Date.now() - start) / 1000));
        if (page.hang)
          await new Promise((_resolve, reject) =>
            given.addEventListener('abort', () => reject(new Error('aborted'))),
          );
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      waking: {
        isAwake: () => page.awake,
        onChange: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      chance: () => chance,
      onLooked: (looked) => page.looked.push(looked),
    });
    const wake = (awake: boolean) => {
      page.awake = awake;
      for (const listener of listeners) listener();
    };
    const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
    return { page, stop, signals, listeners, wake, at: () => page.looks, pass };
  }

  test.each<[string, (HeadLookResult | Error)[], number, number[]]>([
    ['nothing changes, up to every five minutes', ['same'], 1300, [30, 75, 143, 244, 396, 623, 923, 1223]],
    ['the log grew', ['same', 'grown', 'same'], 160, [30, 75, 105, 150]],
    ['the server is in trouble', [new Error('no network'), 'failed', 'same'], 400, [30, 90, 210, 390]],
    ['the trouble goes on', ['failed'], 1200, [30, 90, 210, 450, 750, 1050]],
    ['the log contradicts what was seen', ['contradicted'], 700, [30, 330, 630]],
  ])('come at these seconds where %s', async (_, outcomes, seconds, at) => {
    const page = aPage(0.5, ...outcomes);
    await page.pass(29);
    expect(page.at()).toEqual([]);
    await page.pass(seconds - 29);
    expect(page.at()).toEqual(at);
    const [first] = outcomes;
    expect(page.page.looked[0]).toBe(first instanceof Error ? 'failed' : first);
  });

  test.each([
    [0, [24, 60]],
    [1, [36, 90]],
  ])('are spread, so that pages opened together do not ask together: %d', async (chance, at) => {
    const page = aPage(chance, 'same');
    await page.pass(100);
    expect(page.at()).toEqual(at);
  });

  test('end while it is hidden or offline, and come at once when it wakes late, not where it only blinked', async () => {
    const { at, pass, wake } = aPage();
    await pass(31);
    wake(false);
    await pass(3600);
    expect(at()).toEqual([30]);
    wake(true);
    await pass(46);
    expect(at()).toEqual([30, 3631, 3676]);
    const blinks = aPage();
    await blinks.pass(40);
    blinks.wake(false);
    await blinks.pass(1);
    blinks.wake(true);
    await blinks.pass(15);
    expect(blinks.at()).toEqual([30]);
    await blinks.pass(5);
    expect(blinks.at()).toEqual([30, 60]);
  });

  test('are broken off when it falls asleep, and then count as none; and end for good', async () => {
    const { page, pass, wake, signals, at, stop, listeners } = aPage();
    page.hang = true;
    await pass(31);
    wake(false);
    await pass(1);
    expect([signals[0]?.aborted, page.looked]).toEqual([true, []]);
    page.hang = false;
    wake(true);
    await pass(32);
    expect(at()).toEqual([30, 61]);
    stop();
    wake(true);
    await pass(1000);
    expect([at().length, listeners.size]).toEqual([2, 0]);
  });
});
