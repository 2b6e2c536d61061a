import { describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../core/model.ts';
import { entryCheckQuery } from '../query/check-queries.ts';
import { growthQuery } from '../query/memory-queries.ts';
import { anEntry, flipBit } from '../testing/builders.ts';
import { aStorage, headAt, honest, openSmall, type SmallRegister } from '../testing/small-register.ts';
import { keepRoot } from './keep-root.ts';

const third = anEntry(3);
const confirmed = {
  registerId: 'r',
  base: 'https://r.example',
  variant: 'item',
  leafRule: 'item-json',
} as const;

/** Opens the register with the watch over its root. */
function watched(given: SmallRegister = {}) {
  const { storage } = aStorage();
  const opened = openSmall({ storage, ...given });
  const end = keepRoot(opened.queries, opened.session);
  const remembered = async () => (await opened.memory.list()).roots[0];
  return { ...opened, end, remembered };
}

/** Long enough for the watch to have looked. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600));

// Each has a storage of its own and mostly waits.
describe.concurrent('keeping the root', () => {
  test('a head is remembered once an entry proof against it has held', async () => {
    const { head, queries, session, check, remembered, end } = watched();
    await queries.fetchQuery(growthQuery(session, await head()));
    await aWhile();
    expect(await remembered()).toBeUndefined();
    await check(third, honest);
    await vi.waitFor(async () => expect(await remembered()).toMatchObject(honest));
    end();
  });

  test('an audit of this visit that held against the head is as good; one of an earlier visit, or of another head, is none', async () => {
    const { head, queries, session, remembered, end } = watched();
    const audited = (finishedAt: number, of: Checkpoint) =>
      queries.setQueryData([session.id, 'check', 'audit', finishedAt, of, of], {
        verdict: { outcome: 'holds' },
      });
    await queries.fetchQuery(growthQuery(session, await head()));
    session.leafRule.found = 'item-json';
    audited(performance.timeOrigin - 1, honest);
    audited(Date.now(), headAt(5));
    await aWhile();
    expect(await remembered()).toBeUndefined();
    audited(Date.now(), honest);
    await vi.waitFor(async () => expect(await remembered()).toMatchObject(honest));
    end();
  });

  test('a first root that storage has no room for is said not to be remembered', async () => {
    const { storage } = aStorage();
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const { head, queries, session, check, end } = watched({ storage: { ...storage, update: full } });
    const growth = growthQuery(session, await head());
    await queries.fetchQuery(growth);
    await check(third, honest);
    await vi.waitFor(() =>
      expect(queries.getQueryData(growth.queryKey)).toMatchObject({
        recalled: { kind: 'cannot-recall' },
        verdict: { outcome: 'not-checked', reason: expect.stringMatching(/no room/) },
      }),
    );
    end();
  });

  test('nothing is remembered of a visit in which a check did not match, whatever held before or after', async () => {
    const { head, check, queries, session, remembered, end } = watched();
    await head();
    queries.setQueryData([session.id, 'check', 'data', 'x'], { verdict: { outcome: 'does-not-match' } });
    await check(third, honest);
    await aWhile();
    queries.removeQueries({ queryKey: [session.id, 'check', 'data', 'x'] });
    await check(anEntry(4), honest);
    await aWhile();
    expect(await remembered()).toBeUndefined();
    end();
  });

  test('nor while a check could not be made', async () => {
    const { head, check, queries, session, remembered, end } = watched();
    await head();
    queries.setQueryData([session.id, 'check', 'data', 'x'], { verdict: { outcome: 'cannot-check' } });
    await check(third, honest);
    await aWhile();
    expect(await remembered()).toBeUndefined();
    queries.setQueryData([session.id, 'check', 'data', 'x'], { verdict: { outcome: 'holds' } });
    await vi.waitFor(async () => expect(await remembered()).toMatchObject(honest));
    end();
  });

  test('a proof against another head than the one at hand does not bring it into memory', async () => {
    const { check, head, remembered, end } = watched({ heads: [honest] });
    await check(third, headAt(5));
    await head();
    await aWhile();
    expect(await remembered()).toBeUndefined();
    end();
  });

  test('a tab that was overtaken by another compares again, and does not take the root back', async () => {
    const { head, check, memory, remembered, queries, session, end } = watched({
      heads: [headAt(5), honest],
    });
    await check(third, await head());
    // Another tab remembers the longer log before this one has written.
    await memory.advance({ ...confirmed, head: honest, seenAtMs: 7 }, 0);
    await aWhile();
    expect(await remembered()).toMatchObject(honest);
    expect((await remembered())?.alarms).toEqual([]);
    expect(queries.getQueryData(growthQuery(session, honest).queryKey)?.verdict.outcome).toBe('holds');
    end();
  });

  test('proofs that held are withdrawn once their head is refuted', async () => {
    const { check, queries, session, end } = watched();
    await check(third, honest);
    const { queryKey } = entryCheckQuery(session, third, honest);
    expect(queries.getQueryData(queryKey)?.verdict.outcome).toBe('holds');
    const growth = growthQuery(session, honest).queryKey;
    const known = queries.getQueryData(growth);
    if (known === undefined) throw new Error('the head was not compared');
    const verdict = {
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: flipBit(honest.rootHash, 1),
      computed: honest.rootHash,
    } as const;
    queries.setQueryData(growth, { ...known, verdict });
    await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBeUndefined());
    expect((await check(third, honest)).verdict.outcome).toBe('cannot-check');
    end();
  });
});
