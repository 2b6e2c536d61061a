import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Misbehaviour, SeenHead } from './evidence/misbehaviour.ts';
import { aStorage, noLock } from '../testing/small-register.ts';
import { recallRoot, rootKey } from './recall-root.ts';
import { earlierHead, type RememberedRoot } from './remembered-root.ts';
import { type ConfirmedHead, createRootMemory } from './root-memory.ts';
import { notifyTabs, subscribeToTabs } from './root-news.ts';

const ROOT_A = 'a'.repeat(64) as Hash;
const ROOT_B = 'b'.repeat(64) as Hash;
const ID = 'country';

const confirmed = (logSize: number, rootHash = ROOT_A, more: Partial<ConfirmedHead> = {}): ConfirmedHead => ({
  registerId: ID,
  base: 'https://r.example',
  variant: 'item',
  head: { logSize, rootHash },
  leafRule: 'item-json',
  seenAtMs: 1000 + logSize,
  openedAtMs: 1000,
  ...more,
});
const anAlarm = (rootHash = ROOT_B): Misbehaviour => ({
  kind: 'another-root',
  base: 'https://r.example',
  variant: 'item',
  registerId: ID,
  old: { logSize: 5, rootHash: ROOT_A, seenAtMs: 1005 },
  new: { logSize: 5, rootHash, seenAtMs: 2000 },
  addresses: { head: 'https://r.example/proof/register' },
});

function open(start: Record<string, unknown> = {}) {
  const { storage, kept } = aStorage(start);
  const memory = createRootMemory(storage, noLock);
  const root = async (): Promise<RememberedRoot | undefined> => {
    const recalled = await recallRoot(ID, storage.get);
    return recalled.kind === 'remembered' ? recalled.root : undefined;
  };
  return { memory, root, storage, kept };
}

