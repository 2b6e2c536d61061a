import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Checkpoint } from '../core/model.ts';
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
import { entryCheckQuery } from './inclusion-queries.ts';
import { entriesPageQuery } from './entry-queries.ts';
import { memoryCheck } from './memory-queries.ts';
import { recordQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import { createHeadWatch } from './watch-head.ts';
import { newsOf, seeNews } from './pending-updates.ts';

const signal = new AbortController().signal;
/** The same register with another second entry. */
const forked = forkedLog(2);

/** A page on which a register of five entries is on view, which publishes these heads from then on; `remembered` is what this browser knows of it. */
async function onView(
  heads: readonly (Checkpoint | Error)[],
  given: SmallRegister & { remembered?: Checkpoint } = {},
) {
  const { remembered, ...register } = given;
  const opened = openSmall({ heads: [headAt(5), ...heads], ...register });
  if (remembered !== undefined) await opened.memory.advance({ ...SEEN, head: remembered }, 0);
  await opened.head();
  const look = createHeadWatch(opened.queries, opened.session);
  return {
    ...opened,
    look: () => look(signal),
    shown: () => opened.queries.getQueryData(headQuery(opened.session).queryKey),
    alarms: async () => (await opened.memory.list()).roots[0]?.alarms ?? [],
  };
}

describe('a look at the head', () => {
  test.each([
    ['what this browser remembers', { remembered: headAt(5) }],
    ['something older, which is on view', { remembered: headAt(3) }],
    ['nothing but what is on view', {}],
  ] as [string, { remembered?: Checkpoint }][])(
    'that finds the log grown proves it from %s, and only then shows it',
    async (_from, given) => {
      const asked: string[] = [];
      const { look, shown, session } = await onView([honest], {
        ...given,
        consistencyProof(from, to) {
          asked.push(`${from} to ${to}`);
          expect(shown()).toEqual(headAt(5));
          return proofsOf(smallLog).consistencyProof(from, to);
        },
      });
      expect(await look()).toBe('grown');
      expect(asked).toContain('5 to 9');
      expect(asked.at(-1)).toBe(`${given.remembered?.logSize ?? 5} to 9`);
      expect(shown()).toEqual(honest);
      expect(newsOf(session)).toEqual({ first: 6, last: 9 });
      expect(session.trust.head()).toEqual(honest);
      expect(session.trust.verdictOf(memoryCheck(honest))?.outcome).toBe(
        given.remembered === undefined ? 'not-checked' : 'holds',
      );
      seeNews(session, 7);
      expect(newsOf(session)).toEqual({ first: 8, last: 9 });
      seeNews(session, 9);
      expect(newsOf(session)).toBeUndefined();
    },
  );

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

  test('that cannot read the head, or gets no proof, changes nothing and accuses nobody', async () => {
    const unread = await onView([notFound]);
    await expect(unread.look()).rejects.toThrow('not found');
    expect(unread.shown()).toEqual(headAt(5));
    const unproved = await onView([honest], {
      remembered: headAt(5),
      consistencyProof: () => Promise.reject(notFound),
    });
    expect(await unproved.look()).toBe('failed');
    expect(unproved.session.trust.head()).toEqual(headAt(5));
    // Of that head nothing is known: neither that it continues the one on view nor that it does not.
    expect(unproved.session.trust.memoryOf(honest)).toBeUndefined();
    expect(unproved.shown()).toEqual(headAt(5));
    expect(newsOf(unproved.session)).toBeUndefined();
    expect(await unproved.alarms()).toEqual([]);
  });

  test('that finds the log grown does not set back a larger head that was read meanwhile', async () => {
    const later = await onView([headAt(7)], {
      remembered: headAt(5),
      register: () => {
        later.session.trust.stand(honest);
        later.queries.setQueryData(headQuery(later.session).queryKey, honest);
        return Promise.resolve({ variant: 'item', totalEntries: 9, schema: [], extra: new Map() });
      },
    });
    expect(await later.look()).toBe('grown');
    expect(later.shown()).toEqual(honest);
  });

  test('that is answered by an older cache waits before it judges', async () => {
    const { look, shown, alarms } = await onView(
      [headAt(4), headAt(4), headAt(5), headAt(4), headAt(4), headAt(4)],
      {
        remembered: headAt(5),
      },
    );
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

  test('that was broken off changes nothing', async () => {
    const { queries, session, shown } = await onView([honest]);
    const broken = AbortSignal.abort();
    await expect(createHeadWatch(queries, session)(broken)).rejects.toThrow(/abort/i);
    expect(shown()).toEqual(headAt(5));
  });
});

test('what is on view is brought up to the new head before that is shown', async () => {
  const entries = Array.from({ length: 9 }, (_, n) => anEntry(n + 1));
  const asked: string[] = [];
  const { look, queries, session, check } = await onView([honest], {
    remembered: headAt(5),
    entries: (start, count) => Promise.resolve(entries.slice(start - 1, start - 1 + count)),
    register: () => Promise.resolve({ variant: 'item', totalEntries: 9, schema: [], extra: new Map() }),
    record: (key) => {
      asked.push(key);
      return Promise.resolve({ key, items: [new Map([['name', 'new']])] });
    },
    trail: () => Promise.resolve([]),
  });
  const first = anEntry(1);
  await check(first, headAt(5));
  const [touched, other] = [anEntry(7).key, 'untouched'];
  queries.setQueryData(recordQuery(session, touched).queryKey, { key: touched, items: [] });
  queries.setQueryData(recordQuery(session, other).queryKey, { key: other, items: [] });
  const views = [
    new QueryObserver(queries, entryCheckQuery(session, first, headAt(5))),
    new QueryObserver(queries, entriesPageQuery(session, 0, 5)),
    new QueryObserver(queries, recordQuery(session, touched)),
    new QueryObserver(queries, recordQuery(session, other)),
  ] as unknown as QueryObserver[];
  const ends = views.map((view) => view.subscribe(() => undefined));
  expect(await look()).toBe('grown');
  expect(queries.getQueryData(entryCheckQuery(session, first, honest).queryKey)?.verdict.outcome).toBe(
    'holds',
  );
  expect(queries.getQueryData(entriesPageQuery(session, 0, 9).queryKey)).toHaveLength(9);
  expect(queries.getQueryData(registerQuery(session).queryKey)?.totalEntries).toBe(9);
  expect(queries.getQueryData(recordQuery(session, touched).queryKey)?.items).toHaveLength(1);
  expect(asked).toEqual([touched]);
  for (const end of ends) end();
});
