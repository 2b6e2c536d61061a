import { QueryObserver } from '@tanstack/react-query';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { auditCheckQuery } from '../query/stored-audit.ts';
import { inclusionCheck } from '../query/inclusion-queries.ts';
import { memoryCheck, memoryCheckQuery } from '../query/memory-queries.ts';
import { anEntry } from '../testing/builders.ts';
import { aStorage, headAt, honest, openSmall, SEEN, type SmallRegister } from '../testing/small-register.ts';
import { HOLDS, MISMATCH } from '../testing/trust-builders.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { compareAfterNews, keepRoot } from './keep-root.ts';

const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));

const third = anEntry(3);
const DATA: Check = { kind: 'data', subject: 'x' };

/** Opens the register with keepRoot, on a page that shows this entry at the size `at`, or its data too. */
function watched(
  given: SmallRegister = {},
  page: 'log' | 'entry' | 'audit' = 'log',
  at: Checkpoint = honest,
) {
  const { storage } = aStorage();
  const opened = openSmall({ storage, ...given });
  const { queries, session, memory } = opened;
  ends.push(keepRoot(queries, session));
  const checks = { inclusion: inclusionCheck(third, at), memory: memoryCheck(at), data: DATA };
  const leave = page === 'audit' ? undefined : session.trust.declare({ page, checks });
  const remembered = async () => (await memory.list()).roots[0];
  const compare = (head: Checkpoint) => queries.fetchQuery(memoryCheckQuery(session, head));
  const report = (check: Check, verdict: Verdict) =>
    session.trust.report({ ...check, verdict, checkedAt: Date.now() });
  /** The remembered root in the end; undefined after a while. */
  const kept = () =>
    vi.waitFor(async () => (await remembered()) ?? expect.fail('nothing is remembered'), 5_000);
  const keptLater = () => aWhile().then(remembered);
  return { ...opened, leave, remembered, compare, report, kept, keptLater };
}

/** Long enough for keepRoot to act. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600));

// Each has its own storage and mostly waits.
describe.concurrent('keeping the root', () => {
  test('a head is remembered once all that the page declares holds, an entry proof against it among it', async () => {
    const { head, check, compare, keptLater, kept } = watched();
    await compare(await head());
    expect(await keptLater()).toBeUndefined();
    await check(third, honest);
    expect(await kept()).toMatchObject(honest);
  });

  test.each(['reading', 'another-log', 'wrong-proof'] as const)(
    'a head is remembered whatever is known of others: %s',
    async (others) => {
      const { session, head, check, compare, kept } = watched();
      session.trust.setOthers(others);
      await compare(await head());
      await check(third, honest);
      expect(await kept()).toMatchObject(honest);
    },
  );

  test('an audit of this visit that held against the head is as good; one of an earlier visit, or of another head, is none', async () => {
    const { head, queries, session, keptLater, kept } = watched({}, 'audit');
    const audited = async (finishedAt: number, of: Checkpoint) => {
      const result = { verdict: HOLDS, head: of, finishedAt } as unknown as AuditResult;
      const query = auditCheckQuery(session, result, honest);
      await queries.fetchQuery(query);
      const checks = { 'whole-log': query.meta?.check, memory: memoryCheck(honest) };
      return session.trust.declare({ page: 'audit', checks });
    };
    await head();
    session.trust.learnLeafRule('item-json');
    for (const [finishedAt, of] of [
      [session.memory.openedAtMs - 60_000, honest],
      [Date.now(), headAt(5)],
    ] as const) {
      const leave = await audited(finishedAt, of);
      expect(await keptLater()).toBeUndefined();
      leave();
    }
    await audited(Date.now(), honest);
    expect(await kept()).toMatchObject(honest);
  });

  test('a first root without room in storage is reported as not remembered, on a green page; the next change tries again', async () => {
    const { storage } = aStorage();
    let isFull = true;
    const update: typeof storage.update = (...given) =>
      isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : storage.update(...given);
    const { head, session, check, kept, report } = watched({ storage: { ...storage, update } });
    const { trust } = session;
    await check(third, await head());
    await expect
      .poll(() => trust.memoryOf(honest))
      .toMatchObject({
        recalled: { kind: 'cannot-recall' },
        verdict: { code: 'storage-refused', reason: expect.stringMatching(/no room/) },
      });
    expect(trust.page()).toMatchObject({ state: 'holds', uncompared: 'storage-refused' });
    isFull = false;
    report(DATA, HOLDS);
    expect(await kept()).toMatchObject(honest);
    await expect.poll(() => trust.memoryOf(honest)?.verdict).toMatchObject({ code: 'first-visit' });
  });

  test('a green page that is left at once is remembered; one that is left with a mismatch is not', async () => {
    for (const matches of [true, false]) {
      const { head, check, compare, report, leave, remembered } = watched();
      await compare(await head());
      await check(third, honest);
      if (!matches) report(DATA, MISMATCH);
      leave?.();
      await aWhile();
      expect((await remembered()) !== undefined).toBe(matches);
    }
  });

  test.each(['copy', 'none'] as const)(
    'a green page that is followed at once by one of the kind %s is remembered',
    async (page) => {
      const { head, check, compare, session, remembered, leave } = watched();
      await compare(await head());
      await check(third, honest);
      session.trust.declare({ page, checks: {} });
      leave?.();
      expect(await aWhile().then(remembered)).toMatchObject(honest);
    },
  );

  test('a root that another tab forgot is not written back', async () => {
    const { head, check, compare, kept, keptLater, memory, queries, session } = watched();
    const at = await head();
    const unobserve = new QueryObserver(queries, memoryCheckQuery(session, at)).subscribe(() => undefined);
    ends.push(unobserve);
    await compare(at);
    await check(third, honest);
    expect(await kept()).toMatchObject(honest);
    await memory.forget(SEEN.registerId);
    expect(await compareAfterNews(queries, session)).toBe(true);
    expect(await keptLater()).toBeUndefined();
  });

  test('a tab that was overtaken by another compares again, and does not take the root back', async () => {
    const { head, check, memory, session, remembered } = watched(
      { heads: [headAt(5), honest] },
      'log',
      headAt(5),
    );
    await check(third, await head());
    // Another tab remembers the longer log before this one writes.
    await memory.advance({ ...SEEN, head: honest }, 0);
    await aWhile();
    expect(await remembered()).toMatchObject(honest);
    expect((await remembered())?.alarms).toEqual([]);
    expect(session.trust.heads.current()).toEqual(honest);
    expect(session.trust.verdictOf(memoryCheck(honest))?.outcome).toBe('holds');
  });
});