describe('the memory of roots', () => {
  test('remembers a first head, and what it was seen with', async () => {
    const { memory, root } = open();
    expect(await memory.advance(confirmed(5), 0)).toBe('stored');
    expect(await root()).toEqual({
      registerId: ID,
      base: 'https://r.example',
      variant: 'item',
      logSize: 5,
      rootHash: ROOT_A,
      leafRule: 'item-json',
      firstSeenMs: 1005,
      lastSeenMs: 1005,
      openedAtMs: 1000,
      revision: 1,
      alarms: [],
      givenUp: [],
    });
  });

  test('goes on to a larger head and keeps the first date', async () => {
    const { memory, root } = open();
    await memory.advance(confirmed(5), 0);
    expect(await memory.advance(confirmed(9, ROOT_B), 1)).toBe('stored');
    expect(await root()).toMatchObject({
      logSize: 9,
      rootHash: ROOT_B,
      firstSeenMs: 1005,
      lastSeenMs: 1009,
      revision: 2,
    });
  });

  test.each([
    ['an empty log', confirmed(0)],
    ['a shorter log', confirmed(4)],
    ['another root for the size', confirmed(5, ROOT_B)],
    ['another leaf rule', confirmed(6, ROOT_B, { leafRule: 'item-json-2016' })],
  ])('never puts %s in the place of what it remembers', async (_, bad) => {
    const { memory, root } = open();
    await memory.advance(confirmed(5), 0);
    const before = await root();
    expect(await memory.advance(bad, 1)).toBe('refused');
    expect(await root()).toEqual(before);
  });

  test('of two writers that read the same revision only one writes', async () => {
    const { memory, root } = open();
    await memory.advance(confirmed(5), 0);
    const outcomes = await Promise.all([
      memory.advance(confirmed(9, ROOT_B), 1),
      memory.advance(confirmed(7), 1),
      memory.advance(confirmed(8), 1),
    ]);
    expect(outcomes).toEqual(['stored', 'outdated', 'outdated']);
    expect(await root()).toMatchObject({ logSize: 9, rootHash: ROOT_B, revision: 2 });
  });

  test('a first visit in two tabs does not overwrite either', async () => {
    const { memory, root } = open();
    const outcomes = await Promise.all([
      memory.advance(confirmed(5), 0),
      memory.advance(confirmed(6, ROOT_B), 0),
    ]);
    expect(outcomes).toEqual(['stored', 'outdated']);
    expect(await root()).toMatchObject({ logSize: 5 });
  });

  test('an alarm is kept with the root it contradicts, which stays; the same again is not a second one, and stays read; another one is unread', async () => {
    const { memory, root } = open();
    await memory.advance(confirmed(5), 0);
    await memory.raise(anAlarm());
    const alarms = [{ misbehaviour: anAlarm(), read: false }];
    expect(await root()).toMatchObject({ logSize: 5, rootHash: ROOT_A, alarms });
    await memory.markRead(ID);
    await memory.raise({ ...anAlarm(), new: { ...anAlarm().new, seenAtMs: 9999 } });
    expect((await root())?.alarms).toEqual([{ misbehaviour: anAlarm(), read: true }]);
    await memory.raise(anAlarm('c'.repeat(64) as Hash));
    expect((await root())?.alarms.map(({ read }) => read)).toEqual([true, false]);
  });

  test('no alarm is kept of a register that is not remembered: there is nothing it contradicts', async () => {
    const { memory, root } = open();
    await memory.raise(anAlarm());
    expect(await root()).toBeUndefined();
  });

  test('the person may trust another root; the old one is kept among those given up', async () => {
    const { memory, root } = open();
    await memory.advance(confirmed(5), 0);
    await memory.raise(anAlarm());
    await memory.raise(anAlarm('c'.repeat(64) as Hash));
    await memory.trust(ID, { logSize: 5, rootHash: ROOT_B }, 4000);
    expect(await root()).toMatchObject({
      logSize: 5,
      rootHash: ROOT_B,
      lastSeenMs: 4000,
      firstSeenMs: 1005,
      alarms: [{ read: true }, { read: false }],
      givenUp: [{ logSize: 5, rootHash: ROOT_A, seenAtMs: 1005 }],
    });
  });

  test('a head that is trusted in the place of one from a file was seen here', async () => {
    const { memory, root } = open();
    await memory.advance(confirmed(5), 0);
    const mine = await root();
    if (mine === undefined) throw new Error('nothing was remembered');
    await memory.forget(ID);
    await memory.add([mine], 7000);
    await memory.trust(ID, { logSize: 0, rootHash: ROOT_B }, 8000);
    expect(await root()).toMatchObject({ logSize: 5, importedAtMs: 7000, givenUp: [] });
    await memory.trust(ID, { logSize: 4, rootHash: ROOT_B }, 8000);
    expect(await root()).toMatchObject({ logSize: 4, givenUp: [{ logSize: 5 }] });
    expect((await root())?.importedAtMs).toBeUndefined();
  });

  test('lists what is remembered, the last seen first, and forgets', async () => {
    const { memory, kept } = open({ [rootKey('spoilt')]: { logSize: 'many' }, 'something else': 1 });
    await memory.advance(confirmed(5), 0);
    await memory.advance(confirmed(9, ROOT_B, { registerId: 'planet' }), 0);
    const { roots, unreadable } = await memory.list();
    expect(roots.map(({ registerId }) => registerId)).toEqual(['planet', ID]);
    expect(unreadable).toEqual(['spoilt']);
    await memory.forget('spoilt');
    await memory.forget(ID);
    expect([...kept.keys()]).toEqual(['something else', rootKey('planet')]);
  });

  test('roots from a file are added, never put over what is remembered here', async () => {
    const { memory, root, storage } = open();
    await memory.advance(confirmed(5), 0);
    const mine = await root();
    if (mine === undefined) throw new Error('nothing was remembered');
    const theirs = [
      { ...mine, logSize: 99, rootHash: ROOT_B, revision: 40 },
      { ...mine, registerId: 'planet', revision: 40 },
    ];
    expect(await memory.add(theirs, 7000)).toEqual({ added: ['planet'], kept: [ID] });
    expect(await root()).toEqual(mine);
    expect(await recallRoot('planet', storage.get)).toMatchObject({
      root: { revision: 1, importedAtMs: 7000 },
    });
  });

  test('what cannot be read is neither a first visit nor written over', async () => {
    const spoilt = { registerId: ID, logSize: 5, rootHash: ROOT_A };
    const { memory, kept, storage } = open({ [rootKey(ID)]: spoilt });
    expect(await recallRoot(ID, storage.get)).toMatchObject({ kind: 'cannot-recall' });
    expect(await memory.advance(confirmed(9), 0)).toBe('refused');
    expect(kept.get(rootKey(ID))).toEqual(spoilt);
  });

  test('storage that refuses, or holds the root of another register, is neither a first visit nor a root', async () => {
    const refuses = (): Promise<unknown> => Promise.reject(new Error('denied'));
    expect(await recallRoot(ID, refuses)).toMatchObject({ kind: 'cannot-recall' });
    const { memory, storage, kept } = open();
    await memory.advance(confirmed(5), 0);
    kept.set(rootKey('planet'), kept.get(rootKey(ID)));
    expect(await recallRoot('planet', storage.get)).toMatchObject({ kind: 'cannot-recall' });
    expect(await recallRoot(ID, storage.get)).toMatchObject({ kind: 'remembered' });
  });
});

