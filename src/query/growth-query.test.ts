import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { auditPath, consistencyPath } from '../core/merkle-log.ts';
import type { Checkpoint } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import {
  aStorage,
  headAt,
  honest,
  logWith,
  openSmall,
  type SmallRegister,
} from '../testing/small-register.ts';
import { earlierEntryCheckQuery } from './earlier-queries.ts';
import { growthQuery } from './growth-query.ts';

const third = anEntry(3);
/** The same register with another fourth entry. */
const forked = logWith(
  Array.from({ length: 9 }, (_, n) => anEntry(n + 1, n === 3 ? { key: 'another' } : {})),
);

/** Opens the register in a browser that remembers this head. */
async function returning(remembered: Checkpoint, given: SmallRegister = {}) {
  const { storage } = aStorage();
  const opened = openSmall({ ...given, storage });
  const confirmed = {
    registerId: 'r',
    base: 'https://r.example',
    variant: 'item',
    leafRule: 'item-json',
  } as const;
  expect(await opened.memory.advance({ ...confirmed, head: remembered, seenAtMs: 5 }, 0)).toBe('stored');
  const growth = (head: Checkpoint) => opened.queries.fetchQuery(growthQuery(opened.session, head));
  const alarms = async () => (await opened.memory.list()).roots[0]?.alarms ?? [];
  return { ...opened, growth, alarms };
}

const onFork: SmallRegister = {
  heads: [headAt(9, forked)],
  entryProof: (entryNumber, logSize) =>
    Promise.resolve({ entryNumber, logSize, auditPath: auditPath(forked, entryNumber, logSize) }),
  consistencyProof: (from, to) => Promise.resolve({ from, to, path: consistencyPath(forked, from, to) }),
};

describe('the growth of a log since its remembered root', () => {
  test('a first visit has nothing to compare with, and its proofs hold', async () => {
    const { session, queries, check } = openSmall();
    expect(await queries.fetchQuery(growthQuery(session, honest))).toMatchObject({
      verdict: { outcome: 'not-checked' },
      recalled: { kind: 'first-visit' },
    });
    expect((await check(third, honest)).verdict).toEqual({ outcome: 'holds' });
  });

  test('the same root holds without asking for a proof', async () => {
    const consistencyProof = vi.fn();
    const { growth, check, alarms } = await returning(honest, { consistencyProof });
    expect(await growth(honest)).toMatchObject({ verdict: { outcome: 'holds' }, check: { finding: 'same' } });
    expect((await check(third, honest)).verdict.outcome).toBe('holds');
    expect(consistencyProof).not.toHaveBeenCalled();
    expect(await alarms()).toEqual([]);
  });

  test('a longer log is asked for one consistency proof, and holds by it', async () => {
    const consistencyProof = vi.fn((from: number, to: number) =>
      Promise.resolve({
        from,
        to,
        path: consistencyPath(logWith(Array.from({ length: 9 }, (_, n) => anEntry(n + 1))), from, to),
      }),
    );
    const { growth, check } = await returning(headAt(5), { consistencyProof });
    const [found] = await Promise.all([growth(honest), check(third, honest), check(anEntry(9), honest)]);
    expect(found).toMatchObject({ verdict: { outcome: 'holds' }, check: { finding: 'grown' } });
    expect(consistencyProof.mock.calls.map(([from, to]) => [from, to])).toEqual([[5, 9]]);
  });

  test.each([
    ['another root for the size', 9, 'another root for the same size'],
    ['a log that does not begin with the old one', 5, 'the new log does not begin with the old one'],
  ])('%s is an alarm, and no entry proof holds against it', async (_, size, kind) => {
    const { growth, check, alarms, memory } = await returning(headAt(size), onFork);
    const head = headAt(9, forked);
    expect((await growth(head)).verdict.outcome).toBe('does-not-match');
    expect((await check(third, head)).verdict).toMatchObject({
      outcome: 'cannot-check',
      reason: expect.stringContaining('does not fit the one this browser remembers'),
    });
    expect(await alarms()).toMatchObject([
      { read: false, misbehaviour: { kind, old: headAt(size), new: head } },
    ]);
    expect((await memory.list()).roots).toMatchObject([headAt(size)]);
  });

  test('nor does a proof at an earlier size, which leads to that head', async () => {
    const { session, queries } = await returning(headAt(9), onFork);
    const check = await queries.fetchQuery(earlierEntryCheckQuery(session, third, 6, headAt(9, forked)));
    expect(check.verdict.outcome).toBe('cannot-check');
  });

  test('a shorter log is an alarm whether or not it proves to be the beginning', async () => {
    for (const consistencyProof of [undefined, () => Promise.reject(new Error('unknown size'))]) {
      const { growth, alarms } = await returning(honest, {
        heads: [headAt(6)],
        ...(consistencyProof === undefined ? {} : { consistencyProof }),
      });
      const found = await growth(headAt(6));
      expect(found).toMatchObject({ verdict: { outcome: 'does-not-match' }, check: { finding: 'shorter' } });
      expect(found.check?.consistency?.verdict.outcome).toBe(
        consistencyProof === undefined ? 'holds' : undefined,
      );
      expect(await alarms()).toMatchObject([{ misbehaviour: { kind: 'the log is shorter than it was' } }]);
    }
  });

  test('an old head is not held against a register that has grown since it was read', async () => {
    const { growth, alarms } = await returning(honest, { heads: [honest] });
    expect((await growth(headAt(6))).verdict.outcome).toBe('not-checked');
    expect(await alarms()).toEqual([]);
  });

  test('a consistency proof that cannot be had is an error: no verdict, no alarm, and no entry is called proved', async () => {
    const dead = new ApiError('NETWORK', 'no answer', { address: 'https://r.example/proof' });
    const { growth, check, alarms } = await returning(headAt(5), {
      consistencyProof: () => Promise.reject(dead),
    });
    await expect(growth(honest)).rejects.toBe(dead);
    await expect(check(third, honest)).rejects.toBe(dead);
    expect(await alarms()).toEqual([]);
  });

  test('the remembered leaf rule is the only one that is tried', async () => {
    const { storage } = aStorage();
    const { memory, check, session } = openSmall({ storage });
    const confirmed = { registerId: 'r', base: 'https://r.example', variant: 'item', seenAtMs: 5 } as const;
    await memory.advance({ ...confirmed, leafRule: 'item-json-2016', head: honest }, 0);
    expect((await check(third, honest)).verdict.outcome).toBe('does-not-match');
    expect(session.leafRule.found).toBe('item-json-2016');
  });
});
