import { describe, expect, test, vi } from 'vitest';
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
import { inclusionCheck } from '../query/inclusion-queries.ts';
import { memoryCheck, memoryCheckQuery } from '../query/memory-queries.ts';
import { recordQuery } from '../query/record-queries.ts';
import { headQuery } from '../query/register-queries.ts';
import { showNewEntries, watchQuery } from './watch-head.ts';

/** The same register with another second entry. */
const forked = forkedLog(2);

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
    ...register,
  });
  if (remembered !== undefined) await opened.memory.advance({ ...SEEN, head: remembered }, 0);
  await opened.head();
  const watch = { ...watchQuery(opened.session), staleTime: 0 };
  return {
    ...opened,
    look: async () => (await opened.queries.fetchQuery(watch)).found,
    newer: () => opened.queries.getQueryData(watchQuery(opened.session).queryKey)?.newer,
    shown: () => opened.queries.getQueryData(headQuery(opened.session).queryKey),
    alarms: async () => (await opened.memory.list()).roots[0]?.alarms ?? [],
  };
}

describe('a look at the head', () => {
  test.each([
    ['what this browser remembers', headAt(5)],
    ['something older', headAt(3)],
    ['nothing', undefined],
  ])(
    'offers a log that is proved to have grown, and shows it when asked; remembered: %s',
    async (_, before) => {
      const { look, shown, session, queries, newer } = await onView([honest], { remembered: before });
      expect(await look()).toBe('grown');
      expect([newer(), shown(), session.trust.heads.current()]).toEqual([honest, headAt(5), headAt(5)]);
      const record = recordQuery(session, 'key').queryKey;
      queries.setQueryData(record, { key: 'key', items: [] });
      await showNewEntries(queries, session);
      expect([shown(), session.trust.heads.current()]).toEqual([honest, honest]);
      expect(queries.getQueryState(record)?.isInvalidated).toBe(true);
      const compared = await queries.fetchQuery(memoryCheckQuery(session, honest));
      expect(compared.verdict.outcome).toBe(before === undefined ? 'not-checked' : 'holds');
    },
  );

  test.each([
    ['another root for the same size', headAt(5, forked)],
    ['a log that does not go on from what is remembered', headAt(9, forked)],
  ])('that finds %s raises the alarm, and offers no new entries', async (_name, head) => {
    const { look, shown, newer, session, queries, alarms } = await onView([head], {
      remembered: headAt(5),
      ...proofsOf(forked),
    });
    expect(await look()).toBe('contradicted');
    expect([shown(), newer()]).toEqual([head, undefined]);
    await queries.fetchQuery(memoryCheckQuery(session, head));
    expect(await alarms()).toHaveLength(1);
    expect(session.trust.memoryOf(head)?.verdict.outcome).toBe('does-not-match');
  });

  test.each<[string, Checkpoint | Error, SmallRegister]>([
    ['cannot read the head', notFound, {}],
    ['gets no proof', honest, { consistencyProof: () => Promise.reject(notFound) }],
  ])('that %s changes nothing and accuses nobody', async (_, answer, given) => {
    const { look, session, shown, newer, alarms } = await onView([answer], {
      remembered: headAt(5),
      ...given,
    });
    expect(await look()).toBe('failed');
    expect([session.trust.heads.current(), shown(), newer()]).toEqual([headAt(5), headAt(5), undefined]);
    // Whether that head continues the one on view is unknown.
    expect(session.trust.memoryOf(honest)).toBeUndefined();
    expect(await alarms()).toEqual([]);
  });

  test('that finds the log grown without proof counts after a few times', async () => {
    let isRefused = true;
    const { look, session, shown, check } = await onView([honest], {
      consistencyProof: (from, to) =>
        isRefused ? Promise.reject(notFound) : proofsOf(smallLog).consistencyProof(from, to),
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

  test('that is answered by an older cache waits before it judges', async () => {
    const heads = [4, 4, 5, 4, 4, 4].map((size) => headAt(size));
    const { look, shown, queries, session, alarms } = await onView(heads, { remembered: headAt(5) });
    const found = [];
    for (let looks = 0; looks < 5; looks += 1) found.push(await look());
    expect(found).toEqual(['older', 'older', 'same', 'older', 'older']);
    expect(shown()).toEqual(headAt(5));
    expect(queries.getQueryData(memoryCheckQuery(session, headAt(4)).queryKey)).toBeUndefined();
    expect(await look()).toBe('contradicted');
    expect(shown()).toEqual(headAt(4));
    expect(await alarms()).toHaveLength(1);
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