describe('what was remembered when a sitting began', () => {
  type Step = readonly [logSize: number, rootHash: Hash, seenAtMs: number, openedAtMs: number];
  const ROOT_C = 'c'.repeat(64) as Hash;
  const MINUTE = 60_000;
  const FIRST: Step = [5, ROOT_A, 1, 0];
  const LATER: Step = [9, ROOT_B, 60 * MINUTE, 59 * MINUTE];

  /** Remembers heads one after another, each at a time by a page that was opened at another. */
  async function remembered(...steps: readonly Step[]) {
    const opened = open();
    for (const [revision, [logSize, rootHash, seenAtMs, openedAtMs]] of steps.entries()) {
      const outcome = await opened.memory.advance(
        confirmed(logSize, rootHash, { seenAtMs, openedAtMs }),
        revision,
      );
      expect(outcome).toBe('stored');
    }
    return opened;
  }

  test.each<[string, readonly Step[], SeenHead | undefined]>([
    ['is nothing for a root that is first remembered', [FIRST], undefined],
    ['is nothing for one advanced by the same page', [FIRST, [9, ROOT_B, 2, 0]], undefined],
    [
      'is nothing for one advanced by a page loaded soon after',
      [FIRST, [9, ROOT_B, 20 * MINUTE, 19 * MINUTE]],
      undefined,
    ],
    ['is what was there before a pause', [FIRST, LATER], { logSize: 5, rootHash: ROOT_A, seenAtMs: 1 }],
    [
      'is kept throughout that sitting',
      [FIRST, LATER, [12, ROOT_C, 80 * MINUTE, 75 * MINUTE]],
      { logSize: 5, rootHash: ROOT_A, seenAtMs: 1 },
    ],
    [
      'is the last of the sitting before after another pause',
      [FIRST, LATER, [12, ROOT_C, 200 * MINUTE, 199 * MINUTE]],
      { logSize: 9, rootHash: ROOT_B, seenAtMs: 60 * MINUTE },
    ],
  ])('%s', async (_, steps, before) => {
    const { root } = await remembered(...steps);
    expect((await root())?.before).toEqual(before);
  });

  test('is that of the newest page, whatever a tab left open writes', async () => {
    const { root } = await remembered(FIRST, LATER, [12, ROOT_C, 61 * MINUTE, 0]);
    const now = await root();
    expect(now).toMatchObject({ openedAtMs: 59 * MINUTE, before: { logSize: 5, rootHash: ROOT_A } });
    expect(now && earlierHead(now, 70 * MINUTE)).toEqual(now?.before);
  });

  test('is nothing that came out of a file', async () => {
    const { memory, root } = await remembered(FIRST, LATER);
    const { roots } = await memory.list();
    await memory.forget(ID);
    await memory.add(roots, 90 * MINUTE);
    expect(await root()).not.toHaveProperty('before');
    const further = confirmed(12, ROOT_C, { seenAtMs: 200 * MINUTE, openedAtMs: 199 * MINUTE });
    expect(await memory.advance(further, 1)).toBe('stored');
    expect(await root()).not.toHaveProperty('before');
  });

  test('is nothing where the person put another root in its place: what was seen then is given up', async () => {
    const { memory, root } = await remembered(FIRST, LATER);
    await memory.trust(ID, { logSize: 9, rootHash: ROOT_C }, 70 * MINUTE);
    const now = await root();
    expect(now).not.toHaveProperty('before');
    expect(now && earlierHead(now, 75 * MINUTE)).toBeUndefined();
  });
});

describe('news between tabs', () => {
  let page: EventTarget;
  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
  });
  afterEach(() => vi.unstubAllGlobals());
  const shownAgain = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  test('what was written is heard, of this register alone, and said to be of this page', async () => {
    const heard = vi.fn();
    const end = subscribeToTabs('country', heard);
    notifyTabs('planet');
    notifyTabs('country');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(heard).toHaveBeenCalledWith(false);
    end();
  });

  test('a page that was put away whole and is shown again takes it that others wrote meanwhile', () => {
    const heard = vi.fn();
    const end = subscribeToTabs('country', heard);
    shownAgain(false);
    expect(heard).not.toHaveBeenCalled();
    shownAgain(true);
    expect(heard).toHaveBeenCalledWith(true);
    end();
    shownAgain(true);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('without channels nothing is heard, and nothing breaks', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(() => subscribeToTabs('country', () => undefined)()).not.toThrow();
    expect(() => notifyTabs('country')).not.toThrow();
  });
});
