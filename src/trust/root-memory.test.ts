import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Misbehaviour, SeenHead } from '../verify/evidence/misbehaviour.ts';
import { aStorage } from '../testing/small-register.ts';
import { earlierHead, type RememberedRoot, seenIn } from './remembered-root.ts';
import { type ConfirmedHead, RootMemory, rootKey } from './root-memory.ts';

const [ROOT_A, ROOT_B, ROOT_C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [Hash, Hash, Hash];
const ID = 'country';
const SEEN = {
  registerId: ID,
  base: 'https://r.example',
  variant: 'item',
  leafRule: 'item-json',
  openedAtMs: 1000,
} as const;

const confirmed = (logSize: number, rootHash = ROOT_A, more: Partial<ConfirmedHead> = {}): ConfirmedHead => ({
  ...SEEN,
  head: { logSize, rootHash },
  seenAtMs: 1000 + logSize,
  ...more,
});
const anAlarm = (rootHash = ROOT_B, seenAtMs = 2000): Misbehaviour => ({
  kind: 'another-root',
  base: SEEN.base,
  variant: 'item',
  registerId: ID,
  old: { logSize: 5, rootHash: ROOT_A, seenAtMs: 1005 },
  new: { logSize: 5, rootHash, seenAtMs },
  addresses: { head: 'https://r.example/proof/register' },
});

/** A memory with this initial storage that then confirmed these heads in turn. */
async function open(heads: readonly ConfirmedHead[] = [confirmed(5)], start: Record<string, unknown> = {}) {
  const { storage, stored: kept } = aStorage(start);
  const memory = new RootMemory(storage);
  for (const [revision, head] of heads.entries()) expect(await memory.advance(head, revision)).toBe('stored');
  const recall = (id = ID) => memory.recall(id);
  const root = async (): Promise<RememberedRoot | undefined> => {
    const recalled = await recall();
    return recalled.kind === 'remembered' ? recalled.root : undefined;
  };
  return { memory, root, recall, kept };
}

describe('the memory of roots', () => {
  test('remembers a head and what it was seen with; goes on to a larger one and keeps the first date', async () => {
    const { memory, root } = await open();
    const first = {
      ...SEEN,
      logSize: 5,
      rootHash: ROOT_A,
      firstSeenMs: 1005,
      lastSeenMs: 1005,
      revision: 1,
      alarms: [],
      givenUp: [],
    };
    expect(await root()).toEqual(first);
    expect(await memory.advance(confirmed(9, ROOT_B), 1)).toBe('stored');
    const second = { logSize: 9, rootHash: ROOT_B, lastSeenMs: 1009, revision: 2 };
    expect(await root()).toEqual({ ...first, ...second });
    expect(await memory.advance(confirmed(9, ROOT_B, { seenAtMs: 1100 }), 2)).toBe('stored');
    expect(await root()).toEqual({ ...first, ...second, lastSeenMs: 1100, revision: 3 });
  });

  test.each([
    ['a shorter log', confirmed(4)],
    ['an empty log', confirmed(0)],
    ['another root for the size', confirmed(5, ROOT_B)],
    ['another leaf rule', confirmed(6, ROOT_B, { leafRule: 'item-json-2016' })],
  ])('never puts %s in the place of what it remembers', async (_, bad) => {
    const { memory, root } = await open();
    const before = await root();
    expect(await memory.advance(bad, 1)).toBe('refused');
    expect(await root()).toEqual(before);
    const first = await open([]);
    expect(await first.memory.advance(confirmed(0), 0)).toBe('refused');
    expect(await first.root()).toBeUndefined();
    expect(await first.memory.advance(confirmed(1), 0)).toBe('stored');
  });

  test.each([
    ['that read the same revision', [confirmed(5)], [confirmed(9, ROOT_B), confirmed(7), confirmed(8)]],
    ['on a first visit in two tabs', [], [confirmed(9, ROOT_B), confirmed(6)]],
  ])('of two writers %s only one writes', async (_, heads, writers) => {
    const { memory, root } = await open(heads);
    const outcomes = await Promise.all(writers.map((head) => memory.advance(head, heads.length)));
    expect(outcomes).toEqual(['stored', ...writers.slice(1).map(() => 'outdated')]);
    expect(await root()).toMatchObject({ logSize: 9, rootHash: ROOT_B, revision: heads.length + 1 });
  });

  test('keeps an alarm with the root it contradicts, which stays: the same again is no second one, and stays read', async () => {
    const { memory, root } = await open();
    await memory.raise(anAlarm());
    const alarm = { misbehaviour: anAlarm(), read: false };
    expect(await root()).toMatchObject({ logSize: 5, rootHash: ROOT_A, alarms: [alarm] });
    await memory.markRead(anAlarm());
    const before = await root();
    await memory.raise(anAlarm(ROOT_B, 9999));
    // It is not even written: each tab would answer the news of another.
    expect(await root()).toEqual({ ...before, alarms: [{ ...alarm, read: true }] });
    const { old } = anAlarm();
    await memory.raise(anAlarm(ROOT_C));
    await memory.raise({ ...anAlarm(), kind: 'not-a-continuation' });
    await memory.raise({ ...anAlarm(), old: { ...old, rootHash: ROOT_C } });
    expect((await root())?.alarms.map(({ read }) => read)).toEqual([true, false, false, false]);
    // Those that were not shown stay unread.
    await memory.markRead(anAlarm(ROOT_C));
    expect((await root())?.alarms.map(({ read }) => read)).toEqual([true, true, false, false]);
    const stranger = await open([]);
    await stranger.memory.raise(anAlarm());
    expect(await stranger.root()).toBeUndefined();
  });

  test('of more than 20 alarms drops the oldest that was read, and the oldest only if none was', async () => {
    const { memory, root } = await open();
    const alarm = (size: number): Misbehaviour => {
      const one = anAlarm();
      return { ...one, new: { ...one.new, logSize: size } };
    };
    const sizes = async () => (await root())?.alarms.map(({ misbehaviour }) => misbehaviour.new.logSize);
    for (let size = 1; size <= 20; size += 1) await memory.raise(alarm(size));
    await memory.markRead(alarm(7));
    await memory.raise(alarm(21));
    expect(await sizes()).toEqual([1, 2, 3, 4, 5, 6, ...Array.from({ length: 14 }, (_, at) => at + 8)]);
    await memory.raise(alarm(22));
    expect((await sizes())?.[0]).toBe(2);
  });

  test('lets the reader trust another root; the old one and the alarms are kept, also where the log grows', async () => {
    const { memory, root } = await open();
    await memory.raise(anAlarm());
    await memory.raise(anAlarm(ROOT_C));
    await memory.trust(ID, { logSize: 5, rootHash: ROOT_B }, 4000);
    const kept = {
      firstSeenMs: 1005,
      alarms: [{ read: true }, { read: false }],
      givenUp: [{ logSize: 5, rootHash: ROOT_A, seenAtMs: 1005 }],
    };
    const trusted = (await root()) as RememberedRoot;
    expect(trusted).toMatchObject({ ...kept, logSize: 5, rootHash: ROOT_B, lastSeenMs: 4000 });
    expect(await memory.advance(confirmed(9, ROOT_B), trusted.revision)).toBe('stored');
    expect(await root()).toMatchObject({ ...kept, logSize: 9 });
    await memory.trust(ID, { logSize: 1, rootHash: ROOT_C }, 5000);
    expect(await root()).toMatchObject({ logSize: 1, rootHash: ROOT_C });
  });

  test('lists what is remembered, the last seen first, and what cannot be read, and forgets either', async () => {
    const start = { [rootKey('corrupted')]: { logSize: 'many' }, 'something else': 1 };
    const { memory, kept } = await open([confirmed(5)], start);
    await memory.advance(confirmed(9, ROOT_B, { registerId: 'planet' }), 0);
    const { roots, unreadable } = await memory.list();
    const ids = [roots, unreadable].map((list) => list.map(({ registerId }) => registerId));
    expect(ids).toEqual([['planet', ID], ['corrupted']]);
    await memory.forget('corrupted');
    await memory.forget(ID);
    expect([...kept.keys()]).toEqual(['something else', rootKey('planet')]);
  });

  test('adds roots from a file, over none that is remembered here; one that is trusted later was seen here', async () => {
    const { memory, root, recall } = await open();
    const mine = (await root()) as RememberedRoot;
    const theirs = [
      { ...mine, logSize: 99, rootHash: ROOT_B, revision: 40 },
      {
        ...mine,
        registerId: 'planet',
        revision: 40,
        leafRule: 'item-json-2016',
        givenUp: [seenIn(mine)],
      } as const,
      { ...mine, registerId: 'moon' },
    ];
    expect(await memory.add(theirs, 7000)).toEqual({ added: ['planet', 'moon'], kept: [ID] });
    expect(await root()).toEqual(mine);
    // Page times, replaced roots and the leaf rule are the other browser's word.
    expect(await recall('planet')).not.toHaveProperty('root.openedAtMs');
    await memory.trust('planet', { logSize: 0, rootHash: ROOT_B }, 8000);
    expect(await recall('planet')).toMatchObject({ root: { revision: 1, importedAtMs: 7000, givenUp: [] } });
    const grown = confirmed(9, ROOT_B, { registerId: 'planet' });
    expect(await memory.advance(grown, 1)).toBe('stored');
    await memory.forget(ID);
    const told: number[] = [];
    const many = Array.from({ length: 250 }, (_, at) => ({ ...mine, registerId: `r-${at}` }));
    await memory.add(many, 7000, (done) => told.push(done));
    expect(told).toEqual([0, 100, 200]);
    await memory.add([mine], 7000);
    await memory.trust(ID, { logSize: 4, rootHash: ROOT_B }, 8000);
    expect(await root()).toMatchObject({ logSize: 4, givenUp: [{ logSize: 5 }] });
    expect(await root()).not.toHaveProperty('importedAtMs');
  });

  test('takes what cannot be read, or is of another register, neither for a first visit nor for a root, and never writes over it', async () => {
    const corrupted = { registerId: ID, logSize: 5, rootHash: ROOT_A };
    const { memory, kept, recall } = await open([], { [rootKey(ID)]: corrupted });
    expect(await recall()).toMatchObject({ kind: 'cannot-recall' });
    expect(await memory.advance(confirmed(9), 0)).toBe('refused');
    expect(kept.get(rootKey(ID))).toEqual(corrupted);
    // To forget what a later version of this page stored would lose it.
    kept.set(rootKey(ID), { ...corrupted, version: 99 });
    expect(await recall()).toMatchObject({ reason: expect.stringMatching(/load that version/) });
    expect(await memory.list()).toMatchObject({ unreadable: [{ reason: expect.stringMatching(/later/) }] });
    expect(await memory.advance(confirmed(9), 0)).toBe('refused');
    expect(kept.get(rootKey(ID))).toEqual({ ...corrupted, version: 99 });
    const other = await open();
    other.kept.set(rootKey('planet'), other.kept.get(rootKey(ID)));
    expect(await other.recall('planet')).toMatchObject({ kind: 'cannot-recall' });
    expect(await other.memory.list()).toMatchObject({
      roots: [{ registerId: ID }],
      unreadable: [{ registerId: 'planet' }],
    });
    const planet = confirmed(9, ROOT_B, { registerId: 'planet' });
    expect(await other.memory.advance(planet, 1)).toBe('refused');
  });
});

describe('the memory of a register on a server', () => {
  const HOST = 'https://h.example';
  const [NOW, OLD] = [`${HOST}/v1`, `${HOST}/%76%31`];
  const at = (registerId: string, logSize = 5, rootHash = ROOT_A) =>
    confirmed(logSize, rootHash, { registerId, base: registerId });

  test('finds a root under another spelling of its address, and moves it', async () => {
    const { memory, recall, kept } = await open([at(OLD)]);
    await memory.raise({ ...anAlarm(), registerId: OLD });
    const [alarm] = [{ misbehaviour: { registerId: NOW }, read: false }];
    const root = { registerId: NOW, base: NOW, logSize: 5, rootHash: ROOT_A, alarms: [alarm] };
    for (let times = 0; times < 2; times += 1)
      expect(await recall(NOW)).toMatchObject({ kind: 'remembered', root });
    expect([...kept.keys()]).toEqual([rootKey(NOW)]);
    expect(await memory.advance(at(NOW, 9, ROOT_B), 2)).toBe('stored');
  });

  test.each(['is full', 'has what cannot be read there'])(
    'where storage %s, it is no first visit',
    async (why) => {
      const { storage, stored } = aStorage();
      await new RootMemory(storage).advance(at(OLD), 0);
      const isFull = why === 'is full';
      const full = { ...storage, update: () => Promise.reject(new DOMException('x', 'QuotaExceededError')) };
      if (!isFull) stored.set(rootKey(OLD), { version: 99 });
      const found = await new RootMemory(isFull ? full : storage).recall(NOW);
      expect(found).toMatchObject({ kind: isFull ? 'remembered' : 'cannot-recall' });
      expect([...stored.keys()]).toEqual([rootKey(OLD)]);
    },
  );

  test('has both roots to compare until they are known to be of one log, or the reader trusts another', async () => {
    const { memory, recall, kept } = await open([at(OLD)]);
    const other = await open([at(NOW, 9, ROOT_B)]);
    kept.set(rootKey(NOW), other.kept.get(rootKey(NOW)));
    const found = await recall(NOW);
    if (found.kind !== 'remembered' || !found.spellings) throw new Error('only one');
    // Another spelling of one address is no other register.
    expect(found).not.toHaveProperty('sameHost');
    expect(found).toMatchObject({
      root: { logSize: 9 },
      spellings: [{ storedAs: OLD, root: { logSize: 5 } }],
    });
    const both = new Map(kept);
    await memory.merge(NOW, found.spellings);
    const merged = await recall(NOW);
    expect(merged).toMatchObject({ root: { logSize: 9, firstSeenMs: 1005, before: { logSize: 5 } } });
    expect(merged).not.toHaveProperty('spellings');
    for (const [key, root] of both) kept.set(key, root);
    await memory.trust(NOW, { logSize: 7, rootHash: ROOT_C }, 8000);
    expect(await recall(NOW)).toMatchObject({
      root: { logSize: 7, givenUp: [{ logSize: 5 }, { logSize: 9 }] },
    });
    expect([...kept.keys()]).toEqual([rootKey(NOW)]);
  });

  test('keeps the last 20 alarms of both roots, and all that was given up', async () => {
    const { memory, recall, kept } = await open([at(OLD)]);
    await memory.trust(OLD, { logSize: 6, rootHash: ROOT_B }, 8000);
    for (const rootHash of [ROOT_B, ROOT_C]) await memory.raise({ ...anAlarm(rootHash), registerId: OLD });
    const other = await open([at(NOW, 9, ROOT_B)]);
    await other.memory.trust(NOW, { logSize: 8, rootHash: ROOT_C }, 8000);
    const hashes = Array.from({ length: 19 }, (_, number) => String(number).padStart(64, '0') as Hash);
    for (const rootHash of hashes) await other.memory.raise({ ...anAlarm(rootHash), registerId: NOW });
    kept.set(rootKey(NOW), other.kept.get(rootKey(NOW)));
    const found = await recall(NOW);
    await memory.merge(NOW, (found.kind === 'remembered' && found.spellings) || []);
    expect(await recall(NOW)).toMatchObject({
      root: {
        alarms: [ROOT_C, ...hashes].map((rootHash) => ({ misbehaviour: { new: { rootHash } } })),
        givenUp: [{ logSize: 5 }, { logSize: 9 }],
      },
    });
    expect([...kept.keys()]).toEqual([rootKey(NOW)]);
  });

  test('knows the others at its host', async () => {
    const start = await open([at(`${HOST}/a`)]);
    for (const id of [`${HOST}.evil/b`, `${HOST}:8443/c`, 'country', HOST])
      await start.memory.advance({ ...at(id), base: HOST }, 0);
    expect(await start.recall(NOW)).toEqual({ kind: 'first-visit', sameHost: [`${HOST}/a`, HOST] });
    expect(await start.recall('planet')).toEqual({ kind: 'first-visit' });
    expect(await start.recall(HOST)).toMatchObject({ kind: 'remembered', sameHost: [`${HOST}/a`] });
  });
});

describe('what was remembered when a visit began', () => {
  const MINUTE = 60_000;
  /** A head seen at a minute, by a page that was opened at another. */
  const step = (logSize: number, rootHash: Hash, seen: number, opened: number): ConfirmedHead =>
    confirmed(logSize, rootHash, { seenAtMs: seen * MINUTE, openedAtMs: opened * MINUTE });
  const FIRST = step(5, ROOT_A, 1, 0);
  const LATER = step(9, ROOT_B, 60, 59);
  const A: SeenHead = { logSize: 5, rootHash: ROOT_A, seenAtMs: MINUTE };

  test.each<[string, readonly ConfirmedHead[], SeenHead | undefined]>([
    ['is nothing for a root that is first remembered', [FIRST], undefined],
    ['is nothing for one advanced by the same page', [FIRST, step(9, ROOT_B, 2, 0)], undefined],
    ['is nothing for one by a page loaded soon after', [FIRST, step(9, ROOT_B, 20, 19)], undefined],
    ['is what was there before a pause', [FIRST, LATER], A],
    ['is kept throughout that visit', [FIRST, LATER, step(12, ROOT_C, 80, 75)], A],
    [
      'is the last of the visit before after another pause',
      [FIRST, LATER, step(12, ROOT_C, 200, 199)],
      { logSize: 9, rootHash: ROOT_B, seenAtMs: 60 * MINUTE },
    ],
  ])('%s', async (_, steps, before) => {
    const { root } = await open(steps);
    expect((await root())?.before).toEqual(before);
  });

  test('is that of the newest page, whatever a tab left open writes', async () => {
    const { root } = await open([FIRST, LATER, step(12, ROOT_C, 61, 0)]);
    const now = (await root()) as RememberedRoot;
    expect(now).toMatchObject({ openedAtMs: 59 * MINUTE, before: A });
    expect(earlierHead(now, 70 * MINUTE)).toEqual(now.before);
  });

  test('is nothing that came out of a file', async () => {
    const { memory, root } = await open([FIRST, LATER]);
    const { roots } = await memory.list();
    await memory.forget(ID);
    await memory.add(roots, 90 * MINUTE);
    expect(await root()).not.toHaveProperty('before');
    expect(await memory.advance(step(12, ROOT_C, 200, 199), 1)).toBe('stored');
    expect(await root()).not.toHaveProperty('before');
  });
});
