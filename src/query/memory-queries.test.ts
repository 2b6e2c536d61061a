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
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import type { RememberedRoot } from '../verify/remembered-root.ts';
import { cannotRecall } from '../verify/unkept.ts';
import { earlierEntryCheckQuery } from './inclusion-queries.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { headQuery } from './register-queries.ts';

const third = anEntry(3);
/** The same register with another fourth entry. */
const forked = logWith(
  Array.from({ length: 9 }, (_, n) => anEntry(n + 1, n === 3 ? { key: 'another' } : {})),
);

const CONFIRMED = {
  registerId: 'r',
  base: 'https://r.example',
  variant: 'item',
  leafRule: 'item-json',
} as const;

const LONG_AGO = { ...CONFIRMED, seenAtMs: 5, openedAtMs: 5 } as const;

/** Opens the register in a browser that remembers this head from long ago. */
async function returning(remembered: Checkpoint, given: SmallRegister = {}) {
  const { storage } = aStorage();
  const opened = openSmall({ ...given, storage });
  expect(await opened.memory.advance({ ...LONG_AGO, head: remembered }, 0)).toBe('stored');
  const compare = (head: Checkpoint) => opened.queries.fetchQuery(memoryCheckQuery(opened.session, head));
  const alarms = async () => (await opened.memory.list()).roots[0]?.alarms ?? [];
  return { ...opened, compare, alarms };
}

const onFork: SmallRegister = {
  heads: [headAt(9, forked)],
  entryProof: (entryNumber, logSize) =>
    Promise.resolve({ entryNumber, logSize, auditPath: auditPath(forked, entryNumber, logSize) }),
  consistencyProof: (from, to) => Promise.resolve({ from, to, path: consistencyPath(forked, from, to) }),
};

function alarmOf({ registerId, base, variant, logSize, rootHash }: RememberedRoot): Misbehaviour {
  const head = { logSize, rootHash, seenAtMs: 1 };
  return {
    kind: 'another-root',
    registerId,
    base,
    variant,
    old: head,
    new: head,
    addresses: { head: base },
  };
}

