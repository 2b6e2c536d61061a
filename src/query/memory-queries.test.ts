import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import {
  aStorage,
  forkedLog,
  headAt,
  honest,
  openSmall,
  proofsOf,
  SEEN,
  smallLog,
  type SmallRegister,
} from '../testing/small-register.ts';
import { cannotRecall, type ConfirmedHead, rootKey } from '../trust/root-memory.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { headQuery } from './register-queries.ts';

const third = anEntry(3);
/** The same register with another fourth entry. */
const forked = forkedLog(4);
const onFork: SmallRegister = { heads: [headAt(9, forked)], ...proofsOf(forked) };
/** Another root for the size of the honest head. */
const odd: Checkpoint = { ...honest, rootHash: headAt(8).rootHash };

/** Opens the register in a browser that remembers this head, if any, from an earlier visit. */
async function open(
  remembered?: Checkpoint,
  { seen = {}, ...given }: SmallRegister & { seen?: Partial<ConfirmedHead> } = {},
) {
  const opened = openSmall(given);
  const { session, queries, memory } = opened;
  if (remembered !== undefined)
    expect(await memory.advance({ ...SEEN, ...seen, head: remembered }, 0)).toBe('stored');
  const roots = async () => (await memory.list()).roots;
  const root = async () => (await roots())[0];
  return {
    ...opened,
    root,
    roots,
    alarms: async () => (await root())?.alarms ?? [],
    compare: (head = honest) => queries.fetchQuery({ ...memoryCheckQuery(session, head), staleTime: 0 }),
    outcome: async (head?: Checkpoint) => (await check(head)).verdict.outcome,
    leafRule: () => session.trust.leafRule(),
  };

  function check(head = honest) {
    return opened.check(third, head);
  }
}

/** An alarm of two equal heads, as a file may contain. */
async function anAlarmIn({ root }: Awaited<ReturnType<typeof open>>) {
  const known = await root();
  if (known === undefined) throw new Error('nothing was remembered');
  const { registerId, base, variant, logSize, rootHash } = known;
  const head = { logSize, rootHash, seenAtMs: 1 };
  const misbehaviour = { kind: 'another-root', registerId, base, variant, old: head, new: head } as const;
  return { ...misbehaviour, addresses: { head: base } };
}