describe('how a head stands to the remembered root', () => {
  test('a first visit has nothing to compare with, and its proofs hold', async () => {
    const { session, queries, check } = openSmall();
    expect(await queries.fetchQuery(memoryCheckQuery(session, honest))).toMatchObject({
      verdict: { outcome: 'not-checked', code: 'first-visit' },
      recalled: { kind: 'first-visit' },
    });
    expect((await check(third, honest)).verdict).toEqual({ outcome: 'holds' });
  });

  test('the same root holds without asking for a proof', async () => {
    const consistencyProof = vi.fn();
    const { compare, check, alarms } = await returning(honest, { consistencyProof });
    expect(await compare(honest)).toMatchObject({
      verdict: { outcome: 'holds' },
      check: { finding: 'same' },
    });
    expect((await check(third, honest)).verdict.outcome).toBe('holds');
    expect(consistencyProof).not.toHaveBeenCalled();
    expect(await alarms()).toEqual([]);
  });

  test.each<[string, { before?: Checkpoint; since?: Checkpoint; outcome: string; heads?: SmallRegister }]>([
    ['nothing before it', { outcome: 'not-checked' }],
    ['what an earlier one remembered', { before: headAt(5), since: headAt(5), outcome: 'holds' }],
    ['nothing before it, and a fork', { since: honest, outcome: 'does-not-match', heads: onFork }],
    [
      'what an earlier one remembered, and a fork',
      { before: headAt(5), since: honest, outcome: 'does-not-match', heads: onFork },
    ],
  ])(
    'what this very sitting remembered is no comparison: %s',
    async (_, { before, since, outcome, heads }) => {
      const { storage } = aStorage();
      const { memory, session, queries } = openSmall({ ...heads, storage });
      const openedAtMs = session.memory.openedAtMs - 60_000;
      const seen = { ...CONFIRMED, openedAtMs };
      if (before !== undefined) await memory.advance({ ...LONG_AGO, head: before }, 0);
      const revision = before === undefined ? 0 : 1;
      expect(await memory.advance({ ...seen, head: honest, seenAtMs: openedAtMs + 9 }, revision)).toBe(
        'stored',
      );
      const head = heads === undefined ? honest : headAt(9, forked);
      const found = await queries.fetchQuery(memoryCheckQuery(session, head));
      expect(found.verdict.outcome).toBe(outcome);
      expect(session.trust.verdictOf({ kind: 'memory', subject: '', head })).toEqual(found.verdict);
      if (outcome === 'not-checked') expect(found.verdict).toMatchObject({ code: 'first-visit' });
      if (since === undefined) expect(found.since).toBeUndefined();
      else expect(found.since).toMatchObject(since);
    },
  );

  test.each([
    ['in this sitting is no comparison, and not called a first visit', 0, 'not-checked'],
    ['hours ago is what the log goes on from', 2, 'holds'],
  ])('a root that the reader chose to trust %s', async (_, hoursAgo, outcome) => {
    const { memory, session, queries } = await returning(headAt(9, forked));
    await memory.trust('r', honest, session.memory.openedAtMs - hoursAgo * 3_600_000);
    const { verdict, since } = await queries.fetchQuery(memoryCheckQuery(session, honest));
    expect(verdict.outcome).toBe(outcome);
    expect(since).toEqual(hoursAgo === 0 ? undefined : expect.objectContaining(honest));
    if (hoursAgo === 0) expect(verdict).toMatchObject({ code: 'root-trusted' });
  });

  test('what a file tells is an earlier sitting, and said to be from there', async () => {
    const { storage } = aStorage();
    const { memory, session, queries } = openSmall({ storage });
    const now = Date.now();
    await memory.advance({ ...CONFIRMED, head: headAt(5), seenAtMs: now, openedAtMs: now }, 0);
    const { roots } = await memory.list();
    await memory.forget('r');
    await memory.add(roots, now);
    expect(await queries.fetchQuery(memoryCheckQuery(session, honest))).toMatchObject({
      verdict: { outcome: 'holds' },
      since: headAt(5),
      fromFile: true,
    });
  });

  test('a longer log is asked for one consistency proof, and holds by it', async () => {
    const consistencyProof = vi.fn((from: number, to: number) =>
      Promise.resolve({
        from,
        to,
        path: consistencyPath(logWith(Array.from({ length: 9 }, (_, n) => anEntry(n + 1))), from, to),
      }),
    );
    const { compare, check } = await returning(headAt(5), { consistencyProof });
    const [found] = await Promise.all([compare(honest), check(third, honest), check(anEntry(9), honest)]);
    expect(found).toMatchObject({ verdict: { outcome: 'holds' }, check: { finding: 'grown' } });
    expect(consistencyProof.mock.calls.map(([from, to]) => [from, to])).toEqual([[5, 9]]);
  });

  test.each([
    ['another root for the size', 9, 'another-root'],
    ['a log that does not begin with the old one', 5, 'not-a-continuation'],
  ])('%s is an alarm, and no entry proof holds against it', async (_, size, kind) => {
    const { compare, check, alarms, memory } = await returning(headAt(size), onFork);
    const head = headAt(9, forked);
    expect((await compare(head)).verdict.outcome).toBe('does-not-match');
    expect((await check(third, head)).verdict).toMatchObject({
      outcome: 'cannot-check',
      code: 'head-contradicted',
      reason: expect.stringContaining('contradicts the one seen before'),
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
      const { compare, alarms } = await returning(honest, {
        heads: [headAt(6)],
        ...(consistencyProof === undefined ? {} : { consistencyProof }),
      });
      const found = await compare(headAt(6));
      expect(found).toMatchObject({ verdict: { outcome: 'does-not-match' }, check: { finding: 'shorter' } });
      expect(found.check?.consistency?.verdict.outcome).toBe(
        consistencyProof === undefined ? 'holds' : undefined,
      );
      expect(await alarms()).toMatchObject([{ misbehaviour: { kind: 'shorter-log' } }]);
    }
  });

  test('against a head older than what was seen nothing holds, and it is no alarm where the log has grown since', async () => {
    const { compare, check, head, alarms, queries, session } = await returning(honest, {
      heads: [headAt(6), honest],
    });
    expect((await compare(await head())).verdict).toMatchObject({ code: 'log-moved-on' });
    expect(await alarms()).toEqual([]);
    // The page looks again, and goes on to the newer head only by a proof.
    expect(session.trust.head()).toEqual(headAt(6));
    expect(queries.getQueryState(headQuery(session).queryKey)?.isInvalidated).toBe(true);
    expect((await check(third, headAt(6))).checkpoint).toEqual(honest);
    expect(session.trust.head()).toEqual(honest);
  });

  test('heads that stay below what was seen are alarms, and none of them becomes the page’s', async () => {
    const small = [4, 5, 6, 7].map((size) => headAt(size, forked));
    const { compare, check, alarms, queries, session } = await returning(honest, { ...onFork, heads: small });
    for (const head of small) {
      expect((await compare(head)).verdict.outcome).toBe('does-not-match');
      const { data } = queries.getQueryState(headQuery(session).queryKey) ?? {};
      expect(data).toBeUndefined();
    }
    expect((await alarms()).length).toBeGreaterThan(0);
    expect((await check(third, headAt(7, forked))).verdict.outcome).not.toBe('holds');
  });

  test('two heads of a first visit are held against each other', async () => {
    const { session, head, check } = openSmall({
      ...onFork,
      entryProof: (entryNumber, logSize) =>
        Promise.resolve({
          entryNumber,
          logSize,
          auditPath: auditPath(
            logSize === 9 ? forked : logWith([1, 2, 3, 4, 5].map((n) => anEntry(n))),
            entryNumber,
            logSize,
          ),
        }),
      heads: [headAt(5), headAt(9, forked)],
    });
    expect((await check(third, await head())).verdict.outcome).toBe('holds');
    const second = headAt(9, forked);
    expect(await head()).toEqual(second);
    expect(session.trust.memoryOf(second)).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      since: headAt(5),
      misbehaviour: { kind: 'not-a-continuation' },
    });
    expect((await check(third, second)).verdict).toMatchObject({
      outcome: 'cannot-check',
      code: 'head-contradicted',
    });
  });

  test('a leaf rule out of a file is not taken for found', async () => {
    const { storage } = aStorage();
    const { memory, session, check, queries } = openSmall({ storage });
    await memory.advance({ ...LONG_AGO, leafRule: 'item-json-2016', head: honest }, 0);
    const [root] = (await memory.list()).roots;
    if (root === undefined) throw new Error('nothing was remembered');
    await memory.forget('r');
    await memory.add([{ ...root, alarms: [{ misbehaviour: alarmOf(root), read: false }] }], 9);
    expect((await memory.list()).roots[0]?.alarms).toEqual([]);
    expect((await check(third, honest)).verdict.outcome).toBe('holds');
    expect(session.trust.leafRule()).toBe('item-json');
    expect(await memory.advance({ ...LONG_AGO, head: honest }, 1)).toBe('stored');
    expect((await memory.list()).roots[0]).toMatchObject({ leafRule: 'item-json' });
    expect((await memory.list()).roots[0]?.importedAtMs).toBeUndefined();
    expect(await queries.fetchQuery(memoryCheckQuery(session, honest))).toMatchObject({
      check: { finding: 'same' },
    });
  });

  test('a consistency proof that cannot be had is an error: no verdict, no alarm, and no entry is called proved', async () => {
    const dead = new ApiError('NETWORK', 'no answer', { address: 'https://r.example/proof' });
    const { compare, check, alarms } = await returning(headAt(5), {
      consistencyProof: () => Promise.reject(dead),
    });
    await expect(compare(honest)).rejects.toBe(dead);
    await expect(check(third, honest)).rejects.toBe(dead);
    expect(await alarms()).toEqual([]);
  });

  test('the remembered leaf rule is the only one that is tried', async () => {
    const { storage } = aStorage();
    const { memory, check, session } = openSmall({ storage });
    await memory.advance({ ...LONG_AGO, leafRule: 'item-json-2016', head: honest }, 0);
    expect((await check(third, honest)).verdict.outcome).toBe('does-not-match');
    expect(session.trust.leafRule()).toBe('item-json-2016');
  });

  /** Opens the register where storage holds this in the place of the root it wrote. */
  async function spoilt(change: (kept: Record<string, unknown>) => unknown, given: SmallRegister = {}) {
    const { storage, kept } = aStorage();
    const opened = openSmall({ ...given, storage });
    await opened.memory.advance({ ...LONG_AGO, head: honest }, 0);
    const [name] = [...kept.keys()];
    kept.set(name ?? '', change({ ...(kept.get(name ?? '') as object) }));
    return opened;
  }

  test.each<[string, (kept: Record<string, unknown>) => unknown]>([
    ['no object', () => 'spoilt'],
    ['another root of the right form', (kept) => ({ ...kept, rootHash: 'ab'.repeat(32) })],
    ['another size', (kept) => ({ ...kept, logSize: 8 })],
    ['a size as text', (kept) => ({ ...kept, logSize: '9' })],
    ['no number for a size', (kept) => ({ ...kept, logSize: Number.NaN })],
    ['another leaf rule', (kept) => ({ ...kept, leafRule: 'item-json-2016' })],
    ['the other variant', (kept) => ({ ...kept, variant: 'blob', leafRule: 'blob-hex' })],
    ['what a later page wrote', (kept) => ({ ...kept, version: 99, logSize: 8 })],
    ['a root of another register', (kept) => ({ ...kept, registerId: 's' })],
  ])('%s in the place of the remembered root is no misbehaviour and no first visit', async (_, change) => {
    const { queries, session, check, memory } = await spoilt(change);
    const found = await queries.fetchQuery(memoryCheckQuery(session, honest));
    expect(found).toMatchObject({
      verdict: {
        outcome: 'cannot-check',
        code: 'storage-unread',
        reason: expect.stringMatching(/cannot be read|later version/),
      },
      recalled: { kind: 'cannot-recall', mayBe: 'there' },
    });
    expect(found.misbehaviour).toBeUndefined();
    expect((await check(third, honest)).verdict.outcome).toBe('holds');
    // Not even after a proof of this visit held.
    const again = await queries.fetchQuery({ ...memoryCheckQuery(session, honest), staleTime: 0 });
    expect(again.verdict.outcome).toBe('cannot-check');
    expect(session.trust.leafRule()).toBe('item-json');
    expect((await memory.list()).unreadable).toEqual(['r']);
  });

  test('a root that storage had late contradicts what held meanwhile', async () => {
    const { storage } = aStorage();
    const { memory, session, queries, check } = openSmall({ storage });
    await memory.advance(
      {
        registerId: 'r',
        base: 'https://r.example',
        variant: 'item',
        leafRule: 'item-json',
        head: { ...honest, rootHash: headAt(8).rootHash },
        seenAtMs: 5,
        openedAtMs: 5,
      },
      0,
    );
    const answer = session.memory.recall;
    let isLate = true;
    Object.assign(session.memory, {
      recall: () =>
        isLate
          ? Promise.resolve(cannotRecall(new DOMException('storage gives no answer', 'TimeoutError')))
          : answer(),
    });
    const query = memoryCheckQuery(session, honest);
    const asked = async () => {
      const found = await queries.fetchQuery({ ...query, staleTime: 0 });
      const again = query.refetchInterval as (query: { state: { data: unknown } }) => number | false;
      return { found, again: again({ state: { data: found } }) };
    };
    const late = await asked();
    expect(late.found.verdict.outcome).toBe('cannot-check');
    expect(late.again).toBeGreaterThan(0);
    expect((await check(third, honest)).verdict.outcome).toBe('holds');
    expect((await asked()).found.verdict.outcome).toBe('cannot-check');
    isLate = false;
    const answered = await asked();
    expect(answered.found).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      misbehaviour: { kind: 'another-root' },
    });
    expect(answered.again).toBe(false);
  });

  test('a root that was read in the other variant accuses nobody, blesses nothing, and its leaf rule is not tried', async () => {
    const { storage } = aStorage();
    const { memory, session, queries, check } = openSmall({ storage });
    const blob = {
      registerId: 'r',
      base: 'https://r.example',
      variant: 'blob',
      leafRule: 'blob-hex',
    } as const;
    await memory.advance(
      { ...blob, head: { ...honest, rootHash: headAt(8).rootHash }, seenAtMs: 5, openedAtMs: 5 },
      0,
    );
    expect((await check(third, honest)).verdict).toMatchObject({
      outcome: 'cannot-check',
      code: 'head-not-compared',
      reason: expect.stringMatching(/other form of the API/),
    });
    const found = await queries.fetchQuery(memoryCheckQuery(session, honest));
    expect(found.verdict).toMatchObject({ outcome: 'cannot-check', code: 'other-variant' });
    expect(found.misbehaviour).toBeUndefined();
    expect(session.trust.leafRule()).toBe('item-json');
    expect((await memory.list()).roots[0]).toMatchObject({ variant: 'blob', alarms: [] });
  });
});