describe('how a head stands to the remembered root', () => {
  test.each<[string, { before?: Checkpoint; since?: Checkpoint; outcome: string; heads?: SmallRegister }]>([
    ['nothing before it', { outcome: 'not-checked' }],
    ['what an earlier one remembered', { before: headAt(5), since: headAt(5), outcome: 'holds' }],
    ['nothing before it, and a fork', { since: honest, outcome: 'does-not-match', heads: onFork }],
    [
      'what an earlier one remembered, and a fork',
      { before: headAt(5), since: honest, outcome: 'does-not-match', heads: onFork },
    ],
  ])('what this very visit remembered is no comparison: %s', async (_, given) => {
    const { before, since, outcome, heads } = given;
    const { memory, session, compare } = await open(before, heads);
    const openedAtMs = session.memory.openedAtMs - 60_000;
    const seen = { ...SEEN, openedAtMs, seenAtMs: openedAtMs + 9, head: honest };
    expect(await memory.advance(seen, before === undefined ? 0 : 1)).toBe('stored');
    const head = heads === undefined ? honest : headAt(9, forked);
    const found = await compare(head);
    expect(found.verdict.outcome).toBe(outcome);
    expect(session.trust.verdictOf({ kind: 'memory', subject: '', head })).toEqual(found.verdict);
    if (outcome === 'not-checked') expect(found.verdict).toMatchObject({ code: 'first-visit' });
    expect(found.since).toEqual(since && expect.objectContaining(since));
  });

  test('a root seen again in the visit that saw another one is not called a first visit', async () => {
    const opened = await open();
    const { openedAtMs } = opened.session.memory;
    await opened.memory.advance({ ...SEEN, openedAtMs, seenAtMs: openedAtMs + 9, head: honest }, 0);
    await opened.memory.raise(await anAlarmIn(opened));
    expect((await opened.compare()).verdict).toMatchObject({ code: 'seen-this-visit' });
  });

  test.each([
    ['in this visit is no comparison, and not called a first visit', 0, { code: 'root-trusted' }],
    ['hours ago is what the log goes on from', 2, { outcome: 'holds' }],
  ])('a root that the reader chose to trust %s', async (_, hoursAgo, expected) => {
    const { memory, session, compare } = await open(headAt(9, forked));
    await memory.trust('r', honest, session.memory.openedAtMs - hoursAgo * 3_600_000);
    const { verdict, since } = await compare();
    expect(verdict).toMatchObject(expected);
    expect(since?.rootHash).toBe(hoursAgo === 0 ? undefined : honest.rootHash);
  });

  test('a longer log is asked for one consistency proof, and holds by it', async () => {
    const consistencyProof = vi.fn(proofsOf(smallLog).consistencyProof);
    const { compare, check } = await open(headAt(5), { consistencyProof });
    const [found] = await Promise.all([compare(), check(third, honest), check(anEntry(9), honest)]);
    expect(found).toMatchObject({ verdict: { outcome: 'holds' }, check: { finding: 'grown' } });
    expect(consistencyProof.mock.calls.map(([from, to]) => [from, to])).toEqual([[5, 9]]);
  });

  test.each<[string, SmallRegister, string | undefined]>([
    ['proves to be the beginning', {}, 'holds'],
    ['has no proof', { consistencyProof: () => Promise.reject(new Error('unknown size')) }, undefined],
  ])('a shorter log that %s is an alarm', async (_, given, outcome) => {
    const { compare, alarms } = await open(honest, { heads: [headAt(6)], ...given });
    const found = await compare(headAt(6));
    expect(found).toMatchObject({
      verdict: { outcome: 'does-not-match' },
      check: { finding: 'shorter-log' },
    });
    expect(found.check?.consistency?.verdict.outcome).toBe(outcome);
    expect(await alarms()).toMatchObject([{ misbehaviour: { kind: 'shorter-log' } }]);
  });

  test('against a head older than what was seen nothing holds, and it is no alarm where the log has grown since', async () => {
    const { compare, head, alarms, queries, session } = await open(honest, {
      heads: [headAt(6), honest],
    });
    expect((await compare(await head())).verdict).toMatchObject({ code: 'log-moved-on' });
    expect(await alarms()).toEqual([]);
    // The page looks again, and takes the newer head only with a proof.
    expect(session.trust.heads.current()).toEqual(headAt(6));
    expect(queries.getQueryState(headQuery(session).queryKey)?.isInvalidated).toBe(true);
    expect(await head()).toEqual(honest);
  });

  test('a head older than what another tab has seen is verified until the page has the newer one', async () => {
    const { compare, head, memory, queries, session } = await open(headAt(5), { heads: [headAt(6), honest] });
    const leave = new QueryObserver(queries, headQuery(session)).subscribe(() => undefined);
    const first = await head();
    expect((await compare(first)).verdict.outcome).toBe('holds');
    const seen = new Set<unknown>();
    session.trust.subscribe(() => {
      const now = session.trust.heads.current();
      seen.add(now && session.trust.verdictOf({ kind: 'memory', subject: '', head: now })?.outcome);
    });
    expect(await memory.advance({ ...SEEN, head: honest }, 1)).toBe('stored');
    expect((await compare(first)).verdict).toMatchObject({ code: 'log-moved-on' });
    expect(session.trust.heads.current()).toEqual(honest);
    expect((await compare()).verdict.outcome).toBe('holds');
    leave();
    expect(seen).toEqual(new Set(['holds', undefined]));
  });

  test('a head below what was seen is judged itself, not a longer one that is still below it', async () => {
    const { compare, alarms } = await open(honest, { heads: [headAt(7)] });
    expect((await compare(headAt(6))).check?.head).toEqual(headAt(6));
    expect(await alarms()).toMatchObject([{ misbehaviour: { new: headAt(6) } }]);
  });

  test('the remembered leaf rule is the only one that is tried', async () => {
    const { outcome, leafRule } = await open(honest, { seen: { leafRule: 'item-json-2016' } });
    expect(await outcome()).toBe('does-not-match');
    expect(leafRule()).toBe('item-json-2016');
  });

  test('a root from a file is an earlier visit, and said to be from there; its leaf rule is not used, and its alarms are gone', async () => {
    const now = Date.now();
    const seen = { leafRule: 'item-json-2016', seenAtMs: now, openedAtMs: now } as const;
    const opened = await open(headAt(5), { seen });
    const { memory, root, roots, outcome, leafRule, compare } = opened;
    const alarms = [{ misbehaviour: await anAlarmIn(opened), read: false }];
    const file = (await roots()).map((one) => Object.assign({}, one, { alarms }));
    await memory.forget('r');
    await memory.add(file, now);
    expect((await root())?.alarms).toEqual([]);
    expect(await compare()).toMatchObject({
      verdict: { outcome: 'holds' },
      since: { ...headAt(5), imported: true },
    });
    expect(await outcome()).toBe('holds');
    expect(leafRule()).toBe('item-json');
  });

  test('another root in the place of the remembered one is no misbehaviour and no first visit', async () => {
    const { storage, stored: kept } = aStorage();
    const { compare, outcome, memory, leafRule } = await open(honest, { storage });
    for (const [name, root] of kept) kept.set(name, { ...(root as object), rootHash: 'ab'.repeat(32) });
    const found = await compare();
    expect(found).toMatchObject({
      verdict: { outcome: 'cannot-check', code: 'storage-unread' },
      recalled: { kind: 'cannot-recall', mayBe: 'there' },
    });
    expect(found.misbehaviour).toBeUndefined();
    expect(await outcome()).toBe('holds');
    // Even after a proof of this visit held.
    expect((await compare()).verdict.outcome).toBe('cannot-check');
    expect(leafRule()).toBe('item-json');
    expect((await memory.list()).unreadable).toMatchObject([{ registerId: 'r' }]);
  });

  test('a root under another spelling of the address counts as much: only a log that continues both is not refuted', async () => {
    const NOW = 'https://r.example/v1';
    const OLD = 'https://r.example/%76%31';
    const { storage, stored } = aStorage();
    const { compare, session, memory } = await open(headAt(7), { storage, seen: { registerId: NOW } });
    Object.assign(session.memory, { id: NOW });
    const both = async (head: Checkpoint) => {
      expect(await memory.advance({ ...SEEN, registerId: OLD, head }, 0)).toBe('stored');
      return compare();
    };
    expect(await both(headAt(4))).toMatchObject({ verdict: { outcome: 'holds' } });
    expect([...stored.keys()].map(String)).toEqual([rootKey(NOW)]);
    for (const head of [headAt(4, forkedLog(2)), odd, { ...honest, logSize: 12 }]) {
      await memory.forget(OLD);
      expect(await both(head)).toMatchObject({ verdict: { outcome: 'does-not-match' }, since: head });
      expect((await memory.list()).roots.find((root) => root.registerId === NOW)?.alarms).not.toHaveLength(0);
      session.trust.restart();
    }
  });

  test('a root that storage had late contradicts what held meanwhile', async () => {
    const { session, outcome, compare } = await open(odd);
    const { recall } = session.memory;
    const late = cannotRecall(new DOMException('storage gives no answer', 'TimeoutError'));
    Object.assign(session.memory, { recall: async () => late });
    const { refetchInterval } = memoryCheckQuery(session, honest);
    const again = (data: unknown) =>
      (refetchInterval as (query: unknown) => number | false)({ state: { data } });
    const unanswered = await compare();
    expect(unanswered.verdict.outcome).toBe('cannot-check');
    expect(again(unanswered)).toBeGreaterThan(0);
    expect(await outcome()).toBe('holds');
    expect((await compare()).verdict.outcome).toBe('cannot-check');
    Object.assign(session.memory, { recall });
    const answered = await compare();
    const mismatch = { verdict: { outcome: 'does-not-match' }, misbehaviour: { kind: 'another-root' } };
    expect(answered).toMatchObject(mismatch);
    expect(again(answered)).toBe(false);
  });

  test('a root that was read in the other variant accuses nobody, blesses nothing, and its leaf rule is not tried', async () => {
    const seen = { variant: 'blob', leafRule: 'blob-hex' } as const;
    const { root, compare, check, leafRule } = await open(odd, { seen });
    const notCompared = { outcome: 'cannot-check', code: 'head-not-compared' };
    expect((await check(third, honest)).verdict).toMatchObject(notCompared);
    const found = await compare();
    expect(found.verdict).toMatchObject({ outcome: 'cannot-check', code: 'other-variant' });
    expect(found.misbehaviour).toBeUndefined();
    expect(leafRule()).toBe('item-json');
    expect(await root()).toMatchObject({ variant: 'blob', alarms: [] });
  });
});
